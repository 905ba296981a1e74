"""A condition or an exception of the source that the claim leaves out."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.edges import binding
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.lexicon.closed_classes import CONDITIONS


def find(comparison: Comparison) -> Iterator[Finding]:
    """A left-over "if", "unless", "except" of the source, in the claim, in front of it, or right behind it."""
    for change in comparison.changes:
        theirs = tuple(index for index in binding(comparison, change) if comparison.source.words[index].lower in CONDITIONS)
        if theirs and not any(comparison.claim.words[index].lower in CONDITIONS for index in change.claim):
            yield Finding("condition", False, (), theirs, "The source says it under a condition.")
