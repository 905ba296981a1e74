"""Second opinions on a report: which sentences are put to a verifier, and the report with its answers in it.

Belongs here: that. Does not belong here: asking a model (`llm`, `nli`) or what an answer changes in one verdict (`hearing`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wiki_assets.concepts.model import Citation, ModelCall, Page
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.citations import citations_of
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import AlignedWords, ClaimVerdict, GroundingReport, SentenceVerdict, VerdictKind
from wiki_assets.grounding.reporting import by_worst_sentence
from wiki_assets.grounding.verifiers.cache import AnswerCache
from wiki_assets.grounding.verifiers.hearing import RULE_UNANSWERED, Heard, Hearing
from wiki_assets.grounding.verifiers.identity import VerifiedGuard
from wiki_assets.grounding.verifiers.interface import Question


@dataclass(frozen=True, slots=True)
class SecondOpinions:
    """A report after a verifier has been asked.

    Attributes:
        report: The same report, with other verdicts where an answer changed one.
        calls: Calls of a language model, for the audit.
        asked: Questions put to the verifier now.
        remembered: Questions whose answer was known from before.
        unavailable: Why the verifier did not answer at all; empty where it did, or was not asked.
    """

    report: GroundingReport
    calls: tuple[ModelCall, ...] = ()
    asked: int = 0
    remembered: int = 0
    unavailable: str = ""


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A sentence that the guard left open.

    Attributes:
        claim, sentence: Where it stands: ordinal of its claim, index among its sentences.
        citations: Index of the citation that leads to each of the question's passages.
    """

    claim: int
    sentence: int
    question: Question
    citations: tuple[int, ...]


def misses_an_answer(report: GroundingReport) -> bool:
    """Whether a verifier owes a sentence of this report an answer, so that judging again may help with nothing changed."""
    return any(one.verdict.rule == RULE_UNANSWERED for claim in report.claims for one in claim.sentences)


def second_opinions(
    report: GroundingReport, page: Page, chunks: Mapping[str, Chunk], guard: VerifiedGuard, cache: AnswerCache
) -> SecondOpinions:
    """Asks a verifier about the claims that the guard left `uncertain`, all at once, and gives the report with its answers in it.

    Grounded and unsupported claims are never asked about: what the guard decided, no verifier overrules. An answer that does not come,
    or cannot be used, leaves its claim `uncertain` and says so; it is not kept, so that it is asked for again.

    Args:
        report: The guard's report on `page`.
        chunks: By chunk id, at least those that uncertain claims cite.
        guard: The guard that gave the report, with its verifier.
        cache: Answers from before; new ones are added.
    """
    if not guard.verifier.version:
        return SecondOpinions(report)
    doubts = list(_doubts(report, page, chunks, guard.guard))
    hearing = Hearing(guard.verifier, cache)
    hearing.hear([doubt.question for doubt in doubts])
    claims = {item.ordinal: item for item in report.claims}
    for doubt in doubts:
        item = claims[doubt.claim]
        before = item.sentences[doubt.sentence]
        after = _after(before, hearing.heard(before.verdict, doubt.question), doubt)
        claims[doubt.claim] = _with_sentence(item, doubt.sentence, after)
    return SecondOpinions(
        report=report.model_copy(update={"claims": tuple(claims.values())}),
        calls=tuple(call.model_copy(update={"slug": page.slug}) for call in hearing.calls),
        asked=hearing.asked,
        remembered=hearing.remembered,
        unavailable=hearing.unavailable,
    )


def _doubts(report: GroundingReport, page: Page, chunks: Mapping[str, Chunk], guard: Guard) -> Iterator[_Doubt]:
    number = 0
    for claim, item in zip(page.claims, report.claims, strict=True):
        if item.verdict.kind is not VerdictKind.UNCERTAIN:
            continue
        for index, one in enumerate(item.sentences):
            if one.verdict.kind is VerdictKind.UNCERTAIN:
                text = claim.text[one.start : one.end]
                passages = _open_passages(text, citations_of(claim, item), chunks, guard)
                question = Question(number, text, tuple(passages))
                yield _Doubt(item.ordinal, index, question, tuple(passages.values()))
                number += 1


def _open_passages(sentence: str, citations: tuple[Citation, ...], chunks: Mapping[str, Chunk], guard: Guard) -> dict[str, int]:
    """Passages about which the guard itself is in doubt, each with the citation that leads to it.

    A passage that the guard finds to say otherwise is not shown: a verifier that took its words for support would overrule the guard.
    """
    found: dict[str, int] = {}
    for index, citation in enumerate(citations):
        text = chunks[citation.chunk_id].text
        if text not in found and guard.check(sentence, text).kind is VerdictKind.UNCERTAIN:
            found[text] = index
    return found


def _after(before: SentenceVerdict, heard: Heard, doubt: _Doubt) -> SentenceVerdict:
    if heard.place is None:
        return before.model_copy(update={"verdict": heard.verdict})
    place = heard.place
    words = AlignedWords(citation=doubt.citations[place.passage], start=place.start, end=place.end, words=place.words)
    return before.model_copy(update={"verdict": heard.verdict, "aligned": (words,)})


def _with_sentence(item: ClaimVerdict, index: int, sentence: SentenceVerdict) -> ClaimVerdict:
    """A claim with another verdict on one of its sentences; its own follows."""
    sentences = (*item.sentences[:index], sentence, *item.sentences[index + 1 :])
    return by_worst_sentence(item.ordinal, sentences).model_copy(update={"repair": item.repair})
