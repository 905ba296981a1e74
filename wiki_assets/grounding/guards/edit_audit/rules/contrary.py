"""A word where the source has its contrary: antonyms, opposed function words, negative prefixes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from wiki_assets.grounding.guards.edit_audit.comparison import SAME_PLACE, Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass
from wiki_assets.grounding.lexicon.relations import contrary

_CLOSE = 3
"""Left-over words a side within which two light words ("in", "out") face each other; in longer gaps they need not."""


def find(comparison: Comparison) -> Iterator[Finding]:
    """A left-over word of the claim that is the contrary of a left-over word of the source in the same place."""
    for change in comparison.changes:
        if len(change.source) > SAME_PLACE:
            continue
        close = len(change.claim) <= _CLOSE and len(change.source) <= _CLOSE
        for index, other in product(change.claim, change.source):
            mine, theirs = comparison.claim.words[index], comparison.source.words[other]
            if WordClass.LIGHT in (mine.kind, theirs.kind) and not close:
                continue
            if max(mine.kind, theirs.kind) <= WordClass.CONTENT and contrary(mine.lower, theirs.lower):
                yield Finding("contrary", True, (index,), (other,), "The source says the contrary.")
