"""A name where the source names another, or nobody."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Change, Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass
from wiki_assets.grounding.lexicon.closed_classes import PRONOUNS


def find(comparison: Comparison) -> Iterator[Finding]:
    """Left-over names of the claim: against another name they contradict; for a pronoun, a name that the source has is its sense."""
    for change in comparison.changes:
        mine = names(comparison.claim, change.claim)
        if not mine:
            continue
        theirs = names(comparison.source, change.source)
        if theirs:
            yield Finding("name", True, mine, theirs, "The source names another.")
        elif not all(comparison.claim.keys[index] in comparison.source.key_set for index in mine):
            yield Finding("name", False, mine, (), "This name is nowhere in the source.")
        elif not resolves(comparison, change):
            yield Finding("name", False, mine, (), "The source does not name it here.")


def names(reading: Reading, indices: list[int]) -> tuple[int, ...]:
    """Words with a capital that the beginning of a sentence does not explain."""
    return tuple(
        index
        for index in indices
        if reading.words[index].capital and reading.words[index].kind is WordClass.CONTENT and index not in reading.first_words
    )


def resolves(comparison: Comparison, change: Change) -> bool:
    """Whether the claim's words stand for a pronoun of the source."""
    words = (comparison.source.words[index] for index in change.source)
    return any(word.lower in PRONOUNS and word.kind is WordClass.LIGHT for word in words)
