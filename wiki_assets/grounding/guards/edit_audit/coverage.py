"""How much of a claim's sentence stands in its source at all, in whatever order.

Belongs here: the measures for claims too freely worded to be audited word by word. Does not belong here: thresholds (`guard`).
"""

from __future__ import annotations

from dataclasses import dataclass

from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import Word, WordClass


@dataclass(frozen=True, slots=True)
class Coverage:
    """Measures of one sentence against one source.

    Attributes:
        recall: Share of its weight whose words stand in the source; 0.0 to 1.0.
        worst_half: The same of its worse half.
        unseen_run: Most telling words in a row that the source does not have.
        missing_numbers: Indices of numbers that the source does not have.
    """

    recall: float
    worst_half: float
    unseen_run: int
    missing_numbers: tuple[int, ...]


def cover(claim: Reading, source: Reading) -> Coverage:
    """Measures of one sentence of a claim against a whole source."""
    known = source.key_set
    telling = [(index, word) for index, word in enumerate(claim.words) if word.kind >= WordClass.CONTENT]
    seen = [word.key in known for _, word in telling]
    half = len(telling) // 2
    halves = (_recall(telling[:half], seen[:half]), _recall(telling[half:], seen[half:])) if half else (_recall(telling, seen),)
    return Coverage(
        recall=_recall(telling, seen),
        worst_half=min(halves),
        unseen_run=_longest_unseen(seen),
        missing_numbers=tuple(
            index for (index, word), held in zip(telling, seen, strict=True) if not held and word.kind is WordClass.NUMBER
        ),
    )


def _recall(telling: list[tuple[int, Word]], seen: list[bool]) -> float:
    total = sum(word.weight for _, word in telling)
    return sum(word.weight for (_, word), held in zip(telling, seen, strict=True) if held) / total if total else 0.0


def _longest_unseen(seen: list[bool]) -> int:
    longest = run = 0
    for held in seen:
        run = 0 if held else run + 1
        longest = max(longest, run)
    return longest
