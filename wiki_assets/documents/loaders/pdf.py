"""PDF, through MuPDF.

Belongs here: from pages to a parsed document, and what to tell about it. Does not belong here: opening (`pdf_opening`), reading pages
(`pdf_pages`), making sense of lines (`layout`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.layout import elements_of
from wiki_assets.documents.loaders.media_types import PDF
from wiki_assets.documents.loaders.pdf_opening import StatedFacts
from wiki_assets.documents.loaders.pdf_pages import PageRange, count_pages, read_pages
from wiki_assets.documents.loaders.versions import parser_of
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, Element, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

__all__ = ["PageRange", "PdfLoader", "compose_document", "count_pages", "read_pages"]


class PdfLoader:
    """Reads PDF files."""

    media_types = frozenset({PDF})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`. A page that cannot be read costs that page only."""
        return compose_document(name, [read_pages(content, name, options)])


def compose_document(name: str, ranges: Sequence[PageRange]) -> ParsedDocument:
    """The document that ranges of pages make together.

    Args:
        name: The file's name, for messages.
        ranges: All its pages, in order. Their lines are used up.

    Raises:
        DocumentError: No page could be read, or none has text.
    """
    count, facts = ranges[0].count, ranges[0].facts
    pages = [page for part in ranges for page in part.pages]
    lost = {number: why for part in ranges for number, why in part.lost}
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
    parser = parser_of(PDF)
    return ParsedDocument(
        media_type=PDF,
        parser=parser.name,
        parser_version=parser.version,
        pages=count,
        elements=elements,
        pages_without_text=empty,
        pages_lost=tuple(sorted(lost)),
        reason=_reason(name, lost, elements, facts.repaired),
        metadata=_metadata(facts, elements),
        attachments=facts.attachments,
    )


def _metadata(facts: StatedFacts, elements: Sequence[Element]) -> DocumentMetadata:
    """Title as drawn on the page, which is more often right than the one in the file's properties."""
    drawn = next((element.text for element in elements if element.kind is ElementKind.TITLE), "")
    return DocumentMetadata(title=drawn or facts.title)


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
