"""What separates the fields of a table that is text.

Belongs here: telling the delimiter from the rows. Does not belong here: reading the table (`delimited`).

The standard library's `csv.Sniffer` takes letters for delimiters and fails on quoted line breaks. Reading the rows once with each of four
delimiters and seeing which gives rows of one width does not.
"""

from __future__ import annotations

import csv
import re
from collections import Counter

_DELIMITERS = "\t;|,"
"""The likeliest first where two give equally even rows: a decimal comma is in each row too, a stray tab is not."""
_EVEN = 0.6  # share of rows of the commonest width below which it is no table
_HEADER_COUNTS = 0.2  # added where the first row has that width: a list within fields has no header of its own
_MOST_ROWS = 200
_STATED = re.compile(r"sep=(.)\s*(?:\n|$)")


def delimiter_of(text: str) -> str:
    """The character between the fields; empty where the text is no table.

    Args:
        text: Its beginning; the last line may be cut.
    """
    if stated := _STATED.match(text):
        return stated.group(1)
    lines = text.splitlines(keepends=True)[:_MOST_ROWS]
    whole = lines[:-1] if len(lines) > 1 and not lines[-1].endswith("\n") else lines
    scores = {delimiter: _evenness(whole, delimiter) for delimiter in _DELIMITERS}
    best = max(_DELIMITERS, key=lambda delimiter: scores[delimiter])
    return best if scores[best] else ""


def without_statement(text: str) -> str:
    """The text without the line in which Excel states the delimiter."""
    return _STATED.sub("", text, count=1) if text.startswith("sep=") else text


def _evenness(lines: list[str], delimiter: str) -> float:
    """Share of rows that have the commonest number of fields; 0 where that is one, or too small."""
    try:
        widths = [len(row) for row in csv.reader(lines, delimiter=delimiter) if any(field.strip() for field in row)]
    except csv.Error:
        return 0.0
    if not widths:
        return 0.0
    width, count = Counter(widths).most_common(1)[0]
    nearly = sum(other > 1 and abs(other - width) == 1 for other in widths)  # a field too many or too few is a slip
    share = (count + nearly / 2) / len(widths)
    if width == 1 or share < _EVEN:
        return 0.0
    return share + (_HEADER_COUNTS if widths[0] == width else 0.0)
