"""Claims beside sources, as the tests of the guard see them: words in place of indices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from wiki_assets.grounding.guards.edit_audit.alignment import Alignment, align
from wiki_assets.grounding.guards.edit_audit.comparison import Comparison, compare
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.reading import Reading


class Found(NamedTuple):
    """A finding in words."""

    contradicts: bool
    claim: str
    source: str
    remark: str = ""


class LeftOver(NamedTuple):
    """A gap or a change in words."""

    claim: str
    source: str


def sentence(text: str) -> Reading:
    """A claim of one sentence."""
    found = Reading.sentences(text)
    assert len(found) == 1, f"{len(found)} sentences"
    return found[0]


def aligned(claim: str, source: str) -> Alignment:
    """The alignment of a claim of one sentence."""
    found = align(sentence(claim), Reading.of(source))
    assert found is not None
    return found


def compared(claim: str, source: str) -> Comparison:
    """The comparison of a claim of one sentence."""
    return compare(aligned(claim, source))


def words(reading: Reading, indices: Iterator[int] | tuple[int, ...] | list[int]) -> str:
    """Words by their indices."""
    return " ".join(reading.words[index].surface for index in indices)


def gaps(claim: str, source: str) -> list[LeftOver]:
    """What an alignment leaves over."""
    found = aligned(claim, source)
    return [LeftOver(words(found.claim, gap.claim), words(found.source, gap.source)) for gap in found.gaps]


def changes(claim: str, source: str) -> list[LeftOver]:
    """What a comparison leaves over; gaps of which nothing is left are left out."""
    found = compared(claim, source)
    left = [LeftOver(words(found.claim, change.claim), words(found.source, change.source)) for change in found.changes]
    return [change for change in left if change != ("", "")]


def findings(find: Callable[[Comparison], Iterator[Finding]], claim: str, source: str) -> list[Found]:
    """What a rule finds, without its remarks."""
    return [found._replace(remark="") for found in remarked(find, claim, source)]


def remarked(find: Callable[[Comparison], Iterator[Finding]], claim: str, source: str) -> list[Found]:
    """What a rule finds, with its remarks."""
    comparison = compared(claim, source)
    found = list(find(comparison))
    assert {finding.rule for finding in found} <= {find.__module__.rpartition(".")[2]}
    return [
        Found(
            finding.contradicts,
            words(comparison.claim, finding.claim),
            words(comparison.source, finding.source),
            finding.remark,
        )
        for finding in found
    ]
