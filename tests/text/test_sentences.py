"""Sentence boundaries: where they are, where they are not, and that offsets are exact."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.text.sentences import split_sentences


def texts(text: str) -> list[str]:
    return [sentence.text for sentence in split_sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "We follow Lewis et al. (2020) and use a rate of 0.5.",
        "Let K be the angle defect, cf. Section 2.",
        "See Fig. 3, Eq. (2) and Thm. A for details.",
        "The U.S. patent of J. R. Shewchuk is old.",
        "It holds for e.g. Delaunay triangulations, i.e. Euclidean ones.",
        "We compare it vs. Paxos in p. 12 and No. 5 of the report.",
    ],
)
def test_an_abbreviation_a_decimal_or_an_initial_ends_no_sentence(sentence: str) -> None:
    assert texts(f"{sentence} Then comes another.") == [sentence, "Then comes another."]


@pytest.mark.parametrize("word", ["tasks", "code", "row", "so", "equal", "found", "works", "computationally"])
def test_an_everyday_word_that_the_legal_model_takes_for_an_abbreviation_ends_a_sentence(word: str) -> None:
    assert texts(f"This is about the {word}. We show more of it.") == [f"This is about the {word}.", "We show more of it."]


def test_a_mark_behind_the_full_stop_stays_with_its_sentence_and_does_not_hide_the_end() -> None:
    assert texts("A drop is seen in practice.2 We show more.") == ["A drop is seen in practice.2", "We show more."]
    assert texts("It has structure.1,2 This is new.") == ["It has structure.1,2", "This is new."]
    assert texts("It was shown.[3, 4] This is new.") == ["It was shown.[3, 4]", "This is new."]


def test_the_number_of_a_specification_belongs_to_its_sentence() -> None:
    assert texts("It is a set of pairs, as in Spec. 7. The next one is a list.") == [
        "It is a set of pairs, as in Spec. 7.",
        "The next one is a list.",
    ]


def test_a_line_break_always_parts_sentences() -> None:
    assert texts("a list without stops\nThe next paragraph.") == ["a list without stops", "The next paragraph."]


def test_a_sentence_goes_on_in_lower_case() -> None:
    assert texts("The loss is given by L = x. where x is the input. Done.") == [
        "The loss is given by L = x. where x is the input.",
        "Done.",
    ]


@pytest.mark.parametrize("piece", ["?!", ".)", "!a", "a. b? ", "e.g. ", "Fig. 1. "])
def test_full_stops_without_end_are_read_in_linear_time(piece: str) -> None:
    text = piece * (500_000 // len(piece))
    sentences = split_sentences(text)
    assert sentences[0].start == 0
    assert sentences[-1].end == len(text.rstrip())


def test_a_sentence_ends_behind_a_long_run_without_white_space() -> None:
    address = "https://a.b/?" + "c!d?e.f" * 100
    assert texts(f"See {address}. It is long. See {address}!) It is.") == [
        f"See {address}.",
        "It is long.",
        f"See {address}!)",
        "It is.",
    ]


def test_nothing_gives_no_sentence() -> None:
    assert texts("") == []
    assert texts(" \n ") == []


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from('aB1.?!,;:()[] \n"-é∗'), max_size=120))
def test_sentences_have_exact_offsets_and_cover_all_that_is_not_white_space(text: str) -> None:
    sentences = split_sentences(text)
    assert all(text[s.start : s.end] == s.text == s.text.strip() for s in sentences)
    assert all(first.end <= second.start for first, second in pairwise(sentences))
    assert "".join("".join(s.text.split()) for s in sentences) == "".join(text.split())
