"""A claim that says more than its source: a stronger quantifier, modal or degree, or a hedge left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Change, Comparison
from wiki_assets.grounding.guards.edit_audit.edges import bearing
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass
from wiki_assets.grounding.lexicon.closed_classes import APPROXIMATORS, DOWNWARD, HEDGES, HEDGING_VERBS, STRONG, UPWARD_RANKS

_RESERVED = HEDGES | HEDGING_VERBS
_WEAK = _RESERVED | APPROXIMATORS | DOWNWARD | UPWARD_RANKS.keys()
_BEFORE_NUMBERS = frozenset({"about", "around", "close"})


def find(comparison: Comparison) -> Iterator[Finding]:
    """Per gap: a strong word that is not the source's, a higher rank on the scale some < many < most, a weak word left out."""
    for change in comparison.changes:
        theirs = bearing(comparison, change)
        yield from _strong(comparison, change, theirs)
        yield from _raised(comparison, change, theirs)
        if change.claim or not change.gap.trailing:
            yield from _left_out(comparison, change, theirs)


def _strong(comparison: Comparison, change: Change, source: list[int]) -> Iterator[Finding]:
    mine = _among(comparison.claim, change.claim, STRONG)
    if mine and not _among(comparison.source, source, STRONG):
        weak = _among(comparison.source, source, _WEAK)
        remark = "The source says less." if weak else "The source does not say so strongly."
        yield Finding("strength", bool(weak), mine, weak, remark)


def _raised(comparison: Comparison, change: Change, source: list[int]) -> Iterator[Finding]:
    mine = _among(comparison.claim, change.claim, UPWARD_RANKS)
    theirs = _among(comparison.source, source, UPWARD_RANKS)
    few = _among(comparison.source, source, DOWNWARD)
    my_few = _among(comparison.claim, change.claim, DOWNWARD)
    if mine and few:
        yield Finding("strength", True, mine, few, "The source says how few, the claim how many.")
    elif my_few and (theirs or _among(comparison.source, source, STRONG)):
        yield Finding("strength", True, my_few, theirs, "The claim says how few, the source how many.")
    elif mine and theirs and _rank(comparison.claim, mine) > _rank(comparison.source, theirs):
        yield Finding("strength", True, mine, theirs, "The source says of fewer.")


def _left_out(comparison: Comparison, change: Change, source: list[int]) -> Iterator[Finding]:
    for weak in (_RESERVED, APPROXIMATORS, DOWNWARD | UPWARD_RANKS.keys()):
        theirs = _among(comparison.source, source, weak)
        if theirs and not _among(comparison.claim, change.claim, _WEAK | STRONG):
            yield Finding("strength", False, (), theirs, "The source says it with a reservation.")


def _among(reading: Reading, indices: list[int], words: Collection[str]) -> tuple[int, ...]:
    return tuple(
        index
        for index in indices
        if reading.words[index].lower in words and _in_use(reading, index) and not _is_name(reading, index)
    )


def _is_name(reading: Reading, index: int) -> bool:
    """May, the month."""
    return reading.words[index].capital and index not in reading.first_words and not reading.words[index].surface.isupper()


def _in_use(reading: Reading, index: int) -> bool:
    """Whether an ambiguous word is used as a degree: "about" before a number."""
    if reading.words[index].lower not in _BEFORE_NUMBERS:
        return True
    return index + 1 < len(reading.words) and reading.words[index + 1].kind is WordClass.NUMBER


def _rank(reading: Reading, indices: tuple[int, ...]) -> int:
    return max(UPWARD_RANKS[reading.words[index].lower] for index in indices)
