"""Blocks of a Word document, and its tables as rows of text.

Belongs here: what is wrapped in what, and which cell stands where, whatever spans what. Does not belong here: what a paragraph or a cell
says (`word_text`, `word_body`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lxml import etree

from wiki_assets.documents.loaders.office.package import W, children_of, first, integer, switch_of, value_of
from wiki_assets.documents.loaders.word.text import GONE, is_prompt

_MOST_COLUMNS = 100  # Word allows 63; a file can claim that a cell spans any number
_WRAPPERS = frozenset({f"{W}{name}" for name in ("sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag")})


def blocks_of(container: etree._Element) -> Iterator[etree._Element]:
    """Paragraphs and tables, those in content controls and the like included, without what tracked changes took away."""
    return _wrapped(container, f"{W}p", f"{W}tbl")


def rows_of(table: etree._Element, text_of: Callable[[etree._Element], str]) -> list[list[str]]:
    """The rows of a `w:tbl`. A cell that spans others has its text in the first of them, and the others are empty."""
    rows = []
    for row in _wrapped(table, f"{W}tr"):
        properties = row.find(f"{W}trPr")
        if properties is not None and (
            any(properties.find(tag) is not None for tag in GONE) or switch_of(properties, f"{W}hidden")
        ):
            continue
        rows.append(_cells(row, properties, text_of))
    return rows


def only_cell(table: etree._Element) -> etree._Element | None:
    """The cell of a table that has one only; None where it has more or none."""
    cells = [cell for row in _wrapped(table, f"{W}tr") for cell in _wrapped(row, f"{W}tc")]
    return cells[0] if len(cells) == 1 else None


def _cells(row: etree._Element, properties: etree._Element | None, text_of: Callable[[etree._Element], str]) -> list[str]:
    cells = [""] * _span(value_of(properties, f"{W}gridBefore"), 0)
    for cell in _wrapped(row, f"{W}tc"):
        about = cell.find(f"{W}tcPr")
        if len(cells) >= _MOST_COLUMNS:
            cells[-1] = f"{cells[-1]} {text_of(cell)}".strip()
            continue
        cells.append("" if _goes_on(about) else text_of(cell))
        cells.extend([""] * (_span(value_of(about, f"{W}gridSpan"), 1) - 1))
    return cells[:_MOST_COLUMNS]


def _goes_on(about: etree._Element | None) -> bool:
    """Whether a cell is the rest of one above or before it, or was deleted."""
    if about is None:
        return False
    if about.find(f"{W}cellDel") is not None:
        return True
    merges = (first(about, f"{W}vMerge"), first(about, f"{W}hMerge"))
    return any(merge is not None and merge.get(f"{W}val", "continue") == "continue" for merge in merges)


def _span(text: str | None, least: int) -> int:
    return min(max(integer(text, least), least), _MOST_COLUMNS)


def _wrapped(container: etree._Element, *tags: str) -> Iterator[etree._Element]:
    for child in children_of(container):
        if child.tag in tags:
            yield child
        elif child.tag in _WRAPPERS and not is_prompt(child):
            yield from _wrapped(child, *tags)
