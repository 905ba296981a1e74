"""Verdicts from judgements: the words and offsets that a person and the audit get.

Belongs here: turning indices of words into words of the texts, explanations, and the verdict on a claim of several sentences. Does not
belong here: deciding anything (`guard`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wiki_assets.grounding.guards.edit_audit.comparison import Comparison
from wiki_assets.grounding.guards.edit_audit.coverage import Coverage
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.model import Difference, Verdict, VerdictKind

_WORST_FIRST = (VerdictKind.UNSUPPORTED, VerdictKind.UNCERTAIN, VerdictKind.GROUNDED)
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_MOST_WORDS = 12
"""Words of a difference that are quoted in an explanation."""

_EXPLANATIONS = {
    "verbatim": "The source has these very words.",
    "aligned": "The source says it in nearly the same words, and no difference changes what is said.",
    "covered": "The source has the claim's words, in another wording.",
    "no-words": "It has no words.",
    "too-long": "It is too long to be checked word by word.",
    "question": "It is a question.",
    "nothing-told": "It has no word that could be checked.",
    "scattered": "Its words stand in the source, but all over it.",
    "not-in-source": "Too few of its words stand in the source.",
    "partly-in-source": "Only a part of its words stands in the source.",
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was decided about one sentence, and from what."""

    kind: VerdictKind
    rule: str
    claim: Reading
    source: Reading
    comparison: Comparison | None
    coverage: Coverage
    findings: tuple[Finding, ...]


def claim_verdict(judgements: list[Judgement]) -> Verdict:
    """The verdict on a claim: that on its worst sentence, the first of equals, with the differences of all."""
    if not judgements:
        return Verdict(kind=VerdictKind.UNSUPPORTED, rule="no-words", explanation=_EXPLANATIONS["no-words"])
    worst = min(judgements, key=lambda judgement: _WORST_FIRST.index(judgement.kind))
    start, end = _matched(worst)
    return Verdict(
        kind=worst.kind,
        rule=worst.rule,
        matched=_text(worst.source.original(*_span(worst))),
        start=start,
        end=end,
        explanation=_explained(worst),
        differences=tuple(_difference(finding, judgement) for judgement in judgements for finding in _told_once(judgement)),
        scores=_scores(worst),
    )


def too_long() -> Verdict:
    """The verdict on what is no claim but a whole text."""
    return Verdict(kind=VerdictKind.UNCERTAIN, rule="too-long", explanation=_EXPLANATIONS["too-long"])


def _told_once(judgement: Judgement) -> Iterator[Finding]:
    """What was found, that which decided first, without what only names words again that were named before."""
    mine: set[int] = set()
    theirs: set[int] = set()
    for finding in sorted(judgement.findings, key=lambda finding: finding.rule != judgement.rule):
        if not (mine.issuperset(finding.claim) and theirs.issuperset(finding.source)):
            yield finding
        mine.update(finding.claim)
        theirs.update(finding.source)


def _span(judgement: Judgement) -> tuple[int, int]:
    return judgement.comparison.alignment.span if judgement.comparison else (0, 0)


def _matched(judgement: Judgement) -> tuple[int, int]:
    return judgement.source.original_span(*_span(judgement))


def _scores(judgement: Judgement) -> dict[str, float]:
    """Measures behind the verdict, rounded so that equal input gives equal text on any machine."""
    comparison, coverage = judgement.comparison, judgement.coverage
    return {
        "aligned": round(comparison.coverage, 4) if comparison else 0.0,
        "tightness": round(comparison.tightness, 4) if comparison else 0.0,
        "copied": round(comparison.copied, 4) if comparison else 0.0,
        "recall": round(coverage.recall, 4),
        "worst_half": round(coverage.worst_half, 4),
        "unseen_run": float(coverage.unseen_run),
    }


def _explained(judgement: Judgement) -> str:
    if judgement.rule == "number-nowhere":
        numbers = ", ".join(judgement.claim.words[index].surface for index in judgement.coverage.missing_numbers)
        return _text(f"Not in the source: {numbers}.")
    finding = next((finding for finding in judgement.findings if finding.rule == judgement.rule), None)
    if finding is None:
        return _EXPLANATIONS[judgement.rule]
    mine, theirs = _quoted(judgement.claim, finding.claim), _quoted(judgement.source, finding.source)
    if mine and theirs:
        return _text(f"{finding.remark} Claim: “{mine}”; source: “{theirs}”.")
    return _text(f"{finding.remark} {'Claim' if mine else 'Source'}: “{mine or theirs}”." if mine or theirs else finding.remark)


def _quoted(reading: Reading, indices: tuple[int, ...]) -> str:
    words = [reading.words[index].surface for index in indices]
    return " ".join(words[:_MOST_WORDS]) + (" …" if len(words) > _MOST_WORDS else "")


def _difference(finding: Finding, judgement: Judgement) -> Difference:
    mine, theirs = _stretch(finding.claim), _stretch(finding.source)
    claim_start, claim_end = judgement.claim.original_span(*mine) if finding.claim else _missing_from(judgement, finding)
    source_start, source_end = judgement.source.original_span(*theirs)
    return Difference(
        kind=finding.rule,
        claim_words=_text(judgement.claim.original(*mine)),
        source_words=_text(judgement.source.original(*theirs)),
        claim_start=claim_start,
        claim_end=claim_end,
        source_start=source_start,
        source_end=source_end,
    )


def _missing_from(judgement: Judgement, finding: Finding) -> tuple[int, int]:
    """Where in the claim words of the source are missing: in front of the next aligned word, or behind the last."""
    claim = judgement.claim
    pairs = judgement.comparison.alignment.pairs if judgement.comparison and finding.source else ()
    behind = next((index for index, other in pairs if other > finding.source[0]), len(claim.words))
    if behind < len(claim.words):
        start = claim.original_span(behind, behind + 1)[0]
        return start, start
    end = claim.original_span(behind - 1, behind)[1] if pairs else 0
    return end, end


def _stretch(indices: tuple[int, ...]) -> tuple[int, int]:
    """From the first word to behind the last: a difference is shown as it stands in its text."""
    return (min(indices), max(indices) + 1) if indices else (0, 0)


def _text(text: str) -> str:
    """Without lone surrogates, which no file can hold."""
    return _SURROGATE.sub("\ufffd", text)
