"""From reports to rows of the tables `claims` and `grounding_reports`, as pure functions.

Belongs here: which field of a verdict becomes which column. Does not belong here: other tables (`mapping`, `decisions`).
"""

from __future__ import annotations

import orjson

from wiki_assets.audit.rows import ClaimRow, GroundingReportRow
from wiki_assets.audit.stamps import Stamp
from wiki_assets.concepts.model import Citation, Claim, Page, Section
from wiki_assets.errors import AuditError
from wiki_assets.grounding.citations import citations_of
from wiki_assets.grounding.model import AlignedWords, ClaimVerdict, GroundingReport, VerdictKind
from wiki_assets.storage.frozen import Frozen


class PlacedWords(Frozen):
    """Words of a passage that a verdict on a sentence is about; `start` and `end` are offsets in the passage."""

    bibkey: str
    chunk: int
    page: int
    start: int
    end: int
    words: str


class JudgedSentence(Frozen):
    """One sentence of a claim as the column `sentences` tells of it: whoever reads it needs no page beside it.

    Attributes:
        words: Of the passages that carry the sentence, or that it was compared with.
    """

    text: str
    verdict: str
    rule: str
    explanation: str
    words: tuple[PlacedWords, ...]


def judged_sentences(claim: Claim, given: ClaimVerdict) -> list[JudgedSentence]:
    """The sentences of a claim with their verdicts, in order."""
    citations = citations_of(claim, given)
    return [
        JudgedSentence(
            text=claim.text[one.start : one.end],
            verdict=one.verdict.kind.value,
            rule=one.verdict.rule,
            explanation=one.verdict.explanation,
            words=tuple(_placed(words, citations[words.citation]) for words in one.aligned),
        )
        for one in given.sentences
    ]


def _placed(words: AlignedWords, citation: Citation) -> PlacedWords:
    return PlacedWords(
        bibkey=citation.bibkey, chunk=citation.chunk, page=citation.page, start=words.start, end=words.end, words=words.words
    )


def claim_rows(page: Page, report: GroundingReport, stamp: Stamp) -> list[ClaimRow]:
    """The claims of a page with their verdicts.

    Raises:
        AuditError: The report is about another page, or has no verdict for a claim.
    """
    if report.page_sha != page.page_sha:
        raise AuditError(
            f"The report on {report.slug!r} is about version {report.page_sha[:12]}, not {page.page_sha[:12]}.",
            "Materialize grounding_reports for this concept again.",
        )
    verdicts = {verdict.ordinal: verdict for verdict in report.claims}
    return [
        _claim_row(section, claim, _verdict_on(claim, verdicts, page.slug), report, stamp)
        for section in page.sections
        for claim in section.claims
    ]


def _verdict_on(claim: Claim, verdicts: dict[int, ClaimVerdict], slug: str) -> ClaimVerdict:
    try:
        return verdicts[claim.ordinal]
    except KeyError as error:
        raise AuditError(
            f"The report on {slug!r} has no verdict for claim {claim.ordinal}.",
            "Materialize grounding_reports for this concept again.",
        ) from error


def _claim_row(section: Section, claim: Claim, given: ClaimVerdict, report: GroundingReport, stamp: Stamp) -> ClaimRow:
    index, citation = _shown_citation(claim, given)
    replaced = _replaced_citation(claim, given)
    verdict = given.verdict
    return ClaimRow(
        run_id=stamp.run_id,
        recorded_at=stamp.recorded_at,
        slug=report.slug,
        page_sha=report.page_sha,
        ordinal=claim.ordinal,
        text=claim.text,
        bibkey=citation.bibkey if citation else None,
        chunk=citation.chunk if citation else None,
        page=citation.page if citation else None,
        quote=citation.quote if citation else None,
        quote_start=citation.start if citation else None,
        quote_end=citation.end if citation else None,
        chunk_id=citation.chunk_id if citation else None,
        document_sha256=citation.document_sha256 if citation else None,
        citation=index,
        citations=len(citations_of(claim, given)),
        verdict=verdict.kind.value,
        rule=verdict.rule,
        explanation=verdict.explanation,
        matched=verdict.matched,
        matched_start=verdict.start,
        matched_end=verdict.end,
        differences=orjson.dumps([difference.model_dump() for difference in verdict.differences]).decode(),
        scores=orjson.dumps(verdict.scores).decode(),
        section_kind=section.kind.value,
        section=section.heading,
        guard=report.guard,
        guard_version=report.guard_version,
        sentences=orjson.dumps([sentence.model_dump() for sentence in judged_sentences(claim, given)]).decode(),
        guard_rule=verdict.guard_rule or None,
        replaced_bibkey=replaced.bibkey if replaced else None,
        replaced_chunk=replaced.chunk if replaced else None,
        replaced_verdict=given.repair.replaced.kind.value if given.repair else None,
        replaced_rule=given.repair.replaced.rule if given.repair else None,
    )


def _shown_citation(claim: Claim, given: ClaimVerdict) -> tuple[int | None, Citation | None]:
    """Index and citation that carried the claim, else the one whose words were compared, else the first, else none."""
    citations = citations_of(claim, given)
    if not citations:
        return None, None
    compared = (words.citation for one in given.sentences if one.verdict == given.verdict for words in one.aligned)
    index = given.citation if given.citation >= 0 else next(compared, 0)
    return (index, citations[index]) if index < len(citations) else (0, citations[0])


def _replaced_citation(claim: Claim, given: ClaimVerdict) -> Citation | None:
    """The first citation that the page was composed with and that the claim lost when it was cited anew."""
    kept = citations_of(claim, given)
    return next((citation for citation in claim.citations if citation not in kept), None)


def report_row(report: GroundingReport, stamp: Stamp) -> GroundingReportRow:
    """The verdict on a page."""
    return GroundingReportRow(
        run_id=stamp.run_id,
        recorded_at=stamp.recorded_at,
        slug=report.slug,
        page_sha=report.page_sha,
        guard=report.guard,
        guard_version=report.guard_version,
        rate=report.rate,
        threshold=report.threshold,
        passed=report.passed,
        claims=len(report.claims),
        grounded=report.count(VerdictKind.GROUNDED),
        uncertain=report.count(VerdictKind.UNCERTAIN),
        unsupported=report.count(VerdictKind.UNSUPPORTED),
        repaired=len(report.repaired),
        evidence_coverage=report.evidence_coverage,
        copied_share=report.copied_share,
    )
