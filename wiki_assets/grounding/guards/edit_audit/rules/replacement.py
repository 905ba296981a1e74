"""A few words in the place of a few others, in an otherwise aligned stretch."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass

_MOST = 4
"""Words on either side; more are another wording, not a replacement."""
_ALIGNED = 0.5
"""Coverage from which two short gaps that face each other are more than chance."""


def find(comparison: Comparison) -> Iterator[Finding]:
    """Short left-over stretches with telling words on both sides."""
    if comparison.coverage < _ALIGNED:
        return
    for change in comparison.changes:
        if change.gap.leading or len(change.claim) > _MOST or len(change.source) > _MOST:
            continue
        mine = tuple(index for index in change.claim if comparison.claim.words[index].kind >= WordClass.CONTENT)
        theirs = tuple(index for index in change.source if comparison.source.words[index].kind >= WordClass.CONTENT)
        if mine and theirs:
            yield Finding("replacement", False, mine, theirs, "The source has other words in this place.")
