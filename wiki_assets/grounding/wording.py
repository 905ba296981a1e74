"""What a verdict says to a person: the words that differ, what was cited anew, what to do.

Belongs here: plain sentences, without any markup, for pages, the UI, the command line and the log alike. Does not belong here: layout
(`previews`, `concepts.markdown`, `cli.printing`) or the verdicts themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from wiki_assets.concepts.model import Claim, Page
from wiki_assets.grounding.citations import (
    RULE_NO_CITATION,
    RULE_QUOTE,
    RULE_UNKNOWN_CHUNK,
    citations_of,
    marker_of,
)
from wiki_assets.grounding.model import ClaimVerdict, Difference, GroundingReport, Verdict, VerdictKind

DIFFERENCES_TOLD = 3
"""In one sentence; a reader who wants all looks at the table of failing claims."""
_WORDS_TOLD = 60  # characters of either side

_REMEDIES = {
    RULE_NO_CITATION: "Let the composer cite it, or drop the sentence.",
    RULE_UNKNOWN_CHUNK: "The passage is gone: materialize evidence and this page again.",
    RULE_QUOTE: "The passage changed: materialize evidence and this page again.",
}
_UNCERTAIN_REMEDY = "Read it beside the passage and decide, or let a second opinion decide; reword it closer to the source."
_DIFFERING_REMEDY = "Put right the words that differ, or add a paper that says it so."
_DEFAULT_REMEDY = "Compare it with the passage; add a paper that says it, or edit the concept's query."


def reason_of(judged: ClaimVerdict) -> str:
    """Why a claim has its verdict: the words that differ where there are any, else the guard's own sentence. No dash stands in it."""
    told = differing_words(judged.verdict.differences) or judged.verdict.explanation
    number = next((n for n, one in enumerate(judged.sentences, start=1) if one.verdict == judged.verdict), 0)
    if len(judged.sentences) > 1 and number and judged.verdict.kind is not VerdictKind.GROUNDED:
        told = f"sentence {number} of {len(judged.sentences)}: {told}"
    if judged.repair is not None:
        told = f"{told} It is cited anew; under what it cited before it was {_verdict(judged.repair.replaced)}.".strip()
    return told.replace("—", "–")


def differing_words(differences: Iterable[Difference]) -> str:
    """What differs between a claim and its source, as part of a sentence; empty where nothing does."""
    told = list(dict.fromkeys(_differing(difference) for difference in differences))
    more = f", and {len(told) - DIFFERENCES_TOLD} more differences" if len(told) > DIFFERENCES_TOLD else ""
    return "; ".join(told[:DIFFERENCES_TOLD]) + more


def remedy_of(verdict: Verdict) -> str:
    """What a person can do about a claim that is not grounded."""
    if verdict.rule in _REMEDIES:
        return _REMEDIES[verdict.rule]
    if verdict.kind is VerdictKind.UNCERTAIN:
        return _UNCERTAIN_REMEDY
    return _DIFFERING_REMEDY if verdict.differences else _DEFAULT_REMEDY


def repairs_of(page: Page, report: GroundingReport) -> list[str]:
    """One sentence for each claim that was cited anew: from where to where, and why."""
    claims = {claim.ordinal: claim for claim in page.claims}
    return [_repair(claims[judged.ordinal], judged) for judged in report.repaired]


def _repair(claim: Claim, judged: ClaimVerdict) -> str:
    before = " ".join(marker_of(citation) for citation in claim.citations)
    after = " ".join(dict.fromkeys(marker_of(citation) for citation in citations_of(claim, judged)))
    was = _verdict(judged.repair.replaced) if judged.repair is not None else ""
    return f"Claim {claim.ordinal} cited {before} and was {was}; it now cites {after}."


def _verdict(verdict: Verdict) -> str:
    return f"{verdict.kind} by the rule {verdict.rule}"


def _differing(difference: Difference) -> str:
    claim, source = _short(difference.claim_words), _short(difference.source_words)
    if claim and source:
        return f"the source says “{source}”, not “{claim}”"
    return f"the source does not say “{claim}”" if claim else f"the source says “{source}”, which is left out"


def _short(words: str) -> str:
    folded = " ".join(words.split())
    return folded if len(folded) <= _WORDS_TOLD else folded[: _WORDS_TOLD - 1].rstrip() + "…"
