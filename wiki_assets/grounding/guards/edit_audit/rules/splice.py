"""Parts of the source put together as if they were one statement."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.runs import Run, copied_runs
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass

_COPIED = 0.8
"""Share of a claim's words in copied runs from which it is put together rather than written."""
_MOSTLY_COPIED = 0.6
"""The same, from which a short remainder matters, too."""
_SHORT_CUT = 2
"""Telling words that may be left out without parting what stands before from what stands behind."""
_OPENING = frozenset(",;:([-")
_CLOSING = frozenset(",;:)]-")


def find(comparison: Comparison) -> Iterator[Finding]:
    """A claim made of copied runs that do not follow each other in the source: from two sentences, in another order, or with a long
    stretch between them left out that is no parenthesis.
    """
    if comparison.rotated:
        return
    runs = copied_runs(comparison.claim, comparison.source)
    copied = sum(run.length for run in runs) / max(1, len(comparison.claim.words))
    if copied >= _COPIED:
        yield from _jumps(comparison, runs)
    if copied >= _MOSTLY_COPIED:
        yield from _skips(comparison)


def _jumps(comparison: Comparison, runs: list[Run]) -> Iterator[Finding]:
    """Runs that do not follow each other."""
    for before, after in pairwise(runs):
        end = before.source + before.length
        if after.source < end or _sentence_ends(comparison.source, end - 1, after.source):
            yield _finding(after, (), "These words stand elsewhere in the source.")
            continue
        between = range(end, after.source)
        telling = tuple(index for index in between if comparison.source.words[index].kind >= WordClass.CONTENT)
        if len(telling) > _SHORT_CUT and not _parenthesis(comparison.source, end, after.source):
            yield _finding(after, telling, "The claim leaves out what stands between its parts.")


def _skips(comparison: Comparison) -> Iterator[Finding]:
    """Within copied text, words that are neighbours in the claim and far apart in the source."""
    for change in comparison.changes:
        if change.claim or not change.source or change.gap.leading or change.gap.trailing:
            continue
        telling = tuple(index for index in change.source if comparison.source.words[index].kind >= WordClass.CONTENT)
        first, last = change.gap.source[0], change.gap.source[-1] + 1
        if len(telling) > _SHORT_CUT and not _parenthesis(comparison.source, first, last):
            yield Finding("splice", False, (), telling, "The claim leaves out what stands between its parts.")


def _finding(run: Run, source: tuple[int, ...], remark: str) -> Finding:
    return Finding("splice", False, tuple(range(run.claim, run.claim + run.length)), source, remark)


def _sentence_ends(source: Reading, first: int, last: int) -> bool:
    """Whether a sentence ends between two words; where it seems to end right between neighbours it may be an abbreviation."""
    return last > first + 1 and source.sentence_of[first] != source.sentence_of[last]


def _parenthesis(source: Reading, first: int, last: int) -> bool:
    """Whether punctuation stands on both sides of what was left out."""
    return not _OPENING.isdisjoint(source.between(first - 1, first)) and not _CLOSING.isdisjoint(source.between(last - 1, last))
