from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations

import pytest
from concept_samples import PACKING, chunk, evidence, good_evidence
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.concepts.extractive import compose_extractive
from wiki_assets.concepts.extractive.quality import has_run
from wiki_assets.concepts.model import Composer, Page, SectionKind
from wiki_assets.documents.model import ChunkKind
from wiki_assets.retrieval.model import ConceptEvidence


def assert_every_claim_is_verbatim(page: Page, found: ConceptEvidence) -> None:
    chunks = {row.chunk.chunk_id: row.chunk for row in found.rows}
    assert [claim.ordinal for claim in page.claims] == list(range(len(page.claims)))
    for claim in page.claims:
        [citation] = claim.citations
        source = chunks[citation.chunk_id]
        assert citation.quote == source.text[citation.start : citation.end]
        assert {box.page for box in source.boxes_of(citation.start, citation.end)} <= {citation.page}
        assert has_run(claim.text, source.text)
        words = re.sub(r"\s", "", citation.quote)
        said = claim.text[1:].replace(" ", "")
        # A clause gets a full stop of its own where the sentence had a semicolon.
        assert said in words or said.removesuffix(".") == words[1:] or "[" in words or "(" in words


def test_a_page_opens_with_the_definition_and_has_sections_by_role() -> None:
    found = good_evidence()
    page = compose_extractive(PACKING, found)
    assert_every_claim_is_verbatim(page, found)
    by_kind = {section.kind: [claim.text for claim in section.claims] for section in page.sections}
    assert page.sections[0].kind is SectionKind.SUMMARY
    assert by_kind[SectionKind.SUMMARY][0].startswith("A circle packing is a configuration")
    assert by_kind[SectionKind.RESULTS] == [
        "Every circle packing of a triangulated sphere is unique up to a Möbius transformation."
    ]
    assert by_kind[SectionKind.OTHER] == ["A circle packing can be computed by minimizing a convex energy over all radii."]
    assert by_kind[SectionKind.RELATIONS][0].startswith("Circle packings are closely related")
    assert by_kind[SectionKind.OPEN][0].startswith("It is not known whether")
    assert page.bibkeys == ("Alpha2001", "Beta2002")
    assert page.description == by_kind[SectionKind.SUMMARY][0]
    assert (page.recipe.composer, page.recipe.evidence_fingerprint, page.reason) == (Composer.EXTRACTIVE, found.fingerprint, "")


def test_sentences_that_do_not_name_the_concept_stay_out() -> None:
    assert not any("weather" in claim.text for claim in compose_extractive(PACKING, good_evidence()).claims)


def test_equal_evidence_gives_the_same_page() -> None:
    assert compose_extractive(PACKING, good_evidence()).page_sha == compose_extractive(PACKING, good_evidence()).page_sha


def test_a_page_without_evidence_says_so() -> None:
    page = compose_extractive(PACKING, evidence())
    assert page.claims == ()
    assert "No passage was found" in page.reason


def test_evidence_that_never_names_the_concept_gives_no_page() -> None:
    page = compose_extractive(
        PACKING, evidence(chunk("A", 0, "Consensus algorithms allow a collection of machines to work as a coherent group."))
    )
    assert page.claims == ()
    assert "none names 'Circle packing', 'coin graph'" in page.reason


def test_too_few_good_sentences_give_no_page_and_the_reason_counts_them() -> None:
    page = compose_extractive(
        PACKING,
        evidence(chunk("A", 0, "A circle packing is a configuration of circles with prescribed tangencies between them.")),
    )
    assert page.claims == ()
    assert "1 name" in page.reason
    assert "at least 2 are needed" in page.reason


def test_the_description_of_the_concept_comes_before_a_sentence_of_a_paper() -> None:
    described = PACKING.model_copy(update={"description": "Tangent circles."})
    assert compose_extractive(described, good_evidence()).description == "Tangent circles."


@pytest.mark.parametrize(
    "kind", [ChunkKind.CAPTION, ChunkKind.TABLE, ChunkKind.BIBLIOGRAPHY, ChunkKind.CODE, ChunkKind.FRONT_MATTER]
)
def test_only_prose_is_quoted(kind: ChunkKind) -> None:
    first, second = (row.chunk for row in good_evidence().rows)
    odd = chunk(
        "Gamma2003", 0, "A circle packing is a drawing of many discs with a most prescribed pattern of kisses.", kind=kind
    )
    assert "Gamma2003" not in compose_extractive(PACKING, evidence(odd, first, second)).bibkeys


def test_a_sentence_over_two_pages_is_not_quoted() -> None:
    broken = chunk(
        "Gamma2003", 0, "A circle packing is a drawing of many discs with", "a most prescribed pattern of kisses.", pages=(1, 2)
    )
    rows = good_evidence().rows
    page = compose_extractive(PACKING, evidence(broken, *(row.chunk for row in rows)))
    assert "Gamma2003" not in page.bibkeys
    joined = chunk("Gamma2003", 0, "A circle packing is a drawing of many discs with", "a most prescribed pattern of kisses.")
    assert "Gamma2003" in compose_extractive(PACKING, evidence(joined, *(row.chunk for row in rows))).bibkeys


def test_a_repeated_sentence_stands_once() -> None:
    first, second = (row.chunk for row in good_evidence().rows)
    again = chunk("Gamma2003", 5, first.text)
    page = compose_extractive(PACKING, evidence(first, second, again))
    texts = [claim.text for claim in page.claims]
    assert len(texts) == len(set(texts))


