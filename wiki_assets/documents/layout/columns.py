"""Reading order: in which order the lines of a page are read, in one column or several, with parts that span them.

Belongs here: finding the gutters and ordering lines into runs. Does not belong here: what a line is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from wiki_assets.documents.layout.lines import Line, Page

_LEFT, _RIGHT, _FULL = 0, 1, 2
_TEXT_LENGTH = 20  # characters from which a line counts as running text, not as a label or a cell


@dataclass(slots=True)
class Run:
    """Lines of one column in reading order, and the edges of that column in points."""

    page: int
    lines: list[Line]
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Gutter:
    """Where a part of a page is parted into columns.

    Attributes:
        x: Where the right part begins, points.
        left, right: The gutters inside either part, on pages of three columns or more.
    """

    x: float
    left: Gutter | None = None
    right: Gutter | None = None


def find_gutters(pages: Sequence[Page]) -> dict[int, Gutter]:
    """Gutters of every page set in columns, by page number."""
    own = {page.number: x for page in pages if (x := _gutter(page.lines, needed=5)) is not None}
    if own and len(own) * 2 >= sum(1 for page in pages if page.lines):
        usual = Counter(round(x) for x in own.values()).most_common(1)[0][0]
        for page in pages:
            if _side_by_side(page.lines, usual) >= 2:  # else it keeps its own: a page may be set in another way
                own[page.number] = usual
    return {page.number: _with_inner(page.lines, own[page.number]) for page in pages if page.number in own}


_INNER_PAIRS = 8  # lines side by side that make columns within a column; fewer may be a list of terms or a table
_MOST_UNEQUAL = 1.7  # how much wider than the other an inner column may be


def _with_inner(lines: Sequence[Line], x: float) -> Gutter:
    """A gutter with those inside its two parts."""
    left = [line for line in lines if line.x1 <= x + 3]
    return Gutter(x, _inner(left), _inner([line for line in lines if line.x0 >= x - 3]))


def _inner(lines: Sequence[Line]) -> Gutter | None:
    x = _gutter(lines, needed=_INNER_PAIRS)
    if x is None:
        return None
    widths = sorted((_median_width(lines, below=x), _median_width(lines, beyond=x)))
    return _with_inner(lines, x) if widths[1] <= _MOST_UNEQUAL * widths[0] else None


def _median_width(lines: Sequence[Line], below: float = float("inf"), beyond: float = 0.0) -> float:
    return median(
        line.width for line in lines if len(line.text) >= _TEXT_LENGTH and line.x1 <= below + 3 and line.x0 >= beyond - 3
    )


def _gutter(lines: Sequence[Line], needed: int) -> float | None:
    text = [line for line in lines if len(line.text) >= _TEXT_LENGTH]
    if len(text) < 2 * needed:
        return None
    left, right = min(line.x0 for line in text), max(line.x1 for line in text)
    starts = Counter(round(line.x0 / 2) for line in text if left + 0.3 * (right - left) < line.x0 < left + 0.7 * (right - left))
    for start, count in starts.most_common(3):
        edge = start * 2.0
        if count + starts[start - 1] + starts[start + 1] < needed:
            continue
        pairs = _side_by_side(text, edge - 3)
        if pairs >= needed:
            return _leftmost(edge - 3, pairs, text)
    return None


def _leftmost(gutter: float, pairs: int, text: Sequence[Line]) -> float:
    """The gutter moved left as far as lines of the right column reach: most of them may be set in, as references are."""
    for start in sorted({line.x0 for line in text if gutter - 45 < line.x0 < gutter}):
        if _side_by_side(text, start - 3) >= pairs:
            return start - 3
    return gutter


def _side_by_side(lines: Sequence[Line], gutter: float) -> int:
    """Number of text lines right of the gutter with a text line left of it at the same height; 0 where lines cross there."""
    text = [line for line in lines if len(line.text) >= _TEXT_LENGTH]
    lefts = sorted((line.y0, line.y1) for line in text if line.x1 <= gutter + 2)
    crossing = sorted((line.y0, line.y1) for line in text if line.x0 < gutter - 5 and line.x1 > gutter + 8)
    middles = [(line.y0 + line.y1) / 2 for line in text if line.x0 >= gutter]
    pairs = sum(_covered(middle, lefts) for middle in middles)
    clashes = sum(_covered(middle, crossing) for middle in middles)
    return 0 if clashes * 2 > pairs else pairs


def _covered(height: float, lines: Sequence[tuple[float, float]]) -> bool:
    """Whether one of the lines, given as top and bottom in ascending order, stands at a height."""
    index = bisect_right(lines, (height, height))
    return any(bottom >= height for _, bottom in lines[max(0, index - 3) : index])


def order_page(page: Page, gutter: Gutter | None) -> list[Run]:
    """Runs of a page in the order they are read: above a spanning part left then right, the spanning part, and so on."""
    return _ordered(page.number, page.lines, gutter) if page.lines else []


def _ordered(page: int, lines: list[Line], gutter: Gutter | None) -> list[Run]:
    if gutter is None:
        left, right = _edges(lines)
        return [Run(page, _settled(lines), left, right)]
    sides = _sides(lines, gutter.x)
    bands = _bands(lines, sides)
    edges = {side: _edges([line for line in lines if sides[id(line)] == side]) for side in (_LEFT, _RIGHT, _FULL)}
    inner = {_LEFT: gutter.left, _RIGHT: gutter.right, _FULL: None}
    grouped: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        grouped[bands[id(line)], sides[id(line)]].append(line)
    runs: list[Run] = []
    for band, side in sorted(grouped):
        part = grouped[band, side]
        within = inner[side]
        runs.extend([Run(page, _settled(part), *edges[side])] if within is None else _ordered(page, part, within))
    return runs


def _edges(lines: Sequence[Line]) -> tuple[float, float]:
    """Left and right edge of a column: where most of its text lines begin, and where the long ones end."""
    text = [line for line in lines if len(line.text) >= _TEXT_LENGTH] or list(lines)
    if not text:
        return 0.0, 0.0
    begins = Counter(round(line.x0) for line in text)
    most = begins.most_common(1)[0][1]
    left = min(value for value, count in begins.items() if count * 2 >= most)
    ends = sorted(line.x1 for line in text)
    return float(left), ends[int(len(ends) * 0.85) if len(ends) > 1 else 0]


def _sides(lines: Sequence[Line], gutter: float) -> dict[int, int]:
    """Side of every line by id. A line that crosses the gutter but has text beside it only overruns its column."""
    sides: dict[int, int] = {}
    text = [line for line in lines if len(line.text) >= _TEXT_LENGTH]
    for line in lines:
        if line.x1 <= gutter + 3:
            sides[id(line)] = _LEFT
        elif line.x0 >= gutter - 3:
            sides[id(line)] = _RIGHT
        else:
            sides[id(line)] = _crossing_side(line, text, gutter)
    return sides


def _crossing_side(line: Line, text: Iterable[Line], gutter: float) -> int:
    middle = (line.y0 + line.y1) / 2
    for other in text:
        if other is not line and other.y0 <= middle <= other.y1:
            if other.x0 >= gutter - 3 and other.x0 >= line.x1 - 5:
                return _LEFT
            if other.x1 <= gutter + 3 and other.x1 <= line.x0 + 5:
                return _RIGHT
    return _FULL


def _bands(lines: Sequence[Line], sides: dict[int, int]) -> dict[int, int]:
    """Band of every line by id: spanning parts have odd numbers, what lies between them even ones, top first."""
    spanning = sorted((line for line in lines if sides[id(line)] == _FULL), key=lambda line: line.y0)
    others = sorted((line.y0 + line.y1) / 2 for line in lines if sides[id(line)] != _FULL)
    tops: list[float] = []
    bands: dict[int, int] = {}
    bottom = 0.0
    for line in spanning:
        middle = (line.y0 + line.y1) / 2
        if not tops or any(bottom < other < middle for other in others):
            tops.append(middle)
        bottom = middle
        bands[id(line)] = 2 * len(tops) - 1
    for line in lines:
        if sides[id(line)] != _FULL:
            middle = (line.y0 + line.y1) / 2
            bands[id(line)] = 2 * sum(1 for top in tops if top < middle)
    return bands


def _settled(lines: list[Line]) -> list[Line]:
    """Lines in the file's own order, which is right inside formulae, except that stretches which jump upwards are put in place.

    Some programs draw floats or notes before or after all text: such a stretch goes before the first block that stands below it.
    """
    stretches = _stretches(_blocks(lines))
    if len(stretches) == 1:
        return lines
    stretches.sort(key=lambda stretch: -sum(len(line.text) for block in stretch for line in block))
    placed = stretches[0]
    for stretch in stretches[1:]:
        top = _top(stretch[0])
        at = next((index for index, block in enumerate(placed) if _top(block) > top), len(placed))
        placed[at:at] = stretch
    return [line for block in placed for line in block]


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    blocks: list[list[Line]] = []
    for line in lines:
        if blocks and blocks[-1][-1].block == line.block:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def _stretches(blocks: Sequence[list[Line]]) -> list[list[list[Line]]]:
    """Blocks as stretches within which none begins more than two lines above the one before it."""
    stretches: list[list[list[Line]]] = []
    for block in blocks:
        if stretches and _top(block) >= _top(stretches[-1][-1]) - 2 * block[0].size:
            stretches[-1].append(block)
        else:
            stretches.append([block])
    return stretches


def _top(block: Sequence[Line]) -> float:
    return min(line.y0 for line in block)
