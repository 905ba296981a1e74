"""Reports: which citation carries which sentence of a claim, and which citations are no citations."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from grounding_samples import WordGuard, a_chunk, a_citation, a_page
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.concepts.model import Citation
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.citations import RULE_NO_CITATION, RULE_QUOTE, RULE_UNKNOWN_CHUNK
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.model import ClaimVerdict, GroundingReport, VerdictKind
from wiki_assets.grounding.reporting import report_page
from wiki_assets.grounding.support import claim_sentences

FIVE_GRAM = load_guard("content-5-gram")
SENTENCE = "Every planar graph has a circle packing in the plane."
GOOD = a_chunk(f"Before that. {SENTENCE} After that.")
OTHER = a_chunk("Nothing here is about the matter at hand, only weather.", bibkey="Birch2002")
UNIQUE = "Such a packing of a triangulated sphere is unique up to rotation."
BIRCH = a_chunk(f"Much is known. {UNIQUE}", bibkey="Birch2002", n=3)


def judged(
    text: str, *citations: Citation, chunks: tuple[Chunk, ...] = (GOOD, OTHER, BIRCH), guard: Guard = FIVE_GRAM
) -> ClaimVerdict:
    page = a_page((text, citations))
    return report_page(page, {chunk.chunk_id: chunk for chunk in chunks}, guard, 0.5).claims[0]


def carried_by(found: ClaimVerdict) -> list[tuple[VerdictKind, tuple[int, ...]]]:
    """Kind and carrying citations of every sentence."""
    return [(one.verdict.kind, one.citations) for one in found.sentences]


def test_a_claim_is_grounded_by_the_chunk_it_cites() -> None:
    found = judged(SENTENCE, a_citation(GOOD, SENTENCE))
    assert (found.verdict.kind, found.citation) == (VerdictKind.GROUNDED, 0)
    assert GOOD.text[found.verdict.start : found.verdict.end] == found.verdict.matched


def test_one_citation_of_several_is_enough_and_is_named() -> None:
    found = judged(SENTENCE, a_citation(OTHER), a_citation(GOOD, SENTENCE))
    assert (found.verdict.kind, found.citation) == (VerdictKind.GROUNDED, 1)
    assert carried_by(found) == [(VerdictKind.GROUNDED, (1,))]


def test_every_citation_that_carries_a_sentence_is_named_with_its_words() -> None:
    twice = replace(BIRCH, text=f"As others say: {SENTENCE}")
    found = judged(SENTENCE, a_citation(GOOD), a_citation(OTHER), a_citation(twice), chunks=(GOOD, OTHER, twice))
    (sentence,) = found.sentences
    assert sentence.citations == found.carrying == (0, 2)
    assert [chunk.text[words.start : words.end] for chunk, words in zip((GOOD, twice), sentence.aligned, strict=True)] == [
        words.words for words in sentence.aligned
    ]


def test_words_of_a_chunk_that_is_not_cited_ground_nothing() -> None:
    found = judged(SENTENCE, a_citation(OTHER))
    assert (found.verdict.kind, found.citation, found.carrying) == (VerdictKind.UNSUPPORTED, -1, ())


def test_a_claim_without_citation_is_unsupported() -> None:
    found = judged(SENTENCE)
    assert (found.verdict.kind, found.verdict.rule, found.citation) == (VerdictKind.UNSUPPORTED, RULE_NO_CITATION, -1)
    assert (found.sentences, found.repair) == ((), None)


@pytest.mark.parametrize(
    ("citation", "rule"),
    [
        (a_citation(a_chunk(SENTENCE, n=7)), RULE_UNKNOWN_CHUNK),
        (a_citation(GOOD).model_copy(update={"bibkey": "Birch2002"}), RULE_UNKNOWN_CHUNK),
        (a_citation(GOOD).model_copy(update={"chunk": 1}), RULE_UNKNOWN_CHUNK),
        (a_citation(GOOD).model_copy(update={"document_sha256": "older bytes"}), RULE_UNKNOWN_CHUNK),
        (a_citation(OTHER).model_copy(update={"start": 5}), RULE_QUOTE),
        (a_citation(OTHER).model_copy(update={"quote": OTHER.text.replace("only", "mostly")}), RULE_QUOTE),
        (a_citation(OTHER, ""), RULE_QUOTE),
    ],
)
def test_a_citation_that_leads_nowhere_makes_a_claim_unsupported(citation: Citation, rule: str) -> None:
    found = judged(SENTENCE, citation)
    assert (found.verdict.kind, found.verdict.rule, found.citation) == (VerdictKind.UNSUPPORTED, rule, -1)
    assert (found.sentences, found.repair) == ((), None)
    assert f"[{citation.bibkey} #chunk {citation.chunk}]" in found.verdict.explanation


def test_a_good_citation_does_not_cover_for_one_that_leads_nowhere() -> None:
    found = judged(SENTENCE, a_citation(GOOD, SENTENCE), a_citation(a_chunk(SENTENCE, n=7)))
    assert (found.verdict.rule, found.repair) == (RULE_UNKNOWN_CHUNK, None)


def test_a_chunk_whose_words_changed_since_is_noticed() -> None:
    changed = replace(GOOD, text="Hardly any graph has that.")
    found = judged(SENTENCE, a_citation(GOOD, SENTENCE), chunks=(changed,))
    assert (found.verdict.kind, found.verdict.rule) == (VerdictKind.UNSUPPORTED, RULE_QUOTE)


# Every sentence.


def test_an_invented_sentence_before_a_copied_one_makes_the_claim_unsupported() -> None:
    invented = "Pigs fly over seven purple mountains daily."
    found = judged(f"{invented} {SENTENCE}", a_citation(GOOD, SENTENCE))
    assert found.verdict.kind is VerdictKind.UNSUPPORTED
    assert carried_by(found) == [(VerdictKind.UNSUPPORTED, ()), (VerdictKind.GROUNDED, (0,))]
    assert found.carrying == (0,)
    first, second = found.sentences
    assert (first.start, first.end) == (0, len(invented))
    assert found.verdict == first.verdict
    assert f"{invented} {SENTENCE}"[second.start : second.end] == SENTENCE


@pytest.mark.parametrize(
    ("sentences", "worst"),
    [
        (("Every planar graph has a packing.", "The packing is circular."), VerdictKind.UNCERTAIN),
        (("The packing is circular.", "Pigs fly."), VerdictKind.UNSUPPORTED),
        (("Every planar graph has a packing.", "Every graph."), VerdictKind.GROUNDED),
    ],
)
def test_a_claim_is_as_good_as_its_worst_sentence(sentences: tuple[str, ...], worst: VerdictKind) -> None:
    found = judged(" ".join(sentences), a_citation(GOOD, SENTENCE), guard=WordGuard())
    assert found.verdict.kind is worst
    assert max(found.sentences, key=lambda one: list(VerdictKind).index(one.verdict.kind)).verdict.kind is worst


def test_sentences_that_different_citations_carry_ground_a_claim_and_the_report_says_which() -> None:
    found = judged(f"{SENTENCE} {UNIQUE}", a_citation(OTHER), a_citation(GOOD, SENTENCE), a_citation(BIRCH, UNIQUE))
    assert found.verdict.kind is VerdictKind.GROUNDED
    assert carried_by(found) == [(VerdictKind.GROUNDED, (1,)), (VerdictKind.GROUNDED, (2,))]
    assert found.carrying == (1, 2)


def test_what_differs_is_placed_in_the_whole_claim() -> None:
    text = "Every graph has a packing. No graph is hardly planar."
    found = judged(text, a_citation(GOOD, SENTENCE), guard=WordGuard({"hardly": "every"}))
    (difference,) = found.verdict.differences
    assert text[difference.claim_start : difference.claim_end] == difference.claim_words == "hardly"


def test_the_guard_is_asked_once_for_each_sentence_and_passage() -> None:
    guard = WordGuard()
    judged(f"{SENTENCE} {UNIQUE}", a_citation(GOOD, SENTENCE), a_citation(GOOD, "Before that."), a_citation(BIRCH), guard=guard)
    assert guard.asked == [(sentence, chunk.text) for sentence in (SENTENCE, UNIQUE) for chunk in (GOOD, BIRCH)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It is so. [Ash2001 #chunk 3]", ["It is so. [Ash2001 #chunk 3]"]),
        ("It is [Ash2001 #chunk 3]. That holds. [Birch2002 #chunk 1]", ["It is [Ash2001 #chunk 3].", "That holds. [Birch2002 #chunk 1]"]),
        ("... It is so. ...", ["... It is so. ..."]),
        ("A bound of 3.5 holds, cf. Lemma 2. It is sharp.", ["A bound of 3.5 holds, cf. Lemma 2.", "It is sharp."]),
        ("?!", ["?!"]),
        ("", [""]),
        (" \n ", [" \n "]),
    ],
)  # fmt: skip
def test_what_holds_no_word_of_its_own_is_no_sentence(text: str, sentences: list[str]) -> None:
    assert [one.text for one in claim_sentences(text)] == sentences


@given(st.text(st.sampled_from(list("abc .!?[]#123\n"))))
def test_the_sentences_of_a_claim_hold_every_word_of_it_in_order(text: str) -> None:
    found = claim_sentences(text)
    assert all(text[one.start : one.end] == one.text for one in found)
    assert all(first.end <= second.start for first, second in pairwise(found))
    assert "".join("".join(one.text for one in found).split()) == "".join(text.split())


@pytest.mark.parametrize("text", ["", "...", "[Ash2001 #chunk 0]", "∀∃"])
def test_a_claim_without_words_is_judged_by_the_guard_like_any_other(text: str) -> None:
    found = judged(text, a_citation(GOOD, SENTENCE))
    assert (found.verdict.kind, len(found.sentences)) == (VerdictKind.UNSUPPORTED, 1)


# Parts of a sentence by several citations.

BOTH = "Every planar graph has a circle packing, and a packing of a triangulated sphere is unique up to rotation."


def test_a_sentence_whose_parts_two_citations_carry_is_grounded_by_both() -> None:
    found = judged(BOTH, a_citation(OTHER), a_citation(GOOD, SENTENCE), a_citation(BIRCH, UNIQUE), guard=WordGuard())
    assert found.verdict.kind is VerdictKind.GROUNDED
    (sentence,) = found.sentences
    assert sentence.citations == found.carrying == (1, 2)
    assert found.citation == 1
    for chunk, words in zip((GOOD, BIRCH), sentence.aligned, strict=True):
        assert chunk.text[words.start : words.end] == words.words


def test_the_words_shown_for_a_sentence_of_two_parts_are_verbatim_those_of_the_larger_part() -> None:
    verdict = judged(BOTH, a_citation(GOOD, SENTENCE), a_citation(BIRCH, UNIQUE), guard=WordGuard()).verdict
    assert verdict.matched == BIRCH.text[verdict.start : verdict.end] == UNIQUE.removesuffix(".")


def test_only_the_words_that_are_quoted_count_towards_a_part() -> None:
    found = judged(BOTH, a_citation(GOOD, SENTENCE), a_citation(BIRCH, "Much is known."), guard=WordGuard())
    assert found.verdict.kind is VerdictKind.UNCERTAIN


def test_a_part_of_few_words_is_no_part() -> None:
    text = "Every planar graph has a circle packing, much known."
    found = judged(text, a_citation(GOOD, SENTENCE), a_citation(BIRCH, "Much is known."), guard=WordGuard())
    assert found.verdict.kind is VerdictKind.UNCERTAIN


def test_a_passage_that_says_otherwise_is_not_outvoted_by_a_second_one() -> None:
    guard = WordGuard({"rotation": "plane"})
    found = judged(BOTH, a_citation(GOOD, SENTENCE), a_citation(BIRCH, UNIQUE), guard=guard)
    assert (found.verdict.kind, found.verdict.rule) == (VerdictKind.UNSUPPORTED, "opposite")
    (words,) = found.sentences[0].aligned
    assert (words.citation, found.citation, found.carrying) == (0, -1, ())


def test_the_end_of_one_quote_and_the_beginning_of_the_next_never_make_a_run_of_five_words() -> None:
    ash = a_chunk("We study many different hyperbolic circle packings.")
    birch = a_chunk("Rigidity theorems follow for surfaces.", bibkey="Birch2002")
    text = "There are different hyperbolic circle packings rigidity theorems follow."
    assert FIVE_GRAM.check(text, f"{ash.text}\n{birch.text}").kind is VerdictKind.GROUNDED
    found = judged(text, a_citation(ash), a_citation(birch), chunks=(ash, birch))
    assert found.verdict.kind is VerdictKind.UNSUPPORTED


# The guard of ADR-F12 through a report.


def test_the_adversarial_example_of_the_adr_is_refused_in_a_report_too() -> None:
    claim = (
        "The Riemann hypothesis is proven by combining Hodge theory with quantum entanglement. "
        "Furthermore P=NP holds for hyperbolic tetrahedra. The discrete conformal map [Springborn2008 #chunk 0]"
    )
    source = a_chunk("The discrete conformal map between two triangulated surfaces preserves ratios.", bibkey="Springborn2008")
    found = judged(claim, a_citation(source), chunks=(source,))
    assert [one.verdict.kind for one in found.sentences] == [VerdictKind.UNSUPPORTED] * 3
    assert found.verdict.kind is VerdictKind.UNSUPPORTED


WORDS = st.lists(
    st.sampled_from(["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "the", "of", "not"]), min_size=1, max_size=12
)
TEXT = st.lists(WORDS.map(lambda words: " ".join(words).capitalize() + "."), min_size=1, max_size=3).map(" ".join)


@given(TEXT, TEXT)
def test_what_the_guard_of_the_adr_refuses_as_a_whole_is_refused_sentence_by_sentence_too(text: str, source: str) -> None:
    chunk = a_chunk(source)
    if judged(text, a_citation(chunk), chunks=(chunk,)).verdict.kind is VerdictKind.GROUNDED:
        assert FIVE_GRAM.check(text, source).kind is VerdictKind.GROUNDED


# Whole pages.


def test_an_empty_page_has_no_claims_and_rate_zero() -> None:
    report = report_page(a_page(), {}, FIVE_GRAM, 0.5)
    assert (report.claims, report.rate, report.passed) == ((), 0.0, False)


def test_a_report_names_the_page_the_guard_and_the_threshold() -> None:
    page = a_page((SENTENCE, (a_citation(GOOD, SENTENCE),)), (SENTENCE, ()))
    report = report_page(page, {GOOD.chunk_id: GOOD}, FIVE_GRAM, 0.5)
    assert (report.slug, report.page_sha, report.guard, report.guard_version) == (
        page.slug,
        page.page_sha,
        FIVE_GRAM.name,
        FIVE_GRAM.version,
    )
    assert (report.rate, report.passed, [claim.ordinal for claim in report.claims]) == (0.5, True, [0, 1])


def test_a_report_that_an_older_version_wrote_still_loads() -> None:
    older = (
        '{"slug": "s", "page_sha": "p", "guard": "content-5-gram", "guard_version": "1", "threshold": 0.5, "claims": [{"ordinal": 0, '
        '"verdict": {"kind": "grounded", "rule": "content-5-gram", "matched": "a b", "start": 0, "end": 3}, "citation": 0}]}'
    )
    report = GroundingReport.model_validate_json(older)
    assert (report.rate, report.evidence_coverage, report.copied_share, report.repaired) == (1.0, None, None, ())
    assert (report.claims[0].sentences, report.claims[0].carrying) == ((), (0,))


def test_a_report_survives_being_stored() -> None:
    page = a_page((BOTH, (a_citation(GOOD, SENTENCE), a_citation(BIRCH, UNIQUE))), (UNIQUE, (a_citation(GOOD),)))
    report = report_page(page, {chunk.chunk_id: chunk for chunk in (GOOD, BIRCH)}, WordGuard(), 0.5, [BIRCH])
    assert report.repaired
    assert GroundingReport.model_validate_json(report.model_dump_json()) == report
