"""Repair: a claim is looked up elsewhere, cited anew where it is found, and stays as it was where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from grounding_samples import WordGuard, a_chunk, a_citation, a_page

from wiki_assets.concepts.model import Citation, Page
from wiki_assets.documents.model import Box, Chunk, ChunkKind, TextSpan
from wiki_assets.grounding.citations import RULE_QUOTE, citations_of, recited_page
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.model import ClaimVerdict, GroundingReport, VerdictKind
from wiki_assets.grounding.repair import MOST_CANDIDATES, Elsewhere
from wiki_assets.grounding.reporting import report_page

FIVE_GRAM = load_guard("content-5-gram")
SENTENCE = "Every planar graph has a circle packing in the plane."
UNIQUE = "Such a packing of a triangulated sphere is unique up to rotation."
WRONG = a_chunk("Nothing here is about the matter at hand, only weather.", n=0)
RIGHT = a_chunk(f"Before that. {SENTENCE} After that.", n=1)
FOREIGN = a_chunk(f"Elsewhere it is said: {SENTENCE}", bibkey="Birch2002")


def reported(
    *claims: tuple[str, tuple[Citation, ...]],
    chunks: Sequence[Chunk] = (WRONG, RIGHT),
    evidence: Sequence[Chunk] = (),
    guard: Guard = FIVE_GRAM,
) -> tuple[Page, GroundingReport]:
    page = a_page(*claims)
    return page, report_page(page, {chunk.chunk_id: chunk for chunk in chunks}, guard, 0.5, evidence)


def judged(
    text: str,
    *citations: Citation,
    chunks: Sequence[Chunk] = (WRONG, RIGHT),
    evidence: Sequence[Chunk] = (),
    guard: Guard = FIVE_GRAM,
) -> ClaimVerdict:
    return reported((text, citations), chunks=chunks, evidence=evidence, guard=guard)[1].claims[0]


def places(found: ClaimVerdict) -> list[tuple[str, int]]:
    """What the claim was cited anew to."""
    assert found.repair is not None
    return [(citation.bibkey, citation.chunk) for citation in found.repair.citations]


def test_a_claim_is_found_in_another_passage_of_the_paper_it_cites() -> None:
    found = judged(SENTENCE, a_citation(WRONG))
    assert (found.verdict.kind, found.citation, found.carrying) == (VerdictKind.GROUNDED, 0, (0,))
    assert places(found) == [("Ash2001", 1)]
    assert found.repair is not None
    assert (found.repair.replaced.kind, found.repair.replaced.rule) == (VerdictKind.UNSUPPORTED, "no-content-5-gram")


def test_a_claim_is_found_in_the_evidence_of_the_page_though_its_paper_is_not_cited() -> None:
    found = judged(SENTENCE, a_citation(WRONG), chunks=(WRONG, FOREIGN), evidence=(FOREIGN,))
    assert places(found) == [("Birch2002", 0)]


def test_the_new_citation_quotes_the_very_words_that_were_aligned_with_their_page() -> None:
    half = RIGHT.text.index(SENTENCE)
    spans = (TextSpan(0, half, Box(4, 0, 0, 9, 9)), TextSpan(half, len(RIGHT.text), Box(5, 0, 0, 9, 9)))
    drawn = replace(RIGHT, spans=spans)
    found = judged(SENTENCE, a_citation(WRONG), chunks=(WRONG, drawn))
    assert found.repair is not None
    (citation,) = found.repair.citations
    assert citation.quote == found.verdict.matched == drawn.text[citation.start : citation.end]
    assert (citation.page, citation.chunk_id, citation.document_sha256) == (5, drawn.chunk_id, drawn.document_sha256)


def test_a_claim_that_is_grounded_nowhere_stays_as_it_was() -> None:
    text = "Pigs fly over seven purple mountains every single day."
    found = judged(text, a_citation(WRONG), evidence=(FOREIGN,))
    assert (found.verdict.kind, found.repair) == (VerdictKind.UNSUPPORTED, None)
    assert found == judged(text, a_citation(WRONG), chunks=(WRONG,))


def test_a_passage_that_leaves_it_uncertain_is_no_repair() -> None:
    text = "Every planar graph has a hyperbolic circle packing near midnight."
    assert WordGuard().check(text, RIGHT.text).kind is VerdictKind.UNCERTAIN
    found = judged(text, a_citation(WRONG), guard=WordGuard())
    assert (found.verdict.kind, found.repair) == (VerdictKind.UNSUPPORTED, None)


def test_a_doubt_is_looked_up_too_and_stays_a_doubt_where_nothing_carries_it() -> None:
    half = a_chunk("Every planar graph is nice.", n=2)
    found = judged("Every planar graph has packing.", a_citation(half), chunks=(half, RIGHT), guard=WordGuard())
    assert (found.verdict.kind, places(found)) == (VerdictKind.GROUNDED, [("Ash2001", 1)])
    assert found.repair is not None
    assert found.repair.replaced.kind is VerdictKind.UNCERTAIN
    found = judged("Every planar graph is white.", a_citation(half), chunks=(half, RIGHT), guard=WordGuard())
    assert (found.verdict.kind, found.repair, found.citation) == (VerdictKind.UNCERTAIN, None, 0)


@pytest.mark.parametrize("kept", [1, 4])
def test_a_claim_of_which_the_guard_can_name_the_words_that_differ_is_not_looked_up(kept: int) -> None:
    contrary = a_chunk("No planar graph has a packing.", n=2)
    guard = WordGuard({"every": "no", "planar": "packing"})
    text = " ".join(SENTENCE.split()[: kept + 2])
    found = judged(text, a_citation(contrary), chunks=(contrary, RIGHT), evidence=(FOREIGN,), guard=guard)
    assert found.verdict.differences
    assert (found.verdict.kind, found.repair, len(guard.asked)) == (VerdictKind.UNSUPPORTED, None, 1)


def test_a_grounded_claim_is_not_looked_up() -> None:
    guard = WordGuard()
    found = judged(SENTENCE, a_citation(RIGHT), evidence=(FOREIGN,), guard=guard)
    assert (found.verdict.kind, found.repair, len(guard.asked)) == (VerdictKind.GROUNDED, None, 1)


def test_a_claim_that_cites_nothing_is_not_looked_up() -> None:
    found = judged(SENTENCE, evidence=(RIGHT,))
    assert (found.verdict.kind, found.repair) == (VerdictKind.UNSUPPORTED, None)


def test_a_claim_whose_passage_is_gone_is_not_looked_up() -> None:
    found = judged(SENTENCE, a_citation(a_chunk("Gone.", n=9)), evidence=(RIGHT,))
    assert (found.verdict.kind, found.repair) == (VerdictKind.UNSUPPORTED, None)


def test_a_passage_that_lost_the_quoted_words_but_still_says_so_is_quoted_anew() -> None:
    moved = replace(RIGHT, text=f"A line more. {RIGHT.text}")
    found = judged(SENTENCE, a_citation(RIGHT, SENTENCE), chunks=(moved,))
    assert (found.verdict.kind, places(found)) == (VerdictKind.GROUNDED, [("Ash2001", 1)])
    assert found.repair is not None
    assert found.repair.replaced.rule == RULE_QUOTE
    (citation,) = found.repair.citations
    assert moved.text[citation.start : citation.end] == citation.quote


def test_a_citation_that_lost_its_words_is_dropped_where_another_carries_the_claim() -> None:
    lost = a_citation(WRONG).model_copy(update={"quote": "words that were never there"})
    found = judged(SENTENCE, lost, a_citation(RIGHT, SENTENCE))
    assert found.repair is not None
    assert found.repair.citations == (a_citation(RIGHT, SENTENCE),)
    assert (found.citation, found.sentences[0].citations) == (0, (0,))


def test_sentences_that_are_carried_keep_their_citation_and_only_the_others_are_looked_up() -> None:
    birch = a_chunk(f"Much is known. {UNIQUE}", bibkey="Birch2002", n=3)
    found = judged(f"{SENTENCE} {UNIQUE}", a_citation(WRONG), a_citation(RIGHT, SENTENCE), evidence=(birch,))
    assert places(found) == [("Ash2001", 1), ("Birch2002", 3)]
    assert found.repair is not None
    assert found.repair.citations[0] == a_citation(RIGHT, SENTENCE)
    assert [one.citations for one in found.sentences] == [(0,), (1,)]
    for one in found.sentences:
        for words in one.aligned:
            chunk = (RIGHT, birch)[words.citation]
            assert chunk.text[words.start : words.end] == words.words


def test_a_claim_of_which_one_sentence_is_found_and_another_is_not_stays_as_it_was() -> None:
    found = judged(f"{SENTENCE} Pigs fly over seven purple mountains every day.", a_citation(WRONG))
    assert (found.verdict.kind, found.repair) == (VerdictKind.UNSUPPORTED, None)


def test_the_passage_most_alike_is_taken_and_evidence_before_others_that_are_as_alike() -> None:
    evidence = a_chunk(RIGHT.text, bibkey="Cedar2003", n=4)
    assert places(judged(SENTENCE, a_citation(WRONG), evidence=(evidence,))) == [("Cedar2003", 4)]
    poorer = a_chunk("Every planar graph has a circle packing.", bibkey="Cedar2003", n=4)
    assert places(judged(SENTENCE, a_citation(WRONG), evidence=(poorer,))) == [("Ash2001", 1)]


def test_references_and_author_blocks_are_never_cited() -> None:
    reference = replace(RIGHT, kind=ChunkKind.BIBLIOGRAPHY)
    found = judged(
        SENTENCE, a_citation(WRONG), chunks=(WRONG, reference), evidence=(replace(FOREIGN, kind=ChunkKind.FRONT_MATTER),)
    )
    assert found.repair is None


def test_other_papers_that_the_page_cites_are_no_places_to_look_for_this_claim() -> None:
    _, report = reported((SENTENCE, (a_citation(WRONG),)), (UNIQUE, (a_citation(FOREIGN),)), chunks=(WRONG, FOREIGN))
    assert report.repaired == ()


def test_the_guard_is_asked_about_a_bounded_number_of_passages_and_never_twice_about_one() -> None:
    guard = WordGuard()
    many = [a_chunk(f"A planar graph is a graph {n} of many.", n=n) for n in range(200)]
    found = judged(SENTENCE, a_citation(many[0]), chunks=many, evidence=many[:50], guard=guard)
    assert found.repair is None
    asked = [source for _, source in guard.asked]
    assert len(asked) == len(set(asked)) == 1 + MOST_CANDIDATES


def test_passages_without_a_word_in_common_are_not_asked_about() -> None:
    assert Elsewhere({}, [WRONG, FOREIGN]).candidates(SENTENCE, ["Ash2001"], frozenset()) == [FOREIGN]
    assert Elsewhere({}, [WRONG]).candidates("the of and", [], frozenset()) == []


def test_a_page_is_shown_with_the_citations_that_its_report_leaves_it_and_is_otherwise_as_it_was() -> None:
    page, report = reported((SENTENCE, (a_citation(WRONG),)), (SENTENCE, (a_citation(RIGHT, SENTENCE),)))
    shown = recited_page(page, report)
    assert [claim.text for claim in shown.claims] == [claim.text for claim in page.claims]
    assert [citation.chunk for claim in shown.claims for citation in claim.citations] == [1, 1]
    assert shown.claims[1] == page.claims[1]
    assert page.claims[0].citations == (a_citation(WRONG),)
    assert citations_of(page.claims[0], None) == page.claims[0].citations
    assert report.page_sha == page.page_sha


def test_a_page_without_repairs_is_shown_as_it_is() -> None:
    page, report = reported((SENTENCE, (a_citation(RIGHT, SENTENCE),)))
    assert recited_page(page, report) is page
