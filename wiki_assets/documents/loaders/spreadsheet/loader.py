"""XLSX, through openpyxl.

Belongs here: sheets in order, what of them a reader sees, and elements. Does not belong here: opening (`spreadsheet_package`), how a number
is shown (`spreadsheet_numbers`), which cells are a table (`spreadsheet_tables`).

A table of more rows than `ROWS_OF_TABLE` becomes several elements that each begin with its header rows. A row is never cut, and every
cell keeps its address. One element for fifty thousand rows could not be shown, embedded or cited; a piece without headers would not say
what its numbers are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder, address_of, unpaged
from wiki_assets.documents.loaders.media_types import XLSX
from wiki_assets.documents.loaders.spreadsheet.numbers import shown
from wiki_assets.documents.loaders.spreadsheet.package import open_workbook
from wiki_assets.documents.loaders.spreadsheet.tables import Block, SheetCell, blocks_of
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, ElementKind, Mark, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

ROWS_OF_TABLE = 200
"""Rows of one table element."""

_JOINED_UP_TO = 10_000  # cells of one merged range that are followed; a merged column divides nothing
_THREADED = "Comment:\n"  # behind it stands what was said, before it what Excel tells older programs
_MOST_NAMES = 5  # hidden sheets that a message names


class SpreadsheetLoader:
    """Reads Excel workbooks."""

    media_types = frozenset({XLSX})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`. What is hidden is not read, and a formula without a stored value has none."""
        workbook = open_workbook(content, name, options.limits)
        builder = ElementBuilder()
        reasons = list(workbook.reasons)
        hidden_sheets, hidden_in = [], []
        room = options.limits.output_bytes
        for sheet in workbook.book.worksheets:
            if sheet.sheet_state != "visible":
                hidden_sheets.append(sheet.title)
                continue
            room = _add_sheet(builder, sheet, name, room)
            if _hidden_rows(sheet) or _hidden_columns(sheet):
                hidden_in.append(sheet.title)
        reasons += _hidden_reasons(hidden_sheets, hidden_in)
        if workbook.without_value:
            reasons.append(
                f"{workbook.without_value} formula{'s have' if workbook.without_value > 1 else ' has'} no stored value and "
                "stay empty: open the workbook in Excel or LibreOffice and save it."
            )
        if not builder.elements:
            raise DocumentError(
                DocumentStatus.NO_TEXT,
                " ".join([f"{name} has no visible cell with anything in it.", *reasons]),
                "Show the sheets that matter, and save it.",
            )
        title = (workbook.book.properties.title or "") if workbook.book.properties else ""
        return unpaged(
            XLSX,
            builder.elements,
            reason=" ".join(reasons),
            parts_lost=workbook.reasons,
            metadata=DocumentMetadata(title=str(title).strip()),
        )


def _hidden_reasons(sheets: Sequence[str], within: Sequence[str]) -> list[str]:
    reasons = []
    if sheets:
        reasons.append(f"Hidden sheets are not read: {_listed(sheets)}.")
    if within:
        reasons.append(f"Hidden rows and columns are not read, in: {_listed(within)}.")
    return reasons


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def _hidden_rows(sheet: Any) -> set[int]:
    return {number for number, dimension in sheet.row_dimensions.items() if dimension.hidden}


def _hidden_columns(sheet: Any) -> set[int]:
    hidden: set[int] = set()
    for dimension in sheet.column_dimensions.values():
        if dimension.hidden and dimension.min and dimension.max:
            hidden.update(range(dimension.min, min(dimension.max, 16_384) + 1))  # the columns that a sheet can have
    return hidden


