from __future__ import annotations

import pytest

from wiki_assets.concepts.extractive.trimming import clauses, trim


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("However, Koebe [20] proved the theorem.", "Koebe proved the theorem."),
        ("In this paper, we show that every planar graph has one.", "Every planar graph has one."),
        ("Moreover, we prove that it does not converge.", "It does not converge."),
        ("It is well known that packings are unique (see Figure 3).", "Packings are unique."),
        ("Abstract: Eventual consistency aims to converge.", "Eventual consistency aims to converge."),
        ("(a) BM25 is a ranking function (Robertson et al., 2009).", "BM25 is a ranking function."),
        ("The weights [PP93, Sec. 3] are positive (left).", "The weights are positive."),
        ("As noted in the introduction, packings are configurations of circles.", "Packings are configurations of circles."),
        ("In this work, we propose a new model.", "We propose a new model."),
        ("The payload is a set of pairs, as shown in Spec. 7.", "The payload is a set of pairs."),
        ("The choice matters as illustrated in Fig. 3, a property of meshes.", "The choice matters, a property of meshes."),
        ("Lemma 9 An interior edge is locally Delaunay.", "An interior edge is locally Delaunay."),
        ("(i) Lexical Retrieval: (a) BM25 [55] is a ranking function.", "BM25 is a ranking function."),
        ("It is used for meshes [5], [9], [14].", "It is used for meshes."),
        ("It connects geometry and combinatorics.1,2", "It connects geometry and combinatorics."),
        ("Search uses inner products (e.g., Guo et al. (2016)).", "Search uses inner products."),
        ("Values lie in [0, 1] always.", "Values lie in [0, 1] always."),
    ],
)
def test_what_only_ties_a_sentence_to_its_paper_is_dropped(sentence: str, expected: str) -> None:
    assert trim(sentence).text == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Thus far nothing is known about packings.",
        "Instead, the leader waits.",
        "As a result of retrieval, accuracy grows.",
        "We conjecture that every graph has one.",
        "However hard it is, it may not fail.",
        "Note that, if it rains, all is lost.",
    ],
)
def test_words_that_carry_meaning_stay(sentence: str) -> None:
    assert trim(sentence).text.lower().endswith(sentence.lower().removeprefix("thus "))


def test_the_offset_says_where_the_kept_words_begin() -> None:
    sentence = "Furthermore, we find that RAG helps."
    assert sentence[trim(sentence).offset :] == "RAG helps."


@pytest.mark.parametrize(
    "sentence", ["As shown in [12], it holds.", "To resolve this, [BS05] uses flips.", "The method of [ 5 ] is slow."]
)
def test_a_reference_that_is_part_of_the_grammar_makes_a_sentence_useless(sentence: str) -> None:
    assert not trim(sentence).whole


def test_what_is_dropped_at_the_end_lies_behind_the_offset_of_the_end() -> None:
    sentence = "It connects geometry and combinatorics.12"
    assert sentence[: trim(sentence).end] == "It connects geometry and combinatorics."


def test_clauses_are_parted_at_semicolons_and_colons() -> None:
    sentence = "Recall the lemma: an edge is flipped; nothing else changes (e.g. in 3:1)."
    assert [sentence[start:end] for start, end in clauses(sentence)] == [
        "Recall the lemma",
        "an edge is flipped",
        "nothing else changes (e.g. in 3:1).",
    ]
    assert clauses("One clause only.") == []
