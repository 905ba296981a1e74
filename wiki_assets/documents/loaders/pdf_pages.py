"""The pages of a PDF as drawn lines, a range at a time, so that several processes can share a long one.

Belongs here: reading pages, and what a bad page costs. Does not belong here: opening the file (`pdf_opening`), or making sense of lines
(`layout`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from wiki_assets.documents.layout.lines import Page, read_page
from wiki_assets.documents.loaders.engine import mupdf
from wiki_assets.documents.loaders.pdf_opening import StatedFacts, facts_of, failures, opened
from wiki_assets.documents.options import ReadingOptions


@dataclass(frozen=True, slots=True)
class PageRange:
    """What some pages of a PDF gave. It can be pickled, to be read in one process and composed in another.

    Attributes:
        count: Pages of the whole document.
        pages: Those that could be read, in order.
        lost: `(page, why)` of each page that could not be read; numbers from 1.
        facts: What the file says about itself, the same for every range of it.
    """

    count: int
    pages: tuple[Page, ...]
    lost: tuple[tuple[int, str], ...] = ()
    facts: StatedFacts = field(default_factory=StatedFacts)


def count_pages(content: bytes, name: str, options: ReadingOptions) -> int:
    """Number of pages, without reading any. Raises `DocumentError` as `read_pages` does."""
    with opened(content, name, options.password) as document:
        return int(document.page_count)


def read_pages(content: bytes, name: str, options: ReadingOptions, first: int = 1, last: int | None = None) -> PageRange:
    """Reads pages `first` to `last`, both from 1 and both included. A page that cannot be read costs that page only.

    Args:
        content: The whole file.
        name: Its name, for messages.
        options: Password, text recognition.
        first: First page; the document has it.
        last: Last page; None or a number beyond the end means the document's last.

    Raises:
        DocumentError: The file is damaged, protected or has no pages.
    """
    singles = list(pages_one_by_one(content, name, options, first, last))
    pages = tuple(page for single in singles for page in single.pages)
    return replace(singles[-1], pages=pages, lost=tuple(lost for single in singles for lost in single.lost))


def pages_one_by_one(
    content: bytes, name: str, options: ReadingOptions, first: int = 1, last: int | None = None
) -> Iterator[PageRange]:
    """The same as `read_pages`, page by page, each as a range of its own: what is read stays read when the next page ends the process."""
    with opened(content, name, options.password) as document:
        count, facts = document.page_count, facts_of(document)
        for number in range(first, min(last or count, count) + 1):
            pages: tuple[Page, ...] = ()
            lost: tuple[tuple[int, str], ...] = ()
            try:
                pages = (_page(document, number),)
            except failures() as error:
                lost = ((number, str(error)),)
            facts = replace(facts, repaired=bool(document.is_repaired))  # damage may show only when a page is read
            yield PageRange(count, pages, lost, facts)


def _page(document: Any, number: int) -> Page:
    engine = mupdf()
    flags = engine.TEXTFLAGS_DICT & ~engine.TEXT_PRESERVE_IMAGES
    return read_page(number, document.load_page(number - 1).get_text("dict", flags=flags))
