"""The pages of a PDF as drawn lines, a range at a time, so that several processes can share a long one.

Belongs here: reading pages, and what a bad page costs. Does not belong here: opening the file (`pdf_opening`), or making sense of lines
(`layout`).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.layout.lines import Page
from wiki_assets.documents.layout.pages import drawn_page
from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.loaders.pdf.opening import StatedFacts, facts_of, failures, opened
from wiki_assets.documents.loaders.pdf.recognition import recognised_page
from wiki_assets.documents.options import ReadingOptions


@dataclass(frozen=True, slots=True)
class PageRange:
    """What some pages of a PDF gave. It can be pickled, to be read in one process and composed in another.

    Attributes:
        count: Pages of the whole document.
        pages: Those that could be read, in order.
        lost: `(page, why)` of each page that could not be read; numbers from 1.
        facts: What the file says about itself, the same for every range of it, except that only the range with page 1 has its text.
        recognised: Pages whose text is read from their picture.
        unrecognised: `(page, why)` of each page on which that was tried and failed.
    """

    count: int
    pages: tuple[Page, ...]
    lost: tuple[tuple[int, str], ...] = ()
    facts: StatedFacts = field(default_factory=StatedFacts)
    recognised: tuple[int, ...] = ()
    unrecognised: tuple[tuple[int, str], ...] = ()


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
    with collector_paused():
        singles = list(pages_one_by_one(content, name, options, first, last))
    return PageRange(
        count=singles[-1].count,
        pages=tuple(page for single in singles for page in single.pages),
        lost=tuple(lost for single in singles for lost in single.lost),
        facts=replace(singles[0].facts, repaired=singles[-1].facts.repaired),
        recognised=tuple(number for single in singles for number in single.recognised),
        unrecognised=tuple(failed for single in singles for failed in single.unrecognised),
    )


def pages_one_by_one(
    content: bytes, name: str, options: ReadingOptions, first: int = 1, last: int | None = None
) -> Iterator[PageRange]:
    """The same as `read_pages`, page by page, each as a range of its own: what is read stays read when the next page ends the process."""
    with opened(content, name, options.password) as document:
        count, facts = document.page_count, facts_of(document)
        for number in range(first, min(last or count, count) + 1):
            try:
                single = _read(document, number, options.ocr_languages)
            except failures() as error:
                single = PageRange(count, (), ((number, str(error)),))
            repaired = bool(document.is_repaired)  # damage may show only when a page is read
            yield replace(single, facts=replace(facts, repaired=repaired, first_page=single.facts.first_page))


def _read(document: Any, number: int, languages: str) -> PageRange:
    """One page, read from its picture where that is wanted and it has no text that could be read."""
    engine = mupdf()
    drawn = document.load_page(number - 1)
    flags = engine.TEXTFLAGS_DICT & ~engine.TEXT_PRESERVE_IMAGES
    content = drawn.get_text("dict", flags=flags)
    page = drawn_page(number, content, lambda: drawn.get_text("rawdict", flags=flags), drawn.rotation)
    single = PageRange(document.page_count, (page,))
    if languages and (page.garbled or not page.lines) and drawn.get_bboxlog():
        try:
            content = recognised_page(drawn, languages)
        except DocumentError as error:
            return replace(single, unrecognised=((number, str(error)),))
        page = drawn_page(number, content, lambda: content, 0)
        single = replace(single, pages=(page,), recognised=(number,) if page.lines else ())
    return replace(single, facts=StatedFacts(first_page=_text_of(content))) if number == 1 else single


def _text_of(content: Mapping[str, Any]) -> str:
    """All text that is drawn on a page, with the stamps that the layout leaves out."""
    lines = (line for block in content["blocks"] for line in block.get("lines", ()))
    return "\n".join("".join([span["text"] for span in line["spans"]]) for line in lines)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Holds off Python's search for circular garbage, of which reading makes none: it would walk all lines again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
