"""Statements that are nearly the same but for what they say: the edit audit, between two papers.

Belongs here: which differences make two statements contrary. Does not belong here: the differences themselves (`guards.edit_audit`), or
who is right.

A difference counts only between statements that are otherwise alike: half of either one's weight stands in the other, some of it word
for word, and nothing else is said in place of something else, for "41 % on one set, 57 % on another" is no contradiction.

Measured: of the 9,094 statements of forty real papers, each held against all of the other papers, no pair came through, and none in the
evidence of their 45 concepts. Of 301 sentences with another number, unit, quantifier, comparative or negation, 87 % contradict what they
were made from; of 586 that their sources carry none does, though 3 % of these are close copies with other words. People who refute a
statement in words of their own are not found: of 90 such sentences none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from wiki_assets.grounding.conflicts.quantities import disagree, quantities
from wiki_assets.grounding.conflicts.statements import Statement, reading_of
from wiki_assets.grounding.guards.edit_audit.alignment import align
from wiki_assets.grounding.guards.edit_audit.comparison import Change, Comparison, compare
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.rules import contrary, negation, order, strength, symbol, unit
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass
from wiki_assets.grounding.lexicon.closed_classes import NEGATORS

HEURISTIC = "contrary-1"
ALIKE = 0.5
"""Share of either statement's weight that must stand in the other; from 0.4 to 0.5 lie statements that only share a topic."""
COPIED = 0.25
"""Share of either one's words that must stand in the other in runs; without a run, two sentences that share words are seldom the same
with a "not"."""
NEARLY_COPIED, NEARLY_ALIKE = 0.5, 0.65
"""The same from which other words in one place may be another statement, and not another wording of the whole."""
_MOST_WORDS = 4
"""Words, light ones apart, that may stand in place of each other; longer stretches are other statements."""


class Kind(StrEnum):
    """What two statements differ in. `words` may be mere wording; all others contradict."""

    NUMBER = "number"
    UNIT = "unit"
    NEGATION = "negation"
    CONTRARY = "contrary"
    STRENGTH = "strength"
    SYMBOL = "symbol"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What makes two statements contrary.

    Attributes:
        words, other_words: The words that differ, as either statement has them; empty where one has nothing in this place.
        alike: Share of the heavier statement that stands in the other; 0.0 to 1.0.
    """

    kind: Kind
    words: str
    other_words: str
    alike: float


def contradiction(one: Statement, other: Statement) -> Contradiction | None:
    """The most telling contradiction between two statements; None where there is none, or they are about different things."""
    if one.reading.asks or other.reading.asks:
        return None
    there, back = _compared(one.reading, other.reading), _compared(other.reading, one.reading)
    if there is None or back is None:
        return None
    alike, copied = min(there.coverage, back.coverage), min(there.copied, back.copied)
    if alike < ALIKE or copied < COPIED or _reordered(there) or _reordered(back):
        return None
    find = _differences if alike >= NEARLY_ALIKE and copied >= NEARLY_COPIED else _contradictions
    found = {kind: (_words(change.claim, there.claim), _words(change.source, there.source)) for kind, change in find(there)}
    for kind, change in find(back):
        found.setdefault(kind, (_words(change.source, back.source), _words(change.claim, back.claim)))
    told = next((kind for kind in Kind if kind in found), None)
    return Contradiction(told, *found[told], alike) if told else None


def chief_difference(one: str, other: str) -> tuple[str, str]:
    """The weightiest words of two sentences that stand in place of each other, as either has them; empty for none."""
    compared = _compared(reading_of(one), reading_of(other))
    facing = [change for change in compared.changes if _faces(compared, change)] if compared else []
    if compared is None or not facing:
        return "", ""
    chief = max(facing, key=lambda change: sum(word.weight for word in compared.claim_words(change.claim)))
    return _words(chief.claim, compared.claim), _words(chief.source, compared.source)


def _compared(claim: Reading, source: Reading) -> Comparison | None:
    alignment = align(claim, source)
    return compare(alignment) if alignment else None


def _reordered(comparison: Comparison) -> bool:
    """Whether words have changed places: then it may be other things that are spoken of ("A is slower than B", "B is faster than A")."""
    return any(True for _ in order.find(comparison))


def _differences(comparison: Comparison) -> Iterator[tuple[Kind, Change]]:
    """Contradictions, and other words in the place of others."""
    yield from _contradictions(comparison)
    for change in _only_places(comparison):
        if _is_worded_otherwise(comparison, change) and not change.gap.leading:
            yield Kind.WORDS, change


def _contradictions(comparison: Comparison) -> Iterator[tuple[Kind, Change]]:
    """Kinds of contradiction and where they stand."""
    places = _only_places(comparison)
    for kind, place in _contrary_places(comparison):
        if any(place is change for change in places):
            yield kind, place
    for change in places:
        if disagree(quantities(comparison.claim, change.claim), quantities(comparison.source, change.source)):
            yield Kind.NUMBER, change


def _only_places(comparison: Comparison) -> list[Change]:
    """Short changes besides which neither side says anything in place of something else."""
    facing = [change for change in comparison.changes if _faces(comparison, change)]
    return [change for change in comparison.changes if _is_short(comparison, change) and all(other is change for other in facing)]


def _contrary_places(comparison: Comparison) -> Iterator[tuple[Kind, Change]]:
    """Where the guard's rules find a contradiction that also stands between two sources."""
    yield from _reversals(comparison)
    for kind, find in ((Kind.UNIT, unit.find), (Kind.STRENGTH, strength.find), (Kind.SYMBOL, symbol.find)):
        for finding in find(comparison):
            place = _place(comparison, finding.claim, finding.source)
            # Another number of another unit may be the same quantity.
            if finding.contradicts and place is not None and not (kind is Kind.UNIT and _has_numbers(comparison, place)):
                yield kind, place


