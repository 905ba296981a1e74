"""Conflicts: adversative words between papers about the same thing."""

from __future__ import annotations

from grounding_samples import a_chunk, evidence_of

from wiki_assets.concepts.model import Concept
from wiki_assets.grounding.conflicts.finding import MOST_CONFLICTS, find_conflicts, outright

NAMES = Concept(slug="circle-packing", title="Circle packing", aliases=("packings",)).names
CLAIM = "Simple heuristics always converge to the optimal radii of the packing."
CONTRARY = "In contrast, simple heuristics need not converge to optimal radii."
FILLER = "Weather was pleasant throughout. "


def test_a_contrary_sentence_of_another_paper_is_a_conflict_with_the_words_of_both_sides() -> None:
    chunks = a_chunk(FILLER + CLAIM, "Ash2001", 4), a_chunk(FILLER + CONTRARY, "Birch2002", 9)
    (conflict,) = find_conflicts("circle-packing", evidence_of(*chunks), NAMES)
    assert (conflict.bibkey_a, conflict.chunk_a, conflict.words_a) == ("Birch2002", 9, CONTRARY)
    assert (conflict.bibkey_b, conflict.chunk_b, conflict.words_b) == ("Ash2001", 4, CLAIM)
    assert (conflict.cue, conflict.slug) == ("in contrast", "circle-packing")


def test_every_adversative_word_of_the_adr_is_a_cue() -> None:
    for cue in ("but", "however", "in contrast", "contradicts"):
        chunks = a_chunk(CLAIM, "Ash2001"), a_chunk(f"This {cue} simple heuristics never converge to optimal radii.", "Birch2002")
        assert [found.cue for found in find_conflicts("circle-packing", evidence_of(*chunks), NAMES)] == [cue]


def test_one_paper_does_not_conflict_with_itself() -> None:
    assert find_conflicts("circle-packing", evidence_of(a_chunk(CLAIM, n=0), a_chunk(CONTRARY, n=1)), NAMES) == ()


def test_without_an_adversative_word_there_is_no_conflict() -> None:
    chunks = a_chunk(CLAIM, "Ash2001"), a_chunk(CLAIM, "Birch2002")
    assert find_conflicts("circle-packing", evidence_of(*chunks), NAMES) == ()


def test_a_cue_inside_another_word_is_none() -> None:
    chunks = a_chunk(CLAIM, "Ash2001"), a_chunk("The butterfly heuristics converge to optimal radii.", "Birch2002")
    assert find_conflicts("circle-packing", evidence_of(*chunks), NAMES) == ()


def test_sharing_only_the_names_of_the_concept_is_not_about_the_same_thing() -> None:
    chunks = a_chunk("A circle packing has tangencies.", "Ash2001"), a_chunk("However, circle packings are old.", "Birch2002")
    assert find_conflicts("circle-packing", evidence_of(*chunks), NAMES) == ()


def test_outright_contradiction_comes_before_a_mere_turn() -> None:
    chunks = (
        a_chunk(CLAIM, "Ash2001"),
        a_chunk("But simple heuristics converge to optimal radii.", "Birch2002"),
        a_chunk("This contradicts that simple heuristics converge to optimal radii.", "Cedar2003"),
    )
    found = find_conflicts("circle-packing", evidence_of(*chunks), NAMES)
    assert found[0].cue == "contradicts"
    assert {conflict.cue for conflict in found} == {"but", "contradicts"}
    assert {conflict.cue for conflict in outright(found)} == {"contradicts"}


def test_the_number_is_bounded_and_the_order_is_stable() -> None:
    chunks = [a_chunk(f"However, simple heuristics converge to optimal radii in case {n}.", f"Paper{n}") for n in range(12)]
    found = find_conflicts("circle-packing", evidence_of(*chunks), NAMES)
    assert len(found) == MOST_CONFLICTS
    assert found == find_conflicts("circle-packing", evidence_of(*chunks), NAMES)


def test_no_evidence_gives_no_conflict() -> None:
    assert find_conflicts("circle-packing", evidence_of(), NAMES) == ()
