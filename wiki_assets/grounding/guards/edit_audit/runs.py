"""Copied runs: words of a claim that stand in a row in its source, too.

Belongs here: finding them, wherever in the source they stand. Does not belong here: what is wrong with a claim made of them (`rules`).
"""

from __future__ import annotations

from typing import NamedTuple

from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass

LONG_RUN = 4
"""Words in a row that are copied rather than met by chance."""
_TELLING = 2
"""So many of them must tell something."""


class Run(NamedTuple):
    """`length` words from `claim` on are the words of the source from `source` on."""

    claim: int
    source: int
    length: int


def copied_runs(claim: Reading, source: Reading) -> list[Run]:
    """Long runs of a claim's sentence, from left to right, each as long as it can be; of equal ones that nearest behind the last."""
    runs: list[Run] = []
    index, behind = 0, 0
    while index < len(claim.keys):
        run = _longest(claim, source, index, behind)
        if run.length >= LONG_RUN and _tells(claim, run):
            runs.append(run)
            behind = run.source + run.length
            index += run.length
        else:
            index += 1
    return runs


def _longest(claim: Reading, source: Reading, index: int, behind: int) -> Run:
    best = Run(index, 0, 0)
    for at in source.occurrences.get(claim.keys[index], ()):
        length = 1
        while (
            index + length < len(claim.keys)
            and at + length < len(source.keys)
            and claim.keys[index + length] == source.keys[at + length]
        ):
            length += 1
        if (length, -abs(at - behind)) > (best.length, -abs(best.source - behind)):
            best = Run(index, at, length)
    return best


def _tells(claim: Reading, run: Run) -> bool:
    words = claim.words[run.claim : run.claim + run.length]
    return sum(1 for word in words if word.kind >= WordClass.CONTENT) >= _TELLING