def _reversals(comparison: Comparison) -> Iterator[tuple[Kind, Change]]:
    """A negation or a contrary word. Two of them cancel out ("not slower", "faster")."""
    found: list[tuple[Kind, Change]] = []
    for finding in negation.find(comparison):
        place = _place(comparison, finding.claim, finding.source)
        if place is not None and _stands_inside(comparison, place):
            found.append((Kind.NEGATION, place))
    for finding in contrary.find(comparison):
        place = _place(comparison, finding.claim, finding.source)
        if place is not None and not _is_light(comparison, finding.claim, finding.source):
            found.append((Kind.CONTRARY, place))
    places = list({(kind, id(place)): (kind, place) for kind, place in found}.values())
    if len(places) % 2:
        yield from places


def _place(comparison: Comparison, claim: tuple[int, ...], source: tuple[int, ...]) -> Change | None:
    mine, theirs = set(claim), set(source)
    for change in comparison.changes:
        if not mine.isdisjoint(change.claim) or not theirs.isdisjoint(change.source):
            return change
    return None


def _stands_inside(comparison: Comparison, change: Change) -> bool:
    """Whether a change is between words that are the same, or in place of something at an end."""
    if not (change.gap.leading or change.gap.trailing):
        return True
    return bool(_heavy(comparison.claim, change.claim) and _heavy(comparison.source, change.source))


def _is_light(comparison: Comparison, claim: tuple[int, ...], source: tuple[int, ...]) -> bool:
    kinds = [comparison.claim.words[index].kind for index in claim] + [comparison.source.words[index].kind for index in source]
    return WordClass.LIGHT in kinds


def _has_numbers(comparison: Comparison, change: Change) -> bool:
    words = comparison.claim_words(change.claim) + comparison.source_words(change.source)
    return any(word.kind is WordClass.NUMBER for word in words)


def _faces(comparison: Comparison, change: Change) -> bool:
    """Whether either side says something where the other says something else."""
    mine, theirs = comparison.claim_words(change.claim), comparison.source_words(change.source)
    return any(word.kind >= WordClass.CONTENT for word in mine) and any(word.kind >= WordClass.CONTENT for word in theirs)


def _is_worded_otherwise(comparison: Comparison, change: Change) -> bool:
    """Whether words face each other, and not just quantities that agree, or a negation and the contrary that undoes it."""
    mine, theirs = comparison.claim_words(change.claim), comparison.source_words(change.source)
    open_words = [any(word.kind is WordClass.CONTENT for word in words) for words in (mine, theirs)]
    if not all(open_words) or any(word.lower in NEGATORS for word in mine + theirs):
        return False
    return not (quantities(comparison.claim, change.claim) and quantities(comparison.source, change.source))


def _is_short(comparison: Comparison, change: Change) -> bool:
    return max(_heavy(comparison.claim, change.claim), _heavy(comparison.source, change.source)) <= _MOST_WORDS


def _heavy(reading: Reading, indices: list[int]) -> int:
    return sum(1 for index in indices if reading.words[index].kind is not WordClass.LIGHT)


def _words(indices: list[int], reading: Reading) -> str:
    return reading.original(indices[0], indices[-1] + 1) if indices else ""
