"""What a claim leaves out at the ends of its source's sentence, and which of it bears on what it keeps.

Belongs here: how far a negation, a reservation or a condition reaches. Does not belong here: which words are such (`rules`).
"""

from __future__ import annotations

from wiki_assets.grounding.guards.edit_audit.comparison import Change, Comparison

_BEFORE = 6
"""Words in front of what was kept that may govern it ("it is not known whether"); in the papers we read the longest had five."""
_BEHIND = 3
"""Words behind what was kept that may bind it ("only if n is even")."""
_PARTING = frozenset(",;:()[]")
_ENDING = frozenset(".!?")


def bearing(comparison: Comparison, change: Change) -> list[int]:
    """Left-over words of the source that bear on the claim: all inside it, those close by at its ends, none that a comma parts."""
    return _near(comparison, change, _PARTING | _ENDING)


def binding(comparison: Comparison, change: Change) -> list[int]:
    """The same for conditions: in front of the claim they bind across a comma, too ("If n is even, ...")."""
    return _near(comparison, change, _ENDING if change.gap.leading else _PARTING | _ENDING)


def _near(comparison: Comparison, change: Change, parting: frozenset[str]) -> list[int]:
    if change.claim or not change.gap.source or not (change.gap.leading or change.gap.trailing):
        return change.source
    source = comparison.source
    kept = change.gap.source[-1] + 1 if change.gap.leading else change.gap.source[0]
    if source.begins_line(kept) or not parting.isdisjoint(source.between(kept - 1, kept)):
        return []
    return change.source[-_BEFORE:] if change.gap.leading else change.source[:_BEHIND]
