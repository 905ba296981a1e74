"""The rule `order`: the source's words in an order that may say something else."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, compared, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.order import find


def test_words_that_have_changed_places_within_a_stretch_make_doubtful() -> None:
    claim, source = "The cats of the dogs sleep in houses.", "The dogs of the cats sleep in houses."
    assert remarked(find, claim, source) == [
        Found(False, "cats dogs", "cats dogs", "The source has these words in another place.")
    ]


def test_words_that_have_changed_places_across_the_sentence_make_doubtful() -> None:
    claim, source = "Cats in the old house chase dogs.", "Dogs in the old house chase cats."
    word = "The source has this word in another place."
    assert remarked(find, claim, source) == [Found(False, "Cats", "cats", word), Found(False, "dogs", "Dogs", word)]


def test_numbers_and_signs_may_change_places_too() -> None:
    assert findings(find, "It sold 3 cats for 5 coins.", "It sold 5 cats for 3 coins.") == [
        Found(False, "3", "3"),
        Found(False, "5", "5"),
    ]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Both the cats and the dogs sleep in houses.", "Both the dogs and the cats sleep in houses."),
        ("All of the cats and the dogs sleep.", "All of the dogs and the cats sleep."),
        ("Cats and the dogs", "Dogs and the cats"),
        ("And cats as the dogs sleep.", "And dogs as the cats sleep."),
        ("See or cats as the dogs sleep.", "See or dogs as the cats sleep."),
        ("See nor cats as the dogs sleep.", "See nor dogs as the cats sleep."),
        ("Cats as the dogs it and sleep.", "Dogs as the cats it and sleep."),
    ],
)
def test_the_order_of_a_coordination_says_nothing(claim: str, source: str) -> None:
    assert compared(claim, source).moved
    assert findings(find, claim, source) == []


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("All cats of the dogs sleep in houses.", "All dogs of the cats sleep in houses."),
        ("See and all cats of the dogs sleep in houses.", "See and all dogs of the cats sleep in houses."),
        ("See cats of the dogs all and sleep in houses.", "See dogs of the cats all and sleep in houses."),
        ("And the cats of the dogs sleep in houses.", "And the dogs of the cats sleep in houses."),
        ("And in red cats as the dogs sleep.", "And in red dogs as the cats sleep."),
        ("See cats as the dogs in red and sleep.", "See dogs as the cats in red and sleep."),
        ("All cats and of dogs sleep.", "All dogs and of cats sleep."),
    ],
)
def test_what_only_looks_like_a_coordination_is_none(claim: str, source: str) -> None:
    assert compared(claim, source).moved
    assert [found.claim for found in findings(find, claim, source)] == ["cats dogs"]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Cats sleep in houses.", "Cats sleep in houses."),
        ("Red cats sleep in houses.", "Blue cats sleep in houses."),
        ("The of cats sleep in a house.", "A cats sleep in the of house."),
        ("We ask not all of cats.", "We ask all of cats not."),
    ],
)
def test_other_words_light_words_and_function_words_change_no_places(claim: str, source: str) -> None:
    assert findings(find, claim, source) == []


def test_the_same_place_is_no_other_place() -> None:
    assert findings(find, "We saw red cats sleep in houses.", "We saw cats sleep in houses that are red.") == [
        Found(False, "red", "red")
    ]
    assert findings(find, "We saw red cats sleep.", "We saw red of the old cats sleep.") == []


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In dogs house red cats in cats", "House red cats red cats in dogs"),
        ("in saw saw and house cats dogs in cats", "and house cats dogs red cats in saw saw"),
    ],
)
def test_beside_a_clause_that_moved_a_word_that_comes_twice_has_not_changed_places(claim: str, source: str) -> None:
    assert compared(claim, source).rotated
    assert findings(find, claim, source) == []


@pytest.mark.parametrize(
    ("claim", "source", "found"),
    [
        ("In Rome red cats eat dogs and big and green plorns", "Red cats big and eat dogs green plorns in Rome", "big"),
        ("In house and dogs cats in saw", "And dogs cats dogs saw in house", "saw"),
    ],
)
def test_beside_a_clause_that_moved_another_word_may_have_changed_places(claim: str, source: str, found: str) -> None:
    assert compared(claim, source).rotated
    assert findings(find, claim, source) == [Found(False, found, found)]
