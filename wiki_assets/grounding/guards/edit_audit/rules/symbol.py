"""A mathematical sign other than the source's."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass


def find(comparison: Comparison) -> Iterator[Finding]:
    """A left-over sign of the claim; against another sign it contradicts. One of the source for which it has nothing at all."""
    for change in comparison.changes:
        theirs = [index for index in change.source if comparison.source.words[index].kind is WordClass.SYMBOL]
        for index in change.claim:
            if comparison.claim.words[index].kind is WordClass.SYMBOL:
                remark = "The source has another sign." if theirs else "The source does not have this sign here."
                yield Finding("symbol", bool(theirs), (index,), tuple(theirs or change.source), remark)
        if theirs and not (change.gap.claim or change.gap.leading or change.gap.trailing):
            yield Finding("symbol", False, (), tuple(theirs), "The claim leaves out a sign.")
