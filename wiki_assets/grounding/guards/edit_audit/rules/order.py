"""The words of the source in an order that may say something else: who did it to whom."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass

_COORDINATORS = frozenset({"and", "or", "nor", "both", "either", "neither", "a", "an", "the", "as", "well"})


def find(comparison: Comparison) -> Iterator[Finding]:
    """Moved words, except within a coordination ("A and B", "B and A")."""
    for claim, source in comparison.moved:
        if not _coordinated(comparison, claim) and not (
            comparison.rotated and all(_occurs_twice(comparison, index) for index in claim)
        ):
            yield Finding("order", False, tuple(claim), tuple(source), "The source has these words in another place.")
    left = {index: number for number, change in enumerate(comparison.changes) for index in change.source}
    held = {comparison.source.keys[index]: index for index in left}
    for number, change in enumerate(comparison.changes):
        for index in change.claim:
            other = held.get(comparison.claim.keys[index])
            if other is None or left[other] == number or comparison.claim.words[index].kind < WordClass.CONTENT:
                continue
            if not (comparison.rotated and _occurs_twice(comparison, index)):
                yield Finding("order", False, (index,), (other,), "The source has this word in another place.")


def _occurs_twice(comparison: Comparison, index: int) -> bool:
    """Where a clause has moved, either occurrence of its words may have been aligned."""
    key = comparison.claim.keys[index]
    return comparison.claim.keys.count(key) > 1


def _coordinated(comparison: Comparison, moved: list[int]) -> bool:
    """Whether only coordinators stand between the moved words and their neighbours in the gap."""
    words = comparison.claim.words
    low, high = min(moved), max(moved)
    around = [words[index].lower for index in range(max(0, low - 2), min(len(words), high + 3)) if index not in moved]
    return bool({"and", "or", "nor"} & set(around)) and all(
        words[index].lower in _COORDINATORS for index in range(low, high + 1) if index not in moved
    )
