"""PDF, through MuPDF.

Belongs here: from pages to a parsed document, and what to tell about it. Does not belong here: opening (`pdf_opening`), reading pages
(`pdf_pages`), making sense of lines (`layout`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.layout import elements_of
from wiki_assets.documents.layout.lines import Page
from wiki_assets.documents.loaders.media_types import PDF
from wiki_assets.documents.loaders.pdf.pages import PageRange, collector_paused, count_pages, read_pages
from wiki_assets.documents.loaders.versions import parser_of
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, Element, ElementKind, Mark, ParsedDocument
from wiki_assets.documents.options import ReadingOptions
from wiki_assets.documents.works.metadata import from_document

__all__ = ["PageRange", "PdfLoader", "compose_document", "count_pages", "read_pages"]

_MOST_LISTED = 20  # page numbers or names in one sentence


class PdfLoader:
    """Reads PDF files."""

    media_types = frozenset({PDF})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`. A page that cannot be read costs that page only."""
        return compose_document(name, [read_pages(content, name, options)])


@dataclass(frozen=True, slots=True)
class _Findings:
    """What was found out about single pages; numbers from 1, with why where there is more than one cause."""

    count: int
    lost: dict[int, str]
    unrecognised: dict[int, str]
    recognised: tuple[int, ...]
    empty: tuple[int, ...]
    garbled: tuple[int, ...]


def compose_document(name: str, ranges: Sequence[PageRange]) -> ParsedDocument:
    """The document that ranges of pages make together.

    Args:
        name: The file's name, for messages.
        ranges: All its pages, in order. Their lines are used up.

    Raises:
        DocumentError: No page could be read, or none has text.
    """
    facts = ranges[0].facts
    pages = [page for part in ranges for page in part.pages]
    findings = _findings(ranges, pages)
    if len(findings.lost) == findings.count:
        first = findings.lost[min(findings.lost)]
        raise DocumentError(
            DocumentStatus.CORRUPT,
            f"{name} is damaged: none of its {findings.count} pages can be read ({first}).",
            "Fetch it again.",
        )
    with collector_paused():
        elements = _marked(elements_of(pages), set(findings.recognised))
    if not elements:
        raise _without_text(name, findings)
    parser = parser_of(PDF)
    parsed = ParsedDocument(
        media_type=PDF,
        parser=parser.name,
        parser_version=parser.version,
        pages=findings.count,
        elements=elements,
        pages_without_text=findings.empty,
        pages_lost=tuple(sorted(findings.lost)),
        reason=_reason(name, findings, facts.repaired),
        metadata=DocumentMetadata(title=_drawn_title(elements) or facts.title),
        pages_garbled=findings.garbled,
        pages_recognised=findings.recognised,
        attachments=facts.attachments,
    )
    first_page = next((part.facts.first_page for part in ranges if part.facts.first_page), "")
    return replace(parsed, metadata=from_document(parsed, dict(facts.properties), first_page))


def _findings(ranges: Sequence[PageRange], pages: Sequence[Page]) -> _Findings:
    return _Findings(
        count=ranges[0].count,
        lost={number: why for part in ranges for number, why in part.lost},
        unrecognised={number: why for part in ranges for number, why in part.unrecognised},
        recognised=tuple(number for part in ranges for number in part.recognised),
        empty=tuple(page.number for page in pages if not page.lines and page.sideways is None),
        garbled=tuple(page.number for page in pages if page.garbled),
    )


def _marked(elements: Sequence[Element], recognised: set[int]) -> tuple[Element, ...]:
    """Elements with those marked that lie on recognised pages, if only in part."""
    if not recognised:
        return tuple(elements)
    return tuple(
        replace(element, marks=(*(mark for mark in element.marks if mark is not Mark.INVISIBLE), Mark.RECOGNISED))
        if any(span.box.page in recognised for span in element.spans)
        else element
        for element in elements
    )


def _drawn_title(elements: Sequence[Element]) -> str:
    """The title on the page, which is more often right than the one in the file's properties."""
    return next((element.text for element in elements if element.kind is ElementKind.TITLE), "")


def _without_text(name: str, findings: _Findings) -> DocumentError:
    count = findings.count
    what = f"{name} has no text on its {count} page{'s' if count != 1 else ''}: it is scanned or drawn."
    if findings.unrecognised:
        return DocumentError(DocumentStatus.NO_TEXT, f"{what} {_unrecognised(findings)}")
    return DocumentError(
        DocumentStatus.NO_TEXT,
        what,
        "Set WIKI_OCR to its languages (eng, eng+deu), or run another text recognition (OCR) on it and put the result in its place.",
    )


def _reason(name: str, findings: _Findings, repaired: bool) -> str:
    reasons = []
    if repaired:
        reasons.append(f"{name} is damaged and was repaired as far as possible; parts may be missing. Fetch it again.")
    if findings.lost:
        reasons.append(f"Pages that cannot be read: {_listed(findings.lost)} ({findings.lost[min(findings.lost)]}).")
    if findings.garbled:
        pages = f"page{'s' if len(findings.garbled) > 1 else ''} {_listed(findings.garbled)}"
        reasons.append(
            f"The text of {name} is unreliable on {pages}: its fonts do not say which letters they draw. "
            "Use another copy, or set WIKI_OCR to its languages."
        )
    if findings.unrecognised:
        reasons.append(_unrecognised(findings))
    return " ".join(reasons)


def _unrecognised(findings: _Findings) -> str:
    """Which pages are not recognised, and why; each cause once, for it is mostly the same for all."""
    causes = " ".join(dict.fromkeys(findings.unrecognised.values()))
    return f"Pages on which no text was recognised: {_listed(findings.unrecognised)}. {causes}"


def _listed(pages: Iterable[int]) -> str:
    numbers = sorted(pages)
    more = f" and {len(numbers) - _MOST_LISTED} more" if len(numbers) > _MOST_LISTED else ""
    return ", ".join(map(str, numbers[:_MOST_LISTED])) + more
