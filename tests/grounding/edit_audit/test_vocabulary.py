"""Words: what makes two spellings one word, what they weigh, and their class."""

from __future__ import annotations

import math

import pytest
from wordfreq import get_frequency_dict

from wiki_assets.grounding.guards.edit_audit import vocabulary
from wiki_assets.grounding.guards.edit_audit.vocabulary import WORDS, WordClass, key_of, label


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("map", "maps"),
        ("Map", "mapped"),
        ("Möbius", "mobius"),
        ("Ångström", "ANGSTROM"),
        ("surface's", "surfaces"),
        ("surfaces'", "surface"),
        ("they're", "they"),
        ("we've", "we"),
        ("she'll", "she"),
        ("he'd", "he"),
        ("I'm", "i"),
        ("indices", "index"),
        ("made", "make"),
        ("people", "person"),
        ("People's", "persons"),
        ("2019", "2019.0"),
        ("007", "7"),
        ("2.50", "2.5"),
        ("0", "0.00"),
        ("100", "0100"),
        ("é", "e"),
        ("kW", "kw"),
        ("Mat", "mat"),
        ("mRNA", "MRNA"),
        ("mmHg", "mmhg"),
        ("discretise", "discretized"),
        ("Minimising", "minimizes"),
        ("minimisation", "minimizations"),
        ("exercises", "exercised"),
        ("0.50", "00.5"),
    ],
)
def test_spellings_of_one_word_have_one_key(one: str, other: str) -> None:
    assert WORDS[one].key == WORDS[other].key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("map", "graph"),
        ("x", "X"),
        ("d", "D"),
        ("US", "us"),
        ("WHO", "who"),
        ("IT", "it"),
        ("May", "may"),
        ("mW", "MW"),
        ("meV", "MeV"),
        ("mPa", "MPa"),
        ("mSv", "MSv"),
        ("MW", "mw"),
        ("mW", "mw"),
        ("US", "IT"),
        ("May", "US"),
        ("2.5", "25"),
        ("10", "1"),
        ("100", "1"),
        ("1.10", "1.01"),
        ("1.2.3", "1.2.30"),
        ("٣0", "٣"),
        ("<", ">"),
        ("漢", "字"),
    ],
)
def test_two_words_have_two_keys(one: str, other: str) -> None:
    assert WORDS[one].key != WORDS[other].key


@pytest.mark.parametrize(
    ("surface", "kind"),
    [
        ("the", WordClass.LIGHT),
        ("The", WordClass.LIGHT),
        ("it's", WordClass.LIGHT),
        ("us", WordClass.LIGHT),
        ("a", WordClass.LIGHT),
        ("i", WordClass.LIGHT),
        ("not", WordClass.FUNCTION),
        ("Every", WordClass.FUNCTION),
        ("may", WordClass.FUNCTION),
        ("nearly", WordClass.FUNCTION),
        ("few", WordClass.FUNCTION),
        ("unless", WordClass.FUNCTION),
        ("most", WordClass.FUNCTION),
        ("above", WordClass.FUNCTION),
        ("map", WordClass.CONTENT),
        ("suggests", WordClass.CONTENT),
        ("May", WordClass.CONTENT),
        ("US", WordClass.CONTENT),
        ("d", WordClass.CONTENT),
        ("漢", WordClass.CONTENT),
        ("CO2", WordClass.CONTENT),
        ("12.5", WordClass.NUMBER),
        ("٣", WordClass.NUMBER),
        ("²", WordClass.NUMBER),
        ("≤", WordClass.SYMBOL),
        ("%", WordClass.SYMBOL),
    ],
)
def test_a_word_has_the_class_of_what_it_does_in_a_statement(surface: str, kind: WordClass) -> None:
    assert WORDS[surface].kind is kind


@pytest.mark.parametrize(
    ("surface", "lower"),
    [
        ("Möbius'", "mobius"),
        ("Map's", "map"),
        ("12", "12"),
        ("<", "<"),
        ("US", "us"),
        ("THE", "the"),
        ("Every", "every"),
        ("May", "may"),
    ],
)
def test_the_lower_form_has_no_accent_and_no_possessive_ending(surface: str, lower: str) -> None:
    assert (WORDS[surface].surface, WORDS[surface].lower) == (surface, lower)


def test_an_ending_that_is_the_whole_word_stays() -> None:
    assert WORDS["d'"].lower == "d"
    assert vocabulary._without_possessive("'s") == "'s"


@pytest.mark.parametrize("surface", ["Map", "The", "Every", "IT", "D", "May"])
def test_a_capital_is_noticed(surface: str) -> None:
    assert WORDS[surface].capital
    assert not WORDS[surface.lower()].capital


def test_numbers_and_signs_have_no_capital() -> None:
    assert [WORDS[surface].capital for surface in ("12", "٣", "<")] == [False] * 3


def test_the_rarer_a_word_the_more_it_weighs() -> None:
    frequencies = get_frequency_dict("en", wordlist="small")
    assert WORDS["conformal"].weight > WORDS["surface"].weight > WORDS["time"].weight
    assert WORDS["surface"].weight == pytest.approx(1.0 - 3.0 - math.log10(frequencies["surface"]))
    assert WORDS["surface"].weight == WORDS["Surface's"].weight


def test_words_more_frequent_than_one_in_a_thousand_weigh_alike() -> None:
    assert WORDS["time"].weight == WORDS["people"].weight == 1.0


def test_a_word_that_nobody_has_counted_weighs_more_than_any_other_word() -> None:
    assert WORDS["zorbal"].weight == WORDS["quindle"].weight == 4.5


def test_light_words_weigh_nothing_function_words_little_numbers_much() -> None:
    assert [WORDS[surface].weight for surface in ("the", "not", "=", "12")] == [0.0, 0.5, 1.0, 4.0]


def test_a_month_weighs_as_much_as_a_number() -> None:
    assert WORDS["May"].weight == WORDS["12"].weight


def test_a_country_in_capitals_weighs_like_a_word() -> None:
    assert WORDS["US"].weight == 1.0


def test_a_label_is_a_telling_word_but_no_name() -> None:
    found = label("A")
    assert (found.surface, found.lower, found.kind, found.capital, found.weight) == ("A", "a", WordClass.CONTENT, False, 1.0)
    assert found.key == WORDS["A"].key != label("I").key == WORDS["I"].key


def test_equal_identities_have_one_key_for_the_whole_process() -> None:
    assert key_of("map") == key_of("map") != key_of("graph")


def test_a_full_memory_of_words_is_emptied_and_keys_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "_MOST_WORDS", 3)
    before = {surface: WORDS[surface].key for surface in ("map", "graph", "edge", "vertex", "circle")}
    assert len(WORDS) == 2
    assert {surface: WORDS[surface].key for surface in before} == before
    assert len(WORDS) <= 3


def test_a_name_of_its_own_has_a_key_of_its_own() -> None:
    assert [WORDS[surface].key for surface in ("May", "US")] == [key_of("May"), key_of("US")]


def test_a_word_met_again_is_the_same_object() -> None:
    assert WORDS["map"] is WORDS["map"]
