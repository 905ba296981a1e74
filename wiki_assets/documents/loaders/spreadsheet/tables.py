"""Where on a sheet its tables are.

Belongs here: which cells belong together, and which row or cell is a caption or a note. Does not belong here: reading cells (`spreadsheet`)
or writing elements.

A sheet is a plane on which people put several tables, titles above and notes below. Cells that touch, also by a corner, are one block.
Two kinds of blocks that an empty row or column divides are joined again, for apart they say nothing: headers above a spare row, and columns
of numbers whose row labels stand beyond a spare column, as accountants lay out their sheets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

_MOST_HEADER_ROWS = 3
_MOST_BLOCKS = 100  # blocks on a sheet beyond which none are joined: it compares each with each
_NOTE_LENGTH = 40  # characters of a lone text below a table from which it is a note and no label
_NOTE_STARTS = ("(", "*", "†", "‡", "¹", "²", "note", "source")


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell that shows something.

    Attributes:
        row, column: From 1, hidden rows and columns not counted: what a reader sees side by side is.
        address: The sheet's own.
        text: What it shows.
        is_text: Whether it is words, and not a number, a date or a dash.
    """

    row: int
    column: int
    address: str
    text: str
    is_text: bool


@dataclass(slots=True)
class Block:
    """Cells that belong together.

    Attributes:
        cells: By row and column.
        captions: Lone texts above, in order.
        notes: Lone texts below, in order.
    """

    cells: dict[tuple[int, int], SheetCell]
    captions: list[SheetCell] = field(default_factory=list)
    notes: list[SheetCell] = field(default_factory=list)

    @property
    def top(self) -> int:
        """First row."""
        return min(row for row, _ in self.cells)

    @property
    def bottom(self) -> int:
        """Last row."""
        return max(row for row, _ in self.cells)

    @property
    def left(self) -> int:
        """First column."""
        return min(column for _, column in self.cells)

    @property
    def right(self) -> int:
        """Last column."""
        return max(column for _, column in self.cells)

    def rows(self) -> list[tuple[int, dict[int, SheetCell]]]:
        """Rows that are not empty, each with its cells by column, in order."""
        found: dict[int, dict[int, SheetCell]] = defaultdict(dict)
        for row, column in sorted(self.cells):
            found[row][column] = self.cells[row, column]
        return list(found.items())

    def header_rows(self) -> int:
        """How many rows at the top are headers: words only, at least one."""
        rows = self.rows()
        count = 0
        while count < min(_MOST_HEADER_ROWS, len(rows) - 1) and all(cell.is_text for cell in rows[count][1].values()):
            count += 1
        return max(count if count < len(rows) - 1 else 1, 1)


def blocks_of(cells: Iterable[SheetCell], joined: Mapping[tuple[int, int], tuple[int, int]]) -> list[Block]:
    """Blocks of a sheet, from top to bottom and left to right, titles and notes taken out of their tables.

    Args:
        cells: Cells that show something.
        joined: For cells that a merged cell covers, the row and column of the merged one.
    """
    by_place = {(cell.row, cell.column): cell for cell in cells}
    blocks = [Block(part) for part in _connected(by_place, joined)]
    if len(blocks) <= _MOST_BLOCKS:
        blocks = _joined(_joined(blocks, _are_headers_and_rows), _are_labels_and_columns)
    for block in blocks:
        _take_out_lone_texts(block)
    return sorted(blocks, key=_position)


def _position(block: Block) -> tuple[int, int]:
    first = min([*block.captions, *block.cells.values(), *block.notes], key=lambda cell: (cell.row, cell.column))
    return first.row, first.column


@dataclass(frozen=True, slots=True)
class _Run:
    """Cells of one row without a gap."""

    row: int
    left: int
    right: int


