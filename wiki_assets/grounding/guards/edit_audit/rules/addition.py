"""Words of the claim for which the source has nothing."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.rules.name import names, resolves
from wiki_assets.grounding.guards.edit_audit.vocabulary import Word, WordClass
from wiki_assets.grounding.lexicon.closed_classes import APPROXIMATORS, HEDGES, NEGATORS, UPWARD_RANKS

_WEAKENING = HEDGES | APPROXIMATORS | UPWARD_RANKS.keys()


def find(comparison: Comparison) -> Iterator[Finding]:
    """Left-over words of the claim that tell something, facing none of the source. A word that only weakens is harmless."""
    for change in comparison.changes:
        if any(comparison.source.words[index].kind >= WordClass.FUNCTION for index in change.source):
            continue
        named = set(names(comparison.claim, change.claim)) if resolves(comparison, change) else set()
        mine = tuple(index for index in change.claim if index not in named and tells(comparison.claim.words[index]))
        if mine:
            yield Finding("addition", False, mine, (), "The source does not say this here.")


def tells(word: Word) -> bool:
    """Whether a word that the source does not have says more than the source: not a light one, nor one that only weakens."""
    if word.kind is WordClass.FUNCTION:
        return word.lower not in _WEAKENING and word.lower not in NEGATORS
    return word.kind >= WordClass.CONTENT
