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

_PUT_RIGHT = "Put right the words that differ, or add a paper that says it so."
_SPLIT = "Say only what one passage says, or cite another passage for the rest."
_REMEDIES = {
    RULE_NO_CITATION: "Let the composer cite it, or drop the sentence.",
    RULE_UNKNOWN_CHUNK: "The passage is gone: materialize evidence and this page again.",
    RULE_QUOTE: "The passage changed: materialize evidence and this page again.",
    # Of the guard `content-5-gram`.
    "fewer-than-5-content-words": "Say it in a longer sentence; this guard cannot tell of so few words.",
    # Of the guard `edit-audit`.
    "number-nowhere": "Look the number up; add a paper that gives it.",
    "splice": _SPLIT,
    "graft": _SPLIT,
    "order": "Keep the source's order of words, or look who does what to whom.",
    "addition": "Leave out what the passage does not say, or cite a passage that does.",
    "condition": "Say under which condition it holds.",
    "scattered": _SPLIT,
    "partly-in-source": _SPLIT,
    "question": "A question asserts nothing: drop it, or put it under what is open.",
    "nothing-told": "Say something that can be looked up, or drop the sentence.",
    "no-words": "Drop it.",
    # Of a second opinion.
    "verifier-unanswered": "Build again when the verifier can be reached.",
}
"""By rule. What is not here goes by the kind of verdict, so that a new rule needs no line."""
_UNCERTAIN_REMEDY = "Read it beside the passage and decide, or let a second opinion decide; reword it closer to the source."
_DEFAULT_REMEDY = "Compare it with the passage; add a paper that says it, or edit the concept's query."


def reason_of(judged: ClaimVerdict) -> str:
    """Why a claim has its verdict: the words that differ by the rule that decided, else the decider's own sentence, without a dash."""
    verdict = judged.verdict
    deciding = [difference for difference in verdict.differences if difference.kind == verdict.rule]
    told = verdict.explanation if verdict.guard_rule else differing_words(deciding or verdict.differences) or verdict.explanation
    number = next((n for n, one in enumerate(judged.sentences, start=1) if one.verdict == verdict), 0)
    if len(judged.sentences) > 1 and number and verdict.kind is not VerdictKind.GROUNDED:
        told = f"sentence {number} of {len(judged.sentences)}: {told}"
    if judged.repair is not None:
        told = f"{told} It is cited anew; under what it cited before it was {_verdict(judged.repair.replaced)}.".strip()
    return told.replace("—", "–")


def differing_words(differences: Iterable[Difference]) -> str:
    """What the source has in place of a claim's words, or lacks of them, as part of a sentence; empty where nothing can be told so."""
    told = [words for words in dict.fromkeys(_differing(difference) for difference in differences) if words]
    more = f", and {len(told) - DIFFERENCES_TOLD} more differences" if len(told) > DIFFERENCES_TOLD else ""
    return "; ".join(told[:DIFFERENCES_TOLD]) + more


def remedy_of(verdict: Verdict) -> str:
    """What a person can do about a claim that is not grounded."""
    if verdict.rule in _REMEDIES:
        return _REMEDIES[verdict.rule]
    if verdict.kind is VerdictKind.UNCERTAIN:
        return _UNCERTAIN_REMEDY
    return _PUT_RIGHT if verdict.differences else _DEFAULT_REMEDY


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
    if not claim or claim.casefold() == source.casefold():
        return ""  # left out, or said in another place: the guard's own sentence says it better
    return f"the source says “{source}”, not “{claim}”" if source else f"the source does not say “{claim}”"


def _short(words: str) -> str:
    folded = " ".join(words.split())
    return folded if len(folded) <= _WORDS_TOLD else folded[: _WORDS_TOLD - 1].rstrip() + "…"
