"""A negation that one side has and the other has not."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Change, Comparison
from wiki_assets.grounding.guards.edit_audit.edges import bearing
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.lexicon.closed_classes import NEGATORS


def find(comparison: Comparison) -> Iterator[Finding]:
    """A negator on one side of a change only; outside what the claim keeps it makes doubtful, inside it contradicts."""
    for change in comparison.changes:
        mine = tuple(index for index in change.claim if comparison.claim.words[index].lower in NEGATORS)
        theirs = tuple(index for index in bearing(comparison, change) if comparison.source.words[index].lower in NEGATORS)
        if bool(mine) != bool(theirs):
            yield Finding("negation", _inside(change), mine, theirs, "Claim and source differ in a negation.")


def _inside(change: Change) -> bool:
    return bool(change.claim) or not (change.gap.leading or change.gap.trailing)
