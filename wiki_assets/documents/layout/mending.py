"""Mending lines that MuPDF cut into pieces.

Belongs here: which neighbours in drawing order are one line. Does not belong here: reading them (`drawn_lines`), or columns as such.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from wiki_assets.documents.layout.line_numbers import number_strips
from wiki_assets.documents.layout.lines import SAME_WORD_GAP, Line, on_one_baseline
from wiki_assets.text.cleaning import join_lines

_COLUMN_LINES = 12  # text lines that begin at one x: a column begins there; a table of words has fewer rows
_COLUMN_TEXT = 20  # characters from which a line counts as text
_LEAST_GUTTER = 0.9  # em
_DEEPEST_OVERLAP, _NARROW_GAP = -1.0, 0.45  # em between pieces of one line that an index made MuPDF part into two blocks


def mended(lines: Sequence[Line]) -> list[Line]:
    """Joins neighbours in drawing order that stand on one baseline with no more than a wide space between them."""
    made: list[Line] = []
    starts: Counter[int] | None = None
    numbers = number_strips(lines)
    for line in lines:
        last = made[-1] if made else None
        if last is None or id(last) in numbers or not _continues(last, line):
            made.append(line)
            continue
        if line.x0 - last.x1 > _LEAST_GUTTER * line.size:
            starts = _text_starts(lines) if starts is None else starts
            if _in_column(last, starts) and _in_column(line, starts):
                made.append(line)
                continue
        made[-1] = _glued(last, line)
    return made


def _in_column(line: Line, starts: Counter[int]) -> bool:
    return len(line.text) >= _COLUMN_TEXT and starts[round(line.x0)] >= _COLUMN_LINES


def _text_starts(lines: Sequence[Line]) -> Counter[int]:
    """How many text lines begin at each x, to a point."""
    return Counter(round(line.x0) for line in lines if len(line.text) >= _COLUMN_TEXT)


def _continues(last: Line, line: Line) -> bool:
    gap, em = line.x0 - last.x1, max(last.size, line.size)
    if line.block == last.end_block:
        near = -0.3 * last.size <= gap <= SAME_WORD_GAP * em
    else:
        near = _DEEPEST_OVERLAP * em <= gap <= _NARROW_GAP * em and line.x0 > last.x0
    return near and on_one_baseline(last, line) and last.invisible == line.invisible


_LARGE_LETTER = 1.7  # times the size of the line, from which a capital is the large first letter of its first word


def _between(first: Line, second: Line) -> str:
    """What stands between two pieces of a line: nothing between ideographs, nor behind a large first letter."""
    if len(first.text) == 1 and first.text.isupper() and first.size >= _LARGE_LETTER * second.size:
        return " " if first.text in "AI" and second.x0 - first.x1 > 0.3 * second.size else ""
    return join_lines(first.text, second.text, frozenset())[1] if first.text[-1] > "~" else " "


def _glued(first: Line, second: Line) -> Line:
    longer = first if len(first.text) >= len(second.text) else second
    length, other = len(first.text), len(second.text)
    one, two = first.bbox, second.bbox
    bbox = (min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3]))
    between = _between(first, second)
    return replace(
        longer,
        text=f"{first.text}{between}{second.text}",
        drawn=f"{first.drawn.rstrip()}{between}{second.drawn.lstrip()}",
        x0=min(first.x0, second.x0), y0=min(first.y0, second.y0), x1=max(first.x1, second.x1), y1=max(first.y1, second.y1),
        math=(first.math * length + second.math * other) / (length + other),
        bold=first.bold and second.bold,
        lead=length if first.bold and not second.bold else first.lead, lead_x1=first.x1 if first.bold else first.lead_x1,
        raised=first.raised, block=first.block, next_block=second.end_block, bbox=bbox,
    )  # fmt: skip
