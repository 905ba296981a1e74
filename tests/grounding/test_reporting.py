"""Reports: which citation carries a claim, and which citations are no citations."""

from __future__ import annotations

from dataclasses import replace

import pytest
from grounding_samples import a_chunk, a_citation, a_page

from wiki_assets.concepts.model import Citation
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.model import ClaimVerdict, VerdictKind
from wiki_assets.grounding.reporting import RULE_NO_CITATION, RULE_QUOTE, RULE_UNKNOWN_CHUNK, report_page

GUARD = load_guard("content-5-gram")
SENTENCE = "Every planar graph has a circle packing in the plane."
GOOD = a_chunk(f"Before that. {SENTENCE} After that.")
OTHER = a_chunk("Nothing here is about the matter at hand, only weather.", bibkey="Birch2002")


def judged(text: str, *citations: Citation, chunks: tuple[Chunk, ...] = (GOOD, OTHER)) -> ClaimVerdict:
    page = a_page((text, citations))
    return report_page(page, {chunk.chunk_id: chunk for chunk in chunks}, GUARD, 0.5).claims[0]


def test_a_claim_is_grounded_by_the_chunk_it_cites() -> None:
    found = judged(SENTENCE, a_citation(GOOD, SENTENCE))
    assert (found.verdict.kind, found.citation) == (VerdictKind.GROUNDED, 0)
    assert GOOD.text[found.verdict.start : found.verdict.end] == found.verdict.matched


def test_one_citation_of_several_is_enough_and_is_named() -> None:
    found = judged(SENTENCE, a_citation(OTHER), a_citation(GOOD, SENTENCE))
    assert (found.verdict.kind, found.citation) == (VerdictKind.GROUNDED, 1)


def test_words_of_a_chunk_that_is_not_cited_ground_nothing() -> None:
    found = judged(SENTENCE, a_citation(OTHER))
    assert (found.verdict.kind, found.citation) == (VerdictKind.UNSUPPORTED, -1)


def test_a_claim_without_citation_is_unsupported() -> None:
    found = judged(SENTENCE)
    assert (found.verdict.kind, found.verdict.rule, found.citation) == (VerdictKind.UNSUPPORTED, RULE_NO_CITATION, -1)


@pytest.mark.parametrize(
    ("citation", "rule"),
    [
        (a_citation(a_chunk(SENTENCE, n=7)), RULE_UNKNOWN_CHUNK),
        (a_citation(GOOD).model_copy(update={"bibkey": "Birch2002"}), RULE_UNKNOWN_CHUNK),
        (a_citation(GOOD).model_copy(update={"chunk": 1}), RULE_UNKNOWN_CHUNK),
        (a_citation(GOOD).model_copy(update={"document_sha256": "older bytes"}), RULE_UNKNOWN_CHUNK),
        (a_citation(GOOD, SENTENCE).model_copy(update={"start": 0}), RULE_QUOTE),
        (a_citation(GOOD, SENTENCE).model_copy(update={"quote": SENTENCE.replace("Every", "No")}), RULE_QUOTE),
        (a_citation(GOOD, ""), RULE_QUOTE),
    ],
)
def test_a_citation_that_leads_nowhere_makes_a_claim_unsupported(citation: Citation, rule: str) -> None:
    found = judged(SENTENCE, citation)
    assert (found.verdict.kind, found.verdict.rule, found.citation) == (VerdictKind.UNSUPPORTED, rule, -1)
    assert f"[{citation.bibkey} #chunk {citation.chunk}]" in found.verdict.explanation


def test_a_good_citation_does_not_cover_for_one_that_leads_nowhere() -> None:
    found = judged(SENTENCE, a_citation(GOOD, SENTENCE), a_citation(a_chunk(SENTENCE, n=7)))
    assert found.verdict.rule == RULE_UNKNOWN_CHUNK


def test_a_chunk_whose_words_changed_since_is_noticed() -> None:
    found = judged(SENTENCE, a_citation(GOOD, SENTENCE), chunks=(replace(GOOD, text=GOOD.text.replace("Every", "Hardly any")),))
    assert found.verdict.rule == RULE_QUOTE


def test_an_empty_page_has_no_claims_and_rate_zero() -> None:
    report = report_page(a_page(), {}, GUARD, 0.5)
    assert (report.claims, report.rate, report.passed) == ((), 0.0, False)


def test_a_report_names_the_page_the_guard_and_the_threshold() -> None:
    page = a_page((SENTENCE, (a_citation(GOOD, SENTENCE),)), (SENTENCE, ()))
    report = report_page(page, {GOOD.chunk_id: GOOD}, GUARD, 0.5)
    assert (report.slug, report.page_sha, report.guard, report.guard_version) == (
        page.slug,
        page.page_sha,
        GUARD.name,
        GUARD.version,
    )
    assert (report.rate, report.passed, [claim.ordinal for claim in report.claims]) == (0.5, True, [0, 1])
