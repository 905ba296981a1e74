"""A number that the source does not have in this place."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass


def find(comparison: Comparison) -> Iterator[Finding]:
    """A left-over number of the claim: against another number, or nowhere in the source, it contradicts."""
    for change in comparison.changes:
        theirs = [index for index in change.source if comparison.source.words[index].kind is WordClass.NUMBER]
        for index in change.claim:
            word = comparison.claim.words[index]
            if word.kind is not WordClass.NUMBER:
                continue
            if theirs:
                yield Finding("number", True, (index,), tuple(theirs), "The source has another number.")
            elif word.key not in comparison.source.key_set:
                yield Finding("number", True, (index,), tuple(change.source), "This number is nowhere in the source.")
            else:
                yield Finding("number", False, (index,), tuple(change.source), "The source has this number elsewhere.")
