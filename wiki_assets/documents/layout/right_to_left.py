"""Pages whose text runs from right to left are read in a mirror: then the first column is the left one, as everywhere else.

Belongs here: mirroring the places of lines (never their boxes, which stay where the words are shown). Does not belong here: the
order of letters in a line (`letters`).
"""

from __future__ import annotations

from collections.abc import Sequence

from wiki_assets.documents.layout.lines import Line, Page, on_one_baseline
from wiki_assets.documents.layout.mending import mended


def mirror(page: Page) -> None:
    """Mirrors a page of text that runs from right to left, in place; leaves any other as it is."""
    if not page.right_to_left:
        return
    for line in page.lines:
        line.x0, line.x1 = page.width - line.x1, page.width - line.x0
        line.lead = 0
    page.lines = mended(_rows_in_order(page.lines))
    page.right_to_left = False


def _rows_in_order(lines: Sequence[Line]) -> list[Line]:
    """Lines with neighbours in the file that stand on one baseline in the order they are read."""
    rows: list[list[Line]] = []
    for line in lines:
        if rows and line.block == rows[-1][-1].block and on_one_baseline(rows[-1][-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.x0)]
