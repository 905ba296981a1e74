"""Pairs of statements of different papers that may be about the same thing, found without comparing all with all.

Belongs here: the search by shared words. Does not belong here: whether two statements disagree (`contrary`).
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set

from wiki_assets.grounding.conflicts.statements import Statement
from wiki_assets.grounding.guards.edit_audit.reading import Reading

SHARED_WORDS = 3
"""Telling words besides the concept's names, which all its passages share."""
SHARED_WEIGHT = 0.35
"""Share of the heavier statement's weight in shared words: below it no synonym brings two statements together."""

MOST_PAIRS = 1000
"""For one concept, the most alike; bounds the time where papers repeat one sentence with other names. Real concepts have a hundred."""


def words_of(names: Iterable[str]) -> frozenset[int]:
    """Keys of the words of a concept's names."""
    return frozenset(key for name in names for key in Reading.of(name).keys)


def pairs(statements: Iterable[Statement], ignored: Set[int]) -> list[tuple[Statement, Statement]]:
    """Statements of different papers, at least one of them chosen, that share telling words; each pair once, the most alike first.

    A statement is held only against those that have a word of it. Whatever the order of the statements, the pairs are the same, and
    so are their sides.

    Args:
        ignored: Keys that every statement may have.

    Returns:
        At most `MOST_PAIRS`.
    """
    ordered = sorted(dict.fromkeys(statements), key=lambda one: (*one.place, -1 if one.claim is None else one.claim))
    found = heapq.nsmallest(MOST_PAIRS, _alike(ordered, ignored))
    return [(ordered[one], ordered[other]) for _, one, other in found]


def _alike(statements: Sequence[Statement], ignored: Set[int]) -> Iterator[tuple[float, int, int]]:
    """For every pair that shares enough, the share with its sign turned, and the numbers of both."""
    holders: dict[int, list[int]] = defaultdict(list)
    totals: list[float] = []
    for number, statement in enumerate(statements):
        totals.append(sum(statement.telling.values()))
        shared: Counter[int] = Counter()
        weights: dict[int, float] = defaultdict(float)
        for key, weight in statement.telling.items():
            for other in holders[key]:
                shared[other] += key not in ignored
                weights[other] += weight
            holders[key].append(number)
        for other, count in shared.items():
            share = weights[other] / max(totals[other], totals[number])
            if count >= SHARED_WORDS and share >= SHARED_WEIGHT and _comparable(statements[other], statement):
                yield -share, other, number


def _comparable(one: Statement, other: Statement) -> bool:
    return (one.chosen or other.chosen) and one.papers.isdisjoint(other.papers) and (one.claim is None or other.claim is None)
