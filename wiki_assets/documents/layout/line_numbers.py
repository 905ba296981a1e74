"""Numbers that count the lines of a submission copy: told from the text beside them, and taken out.

Belongs here: finding them on a page by their row and their counting. Does not belong here: other furniture (`furniture`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, Protocol

_NUMBER = re.compile(r"\d{1,4}")
_FEWEST = 8  # numbers above each other that count up: they are no marks of notes, nor numbers of headings
_SURE = 15  # so many on one page, or fewer on two pages, are no table of contents
_SMALLER = 0.9  # of the size of the text beside them, at most, where they stand so close that they could be its first word
_WIDEST_STEP = 5  # some number every fifth line


class Placed(Protocol):
    """What is asked of a line here."""

    text: str
    size: float
    x0: float
    y0: float
    x1: float
    y1: float


def parted_numbers(drawn: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """Lines of a page dictionary, each with its block, with line numbers that MuPDF took for the first word of a line apart."""
    leading = {id(line): int(line["spans"][0]["text"]) for _, line in drawn if _begins_with_number(line["spans"])}
    if len(leading) < _FEWEST or _longest_count([leading[id(line)] for _, line in drawn if id(line) in leading]) < _FEWEST:
        return drawn
    made: list[tuple[int, Any]] = []
    for block, line in drawn:
        if id(line) in leading:
            made += [(block, _part(line, line["spans"][:1])), (block, _part(line, line["spans"][1:]))]
        else:
            made.append((block, line))
    return made


def _begins_with_number(spans: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a line begins with a number in type of its own, and goes on."""
    if len(spans) < 2 or _NUMBER.fullmatch(spans[0]["text"].strip()) is None:
        return False
    following = next((span for span in spans[1:] if not span["text"].isspace()), None)
    if following is None:
        return False
    raised = abs(spans[0]["origin"][1] - following["origin"][1]) > 0.5  # the mark of a note
    return not raised and bool(spans[0]["size"] <= _SMALLER * following["size"])


def _part(line: Mapping[str, Any], spans: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    boxes = [span["bbox"] for span in spans if not span["text"].isspace()]
    x0, x1 = min(box[0] for box in boxes), max(box[2] for box in boxes)
    return {**line, "spans": spans, "bbox": (x0, line["bbox"][1], x1, line["bbox"][3])}


def number_strips(lines: Sequence[Placed]) -> frozenset[int]:
    """Ids of lines that are numbers in a row above each other, counting up, in smaller type than the page's."""
    numbers = [line for line in lines if len(line.text) <= 4 and line.text.isdecimal()]
    if len(numbers) < _FEWEST:
        return frozenset()
    usual = median([line.size for line in lines if len(line.text) >= 20] or [line.size for line in lines])
    numbers = [line for line in numbers if line.size <= _SMALLER * usual]
    found: set[int] = set()
    for edge in ("x1", "x0"):  # set flush right, or flush left
        strips: dict[int, list[Placed]] = defaultdict(list)
        for line in numbers:
            strips[round(getattr(line, edge) / 2)].append(line)
        for strip in strips.values():
            strip.sort(key=lambda line: line.y0)
            if _longest_count([int(line.text) for line in strip]) >= _FEWEST:
                found.update(map(id, strip))
    return frozenset(found)


def _longest_count(values: Sequence[int]) -> int:
    """Length of the longest stretch in which numbers go up from one to the next."""
    best = run = min(1, len(values))
    for before, value in pairwise(values):
        run = run + 1 if 0 < value - before <= _WIDEST_STEP else 1
        best = max(best, run)
    return best


def line_numbers(pages: Iterable[Sequence[Placed]]) -> frozenset[int]:
    """Ids of the lines of a document's pages that number the lines of its text."""
    found: set[int] = set()
    counts: list[int] = []
    for lines in pages:
        numbers = [line for line in lines if len(line.text) <= 4 and line.text.isdecimal()]
        body = [line for line in lines if len(line.text) >= 30] if len(numbers) > 1 else []
        if not body:
            continue
        beside = [line for line in numbers if _is_beside(line, body)]
        inner = _inner_strip(lines, body, beside)
        counts += [_count(beside), _count(inner)]
        found.update(map(id, [*beside, *inner]))
    return frozenset(found) if max(counts, default=0) >= _SURE or sum(count >= _FEWEST for count in counts) >= 2 else frozenset()


def _count(numbers: Sequence[Placed]) -> int:
    return _longest_count([int(line.text) for line in sorted(numbers, key=lambda line: line.y0)])


def _inner_strip(lines: Sequence[Placed], body: Sequence[Placed], beside: Sequence[Placed]) -> list[Placed]:
    """Line numbers between two columns of text."""
    strips = number_strips(lines) - {id(line) for line in beside}
    inner = [line for line in lines if id(line) in strips and not _is_crossed(line, body)] if strips else []
    return inner if _count(inner) >= _SURE else []


def _is_beside(line: Placed, body: Sequence[Placed]) -> bool:
    """Whether a line stands in the left or right margin of the text."""
    return line.x1 <= min(other.x0 for other in body) + 1 or line.x0 >= max(other.x1 for other in body) - 1


def _is_crossed(line: Placed, body: Sequence[Placed]) -> bool:
    """Whether text goes over the place of a line somewhere on the page: then it is no margin between columns."""
    return any(other.x0 < line.x1 and other.x1 > line.x0 for other in body)
