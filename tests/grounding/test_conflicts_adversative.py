"""Adversative words between papers about the same thing."""

from __future__ import annotations

from grounding_samples import a_chunk, evidence_of

from wiki_assets.concepts.model import Concept
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.conflicts.adversative import KIND, adversative_conflicts, cue_of, is_outright
from wiki_assets.grounding.model import Conflict

NAMES = Concept(slug="circle-packing", title="Circle packing", aliases=("packings",)).names
CLAIM = "Simple heuristics always converge to the optimal radii of the packing."
CONTRARY = "In contrast, simple heuristics need not converge to optimal radii."
FILLER = "Weather was pleasant throughout. "


def turns(*chunks: Chunk) -> list[Conflict]:
    return adversative_conflicts("circle-packing", evidence_of(*chunks), NAMES)


def test_a_contrary_sentence_of_another_paper_is_a_conflict_with_the_words_of_both_sides() -> None:
    (conflict,) = turns(a_chunk(FILLER + CLAIM, "Ash2001", 4), a_chunk(FILLER + CONTRARY, "Birch2002", 9))
    assert (conflict.bibkey_a, conflict.chunk_a, conflict.words_a) == ("Birch2002", 9, CONTRARY)
    assert (conflict.bibkey_b, conflict.chunk_b, conflict.words_b) == ("Ash2001", 4, CLAIM)
    assert (conflict.cue, conflict.slug, conflict.kind) == ("in contrast", "circle-packing", KIND)


def test_the_words_that_stand_in_place_of_each_other_are_told() -> None:
    other = "But simple heuristics always converge to the worst curvature of the packing."
    (conflict,) = turns(a_chunk(CLAIM, "Ash2001"), a_chunk(other, "Birch2002"))
    assert (conflict.differing_a, conflict.differing_b) == ("worst curvature", "optimal radii")


def test_every_adversative_word_of_the_adr_is_a_cue() -> None:
    for cue in ("but", "however", "in contrast", "contradicts"):
        chunks = a_chunk(CLAIM, "Ash2001"), a_chunk(f"This {cue} simple heuristics never converge to optimal radii.", "Birch2002")
        assert [found.cue for found in turns(*chunks)] == [cue]


def test_one_paper_does_not_conflict_with_itself() -> None:
    assert turns(a_chunk(CLAIM, n=0), a_chunk(CONTRARY, n=1)) == []


def test_without_an_adversative_word_there_is_no_conflict() -> None:
    assert turns(a_chunk(CLAIM, "Ash2001"), a_chunk(CLAIM, "Birch2002")) == []


def test_a_cue_inside_another_word_is_none() -> None:
    assert cue_of("The butterfly heuristics converge.") == ""
    assert turns(a_chunk(CLAIM, "Ash2001"), a_chunk("The butterfly heuristics converge to optimal radii.", "Birch2002")) == []


def test_sharing_only_the_names_of_the_concept_is_not_about_the_same_thing() -> None:
    assert (
        turns(a_chunk("A circle packing has tangencies.", "Ash2001"), a_chunk("However, circle packings are old.", "Birch2002"))
        == []
    )


def test_few_shared_words_or_a_small_part_of_many_are_not_about_the_same_thing() -> None:
    few = "However, heuristics converge."
    assert turns(a_chunk(CLAIM, "Ash2001"), a_chunk(few, "Birch2002")) == []
    words = "However, simple radii converge while rivers, canals, lakes, ponds, glaciers, meadows, forests, deserts and valleys stay wet."
    long = f"{CLAIM[:-1]} while oaks, elms, firs, pines, maples, willows, poplars and birches grow tall."
    assert turns(a_chunk(long, "Ash2001"), a_chunk(words, "Birch2002")) == []


def test_the_most_alike_pair_stands_for_two_passages_and_a_strong_cue_counts_twice() -> None:
    weak = "But simple heuristics converge to optimal radii. "
    strong = "This contradicts that simple heuristics converge to optimal radii."
    (alone,) = turns(a_chunk(CLAIM, "Ash2001"), a_chunk(weak, "Birch2002"))
    (both,) = turns(a_chunk(CLAIM, "Ash2001"), a_chunk(weak + strong, "Birch2002"))
    assert (alone.cue, both.cue) == ("but", "contradicts")
    assert both.score > alone.score


def test_only_words_that_call_another_statement_wrong_are_outright() -> None:
    assert is_outright("contradicts")
    assert not any(is_outright(cue) for cue in ("in contrast", "however", ""))


def test_the_order_of_the_evidence_does_not_matter() -> None:
    chunks = [a_chunk(f"However, simple heuristics converge to optimal radii in case {n}.", f"Paper{n}") for n in range(4)]
    found = turns(*chunks)
    assert len(found) == 6
    assert {conflict.model_dump_json() for conflict in found} == {c.model_dump_json() for c in turns(*reversed(chunks))}


def test_no_evidence_gives_no_conflict() -> None:
    assert turns() == []
