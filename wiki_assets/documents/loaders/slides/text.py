"""Text on slides: paragraphs, their bullets and numbers, tables.

Belongs here: what a text body says. Does not belong here: where it stands (`slides_shapes`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.office.equations import letters_of, readable
from wiki_assets.documents.loaders.office.numbers import written_bullet, written_number
from wiki_assets.documents.loaders.office.package import A, M, children_of, first, integer
from wiki_assets.documents.loaders.office.symbols import in_symbol_font
from wiki_assets.documents.model import ElementKind

_EQUATION = "{http://schemas.microsoft.com/office/drawing/2010/main}m"
_BULLETS = tuple(f"{A}{name}" for name in ("buNone", "buChar", "buAutoNum", "buBlip"))
_LEVELS = 9
_MOST_COLUMNS = 1_000
_DRAWN = re.compile(r"[\uf000-\uf8ff]")
_COUNTING = re.compile(r"(arabic|alphaLc|alphaUc|romanLc|romanUc)(?:.*?)(Period|ParenBoth|ParenR|Plain)")
_WAYS = {"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman"}
_AROUND = {"Period": "{}.", "ParenBoth": "({})", "ParenR": "{})", "Plain": "{}"}


@dataclass(slots=True)
class _Line:
    """A paragraph: its text, that for display, its bullet, and whether it is an equation and nothing else."""

    text: str
    shown: str
    marker: str
    equation: bool


def add_body(builder: ElementBuilder, body: etree._Element, styles: Sequence[etree._Element]) -> None:
    """Adds the paragraphs of a text body; bulleted ones that follow each other are one list.

    Args:
        builder: Takes the elements.
        body: The `p:txBody`.
        styles: List styles that it inherits from, nearest first.
    """
    items: list[_Line] = []
    for line in _lines(body, styles):
        if line.marker:
            items.append(line)
            continue
        _add_list(builder, items)
        kind = ElementKind.FORMULA if line.equation else ElementKind.PARAGRAPH
        builder.text(kind, line.text, original=line.shown.strip())
    _add_list(builder, items)


def words_of(body: etree._Element | None) -> str:
    """All text of a text body, a paragraph a line."""
    if body is None:
        return ""
    return "\n".join(text for paragraph in body.findall(f"{A}p") if (text := _text(paragraph)[0].strip()))


def table_rows(table: etree._Element) -> list[list[str]]:
    """The rows of an `a:tbl`. A cell that spans others has its text in the first of them, and the others are empty."""
    rows = []
    for row in table.findall(f"{A}tr"):
        cells = row.findall(f"{A}tc")[:_MOST_COLUMNS]
        rows.append(["" if _goes_on(cell) else words_of(cell.find(f"{A}txBody")) for cell in cells])
    return rows


def _goes_on(cell: etree._Element) -> bool:
    return any(cell.get(merge, "0").lower() in ("1", "true") for merge in ("hMerge", "vMerge"))


def _add_list(builder: ElementBuilder, items: list[_Line]) -> None:
    text = "\n".join(f"{item.marker} {' '.join(item.text.split())}" for item in items)
    builder.text(ElementKind.LIST, text, original="\n".join(f"{item.marker} {' '.join(item.shown.split())}" for item in items))
    items.clear()


def _lines(body: etree._Element, styles: Sequence[etree._Element]) -> Iterator[_Line]:
    own = body.find(f"{A}lstStyle")
    chain = styles if own is None else (own, *styles)
    counts: list[int | None] = [None] * _LEVELS
    for paragraph in body.findall(f"{A}p"):
        text, shown, equation = _text(paragraph)
        if not text.strip():
            continue
        properties = paragraph.find(f"{A}pPr")
        level = min(max(integer(properties.get("lvl") if properties is not None else None), 0), _LEVELS - 1)
        bullet, font = _bullet(properties, level, chain)
        counts[level + 1 :] = [None] * (_LEVELS - level - 1)
        yield _Line(text, shown, _marker(bullet, font, level, counts), equation)


def _marker(bullet: etree._Element | None, font: str, level: int, counts: list[int | None]) -> str:
    """What stands before a paragraph; numbers are counted, and begin anew after a paragraph of their level without one."""
    if bullet is None or bullet.tag != f"{A}buAutoNum":
        counts[level] = None
    if bullet is None or bullet.tag == f"{A}buNone":
        return ""
    if bullet.tag == f"{A}buAutoNum":
        before = counts[level]
        number = counts[level] = integer(bullet.get("startAt"), 1) if before is None else before + 1
        how = _COUNTING.match(bullet.get("type", ""))
        way, around = how.groups() if how else ("arabic", "Period")
        return _AROUND[around].format(written_number(number, _WAYS.get(way, "decimal")))
    return written_bullet(bullet.get("char", ""), font)


def _bullet(properties: etree._Element | None, level: int, styles: Sequence[etree._Element]) -> tuple[etree._Element | None, str]:
    """What says which bullet a paragraph has, and its font: the paragraph itself, or the nearest style that says."""
    said = (properties, *(style.find(f"{A}lvl{level + 1}pPr") for style in styles))
    bullet = font = None
    for one in said:
        if one is None:
            continue
        font = one.find(f"{A}buFont") if font is None else font
        bullet = next((found for tag in _BULLETS if (found := one.find(tag)) is not None), None) if bullet is None else bullet
    return bullet, font.get("typeface", "") if font is not None else ""


def _text(paragraph: etree._Element) -> tuple[str, str, bool]:
    """Text of an `a:p`, the same for display, and whether it is an equation and nothing else."""
    text = shown = words = ""
    equation = False
    for child in children_of(paragraph):
        if child.tag == _EQUATION:
            for one in child.iter(f"{M}oMath"):
                text, shown, equation = text + letters_of(one), shown + readable(one), True
            continue
        piece = _piece(child)
        text, shown, words = text + piece, shown + piece, words + piece
    return text, shown, equation and not words.strip(" \n\t,.;")


def _piece(child: etree._Element) -> str:
    if child.tag == f"{A}br":
        return "\n"
    if child.tag not in (f"{A}r", f"{A}fld"):
        return ""
    font = first(child, f"{A}rPr", f"{A}sym")
    text = child.findtext(f"{A}t") or ""
    return in_symbol_font(text, font.get("typeface", "")) if font is not None and _DRAWN.search(text) else text
