from __future__ import annotations

import pytest

from wiki_assets.concepts.extractive.trimming import trim


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
