"""Tables, found by their look: several rows of several short pieces side by side.

Belongs here: telling which lines of a run form a table. Does not belong here: the meaning of cells.
"""

from __future__ import annotations

from itertools import pairwise

from wiki_assets.documents.layout.columns import Run
from wiki_assets.documents.layout.lines import Line, on_one_baseline
from wiki_assets.documents.layout.metrics import Metrics
from wiki_assets.documents.layout.roles import is_caption_start, looks_like_heading

_ROWS_NEEDED = 3
CELL_LENGTH = 45  # longest cell of a row that still counts as tabular, characters


def table_lines(run: Run, metrics: Metrics) -> dict[int, int]:
    """Ordinal of the table of each line that is in one, by the line's id. Moves these lines together, row by row, in place."""
    broad = 0.6 * (run.right - run.left)
    if sum(line.width < broad and len(line.text) <= CELL_LENGTH for line in run.lines) < 3 * _ROWS_NEEDED:
        return {}
    rows = _rows(run.lines)
    found: dict[int, int] = {}
    count = 0
    start = 0
    while start < len(rows):
        end = _table_end(rows, start, metrics)
        if end > start:
            for row in rows[start:end]:
                found.update((id(line), count) for line in row)
            count += 1
            start = end
        else:
            start += 1
    if found:
        _gather(run, rows, found)
    return found


def _rows(lines: list[Line]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.y0 + line.y1) / 2):
        if rows and on_one_baseline(rows[-1][-1], line) and abs(rows[-1][0].base - line.base) < 0.5 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    for row in rows:
        row.sort(key=lambda line: line.x0)
    return rows


def _tabular(row: list[Line]) -> bool:
    """At least three short pieces, well apart, that are no formula."""
    if len(row) < 3 or any(len(line.text) > CELL_LENGTH for line in row):
        return False
    gaps = [right.x0 - left.x1 for left, right in pairwise(row)]
    wide = sum(gap > 0.9 * row[0].size for gap in gaps)
    mathematical = sum(line.math * len(line.text) for line in row) > 0.3 * sum(len(line.text) for line in row)
    return wide >= 2 and not mathematical


def _table_end(rows: list[list[Line]], start: int, metrics: Metrics) -> int:
    """Index after the last row of a table that begins at `start`; `start` where none does."""
    if not _tabular(rows[start]):
        return start
    tabular, end, index = 0, start, start
    while index < len(rows):
        row = rows[index]
        if index > start and row[0].y0 - rows[index - 1][0].y1 > 2.5 * metrics.leading:
            break
        if _tabular(row):
            tabular, end = tabular + 1, index + 1
        elif index - end >= 2 or any(_breaks(line, metrics) for line in row):
            break
        index += 1
    return end if tabular >= _ROWS_NEEDED else start


def _breaks(line: Line, metrics: Metrics) -> bool:
    return (
        len(line.text) > CELL_LENGTH
        or is_caption_start(line, metrics)
        or (looks_like_heading(line, metrics) and line.size > metrics.size)
    )


def _gather(run: Run, rows: list[list[Line]], found: dict[int, int]) -> None:
    """Puts each table's lines, row by row, where its first line stood."""
    by_table: dict[int, list[Line]] = {}
    for row in rows:
        for line in row:
            if id(line) in found:
                by_table.setdefault(found[id(line)], []).append(line)
    ordered: list[Line] = []
    for line in run.lines:
        table = found.get(id(line))
        if table is None:
            ordered.append(line)
        else:
            ordered.extend(by_table.pop(table, ()))
    run.lines = ordered