@dataclass(frozen=True, slots=True)
class _View:
    """Where rows and columns stand when the hidden ones are left out.

    Attributes:
        rows, columns: Numbers of the hidden ones, ascending.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    def place(self, row: int, column: int) -> tuple[int, int] | None:
        """Row and column as counted on the screen; None for a hidden cell."""
        above, before = bisect_left(self.rows, row), bisect_left(self.columns, column)
        hidden = self.rows[above : above + 1] == (row,) or self.columns[before : before + 1] == (column,)
        return None if hidden else (row - above, column - before)


def _add_sheet(builder: ElementBuilder, sheet: Any, name: str, room: int) -> int:
    """Adds what a sheet shows. Returns how many bytes of output are left."""
    view = _View(tuple(sorted(_hidden_rows(sheet))), tuple(sorted(_hidden_columns(sheet))))
    cells: list[SheetCell] = []
    comments: list[str] = []
    for row, column in sorted(sheet._cells):  # the real cells: `iter_rows` goes as far as the sheet claims to
        place, cell = view.place(row, column), sheet._cells[row, column]
        if place is None:
            continue
        text = shown(cell.value, cell.number_format or "General") if cell.value is not None else ""
        if text.strip():
            cells.append(SheetCell(*place, address_of(row, column), text, _is_words(cell.value, text)))
            room -= len(text) + len("|  |")
        if getattr(cell, "comment", None) is not None and cell.comment.text:
            comments.append(_comment(address_of(row, column), cell.comment))
            room -= len(comments[-1])
        if room < 0:
            raise DocumentError(DocumentStatus.TOO_LARGE, f"{name} gives more text than is allowed.", "Split it.")
    if not cells and not comments:
        return room
    builder.leave_sections()
    builder.place = f"sheet {sheet.title}"
    builder.heading(sheet.title, 1)
    for block in blocks_of(cells, _joined(sheet, view)):
        _add_block(builder, block)
    for comment in comments:
        builder.text(ElementKind.PARAGRAPH, comment, marks=(Mark.COMMENT,))
    return room


def _comment(address: str, comment: Any) -> str:
    """A comment with its cell and its author, where it has one: of threaded comments, Excel stores a key in his place."""
    author = comment.author if comment.author not in (None, "None") and not str(comment.author).startswith("tc={") else ""
    said = comment.text.rpartition(_THREADED)[2] if comment.text.startswith("[Threaded comment]") else comment.text
    said = said.strip().removeprefix(f"{author}:").strip() if author else said.strip()
    return f"{address}{f' ({author})' if author else ''}: {said}"


def _is_words(value: object, text: str) -> bool:
    return isinstance(value, str) and any(character.isalpha() for character in text)


def _joined(sheet: Any, view: _View) -> Mapping[tuple[int, int], tuple[int, int]]:
    """The owner of every cell that a merged cell covers, as counted on the screen."""
    joined = {}
    for area in sheet.merged_cells.ranges:
        owner = view.place(area.min_row, area.min_col)
        size = (area.max_row - area.min_row + 1) * (area.max_col - area.min_col + 1)
        if owner is None or size > _JOINED_UP_TO:
            continue
        for row in range(area.min_row, area.max_row + 1):
            for column in range(area.min_col, area.max_col + 1):
                place = view.place(row, column)
                if place is not None and place != owner:
                    joined[place] = owner
    return joined


def _add_block(builder: ElementBuilder, block: Block) -> None:
    for index, caption in enumerate(block.captions):
        titles_table = bool(block.cells) and index == len(block.captions) - 1
        builder.text(ElementKind.CAPTION if titles_table else ElementKind.PARAGRAPH, caption.text)
    if len(block.cells) == 1:
        builder.text(ElementKind.PARAGRAPH, next(iter(block.cells.values())).text)
    elif block.cells:
        _add_table(builder, block)
    for note in block.notes:
        builder.text(ElementKind.PARAGRAPH, note.text)


def _add_table(builder: ElementBuilder, block: Block) -> None:
    columns = sorted({column for _, column in block.cells})
    rows = block.rows()
    headers = block.header_rows()
    header, data = rows[:headers], rows[headers:]
    pieces = [data[start : start + ROWS_OF_TABLE] for start in range(0, len(data), ROWS_OF_TABLE)] or [[]]
    for piece in pieces:
        shown_rows = [*header, *piece]
        builder.table(
            [[cells[column].text if column in cells else "" for column in columns] for _, cells in shown_rows],
            addresses=[[cells[column].address if column in cells else "" for column in columns] for _, cells in shown_rows],
        )
