"""The table of loaders, and the choice among them.

Belongs here: which loader takes which format. Does not belong here: reading it, or telling formats apart (`sniffing`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import cast

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders import media_types
from wiki_assets.documents.loaders.base import Loader
from wiki_assets.documents.loaders.media_types import describe
from wiki_assets.documents.loaders.sniffing.content import ending_of, name_lies, sniff
from wiki_assets.documents.model import DocumentStatus, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

_PACKAGE = "wiki_assets.documents.loaders"

# Where each format's loader lives. Only the one that is needed is imported, for each brings a library of its own.
_LOADERS: dict[str, tuple[str, str]] = {
    media_types.PDF: ("pdf.loader", "PdfLoader"),
    media_types.DOCX: ("word.loader", "WordLoader"),
    media_types.PPTX: ("slides.loader", "SlidesLoader"),
    media_types.XLSX: ("spreadsheet.loader", "SpreadsheetLoader"),
    media_types.CSV: ("delimited.loader", "DelimitedLoader"),
    media_types.TSV: ("delimited.loader", "DelimitedLoader"),
    media_types.TEXT: ("plain_text.loader", "PlainTextLoader"),
    media_types.TEX: ("plain_text.loader", "PlainTextLoader"),
    media_types.MARKDOWN: ("markdown.loader", "MarkdownLoader"),
    media_types.HTML: ("web_page", "WebPageLoader"),
    media_types.EPUB: ("epub", "EpubLoader"),
    media_types.MAIL: ("mail.loader", "MailLoader"),
    media_types.OUTLOOK: ("partitioned.loader", "PartitionedLoader"),
    media_types.ODT: ("partitioned.loader", "PartitionedLoader"),
    media_types.RTF: ("partitioned.loader", "PartitionedLoader"),
    media_types.RST: ("partitioned.loader", "PartitionedLoader"),
    media_types.XML: ("partitioned.loader", "PartitionedLoader"),
}

_SAVE_AS = {
    media_types.OLE: "Save it as DOCX, PPTX or XLSX, and put that in its place.",
    media_types.ODP: "Save it as PPTX or PDF, and put that in its place.",
    media_types.ODS: "Save it as XLSX, and put that in its place.",
    **dict.fromkeys(media_types.ARCHIVES, "Unpack it into the folder."),
    "application/postscript": "Convert it to PDF (ps2pdf), and put that in its place.",
    "application/x-dvi": "Convert it to PDF (dvipdf), and put that in its place.",
    "image/vnd.djvu": "Convert it to PDF (ddjvu), and put that in its place.",
    "application/vnd.apple.iwork": "Export it as DOCX, XLSX, PPTX or PDF, and put that in its place.",
    "application/vnd.ms-excel.sheet.binary.macroenabled.12": "Save it as XLSX, and put that in its place.",
    "application/vnd.ms-visio.drawing": "Save it as PDF, and put that in its place.",
    "application/vnd.ms-xpsdocument": "Print it to PDF, and put that in its place.",
}
_ANOTHER = "Put a PDF, DOCX, HTML or text file in its place."
_PICTURE = "Make a PDF of it with a text layer (ocrmypdf), and put that in its place."


@cache
def loader_for(media_type: str) -> Loader | None:
    """The loader of a format, imported at first use; None where we cannot read it."""
    if media_type not in _LOADERS:
        return None
    module, name = _LOADERS[media_type]
    return cast("Loader", getattr(import_module(f"{_PACKAGE}.{module}"), name)())


def load(content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
    """Reads a file with the loader that takes its content.

    Raises:
        DocumentError: The file is empty, no loader takes it, or the loader cannot read it.
    """
    if not content.strip(b"\0 \t\r\n\xef\xbb\xbf"):
        raise DocumentError(
            DocumentStatus.EMPTY, f"{name} is empty ({len(content)} bytes, none of them text).", "Fetch it again."
        )
    media_type = sniff(content, name)
    loader = loader_for(media_type)
    if media_type == media_types.OFFICE_ENCRYPTED:
        return _unlocked(content, name, options)
    if loader is None:
        raise DocumentError(
            DocumentStatus.UNSUPPORTED,
            f"{name} {_holds(name, media_type)}, which we cannot read.",
            _SAVE_AS.get(media_type, _PICTURE if media_type.startswith("image/") else _ANOTHER),
        )
    return with_lie_told(loader.load(content, name, options), name)


def with_lie_told(parsed: ParsedDocument, name: str) -> ParsedDocument:
    """The document with a word on its file's name, where that promises another format."""
    if not name_lies(name, parsed.media_type):
        return parsed
    return replace(parsed, reason=f"{name} {_holds(name, parsed.media_type)}. {parsed.reason}".rstrip())


def _holds(name: str, media_type: str) -> str:
    named = f"is named {ending_of(name)} but " if name_lies(name, media_type) else ""
    return f"{named}holds {describe(media_type)}"


def _unlocked(content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
    """An encrypted Office document, opened with the password that `options` has. Raises `DocumentError`."""
    from wiki_assets.documents.loaders.office.unlocking import unlocked

    return load(unlocked(content, name, options.password), name, options)
