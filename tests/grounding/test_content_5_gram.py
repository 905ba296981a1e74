"""The guard of ADR-F12, sentence by sentence of the ADR."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wiki_assets.errors import SettingsError
from wiki_assets.grounding.guards.content_5_gram import RULE_MATCH, RULE_NO_MATCH, RULE_SHORT, last_sentence
from wiki_assets.grounding.guards.registry import guard_names, load_guard
from wiki_assets.grounding.model import VerdictKind
from wiki_assets.text.words import content_words

SOURCE = (
    "The discrete conformal map between two triangulated surfaces preserves the length cross ratios of all edges. "
    "Every planar graph has a circle packing, and in the plane it is unique up to a Möbius transformation."
)
GUARD = load_guard("content-5-gram")

WORD = st.text("abcdefghijk", min_size=3, max_size=6)
SENTENCES = st.lists(WORD | st.sampled_from(["the", "of", "and", "not", "3"]), min_size=1, max_size=20).map(" ".join)


def test_five_content_words_in_a_row_of_the_source_ground_a_claim() -> None:
    verdict = GUARD.check("It preserves the length cross ratios of all edges.", SOURCE)
    assert (verdict.kind, verdict.rule) == (VerdictKind.GROUNDED, RULE_MATCH)
    assert verdict.matched == SOURCE[verdict.start : verdict.end] == "preserves the length cross ratios of all edges"
    assert verdict.explanation


def test_stop_words_between_content_words_do_not_matter() -> None:
    assert GUARD.check("Preserves all of the length, and cross ratios of these edges", SOURCE).kind is VerdictKind.GROUNDED


def test_content_words_that_stand_in_another_order_do_not_ground_a_claim() -> None:
    verdict = GUARD.check("All edges preserve ratios that cross length", SOURCE)
    assert (verdict.kind, verdict.rule, verdict.matched) == (VerdictKind.UNSUPPORTED, RULE_NO_MATCH, "")


def test_four_content_words_of_the_source_and_a_foreign_one_do_not_ground_a_claim() -> None:
    assert GUARD.check("preserves length cross ratios everywhere", SOURCE).kind is VerdictKind.UNSUPPORTED


def test_content_words_in_a_row_only_across_a_foreign_word_of_the_source_do_not_count() -> None:
    assert GUARD.check("surfaces preserves cross ratios edges", SOURCE).kind is VerdictKind.UNSUPPORTED


def test_fewer_than_five_content_words_are_ungrounded_even_verbatim() -> None:
    verdict = GUARD.check("The length cross ratios of all edges.", SOURCE)
    assert (verdict.kind, verdict.rule) == (VerdictKind.UNSUPPORTED, RULE_SHORT)
    assert "4 content words" in verdict.explanation


def test_the_adversarial_example_of_the_adr_is_ungrounded() -> None:
    claim = (
        "The Riemann hypothesis is proven by combining Hodge theory with quantum entanglement. "
        "Furthermore P=NP holds for hyperbolic tetrahedra. The discrete conformal map [Springborn2008 #chunk 0]"
    )
    assert last_sentence(claim) == "The discrete conformal map"
    assert content_words(last_sentence(claim)) == ["discrete", "conformal", "map"]
    verdict = GUARD.check(claim, SOURCE)
    assert (verdict.kind, verdict.rule) == (VerdictKind.UNSUPPORTED, RULE_SHORT)


def test_the_words_of_a_citation_marker_never_help_a_claim() -> None:
    source = "Conformal map of Springborn2008 chunk 0 here"
    assert GUARD.check("The conformal map [Springborn2008 #chunk 0]", source).rule == RULE_SHORT


def test_a_full_stop_before_the_marker_leaves_the_sentence_before_it_as_the_last() -> None:
    assert last_sentence("First one. It is unique. [Ash2001 #chunk 3]") == "It is unique"


def test_brackets_that_cite_nothing_stay() -> None:
    assert last_sentence("It lies in [0, 1] always.") == "It lies in [0, 1] always"


def test_a_claim_of_nothing_but_stops_has_no_last_sentence() -> None:
    assert last_sentence(" ... !? ") == ""
    assert GUARD.check("...", SOURCE).kind is VerdictKind.UNSUPPORTED


def test_only_the_last_sentence_counts_as_the_adr_says() -> None:
    invented = "Pigs fly over seven purple mountains daily. It preserves the length cross ratios of all edges."
    assert GUARD.check(invented, SOURCE).kind is VerdictKind.GROUNDED
    assert GUARD.check(
        "It preserves the length cross ratios of all edges. Pigs fly over seven purple mountains.", SOURCE
    ).kind is (VerdictKind.UNSUPPORTED)


def test_the_longest_match_is_shown() -> None:
    source = "circle packing unique plane exists. A circle packing is unique in the plane exists twice over."
    verdict = GUARD.check("A circle packing is unique in the plane exists twice", source)
    assert verdict.matched == "circle packing is unique in the plane exists twice"


@given(st.lists(SENTENCES, min_size=1, max_size=5), st.data())
def test_a_verbatim_sentence_with_five_content_words_is_grounded(sentences: list[str], data: st.DataObject) -> None:
    sentence = data.draw(st.sampled_from(sentences))
    assume(len(content_words(sentence)) >= 5)
    source = ". ".join(sentences) + "."
    verdict = GUARD.check(sentence + ".", source)
    assert verdict.kind is VerdictKind.GROUNDED
    assert source[verdict.start : verdict.end] == verdict.matched


@given(st.text(st.characters()), st.text(st.characters()))
def test_no_text_makes_it_raise_and_equal_input_gives_equal_verdicts(claim: str, source: str) -> None:
    verdict = GUARD.check(claim, source)
    assert verdict == GUARD.check(claim, source)
    assert 0 <= verdict.start <= verdict.end <= len(source)


@pytest.mark.parametrize("odd", ["\ud800", "\x00", "İ", "\u202e", "𝔽", "\ufdd0"])
def test_odd_characters_inside_a_match_do_not_make_it_raise(odd: str) -> None:
    words = f"alpha beta {odd} gamma delta epsilon zeta"
    verdict = GUARD.check(words, f"x {words} y")
    assert verdict.kind is VerdictKind.GROUNDED
    verdict.model_dump_json()


@given(SENTENCES, SENTENCES, st.sampled_from(["\n", "\t ", "  ", "\u00a0", "\r\n"]))
def test_white_space_is_irrelevant(claim: str, source: str, space: str) -> None:
    plain, spaced = GUARD.check(claim, source), GUARD.check(claim.replace(" ", space), source.replace(" ", space))
    assert (plain.kind, plain.rule) == (spaced.kind, spaced.rule)


@given(SENTENCES, SENTENCES)
def test_it_says_what_a_plain_reading_of_the_adr_says(claim: str, source: str) -> None:
    wanted, stream = content_words(re.split("[.!?]", claim)[-1]), content_words(source)
    grams = {tuple(stream[i : i + 5]) for i in range(len(stream) - 4)}
    plainly = any(tuple(wanted[i : i + 5]) in grams for i in range(len(wanted) - 4))
    assert (GUARD.check(claim, source).kind is VerdictKind.GROUNDED) == plainly


@pytest.mark.parametrize("text", ["a" * 400_000, "[" * 400_000, "[#chunk 1" * 50_000, "word " * 80_000, "." * 400_000])
def test_time_is_linear_in_claim_and_source(text: str) -> None:
    started = time.perf_counter()
    GUARD.check(text, "other words here that never match anything at all")
    GUARD.check("other words here that never match anything at all", text)
    assert time.perf_counter() - started < 5  # a quadratic rule needs minutes


def test_guards_are_found_by_name() -> None:
    assert "content-5-gram" in guard_names()
    assert all(load_guard(name).name == name for name in guard_names())
    assert load_guard("content-5-gram").version


@pytest.mark.parametrize("name", ["", "content_5_gram", "registry", "interface", "../etc", "nonsense"])
def test_an_unknown_guard_is_an_error_that_names_the_known_ones(name: str) -> None:
    with pytest.raises(SettingsError, match="content-5-gram"):
        load_guard(name)
