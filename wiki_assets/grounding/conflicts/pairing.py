"""Pairs of statements of different papers that may be about the same thing, found without comparing all with all.

Belongs here: the search by shared words. Does not belong here: whether two statements disagree (`contrary`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Set

from wiki_assets.grounding.conflicts.statements import Statement
from wiki_assets.grounding.guards.edit_audit.reading import Reading

SHARED_WORDS = 3
"""Telling words besides the concept's names, which all its passages share."""
SHARED_WEIGHT = 0.35
"""Share of the heavier statement's weight in shared words: below it no synonym brings two statements together."""


def words_of(names: Iterable[str]) -> frozenset[int]:
    """Keys of the words of a concept's names."""
    return frozenset(key for name in names for key in Reading.of(name).keys)


def pairs(statements: Iterable[Statement], ignored: Set[int]) -> Iterator[tuple[Statement, Statement]]:
    """Statements of different papers, at least one of them chosen, that share telling words; each pair once, in the order of places.

    Linear in the number of shared words: a statement is held only against those that have a word of it.

    Args:
        ignored: Keys that every statement may have.
    """
    ordered = sorted(dict.fromkeys(statements), key=lambda one: (*one.place, -1 if one.claim is None else one.claim))
    holders: dict[int, list[int]] = defaultdict(list)
    totals: list[float] = []
    for number, statement in enumerate(ordered):
        totals.append(sum(statement.telling.values()))
        shared: Counter[int] = Counter()
        weights: dict[int, float] = defaultdict(float)
        for key, weight in statement.telling.items():
            for other in holders[key]:
                shared[other] += key not in ignored
                weights[other] += weight
            holders[key].append(number)
        for other in sorted(shared):
            enough = shared[other] >= SHARED_WORDS and weights[other] >= SHARED_WEIGHT * max(totals[other], totals[number])
            if enough and _comparable(ordered[other], statement):
                yield ordered[other], statement


def _comparable(one: Statement, other: Statement) -> bool:
    return (one.chosen or other.chosen) and one.papers.isdisjoint(other.papers) and (one.claim is None or other.claim is None)
