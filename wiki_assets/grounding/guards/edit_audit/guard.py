"""The guard `edit-audit`: the order of its questions, and the thresholds.

Belongs here: how measures and findings become a verdict on one sentence, and the verdict on a claim from those on its sentences. Does
not belong here: the questions themselves (`alignment`, `rules`, `coverage`), or the words of a verdict (`verdicts`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wiki_assets.grounding.guards.edit_audit.alignment import align
from wiki_assets.grounding.guards.edit_audit.comparison import Comparison, compare
from wiki_assets.grounding.guards.edit_audit.coverage import Coverage, cover
from wiki_assets.grounding.guards.edit_audit.edges import bearing
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.rules import EDITED, LOOSE, STRICT, sign
from wiki_assets.grounding.guards.edit_audit.verdicts import Judgement, claim_verdict, too_long
from wiki_assets.grounding.model import Verdict, VerdictKind

VERSION = "1"
"""Changes whenever any verdict may change: with this package, the lexicon, `text.normalising` and `text.sentences`."""

ALIGNED = 0.75
"""Share of the claim's weight that must be aligned for its differences to be audited (design: "covers at least 75 %"): on looser text a
number or a name that differs tells nothing (measured)."""
TIGHT = 0.5
"""Share of the source's words between the first aligned and the last that must be aligned, too."""
COPIED = 0.4
"""Share of the claim in runs of three words or more from which it counts as an edited copy. Below it, a claim is another wording: of the
development rows' false edits none lies below, of the true claims of WiCE and AttributionBench with a difference a third do."""
EDITED_PLACES = 3
"""Places in which an edited copy differs at most. More are a rewording: of the development rows' false edits with a doubtful difference one
in 59 has more, of the true claims of WiCE and AttributionBench with one a quarter do."""
KEPT = 0.4
"""Share of the claim's weight that must be aligned for a contrary or a replaced word to mean anything at all."""

RECALL = 0.68
"""Share of a freely worded claim that must stand in its source: the best balance on WiCE and AttributionBench; .60 to .75 are alike."""
UNSEEN_RUN = 2
"""Telling words in a row that such a claim may have beyond its source."""
TOGETHER = 0.25
"""Share of it that must stand in one or two neighbouring sentences, in its order; words met one by one all over a source tell nothing."""
ABSENT = 0.25
"""Share below which a claim has nothing to do with its source (design)."""
ABSENT_HALF = 0.15
"""The same of its worse half (design)."""

LONGEST_CLAIM = 1_000
"""Words. What is longer is no claim but a text, which to audit word by word against a long source takes minutes; the longest claim of the
development rows has 96."""

_KEPT_SOURCES = 1000  # about 100 MB with chunks of 300 words


@dataclass(frozen=True, slots=True)
class EditAudit:
    """See the package. Three verdicts."""

    name: str = "edit-audit"
    version: str = VERSION

    def check(self, claim: str, source: str) -> Verdict:
        """Verdict on a claim: that on the worst of its sentences; see `Guard.check`."""
        reading = _read_source(source)
        sentences = Reading.sentences(claim)
        worded = [sentence for sentence in sentences if sentence.words] or sentences
        if sum(len(sentence.words) for sentence in worded) > LONGEST_CLAIM:
            return too_long()
        return claim_verdict([_judge(sentence, reading) for sentence in worded])


_read_source = lru_cache(maxsize=_KEPT_SOURCES)(Reading.of)


def _judge(claim: Reading, source: Reading) -> Judgement:
    """Judgement on one sentence."""
    alignment = align(claim, source)
    comparison = compare(alignment) if alignment else None
    coverage = cover(claim, source)
    kind, rule, findings = _decide(claim, comparison, coverage)
    return Judgement(kind, rule, claim, source, comparison, coverage, tuple(findings))


def _decide(claim: Reading, comparison: Comparison | None, coverage: Coverage) -> tuple[VerdictKind, str, list[Finding]]:
    if not claim.words:
        return VerdictKind.UNSUPPORTED, "no-words", []
    if comparison and not comparison.alignment.gaps and not any(sign.find(comparison)):
        return VerdictKind.GROUNDED, "verbatim", []
    if claim.asks and not (comparison and (comparison.copied == 1.0 or _stands_alone(comparison))):
        return VerdictKind.UNCERTAIN, "question", []
    if not claim.tells:
        alone = comparison is not None and _stands_alone(comparison)
        return (VerdictKind.GROUNDED, "verbatim", []) if alone else (VerdictKind.UNCERTAIN, "nothing-told", [])
    if comparison and comparison.coverage >= ALIGNED and comparison.tightness >= TIGHT:
        findings = [finding for find in STRICT for finding in find(comparison)]
        contradicting = [finding for finding in findings if finding.contradicts]
        if contradicting:
            return VerdictKind.UNSUPPORTED, contradicting[0].rule, findings
        if not findings:
            return VerdictKind.GROUNDED, "aligned", []
        if _is_edited_copy(comparison):
            return VerdictKind.UNCERTAIN, findings[0].rule, findings
    return _decide_loosely(comparison, coverage)


def _stands_alone(comparison: Comparison) -> bool:
    """Whether the claim is a copy, and nothing that stands beside it in the source bears on it."""
    return not any(change.claim or bearing(comparison, change) for change in comparison.changes)


def _is_edited_copy(comparison: Comparison) -> bool:
    return comparison.copied >= COPIED and comparison.places <= EDITED_PLACES


def _decide_loosely(comparison: Comparison | None, coverage: Coverage) -> tuple[VerdictKind, str, list[Finding]]:
    """For a claim in other words than its source."""
    if coverage.recall < ABSENT or coverage.worst_half < ABSENT_HALF:
        return VerdictKind.UNSUPPORTED, "not-in-source", []
    if coverage.missing_numbers:
        return VerdictKind.UNCERTAIN, "number-nowhere", []
    if comparison and comparison.coverage >= KEPT:
        rules = EDITED if _is_edited_copy(comparison) else LOOSE
        findings = [finding for find in rules for finding in find(comparison)]
        if findings:
            return VerdictKind.UNCERTAIN, findings[0].rule, findings
    if comparison is None or comparison.coverage < TOGETHER:
        return VerdictKind.UNCERTAIN, "scattered", []
    if coverage.recall >= RECALL and coverage.unseen_run <= UNSEEN_RUN:
        return VerdictKind.GROUNDED, "covered", []
    return VerdictKind.UNCERTAIN, "partly-in-source", []