def _connected(
    by_place: Mapping[tuple[int, int], SheetCell], joined: Mapping[tuple[int, int], tuple[int, int]]
) -> list[dict[tuple[int, int], SheetCell]]:
    """Cells that touch at a side or a corner, merged cells with all they cover. Runs are compared, and not cells: rows are long."""
    taken = sorted({*by_place, *(place for place, owner in joined.items() if owner in by_place)})
    runs = list(_runs(taken))
    group = _groups(runs)
    parts: dict[int, dict[tuple[int, int], SheetCell]] = defaultdict(dict)
    for index, run in enumerate(runs):
        part = parts[group[index]]
        for column in range(run.left, run.right + 1):
            if cell := by_place.get((run.row, column)):
                part[run.row, column] = cell
    return [part for part in parts.values() if part]


def _runs(taken: Sequence[tuple[int, int]]) -> Iterator[_Run]:
    start = 0
    for index in range(1, len(taken) + 1):
        row, column = taken[index - 1]
        if index == len(taken) or taken[index] != (row, column + 1):
            yield _Run(row, taken[start][1], column)
            start = index


def _groups(runs: Sequence[_Run]) -> list[int]:
    """For each run the first one of all that are connected with it."""
    first = list(range(len(runs)))

    def root(index: int) -> int:
        while first[index] != index:
            first[index] = first[first[index]]
            index = first[index]
        return index

    above = 0
    for index, run in enumerate(runs):
        while runs[above].row < run.row - 1 or (runs[above].row == run.row - 1 and runs[above].right < run.left - 1):
            above += 1
        other = above
        while other < index and runs[other].row == run.row - 1 and runs[other].left <= run.right + 1:
            first[root(index)] = root(other)
            other += 1
    return [root(index) for index in range(len(runs))]


def _joined(blocks: list[Block], belong_together: Callable[[Block, Block], bool]) -> list[Block]:
    """Joins blocks that a spare row or column divides, until nothing changes."""
    joined = sorted(blocks, key=lambda block: (block.left, block.top))
    while pair := next(
        ((one, other) for one in joined for other in joined if one is not other and belong_together(one, other)), None
    ):
        one, other = pair
        one.cells.update(other.cells)
        joined = [block for block in joined if block is not other]
    return joined


def _are_headers_and_rows(one: Block, other: Block) -> bool:
    """Whether `other` begins with numbers, one spare row below words that say what they are."""
    if other.top - one.bottom != 2 or one.left > other.right or other.left > one.right:
        return False
    few = one.bottom - one.top < _MOST_HEADER_ROWS
    words = all(cell.is_text for cell in one.cells.values())
    return few and words and any(not cell.is_text for cell in other.cells.values() if cell.row == other.top)


def _are_labels_and_columns(one: Block, other: Block) -> bool:
    """Whether `other` has numbers without labels, one spare column right of rows that have labels."""
    if other.left - one.right != 2 or other.top < one.top - 1 or other.bottom > one.bottom + 1:
        return False
    numbers = any(not cell.is_text for cell in other.cells.values())
    return numbers and _has_labels(one) and not _has_labels(other)


def _has_labels(block: Block) -> bool:
    """Whether rows below the headers begin with words."""
    rows = block.rows()
    return any(row[min(row)].is_text for _, row in rows[block.header_rows() :] or rows)


def _take_out_lone_texts(block: Block) -> None:
    """A title right above a table and notes right below it are no rows of it; a column of words alone is no table."""
    if block.left == block.right:
        if all(cell.is_text for cell in block.cells.values()):
            block.captions = [block.cells[place] for place in sorted(block.cells)]
            block.cells = {}
        return
    rows = block.rows()
    while len(rows) > 1 and _is_lone_text(rows[0][1]):
        block.captions.extend(rows.pop(0)[1].values())
    while len(rows) > 1 and _is_lone_text(rows[-1][1]) and _is_note(next(iter(rows[-1][1].values())).text):
        block.notes[:0] = rows.pop()[1].values()
    kept = {row for row, _ in rows}
    block.cells = {place: cell for place, cell in block.cells.items() if place[0] in kept}


def _is_lone_text(row: Mapping[int, SheetCell]) -> bool:
    return len(row) == 1 and all(cell.is_text for cell in row.values())


def _is_note(text: str) -> bool:
    return len(text) >= _NOTE_LENGTH or text.lower().startswith(_NOTE_STARTS)
