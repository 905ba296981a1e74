"""What is printed on pages but is no part of the document: running heads and feet, page and line numbers, covers, crop marks.

Belongs here: finding such lines by their place and repetition over the pages of one document. Does not belong here: front
matter or references, which are the document's own words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median

from wiki_assets.documents.layout.line_numbers import line_numbers
from wiki_assets.documents.layout.lines import Line, Page, on_one_baseline

_MARGIN_ROWS = 3  # rows from the top and from the bottom that can be heads or feet
_SAME_PLACE = 4.0  # points by which a running head may move between pages
_DIGITS = re.compile(r"\d+")
_NOT_WORDS = re.compile(r"[^\w#]+")
_NUMBER_ONLY = re.compile(r"[-–—\s]*(\d{1,4}|[ivxlc]{1,7})[-–—\s]*")
_COVER = re.compile(
    r"see discussions, stats, and author profiles for this publication"
    r"|hal is a multi-?disciplinary open access archive"
    r"|your use of the jstor archive indicates"
    r"|this is an author.produced version|this is the accepted (manuscript|version) of",
    re.IGNORECASE,
)


def remove_furniture(pages: Sequence[Page]) -> None:
    """Takes furniture out of the pages' lines, in place."""
    for page in pages[:2]:
        if _COVER.search(" ".join(line.text for line in page.lines)):
            page.lines = []
    _remove_line_numbers(pages)
    before = [page.lines for page in pages]
    _remove_numbered_heads(pages)
    for rows_of in (_top_rows, _bottom_rows):
        _remove_running(pages, rows_of)
    _remove_repeated(pages)
    for page in pages:
        _remove_lone_page_number(page)
    for page, lines in zip(pages, before, strict=True):
        if not page.lines and len(_rows(lines)) > _MARGIN_ROWS:
            page.lines = lines  # more than a head and a foot: pages of one form that differ only in numbers, not a blank one


