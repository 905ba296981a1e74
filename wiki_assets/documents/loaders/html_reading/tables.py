"""Tables of a page: which of them are tables, and their cells as a grid.

Belongs here: telling tables of data from tables that only place things, rows, spans. Does not belong here: writing tables as text
(`building`), or reading what a placing table holds (`walking`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from wiki_assets.documents.loaders.html_reading.lines import text_of
from wiki_assets.documents.loaders.html_reading.tree import Node, go_through
from wiki_assets.text.cleaning import clean_line

_WIDEST_SPAN = 1000  # as HTML has it
_TALLEST_SPAN = 65_534
_MOST_REACHING = 500  # columns; cells further right reach into no row below, or a small file could keep us busy for hours
_LONG_CELL = 1_000  # letters; a cell of data says less, a column of a page more
_SHORT_ROW = 300  # letters; rows of placing tables up to this are one line: a mark, a number, a short text
_GRID_FOR_CELL = 50  # places of the grid for each cell with text; a table thinner than that is no table to read
_GRID_ALWAYS = 20_000


@dataclass(slots=True)
class Table:
    """The cells of one table, not of those inside it.

    Attributes:
        rows: Cells row by row.
        captions: Its captions.
        rest: What stands in it outside of cells, where the file is broken.
        says_data: Whether it has header cells, a caption or the like.
    """

    rows: list[list[Node]] = field(default_factory=list)
    captions: list[Node] = field(default_factory=list)
    rest: list[Node | str] = field(default_factory=list)
    says_data: bool = False


def table_of(node: Node) -> Table:
    """Cells of a table element."""
    table = Table()

    def enter(inner: Node) -> Iterable[Node | str] | None:
        if inner.skipped:
            return None
        if inner.tag in ("td", "th"):
            if not table.rows:
                table.rows.append([])
            table.rows[-1].append(inner)
            table.says_data = table.says_data or inner.tag == "th"
            return None
        if inner.tag == "tr":
            table.rows.append([])
        elif inner.tag == "caption":
            table.captions.append(inner)
            table.says_data = True
            return None
        elif inner.tag == "thead":
            table.says_data = True
        elif inner.tag not in ("tbody", "tfoot", "form"):
            table.rest.append(inner)
            return None
        return inner.children

    go_through(node, enter, lambda text: table.rest.append(text) if text.strip() else None)
    table.rows = [row for row in table.rows if row]
    return table


def only_places(node: Node, table: Table) -> bool:
    """Whether a table only says where things stand on the page, and is to be read as if it were none."""
    cells = [cell for row in table.rows for cell in row]
    spoken = [cell for cell in cells if cell.letters]
    if node.role in ("presentation", "none") or len(spoken) < 2:
        return True
    if any(cell.headings or cell.letters > _LONG_CELL for cell in cells):
        return True
    if table.says_data:
        return False
    if any(cell.blocks for cell in cells):
        return True
    return sum(sum(1 for cell in row if cell.letters) > 1 for row in table.rows) < 2


def is_short_row(row: list[Node]) -> bool:
    """Whether a row of a placing table is one line of text."""
    return not any(cell.blocks for cell in row) and sum(cell.letters for cell in row) <= _SHORT_ROW


def grid_of(table: Table, nested: list[Node]) -> list[list[str]] | None:
    """Cells as text, each once at the first place it covers; columns that hold nothing are left out.

    Args:
        table: A table of data.
        nested: Gets the tables in its cells, which are not read here.

    Returns:
        Rows; None where the grid would be far larger than what stands in it.
    """
    placed: list[dict[int, str]] = []
    reaches: dict[int, int] = {}  # by column: the last row that a cell above reaches into
    for index, row in enumerate(table.rows):
        texts: dict[int, str] = {}
        column = 0
        for cell in row:
            while reaches.get(column, -1) >= index:
                column += 1
            text = clean_line(text_of(cell, nested).replace("\n", " "))
            if text:
                texts[column] = text
            width, height = _span(cell, "colspan", _WIDEST_SPAN), _span(cell, "rowspan", _TALLEST_SPAN)
            if height > 1:
                covered = range(column, min(column + width, _MOST_REACHING))
                reaches.update(dict.fromkeys(covered, index + height - 1))
            column += width
        if texts:
            placed.append(texts)
    columns = sorted({column for texts in placed for column in texts})
    size = len(placed) * len(columns)
    if size > _GRID_ALWAYS and size > _GRID_FOR_CELL * sum(map(len, placed)):
        return None
    return [[texts.get(column, "") for column in columns] for texts in placed]


def _span(cell: Node, name: str, most: int) -> int:
    digits = cell.attributes.get(name, "1").strip()[:9]
    return max(1, min(int(digits), most)) if digits.isdecimal() else 1
