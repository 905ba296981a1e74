"""Numbers and bullets of a Word document's lists.

Belongs here: counting, and how a number is written. Does not belong here: which paragraphs are in a list (`word_styles` and `word_body`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from lxml import etree

from wiki_assets.documents.loaders.office.numbers import BULLET, written_bullet, written_number
from wiki_assets.documents.loaders.office.package import W, first, integer, switch_of, value_of
from wiki_assets.documents.loaders.word.styles import Styles, font_of

_LEVELS = 9
_PLACEHOLDER = re.compile(r"%([1-9])")
_NO_NUMBER = ("none", "bullet")


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list.

    Attributes:
        format: How its numbers are written, as Word names it.
        text: `%1.%2` is the numbers of the first two levels with points.
        restart: It starts anew after a level up to this one, from 1; 0 is never; -1 is after any level above.
        style: Paragraphs of this style are at this level.
        legal: All numbers in it are written in digits.
    """

    start: int = 1
    format: str = "decimal"
    text: str = ""
    restart: int = -1
    style: str = ""
    legal: bool = False
    font: str = ""


@dataclass(frozen=True, slots=True)
class _List:
    """A list that paragraphs name: those with the same `family` go on counting each other."""

    family: str
    levels: tuple[Level, ...]
    starts: tuple[tuple[int, int], ...]


class Numbering:
    """Counts the lists of a document, in the order in which its paragraphs are met."""

    def __init__(self, root: etree._Element | None, styles: Styles) -> None:
        self._styles = styles
        self._lists: dict[str, _List] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._begun: set[str] = set()
        if root is not None:
            self._read(root)

    def place(self, properties: etree._Element | None) -> tuple[str, int] | None:
        """List and level, from 0, of a paragraph with these `w:pPr`; None where it is in no list."""
        style = self._styles.of_paragraph(properties)
        by_style, level_by_style = self._styles.numbered(style)
        own = first(properties, f"{W}numPr")
        number = value_of(own, f"{W}numId") or by_style
        found = self._lists.get(number or "")
        if number is None or found is None:
            return None
        level = value_of(own, f"{W}ilvl")
        if level is None:
            named = next((str(n) for n, level in enumerate(found.levels) if level.style and level.style == style), None)
            level = named if named is not None else level_by_style
        return number, min(max(integer(level), 0), _LEVELS - 1)

    def marker(self, number: str, level: int) -> str:
        """Counts one more paragraph of a list, and says what stands before it; empty where nothing does."""
        found = self._lists[number]
        counts = self._counts.setdefault(found.family, [None] * _LEVELS)
        if number not in self._begun:
            self._begun.add(number)
            for at, start in found.starts:
                counts[at] = start - 1
        counts[level] = _next(counts[level], found.levels[level])
        for deeper in range(level + 1, _LEVELS):
            if found.levels[deeper].restart in (-1, *range(level + 1, _LEVELS + 1)):
                counts[deeper] = None
        return _written(found.levels, counts, level)

    def _read(self, root: etree._Element) -> None:
        abstract = {node.get(f"{W}abstractNumId", ""): node for node in root.findall(f"{W}abstractNum")}
        nodes = {node.get(f"{W}numId", ""): node for node in root.findall(f"{W}num")}
        for number, node in nodes.items():
            family = value_of(node, f"{W}abstractNumId") or ""
            link = value_of(abstract.get(family), f"{W}numStyleLink")
            if link is not None:
                linked = nodes.get(self._styles.numbered(link)[0] or "")
                family = value_of(linked, f"{W}abstractNumId") or family
            levels = list(_levels(abstract.get(family)))
            starts = []
            for change in node.findall(f"{W}lvlOverride"):
                at = integer(change.get(f"{W}ilvl"))
                if not 0 <= at < _LEVELS:
                    continue
                if (new := change.find(f"{W}lvl")) is not None:
                    levels[at] = _level(new)
                if (start := value_of(change, f"{W}startOverride")) is not None:
                    levels[at] = replace(levels[at], start=integer(start, 1))
                    starts.append((at, integer(start, 1)))
            self._lists[number] = _List(family, tuple(levels), tuple(starts))


def _levels(abstract: etree._Element | None) -> tuple[Level, ...]:
    levels = [Level(format="bullet", text=BULLET)] * _LEVELS
    for node in abstract.findall(f"{W}lvl") if abstract is not None else ():
        at = integer(node.get(f"{W}ilvl"))
        if 0 <= at < _LEVELS:
            levels[at] = _level(node)
    return tuple(levels)


def _level(node: etree._Element) -> Level:
    return Level(
        start=integer(value_of(node, f"{W}start"), 0),
        format=value_of(node, f"{W}numFmt") or "decimal",
        text=(value_of(node, f"{W}lvlText") or "")[:100],
        restart=integer(value_of(node, f"{W}lvlRestart"), -1),
        style=value_of(node, f"{W}pStyle") or "",
        legal=bool(switch_of(node, f"{W}isLgl")),
        font=font_of(node.find(f"{W}rPr")),
    )


def _next(count: int | None, level: Level) -> int:
    return level.start if count is None else count + 1


def _written(levels: tuple[Level, ...], counts: list[int | None], level: int) -> str:
    own = levels[level]
    if own.format == "bullet":
        return written_bullet(own.text, own.font)
    if own.format == "none":
        return _PLACEHOLDER.sub("", own.text).strip()

    def number(match: re.Match[str]) -> str:
        at = int(match.group(1)) - 1
        count = counts[at]
        how = "decimal" if own.legal else levels[at].format
        return "" if how in _NO_NUMBER else written_number(levels[at].start if count is None else count, how)

    return _PLACEHOLDER.sub(number, own.text).strip()