def _rows(lines: Iterable[Line]) -> list[list[Line]]:
    """Lines grouped by baseline, top first."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.y0):
        if rows and on_one_baseline(rows[-1][0], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _top_rows(page: Page) -> list[list[Line]]:
    return _rows(sorted(page.lines, key=lambda line: line.y0)[: _MARGIN_ROWS * 4])[:_MARGIN_ROWS]


def _bottom_rows(page: Page) -> list[list[Line]]:
    return _rows(sorted(page.lines, key=lambda line: -line.y1)[: _MARGIN_ROWS * 4])[-_MARGIN_ROWS:]


def _shape(text: str) -> str:
    """Text with its numbers and punctuation made alike, so that "Page 3 of 9" repeats."""
    return _NOT_WORDS.sub(" ", _DIGITS.sub("#", text.lower())).strip()


def _remove_running(pages: Sequence[Page], rows_of: Callable[[Page], list[list[Line]]]) -> None:
    margins = {page.number: rows_of(page) for page in pages}
    needed = 2 if len(pages) < 6 else 3
    by_shape: dict[str, list[Line]] = defaultdict(list)
    for rows in margins.values():
        for row in rows:
            for line in row:
                by_shape[_shape(line.text)].append(line)
    running: set[int] = set()
    places: list[float] = []
    for alike in by_shape.values():
        place = median(line.y0 for line in alike)
        here = [line for line in alike if abs(line.y0 - place) <= _SAME_PLACE]
        pages_here = {line.page for line in here}
        if len(pages_here) >= needed and len(alike) - len(here) < len(
            pages_here
        ):  # a head is on its page once: what is more is a list
            running.update(id(line) for line in here)
            places.append(place)
    if not running:
        return
    outermost = _outermost_places(margins.values(), running, rows_of is _top_rows)
    for page in pages:
        rows = margins[page.number]
        edge = (rows[0] if rows_of is _top_rows else rows[-1]) if rows else []
        if edge and any(abs(edge[0].y0 - place) <= 1.5 for place in outermost):
            running.update(id(line) for line in edge)
        page.lines = [line for line in page.lines if id(line) not in running]


def _outermost_places(margins: Iterable[list[list[Line]]], running: set[int], top: bool) -> list[float]:
    """Heights at which the outermost row of at least three pages is a running one: whatever else stands there is running too."""
    found: dict[int, list[float]] = defaultdict(list)
    for rows in margins:
        edge = (rows[0] if top else rows[-1]) if rows else []
        for line in edge:
            if id(line) in running:
                found[round(line.y0 / 3)].append(line.y0)
                break
    return [median(places) for places in found.values() if len(places) >= 3]


_FAR_APART = 0.2  # of the page's width between a page number and the running head on its line; a section's number stands nearer


def _remove_numbered_heads(pages: Sequence[Page]) -> None:
    """Takes out outermost rows of a page number at one side and some words at the other: running heads also where they never repeat.

    A number is a page's where it counts pages: it is the number of its page, or as far from it as that of another page.
    """
    found = [(page, row, number - page.number) for page in pages for row, number in _numbered_rows(page)]
    offsets = Counter(offset for _, offset in {(page.number, offset) for page, _, offset in found})
    for page, row, offset in found:
        if offset == 0 or offsets[offset] > 1:
            page.lines = [line for line in page.lines if not any(line is piece for piece in row)]


def _numbered_rows(page: Page) -> Iterator[tuple[list[Line], int]]:
    """Outermost rows with a number far from the words beside it, and that number."""
    for row in (*_top_rows(page)[:1], *_bottom_rows(page)[-1:]):
        ordered = sorted(row, key=lambda line: line.x0)
        if not 2 <= len(ordered) <= 3 or 0.12 * page.height < row[0].y0 < 0.88 * page.height:
            continue
        for number, neighbour in ((ordered[0], ordered[1]), (ordered[-1], ordered[-2])):
            gap = max(neighbour.x0 - number.x1, number.x0 - neighbour.x1)
            if number.text.isdecimal() and len(number.text) <= 4 and gap > _FAR_APART * page.width:
                yield row, int(number.text)


def _remove_lone_page_number(page: Page) -> None:
    """A number that stands alone at the very top or bottom is the page's, even where it does not repeat in place."""
    for rows in (_top_rows(page)[:1], _bottom_rows(page)[-1:]):
        for row in rows:
            alone = len(row) == 1 and _NUMBER_ONLY.fullmatch(row[0].text) is not None
            if alone and not 0.1 * page.height < row[0].y0 < 0.88 * page.height:
                page.lines = [line for line in page.lines if line is not row[0]]


def _remove_line_numbers(pages: Sequence[Page]) -> None:
    numbers = line_numbers([page.lines for page in pages])
    if numbers:
        for page in pages:
            page.lines = [line for line in page.lines if id(line) not in numbers]


_REPEATED_SHARE = 0.6  # of the pages: what stands on so many at one place is printed on the paper, so to speak
_LARGE = 1.8  # times the usual type of the page: a word across the page, such as DRAFT


def _remove_repeated(pages: Sequence[Page]) -> None:
    """Takes out what stands at one place of most pages outside their margins; what could be a form's own words stays once."""
    filled = [page for page in pages if page.lines]
    if len(filled) < 3:
        return
    needed = max(3, _REPEATED_SHARE * len(filled))
    times = Counter([line.text for page in filled for line in page.lines])
    often = {text for text, count in times.items() if count >= needed and len(text) >= 4}
    places: dict[tuple[str, int, int], list[Line]] = defaultdict(list)
    for page in filled:
        for line in page.lines:
            if line.text in often:
                places[line.text, round(line.x0 / 4), round(line.y0 / 4)].append(line)
    repeated = [alike for alike in places.values() if len({line.page for line in alike}) >= needed]
    if not repeated:
        return
    usual = median(line.size for page in filled for line in page.lines)
    gone = {id(line) for alike in repeated for line in (alike if alike[0].size > _LARGE * usual else alike[1:])}
    for page in filled:
        page.lines = [line for line in page.lines if id(line) not in gone]
