"""CSV, TSV and the like, through the standard library's reader.

Belongs here: one table from a text file of rows. Does not belong here: which delimiter (`delimiters`) or encoding (`encoding`) it has.

A table of many rows is cut as a sheet's is: see `spreadsheet`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Literal

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder, address_of, unpaged
from wiki_assets.documents.loaders.delimited.delimiters import delimiter_of, without_statement
from wiki_assets.documents.loaders.encoding.decoding import decode
from wiki_assets.documents.loaders.media_types import CSV, TSV
from wiki_assets.documents.loaders.sniffing.content import sniff
from wiki_assets.documents.model import DocumentStatus, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

ROWS_OF_TABLE = 200
"""Rows of one table element, as in a sheet."""

_JUDGED = 65_536  # characters from which the delimiter is told
_HUGE_FIELD = 2**31 - 1  # the reader's own limit is 131,072 characters, which an abstract with a reference list may pass
_MOST_COLUMNS = 2_000


class DelimitedLoader:
    """Reads tables that are text files."""

    media_types = frozenset({CSV, TSV})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`. Rows keep their number in the file, empty ones left out."""
        decoded = decode(content, name)
        if len(decoded.text) > options.limits.output_bytes:
            raise DocumentError(DocumentStatus.TOO_LARGE, f"{name} gives more text than is allowed.", "Split it.")
        delimiter = delimiter_of(decoded.text[:_JUDGED]) or ("\t" if sniff(content, name) == TSV else ",")
        builder = ElementBuilder()
        reasons = [told] if (told := decoded.doubt(name)) else []
        _add_rows(builder, _rows(without_statement(decoded.text), delimiter, name), reasons, name)
        if not builder.elements:
            raise DocumentError(DocumentStatus.EMPTY, f"{name} has no field with anything in it.", "Fetch it again.")
        media_type = TSV if delimiter == "\t" else CSV
        return unpaged(
            media_type,
            builder.elements,
            reason=" ".join(reasons),
        )


def _rows(text: str, delimiter: str, name: str) -> list[tuple[int, list[str]]]:
    """Rows that are not empty, each with its number. A quote that nobody closes ends with its line, not with the file."""
    rows = list(_read(text, delimiter, name))
    if text.count('"') % 2:
        plain = list(_read(text, delimiter, name, quoting=csv.QUOTE_NONE))
        swallowed = any(field.count("\n") > _LINES_OF_FIELD for _, row in rows for field in row)
        if swallowed or len({len(row) for _, row in plain if row}) == 1:
            rows = plain
    return [(number, row) for number, row in rows if any(field.strip() for field in row)]


_LINES_OF_FIELD = 50
"""Line breaks in one field from which an odd number of quotes in the file is taken for one that nobody closed. With fewer, it is where
the rows are all of one width without quotes."""


def _read(text: str, delimiter: str, name: str, quoting: Literal[0, 3] = csv.QUOTE_MINIMAL) -> Iterator[tuple[int, list[str]]]:
    before = csv.field_size_limit(_HUGE_FIELD)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting, skipinitialspace=True)
        yield from enumerate(reader, start=1)
    except csv.Error as error:
        raise DocumentError(DocumentStatus.CORRUPT, f"{name} cannot be read as a table: {error}.", "Fetch it again.") from error
    finally:
        csv.field_size_limit(before)


def _add_rows(builder: ElementBuilder, rows: list[tuple[int, list[str]]], reasons: list[str], name: str) -> None:
    while len(rows) > 2 and _is_title(rows):
        builder.text(ElementKind.CAPTION, next(field for field in rows.pop(0)[1] if field.strip()))
    header, data = (rows[:1], rows[1:]) if _has_header(rows) else ([], rows)
    if any(len(row) > _MOST_COLUMNS for _, row in rows):
        reasons.append(f"{name} has rows of more than {_MOST_COLUMNS} fields, which are cut.")
    for start in range(0, max(len(data), 1), ROWS_OF_TABLE):
        piece = [*header, *data[start : start + ROWS_OF_TABLE]]
        fields = [row[:_MOST_COLUMNS] for _, row in piece]
        width = max(map(len, fields), default=0)
        builder.table(
            [[*row, *[""] * (width - len(row))] for row in fields],
            addresses=[[address_of(number, column) for column in range(1, width + 1)] for number, _ in piece],
        )


_NUMBER = re.compile(r"[-+(]?[$€£]?\d[\d.,\s]*(?:[eE][-+]?\d+)?\s*[%)]?")


def _has_header(rows: list[tuple[int, list[str]]]) -> bool:
    """Whether the first row names the columns: a number among its fields is data."""
    return not any(_NUMBER.fullmatch(field.strip()) for _, row in rows[:1] for field in row)


def _is_title(rows: list[tuple[int, list[str]]]) -> bool:
    """Whether the first row has one field and those below have more: a title above the table."""
    used = [sum(bool(field.strip()) for field in row) for _, row in rows[:4]]
    return used[0] == 1 and min(used[1:]) > 1
