"""Reports: every claim of a page against the chunks it cites.

Belongs here: the verdict on a claim out of those on its sentences, and when it is looked up elsewhere. Does not belong here: the rule
of a guard (`guards`), which citation carries a sentence (`support`), where else to look (`repair`), the figures beside the rate
(`measures`), or what happens to a page that fails (`publication`).

Every guard is given one sentence at a time, whatever it makes of several, for a reader must see of each sentence whether it is
supported, and by what. For the guard of ADR-F12, which judges the last sentence of what it is given, this is its rule on every sentence:
what it refuses as a whole is refused here too, and an invented sentence no longer hides before a copied one. Its own `check` is the
ADR's rule unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wiki_assets.concepts.model import Citation, Claim, Page
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.citations import RULE_QUOTE, fault_of, uncited
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import ClaimVerdict, GroundingReport, Repair, SentenceVerdict, Verdict, VerdictKind
from wiki_assets.grounding.repair import Elsewhere, look_elsewhere
from wiki_assets.grounding.support import CitedPassage, claim_sentences, judge_sentence
from wiki_assets.text.sentences import Sentence

_WORST_FIRST = (VerdictKind.UNSUPPORTED, VerdictKind.UNCERTAIN, VerdictKind.GROUNDED)


def report_page(
    page: Page, chunks: Mapping[str, Chunk], guard: Guard, threshold: float, evidence: Iterable[Chunk] = ()
) -> GroundingReport:
    """Verdict on every claim of a page.

    Args:
        page: The page; one without claims gives a report with no claims, so rate 0.0.
        chunks: By chunk id, at least every chunk there is now of the papers that the page cites.
        guard: Decides where the citations themselves are sound.
        threshold: Rate that the page must reach, from 0.0 to 1.0.
        evidence: The concept's passages, best first: where else a claim may be found that its citations do not support.
    """
    elsewhere = Elsewhere(chunks, evidence)
    return GroundingReport(
        slug=page.slug,
        page_sha=page.page_sha,
        guard=guard.name,
        guard_version=guard.version,
        threshold=threshold,
        claims=tuple(judge_claim(claim, chunks, guard, elsewhere) for claim in page.claims),
    )


def judge_claim(claim: Claim, chunks: Mapping[str, Chunk], guard: Guard, elsewhere: Elsewhere) -> ClaimVerdict:
    """Verdict on one claim: that of its worst sentence.

    A sentence needs one citation that carries it, or several that carry its parts, but every citation must be sound: a reader who
    follows any of them has to find the words there, so a claim with one that leads nowhere is unsupported whatever the others say.

    A claim that is not grounded is looked up elsewhere, also where its passage is there but no longer holds the quoted words. One that
    cites nothing, or a passage that does not exist, is not: there is no wrong citation to put right, and its page has to be composed
    again.
    """
    if not claim.citations:
        return ClaimVerdict(ordinal=claim.ordinal, verdict=uncited())
    faults = _faults(claim, chunks)
    passages = [
        CitedPassage(index, citation, chunks[citation.chunk_id])
        for index, citation in enumerate(claim.citations)
        if index not in faults
    ]
    if any(fault.rule != RULE_QUOTE for fault in faults.values()):
        return ClaimVerdict(ordinal=claim.ordinal, verdict=next(iter(faults.values())))
    sentences = [
        judge_sentence(sentence, passages, guard) if passages else _not_compared(sentence, faults)
        for sentence in claim_sentences(claim.text)
    ]
    judged = (
        by_worst_sentence(claim.ordinal, sentences)
        if not faults
        else ClaimVerdict(ordinal=claim.ordinal, verdict=next(iter(faults.values())))
    )
    if judged.verdict.kind is VerdictKind.GROUNDED:
        return judged
    found = look_elsewhere(claim, sentences, frozenset(passage.chunk.chunk_id for passage in passages), elsewhere, guard)
    return judged if found is None else _cited_anew(claim, judged.verdict, *found)


def _faults(claim: Claim, chunks: Mapping[str, Chunk]) -> dict[int, Verdict]:
    """What is wrong with its citations, by index."""
    looked_at = ((index, fault_of(citation, chunks.get(citation.chunk_id))) for index, citation in enumerate(claim.citations))
    return {index: fault for index, fault in looked_at if fault is not None}


def _not_compared(sentence: Sentence, faults: Mapping[int, Verdict]) -> SentenceVerdict:
    """A sentence none of whose citations is sound."""
    return SentenceVerdict(start=sentence.start, end=sentence.end, verdict=next(iter(faults.values())))


def by_worst_sentence(ordinal: int, sentences: Sequence[SentenceVerdict]) -> ClaimVerdict:
    """The verdict on a claim out of those on its sentences, of which there is at least one."""
    worst = min(sentences, key=lambda sentence: _WORST_FIRST.index(sentence.verdict.kind))
    return ClaimVerdict(
        ordinal=ordinal,
        verdict=worst.verdict,
        citation=next(iter(worst.citations), -1),
        sentences=tuple(sentences),
    )


def _cited_anew(
    claim: Claim, replaced: Verdict, citations: tuple[Citation, ...], sentences: tuple[SentenceVerdict, ...]
) -> ClaimVerdict:
    repair = Repair(citations=citations, replaced=replaced)
    return by_worst_sentence(claim.ordinal, sentences).model_copy(update={"repair": repair})
