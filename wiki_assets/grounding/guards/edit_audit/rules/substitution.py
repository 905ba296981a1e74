"""A word for which the source has another that is not known to mean the same."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.rules.addition import tells
from wiki_assets.grounding.guards.edit_audit.rules.name import names, resolves
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass


def find(comparison: Comparison) -> Iterator[Finding]:
    """Left-over content words of the claim, facing left-over words of the source."""
    for change in comparison.changes:
        theirs = tuple(index for index in change.source if comparison.source.words[index].kind >= WordClass.FUNCTION)
        named = set(names(comparison.claim, change.claim)) if resolves(comparison, change) else set()
        mine = tuple(index for index in change.claim if tells(comparison.claim.words[index]) and index not in named)
        if mine and theirs:
            yield Finding("substitution", False, mine, theirs, "The source has other words here.")
