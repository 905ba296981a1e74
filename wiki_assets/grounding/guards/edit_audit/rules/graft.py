"""A copied beginning or end with a rest that comes from elsewhere: half a sentence of the source, and something else."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.runs import copied_runs
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass

_LONGEST = 5
"""Words of a run from which the source's sentence is meant, and not a set phrase."""
_COPIED = 0.3
"""Share of the claim in copied runs from which its rest is held against the same sentences."""
_REST = 0.5
"""Share of the rest's weight that must stand there. Measured on halves of sentences of unlike papers on one matter, of which 15 % would be
`covered`: .5 leaves 5 %, .6 leaves 3 %, at the cost of 3 and 5 % of the true claims of WiCE and AttributionBench."""


def find(comparison: Comparison) -> Iterator[Finding]:
    """A long copied run, and a rest of which less than half stands in the sentences that the claim was aligned with."""
    runs = copied_runs(comparison.claim, comparison.source)
    copied = {index for run in runs for index in range(run.claim, run.claim + run.length)}
    if max((run.length for run in runs), default=0) < _LONGEST or len(copied) < _COPIED * len(comparison.claim.words):
        return
    words = comparison.claim.words
    rest = [index for index in range(len(words)) if index not in copied and words[index].kind >= WordClass.CONTENT]
    near = _keys_near(comparison)
    held = sum(words[index].weight for index in rest if words[index].key in near)
    if rest and held < _REST * sum(words[index].weight for index in rest):
        yield Finding("graft", False, tuple(rest), (), "The source begins or ends like the claim; the rest does not stand there.")


def _keys_near(comparison: Comparison) -> set[int]:
    """Keys of the sentences that the alignment touches."""
    source, (first, last) = comparison.source, comparison.alignment.span
    start = source.sentence_starts[source.sentence_of[first]]
    end = source.sentence_starts[source.sentence_of[last - 1] + 1]
    return set(source.keys[start:end])
