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
    lengths = _longest_from(claim, source)
    runs: list[Run] = []
    index, behind = 0, 0
    while index < len(lengths):
        if lengths[index] >= LONG_RUN and _tells(claim, index, lengths[index]):
            run = Run(index, _nearest(claim, source, index, lengths[index], behind), lengths[index])
            runs.append(run)
            behind = run.source + run.length
            index += run.length
        else:
            index += 1
    return runs


def _longest_from(claim: Reading, source: Reading) -> list[int]:
    """For every word of the claim, how many words from it on stand in a row somewhere in the source.

    From the last word to the first, each from the one behind it: text that repeats itself costs no more than other text.
    """
    lengths = [0] * len(claim.keys)
    behind: dict[int, int] = {}
    for index in range(len(lengths) - 1, -1, -1):
        behind = {at: behind.get(at + 1, 0) + 1 for at in source.occurrences.get(claim.keys[index], ())}
        lengths[index] = max(behind.values(), default=0)
    return lengths


def _nearest(claim: Reading, source: Reading, index: int, length: int, behind: int) -> int:
    """Where in the source the run stands that is nearest to `behind`."""
    wanted = claim.keys[index : index + length]
    places = (at for at in source.occurrences[wanted[0]] if source.keys[at : at + length] == wanted)
    return min(places, key=lambda at: abs(at - behind))


def _tells(claim: Reading, index: int, length: int) -> bool:
    words = claim.words[index : index + length]
    return sum(1 for word in words if word.kind >= WordClass.CONTENT) >= _TELLING
