"""Pages of a PDF on their way from the process that read them to the one that makes a document of them.

Belongs here: the file of pages. Does not belong here: reading pages (`pdf_pages`), what they mean together (`pdf`), or who reads which
(`documents.page_ranges`).

A line of the file is the JSON of one page. The pages are of a hostile file, so that nothing that could run is ever read back (no pickle).
A line that is not whole was being written when its process ended; it is as if it were not there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from pathlib import Path
from typing import Any

import orjson

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.layout.lines import Line, Page
from wiki_assets.documents.loaders.pdf.loader import PageRange, compose_document, count_pages
from wiki_assets.documents.loaders.pdf.opening import StatedFacts
from wiki_assets.documents.loaders.pdf.pages import pages_one_by_one
from wiki_assets.documents.model import DocumentStatus, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

LONG = 200
"""Pages above which a document is read in ranges: below, two processes gain less than the second opening costs."""

_values_of_line = attrgetter(*(field.name for field in fields(Line)))


def count_if_long(content: bytes, name: str, options: ReadingOptions) -> int:
    """Number of pages where there are more than `LONG`, else 0. Raises `DocumentError` where the PDF cannot be opened."""
    count = count_pages(content, name, options)
    return count if count > LONG else 0


def write_pages(
    content: bytes, name: str, options: ReadingOptions, first: int, last: int, target: Path
) -> Iterator[tuple[int, int]]:
    """Reads pages and writes them to a file, one by one.

    Args:
        content: The whole PDF.
        name: Its name, for messages.
        options: As for any loader.
        first: First page, from 1.
        last: Last page; 0 for the document's last.
        target: Written anew.

    Yields:
        `(count, 0)` once the file is open, where `last` is not known, then `(count, number)` for each page that is safely written.

    Raises:
        DocumentError: The PDF cannot be opened.
    """
    count = last
    if not last:
        count = count_pages(content, name, options)
        yield count, 0
    with target.open("wb") as file:
        file.write(hashlib.sha256(content).hexdigest().encode("ascii") + b"\n")
        for number, page in enumerate(pages_one_by_one(content, name, options, first, count), start=first):
            file.write(_encoded(number, page) + b"\n")
            file.flush()
            yield count, number


def compose_pages(content: bytes, name: str, parts: Sequence[Path], lost: Sequence[tuple[int, str]]) -> ParsedDocument:
    """The document that the pages in some files make together.

    Args:
        content: The whole PDF, as it is now.
        name: Its name, for messages.
        parts: Files of `write_pages`.
        lost: `(page, why)` of pages that are in none of them.

    Raises:
        DocumentError: No page could be read, none has text, or the file is another one by now.
    """
    digest = hashlib.sha256(content).hexdigest()
    ranges: list[PageRange] = []
    for part in parts:
        lines = part.read_bytes().split(b"\n")[:-1]
        if lines and lines[0].decode("ascii", "replace") != digest:
            raise DocumentError(DocumentStatus.UNREADABLE, f"{name} changed while it was read.", "Run this again.")
        ranges += map(_decoded, lines[1:])
    count = ranges[0].count if ranges else max(number for number, _ in lost)
    facts = _facts_of_all(ranges)
    # A worker that dies between writing a page and telling of it has the page written again, or given up as lost.
    by_page = {number: PageRange(count, (), ((number, why),), facts) for number, why in lost}
    by_page |= {_number(single): single for single in ranges}
    return compose_document(name, [replace(by_page[number], facts=facts) for number in sorted(by_page)])


def _facts_of_all(ranges: Sequence[PageRange]) -> StatedFacts:
    """What the file says about itself: damage may show on any page, and only the first one brings its own text."""
    if not ranges:
        return StatedFacts()
    first_page = next((single.facts.first_page for single in ranges if single.facts.first_page), "")
    return replace(ranges[0].facts, repaired=any(single.facts.repaired for single in ranges), first_page=first_page)


def _number(single: PageRange) -> int:
    return single.pages[0].number if single.pages else single.lost[0][0]


def _encoded(number: int, single: PageRange) -> bytes:
    content = {**_fields(single), "pages": [_values_of_page(page) for page in single.pages]}
    try:
        return orjson.dumps(content)
    except TypeError as error:  # half a character, which JSON cannot have
        return orjson.dumps(_fields(PageRange(single.count, (), ((number, str(error)),))))


def _decoded(line: bytes) -> PageRange:
    content = orjson.loads(line)
    return PageRange(
        count=content["count"],
        pages=tuple(map(_rebuilt_page, content["pages"])),
        lost=tuple((number, why) for number, why in content["lost"]),
        facts=_rebuilt(StatedFacts, content["facts"]),
        recognised=tuple(content["recognised"]),
        unrecognised=tuple((number, why) for number, why in content["unrecognised"]),
    )


def _fields(value: Page | PageRange) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _values_of_page(page: Page) -> dict[str, Any]:
    """A page, and the one that stands sideways on it, as JSON writes them."""
    lines = [_values_of_line(line) for line in page.lines]
    return {**_fields(page), "lines": lines, "sideways": page.sideways and _values_of_page(page.sideways)}


def _rebuilt_page(values: dict[str, Any]) -> Page:
    sideways = values["sideways"] and _rebuilt_page(values["sideways"])
    page: Page = _rebuilt(Page, {**values, "lines": [_rebuilt_line(line) for line in values["lines"]], "sideways": sideways})
    return page


_TUPLES_OF_LINE = [index for index, field in enumerate(fields(Line)) if str(field.type).startswith("tuple")]


def _rebuilt_line(values: list[Any]) -> Line:
    for index in _TUPLES_OF_LINE:
        values[index] = tuple(values[index])
    return Line(*values)


def _rebuilt(shape: Any, content: dict[str, Any]) -> Any:
    """A flat dataclass of what JSON made of it: lists become tuples again where it has tuples."""
    for field in fields(shape):
        if str(field.type).startswith("tuple"):
            content[field.name] = tuple(content[field.name])
    return shape(**content)
