"""A unit of measurement or a magnitude other than the source's."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass
from wiki_assets.grounding.lexicon.units import unit_of


def find(comparison: Comparison) -> Iterator[Finding]:
    """A left-over unit behind a number, against another unit behind a number."""
    for change in comparison.changes:
        mine = [index for index in change.claim if _measures(comparison.claim, index)]
        theirs = [index for index in change.source if _measures(comparison.source, index)]
        for index in mine:
            others = [other for other in theirs if _unit(comparison.source, other) != _unit(comparison.claim, index)]
            if others:
                yield Finding("unit", True, (index,), tuple(others), "The source measures in another unit.")


def _measures(reading: Reading, index: int) -> bool:
    """Whether it is a unit behind a number; an "in" or "at" there is hardly ever an inch or a technical atmosphere."""
    behind_number = index > 0 and reading.words[index - 1].kind is WordClass.NUMBER
    return behind_number and reading.words[index].kind is not WordClass.LIGHT and bool(_unit(reading, index))


def _unit(reading: Reading, index: int) -> str:
    return unit_of(reading.words[index].surface) or unit_of(reading.words[index].lower)