def test_papers_that_contradict_each_other_stand_side_by_side() -> None:
    first, second = (row.chunk for row in good_evidence().rows)
    contrary = chunk("Gamma2003", 1, "A circle packing of a triangulated sphere is not unique up to a Möbius transformation.")
    page = compose_extractive(PACKING, evidence(first, second, contrary))
    [section] = [section for section in page.sections if section.kind is SectionKind.DISAGREEMENTS]
    assert {citation.bibkey for claim in section.claims for citation in claim.citations} == {"Alpha2001", "Gamma2003"}


def test_papers_that_agree_have_no_disagreement() -> None:
    assert SectionKind.DISAGREEMENTS not in {section.kind for section in compose_extractive(PACKING, good_evidence()).sections}


def test_a_pronoun_is_quoted_only_right_after_the_sentence_that_it_refers_to() -> None:
    first, second = (row.chunk for row in good_evidence().rows)
    speaking = chunk(
        "Gamma2003",
        2,
        "The circle packing theorem states a famous bridge between combinatorics and complex analysis.",
        "It says that planar graphs are precisely the tangency graphs of disjoint discs.",
    )
    texts = [claim.text for claim in compose_extractive(PACKING, evidence(first, second, speaking)).claims]
    place = next(place for place, text in enumerate(texts) if text.startswith("It says"))
    assert texts[place - 1].startswith("The circle packing theorem")


SENTENCES = [sentence for row in good_evidence().rows for sentence in re.split(r"(?<=\.) ", row.chunk.text)]
NOISE = [
    "Fig. 3 shows circles.",
    "",
    "[12]",
    "x = y + z",
    "circle packing",
    "They circle packing that is. and",
    "\ufffd\ufffd A circle packing is \u0308a.",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from([*SENTENCES, *NOISE]), min_size=1, max_size=5), max_size=6))
def test_whatever_the_evidence_every_claim_is_verbatim_on_one_page(passages: list[list[str]]) -> None:
    found = evidence(*(chunk(f"Paper{number % 3}", number, *lines) for number, lines in enumerate(passages)))
    page = compose_extractive(PACKING, found)
    assert_every_claim_is_verbatim(page, found)
    assert bool(page.claims) != bool(page.reason)


def test_the_order_of_the_evidence_does_not_decide_what_is_the_definition() -> None:
    chunks = [row.chunk for row in good_evidence().rows]
    openings = {compose_extractive(PACKING, evidence(*order)).claims[0].text for order in permutations(chunks)}
    assert len(openings) == 1


def lines_of(page: Page) -> list[str]:
    return [claim.text for claim in page.claims]


def with_good_evidence(*lines: str, pages: tuple[int, ...] = ()) -> tuple[ConceptEvidence, Page]:
    first, second = (row.chunk for row in good_evidence().rows)
    found = evidence(first, second, chunk("Gamma2003", 2, *lines, pages=pages))
    return found, compose_extractive(PACKING, found)


def test_two_good_sentences_are_enough_for_a_page() -> None:
    found = evidence(
        chunk(
            "A",
            0,
            "A circle packing is a configuration of circles with a prescribed pattern of tangencies.",
            "Every circle packing of a triangulated sphere is unique up to a Möbius transformation.",
        )
    )
    assert len(lines_of(compose_extractive(PACKING, found))) == 2


def test_a_sentence_that_leans_on_one_without_the_name_comes_with_it() -> None:
    found, page = with_good_evidence(
        "Planar graphs without separating triangles occur in the drawing of large biological networks.",
        "These planar graphs have a circle packing whose radii differ by a bounded factor.",
    )
    assert_every_claim_is_verbatim(page, found)
    texts = lines_of(page)
    place = next(place for place, text in enumerate(texts) if text.startswith("These planar graphs"))
    assert texts[place - 1].startswith("Planar graphs without separating triangles")


def test_a_clause_that_can_stand_alone_is_taken_from_a_sentence_that_cannot() -> None:
    found, page = with_good_evidence(
        "A circle packing of a large planar graph is computed quickly by relaxation of radii; see Figure 4 for the details.",
    )
    assert_every_claim_is_verbatim(page, found)
    assert "A circle packing of a large planar graph is computed quickly by relaxation of radii." in lines_of(page)


def test_what_the_authors_did_is_said_only_while_little_else_is_known() -> None:
    doing = "We describe a browser tool that draws a circle packing of any small outerplanar network."
    _, thin = with_good_evidence(doing)
    assert doing in lines_of(thin)
    subjects = (
        "polyhedra",
        "fractals",
        "knots",
        "lattices",
        "manifolds",
        "neurons",
        "quasicrystals",
        "proteins",
        "glaciers",
        "foams",
    )
    uses = ("classify", "deform", "untangle", "enumerate", "flatten", "map", "colour", "fold", "measure", "simulate")
    rich = [
        f"A circle packing helps engineers to {use} {subject} in {place}."
        for use, subject, place in zip(
            uses,
            subjects,
            (
                "architecture",
                "geology",
                "topology",
                "chemistry",
                "relativity",
                "medicine",
                "physics",
                "biology",
                "climatology",
                "metallurgy",
            ),
            strict=True,
        )
    ]
    _, full = with_good_evidence(doing, *rich)
    assert doing not in lines_of(full)


def test_a_sentence_over_two_columns_is_quoted_but_not_one_over_two_pages() -> None:
    source = chunk("Gamma2003", 2, "A circle packing is a drawing of many discs with", "a most prescribed pattern of kisses.")
    upper = source.spans[1].box
    column = replace(source.spans[1], box=replace(upper, x0=320.0, x1=560.0, y0=50.0, y1=60.0))
    beside = replace(source, spans=(source.spans[0], column))
    rows = [row.chunk for row in good_evidence().rows]
    assert "Gamma2003" in compose_extractive(PACKING, evidence(beside, *rows)).bibkeys
