"""Rows of claims and sources, one JSON object a line, read as a stream.

Belongs here: what a row is, and what is told of a line that is none. Does not belong here: judging (`judging`), or whether an id
has stood before (`seen_ids`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from wiki_assets.errors import InputError

LABELS = ("supported", "unsupported")

LONGEST_LINE = 64 * 2**20
"""Bytes of one line; a longer one is told and skipped in pieces, so that a file without line breaks does not fill the memory."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")

_MOST_SHOWN = 60
_ROW_SHAPE = 'Write {"id": …, "claim": "…", "source": "…"} on it.'


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it stands in the file, number from 1; `data` is None where it is longer than `LONGEST_LINE`."""

    number: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Row:
    """A claim to check.

    Attributes:
        line: Line of the file, from 1.
        id: As the file has it, a text or a whole number.
        claim, source: Without lone surrogates; each became one U+FFFD, so that offsets hold.
        label: One of `LABELS`, empty where nobody labelled it.
        dataset: Name of its group in the table, empty for none.
    """

    line: int
    id: str | int
    claim: str
    source: str
    label: str = ""
    dataset: str = ""


@dataclass(frozen=True, slots=True)
class RowProblem:
    """A line that cannot be used: where, what is wrong, what to do."""

    line: int
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what} {self.remedy}"


class _UnusableRow(Exception):  # noqa: N818  it becomes a `RowProblem`, never an error
    """Why a line is no row."""

    def __init__(self, what: str, remedy: str) -> None:
        self.what = what
        self.remedy = remedy
        super().__init__(what)


def read_lines(stream: IO[bytes], longest: int = LONGEST_LINE) -> Iterator[Line]:
    """Lines of a stream that are not blank, in order, in constant memory. A byte order mark at the start is left out.

    Raises:
        InputError: The stream cannot be read any further.
    """
    for number, data in enumerate(_pieces(stream, longest), start=1):
        if data is None or data.strip():
            yield Line(number, data)


def parse_row(line: Line) -> Row | RowProblem:
    """The row on a line, or what is wrong with it; never raises, whatever the bytes are."""
    try:
        fields = _fields(line.data)
        return Row(
            line=line.number,
            id=_id(fields),
            claim=_text(fields, "claim"),
            source=_text(fields, "source"),
            label=_label(fields),
            dataset=_dataset(fields),
        )
    except _UnusableRow as problem:
        return RowProblem(line.number, problem.what, problem.remedy)


def repeated_id(number: int, identity: str | int, first: int) -> RowProblem:
    """A row whose id stood on an earlier line already."""
    return RowProblem(
        number, f"The id {_shortened(identity)} stands already on line {first}.", "Give every row an id of its own."
    )


def without_lone_surrogates(text: str) -> str:
    """The same text, character for character, with U+FFFD where a surrogate stands alone, which no UTF-8 can hold."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def _pieces(stream: IO[bytes], longest: int) -> Iterator[bytes | None]:
    """All lines; None for one that is too long."""
    try:
        line = stream.readline(longest + 1).removeprefix(_BYTE_ORDER_MARK)
        while line:
            if len(line) > longest and not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):
                    line = stream.readline(longest)
                yield None
            else:
                yield line
            line = stream.readline(longest + 1)
    except OSError as error:
        raise InputError(
            f"The rows cannot be read any further: {error.strerror or error}.", "Check the file and its disk."
        ) from error


def _fields(line: bytes | None) -> dict[str, object]:
    if line is None:
        raise _UnusableRow("It is too long to be read at once.", "Cut its source to the passage that the claim cites.")
    try:
        value = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        where = f"byte 0x{line[error.start]:02x} at position {error.start}"
        raise _UnusableRow(f"It is not valid UTF-8 ({where}).", "Save the file as UTF-8.") from error
    except json.JSONDecodeError as error:
        raise _UnusableRow(f"It is not valid JSON ({error.msg}, column {error.colno}).", _ROW_SHAPE) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, brackets thousands deep
        raise _UnusableRow(f"It is JSON that cannot be read ({error}).", _ROW_SHAPE) from error
    if not isinstance(value, dict):
        raise _UnusableRow(f"It holds {_kind(value)}, not an object.", _ROW_SHAPE)
    return value


def _id(fields: dict[str, object]) -> str | int:
    if "id" not in fields:
        raise _UnusableRow("It has no id.", "Give every row an id of its own; the verdict carries it.")
    value = fields["id"]
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise _UnusableRow(f"Its id is {_kind(value)}.", "Make it a text or a whole number.")
    return value


def _text(fields: dict[str, object], name: str) -> str:
    if name not in fields:
        raise _UnusableRow(f"It has no {name}.", f"Add the {name} as a text.")
    value = fields[name]
    if not isinstance(value, str):
        raise _UnusableRow(f"Its {name} is {_kind(value)}.", "Make it a text.")
    if not value.strip():
        raise _UnusableRow(f"Its {name} is empty.", f"Write the {name}, or leave the row out.")
    return without_lone_surrogates(value)


def _label(fields: dict[str, object]) -> str:
    value = fields.get("label")
    if value is None:
        return ""
    if not isinstance(value, str) or value not in LABELS:
        shown = _shortened(value) if isinstance(value, str) else _kind(value)
        raise _UnusableRow(f"Its label is {shown}.", f"Use {' or '.join(LABELS)}, or leave the label out.")
    return value


def _dataset(fields: dict[str, object]) -> str:
    value = fields.get("dataset")
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _UnusableRow(f"Its dataset is {_kind(value)}.", "Make it a text, or leave it out.")
    return value


def _shortened(value: str | int) -> str:
    """A value in quotation marks, cut where it is long; whatever a terminal obeys is escaped."""
    written = repr(value)
    return written if len(written) <= _MOST_SHOWN else f"{written[:_MOST_SHOWN]}…"


def _kind(value: object) -> str:
    """What a JSON value is, for a person."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text" if value else "an empty text"
    return "a list" if isinstance(value, list) else "an object"
