"""PDF, through MuPDF.

Belongs here: opening, what can be wrong with the file, reading pages. Does not belong here: making sense of lines (`layout`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.layout import elements_of
from wiki_assets.documents.layout.lines import Page, read_page
from wiki_assets.documents.loaders.engine import mupdf
from wiki_assets.documents.loaders.media_types import PDF
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, Element, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

PARSER = "pymupdf"
LAYOUT_VERSION = "2"
"""Raised whenever the same PDF gives other elements."""

_EMPTY_TREE = re.compile(rb"/Count\s+0\b")


class PdfLoader:
    """Reads PDF files."""

    media_types = frozenset({PDF})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`. A page that cannot be read costs that page only."""
        engine = mupdf()
        with _opened(engine, content, name) as document:
            pages, lost = _read_pages(engine, document)
            count = document.page_count
            stated = _stated_metadata(document)
            repaired = bool(document.is_repaired)
        if len(lost) == count:
            raise DocumentError(
                DocumentStatus.CORRUPT,
                f"{name} is damaged: none of its {count} pages can be read ({lost[min(lost)]}).",
                "Fetch it again.",
            )
        empty = tuple(page.number for page in pages if not page.lines)
        elements = elements_of(pages)
        if not elements:
            raise DocumentError(
                DocumentStatus.NO_TEXT,
                f"{name} has no text on its {count} page{'s' if count != 1 else ''}: it is scanned or drawn.",
                "Run text recognition (OCR) on it, and put the result in its place.",
            )
        return ParsedDocument(
            media_type=PDF,
            parser=PARSER,
            parser_version=f"{engine.VersionBind}+{LAYOUT_VERSION}",
            pages=count,
            elements=elements,
            pages_without_text=empty,
            pages_lost=tuple(sorted(lost)),
            reason=_reason(name, lost, elements, repaired),
            metadata=_metadata(stated, elements),
        )


def _failures(engine: Any) -> tuple[type[Exception], ...]:
    """What MuPDF raises: its own errors are no subclass of those that PyMuPDF raises around them."""
    return RuntimeError, ValueError, engine.mupdf.FzErrorBase


def _opened(engine: Any, content: bytes, name: str) -> Any:
    """The open document, unlocked and with pages. Raises `DocumentError`."""
    try:
        document = engine.open(stream=content, filetype="pdf")
    except _failures(engine) as error:
        raise DocumentError(DocumentStatus.CORRUPT, f"{name} cannot be opened as a PDF: {error}.", "Fetch it again.") from error
    if document.needs_pass and not document.authenticate(""):
        document.close()
        raise DocumentError(
            DocumentStatus.ENCRYPTED, f"{name} is protected by a password.", "Put an unprotected copy in its place."
        )
    if document.page_count == 0:
        document.close()
        if (
            _EMPTY_TREE.search(content)
            and b"%%EOF" in content[-1024:]
            and b"/Type /Page\n" not in content
            and content.count(b" obj") < 10
        ):
            raise DocumentError(DocumentStatus.EMPTY, f"{name} has no pages.", "Fetch it again.")
        raise DocumentError(
            DocumentStatus.CORRUPT, f"{name} is damaged or cut off: no page could be recovered.", "Fetch it again."
        )
    return document


def _read_pages(engine: Any, document: Any) -> tuple[list[Page], dict[int, str]]:
    """Pages that could be read, and why the others could not, by 1-based number."""
    flags = engine.TEXTFLAGS_DICT & ~engine.TEXT_PRESERVE_IMAGES
    pages: list[Page] = []
    lost: dict[int, str] = {}
    for index in range(document.page_count):
        try:
            pages.append(read_page(index + 1, document.load_page(index).get_text("dict", flags=flags)))
        except _failures(engine) as error:
            lost[index + 1] = str(error)
    return pages, lost


def _stated_metadata(document: Any) -> dict[str, str]:
    try:
        return {key: value for key, value in (document.metadata or {}).items() if isinstance(value, str)}
    except _failures(mupdf()):
        return {}


def _metadata(stated: dict[str, str], elements: Sequence[Element]) -> DocumentMetadata:
    """Title as drawn on the page, which is more often right than the one in the file's properties."""
    drawn = next((element.text for element in elements if element.kind is ElementKind.TITLE), "")
    return DocumentMetadata(title=drawn or stated.get("title", "").strip())


def _reason(name: str, lost: dict[int, str], elements: Sequence[Element], repaired: bool) -> str:
    reasons = []
    if repaired:
        reasons.append(f"{name} is damaged and was repaired as far as possible; parts may be missing. Fetch it again.")
    if lost:
        listed = ", ".join(str(number) for number in sorted(lost))
        reasons.append(f"Pages that cannot be read: {listed} ({lost[min(lost)]}).")
    if _garbled(" ".join(element.text[:400] for element in elements[:40])):
        reasons.append(
            f"The text of {name} is unreliable: its fonts do not say which letters they draw. Use another copy or text recognition."
        )
    return " ".join(reasons)


_NO_LETTERS = re.compile(r"[\ufffd\ue000-\uf8ff]")
_BROKEN_WORD = re.compile(r"[^\W\d_][\\^~{}|\[\]#$]+[^\W\d_]|\b\d[A-Z]{2,}|[a-z]{1,3}[A-Z]{4,}")


def _garbled(text: str) -> bool:
    """Whether a text is not what a reader sees: replacement characters, or marks and capitals thrown inside words."""
    words = text.split()
    replaced = len(_NO_LETTERS.findall(text))
    if replaced * 20 > sum(map(len, words)):
        return True
    return len(_BROKEN_WORD.findall(text)) * 3 > len(words)
