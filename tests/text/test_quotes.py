"""Quoted words are found at their own place, whatever files and models did to their characters; other words are not found."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from noises import ABSENT, NOISES, NUMBERS, noisy, quoted

from wiki_assets.text.quotes import QuoteSpan, find_quote

TEXT = "Packings are rigid. A re-ranking of ﬁne circles – all tangent – is not unique. Radii converge quickly to a limit."


def words_found(quote: str, text: str) -> str | None:
    place = find_quote(quote, text)
    return text[place.start : place.end] if place else None


def stands_once(units: list[str], first: int, behind: int) -> bool:
    """Whether the quoted units stand in the text once; a number alone may stand in a formula as well."""
    quote = units[first:behind]
    alone = len(quote) == 1 and quote[0] in NUMBERS
    return not alone and sum(units[at : at + len(quote)] == quote for at in range(len(units))) == 1


def test_a_quote_is_found_whatever_its_spaces_dashes_case_and_ligatures() -> None:
    found = words_found("a  reranking of FINE circles - all\ntangent - is not unique", TEXT)
    assert found == "A re-ranking of ﬁne circles – all tangent – is not unique"


def test_a_quote_to_the_letter_is_said_to_be_one() -> None:
    assert find_quote(" Radii converge ", TEXT) == QuoteSpan(TEXT.index("Radii"), TEXT.index(" quickly"), exact=True)
    assert find_quote("radii converge", TEXT) == QuoteSpan(TEXT.index("Radii"), TEXT.index(" quickly"), exact=False)


@pytest.mark.parametrize(
    "quote",
    [
        "A re-ranking of fine circles is unique",
        "Radii converge quickly to a limi",
        "adii converge",
        " … ",
        "",
        "Packings are rigid. Radii converge",
    ],
)
def test_words_that_do_not_stand_there_are_not_found(quote: str) -> None:
    assert find_quote(quote, TEXT) is None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("falls by 3 degrees", "It falls by −3 degrees."),
        ("falls by -3 degrees", "It falls by 3 degrees."),
        ("a gain of 5", "a gain of 5.2 points"),
        ("a gain of 52 points", "a gain of 5.2 points"),
        ("12 papers", "in 312 papers"),
        ("a corpus of 12", "a corpus of 12,000 papers"),
        ("a corpus of 12", "a Corpus of 12,000 papers"),
        ("where α ≤ 3", "where α ≥ 3"),
        ("where p = q", "where p ≠ q"),
        ("rose by 5 points", "rose by 5% points"),
        ("it rose by 5", "it rose by 5%"),
    ],
)
def test_a_quote_with_another_number_sign_or_relation_is_not_found(quote: str, text: str) -> None:
    assert find_quote(quote, text) is None


def test_the_first_occurrence_is_given_and_a_part_of_a_word_is_none() -> None:
    assert find_quote("art", "start of art, and art") == QuoteSpan(9, 12, exact=True)
    assert find_quote("Art", "start of art, and art") == QuoteSpan(9, 12, exact=False)


def test_a_quote_may_begin_within_a_number_in_words() -> None:
    text = "It has one thousand  two hundred papers."
    assert words_found("two hundred\npapers", text) == "two hundred papers"


def test_words_in_a_script_without_spaces_are_found_within_a_sentence() -> None:
    assert words_found("江苏悦达", "公司是江苏悦达集团的股东。") == "江苏悦达"


def test_words_with_vowel_signs_are_not_cut() -> None:
    assert words_found("हिन्दी भाषा", "यह हिन्दी  भाषा है") == "हिन्दी  भाषा"
    assert find_quote("हिन्द", "यह हिन्दी भाषा है") is None


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(quoted(), st.sets(st.sampled_from(sorted(NOISES)), max_size=4), st.randoms(use_true_random=False))
def test_words_of_a_text_are_found_at_their_own_place_through_any_noise(
    case: tuple[list[str], int, int], names: set[str], random: Random
) -> None:
    units, first, behind = case
    text, quote = " ".join(units), " ".join(units[first:behind])
    assume(stands_once(units, first, behind))
    start = len(" ".join(units[:first])) + (first > 0)
    place = find_quote(noisy(quote, names, random), text)
    assert place is not None
    # Punctuation and marks at the ends may be left out of the place.
    assert start <= place.start < place.end <= start + len(quote)
    assert not any(letter.isalnum() for letter in text[start : place.start] + text[place.end : start + len(quote)])


@pytest.mark.parametrize("name", sorted(NOISES))
@settings(max_examples=25, deadline=None)
@given(case=quoted(), random=st.randoms(use_true_random=False))
def test_noise_in_the_text_is_seen_through_as_well(name: str, case: tuple[list[str], int, int], random: Random) -> None:
    units, first, behind = case
    quote = " ".join(units[first:behind])
    before, within, after = (
        noisy(" ".join(part), {name}, random) for part in (units[:first], units[first:behind], units[behind:])
    )
    text = f"{before} | {within} | {after}"
    assume(stands_once(units, first, behind))
    place = find_quote(quote, text)
    assert place is not None
    start = len(before) + 3
    assert start <= place.start < place.end <= start + len(within)


@settings(max_examples=200, deadline=None)
@given(quoted(), st.sampled_from(ABSENT), st.sets(st.sampled_from(sorted(NOISES)), max_size=4), st.randoms(use_true_random=False))
def test_a_quote_with_a_word_that_the_text_has_not_is_not_found(
    case: tuple[list[str], int, int], absent: str, names: set[str], random: Random
) -> None:
    units, first, behind = case
    quote = [*units[first:behind]]
    quote[random.randrange(len(quote))] = absent
    assert find_quote(noisy(" ".join(quote), names, random), " ".join(units)) is None


@settings(deadline=None)
@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
@example("", "0", "")
def test_whole_words_to_the_letter_are_always_found(before: str, quote: str, after: str) -> None:
    text = f"{before} {quote} {after}"
    place = find_quote(quote, text)
    if any(letter.isalnum() for letter in quote):
        assert place is not None
        assert 0 <= place.start < place.end <= len(text)
    else:
        assert place is None


@settings(deadline=None)
@given(st.text(max_size=80), st.text(max_size=200))
def test_any_characters_are_taken_and_the_answer_is_always_the_same(quote: str, text: str) -> None:
    place = find_quote(quote, text)
    assert place == find_quote(quote, text)
    if place is not None:
        assert 0 <= place.start < place.end <= len(text)


@pytest.mark.parametrize("word", ["ab", "aab a", "aa"])
def test_a_text_that_repeats_itself_is_searched_to_its_end(word: str) -> None:
    text = f"{word} " * 50 + "aaaaa"
    assert words_found("AAAAA", text) == "aaaaa"
    assert find_quote("aaaaab", text) is None
    assert words_found("B AAAAA" if word == "ab" else "a AAAAA", text + " b aaaaa a aaaaa") is not None
