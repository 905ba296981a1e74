"""A number that is negative on one side only."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass

_MATHEMATICS = frozenset("^(=<>≤≥≈≠±[{")
"""What stands in front of a minus sign and of no hyphen."""


def find(comparison: Comparison) -> Iterator[Finding]:
    """An aligned number with a minus sign that the other side's has not; behind a mathematical sign it contradicts."""
    for index, other in comparison.alignment.pairs:
        if comparison.claim.words[index].kind is not WordClass.NUMBER:
            continue
        mine, theirs = _front(comparison.claim, index), _front(comparison.source, other)
        signed = next(
            (front for front, against in ((mine, theirs), (theirs, mine)) if _negative(front) and not against.endswith("-")), ""
        )
        if signed:
            yield Finding("sign", signed[-2:-1] in _MATHEMATICS, (index,), (other,), "The number is negative on one side only.")


def _front(reading: Reading, index: int) -> str:
    """The characters in front of a number; three tell a sign from a hyphen."""
    start = reading.starts[index]
    return reading.text[max(0, start - 3) : start].rjust(3)


def _negative(front: str) -> bool:
    """Whether a minus sign stands right in front: what follows a word or number, or is a step behind a number, is a range or a hyphen."""
    before, gap, minus = front[0], front[1], front[2]
    return minus == "-" and not (gap.isalnum() or gap in ")]}" or (gap == " " and before.isdigit()))
