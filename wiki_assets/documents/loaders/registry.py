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
from wiki_assets.documents.loaders.sniffing import ending_of, name_lies, sniff
from wiki_assets.documents.model import DocumentStatus, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

_PACKAGE = "wiki_assets.documents.loaders"

# Where each format's loader lives. Only the one that is needed is imported, for each brings a library of its own.
_LOADERS: dict[str, tuple[str, str]] = {
    media_types.PDF: ("pdf", "PdfLoader"),
    media_types.DOCX: ("word", "WordLoader"),
    media_types.PPTX: ("slides", "SlidesLoader"),
    media_types.XLSX: ("spreadsheet", "SpreadsheetLoader"),
    media_types.CSV: ("delimited", "DelimitedLoader"),
    media_types.TSV: ("delimited", "DelimitedLoader"),
    media_types.TEXT: ("plain_text", "PlainTextLoader"),
    media_types.TEX: ("plain_text", "PlainTextLoader"),
    media_types.MARKDOWN: ("markdown", "MarkdownLoader"),
    media_types.HTML: ("web_page", "WebPageLoader"),
    media_types.EPUB: ("epub", "EpubLoader"),
    media_types.MAIL: ("mail", "MailLoader"),
    media_types.OUTLOOK: ("partitioned", "PartitionedLoader"),
    media_types.ODT: ("partitioned", "PartitionedLoader"),
    media_types.RTF: ("partitioned", "PartitionedLoader"),
    media_types.RST: ("partitioned", "PartitionedLoader"),
    media_types.XML: ("partitioned", "PartitionedLoader"),
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
    lie = name_lies(name, media_type)
    holds = f"is named {ending_of(name)} but holds {describe(media_type)}" if lie else f"holds {describe(media_type)}"
    if loader is None:
        raise DocumentError(
            DocumentStatus.UNSUPPORTED,
            f"{name} {holds}, which we cannot read.",
            _SAVE_AS.get(media_type, _PICTURE if media_type.startswith("image/") else _ANOTHER),
        )
    parsed = loader.load(content, name, options)
    return replace(parsed, reason=f"{name} {holds}. {parsed.reason}".rstrip()) if lie else parsed


def _unlocked(content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
    """An encrypted Office document, opened with the password that `options` has. Raises `DocumentError`."""
    from wiki_assets.documents.loaders.unlocking import unlocked

    return load(unlocked(content, name, options.password), name, options)
