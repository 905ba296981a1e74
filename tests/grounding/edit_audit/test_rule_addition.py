"""The rule `addition`: words for which the source has nothing."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.addition import find, tells
from wiki_assets.grounding.guards.edit_audit.vocabulary import WORDS


def added(mine: str, theirs: str = "") -> list[Found]:
    return findings(find, f"The zorbal saw {mine} plorns today.", f"The zorbal saw {theirs} plorns today.")


def test_words_that_the_source_does_not_have_make_doubtful() -> None:
    claim = "The zorbal saw 3 green plorns today."
    assert remarked(find, claim, "The zorbal saw plorns today.") == [
        Found(False, "3 green", "", "The source does not say this here.")
    ]


@pytest.mark.parametrize("mine", ["green", "3", "<", "all", "always", "Gauss", "if", "few"])
def test_a_word_that_says_more_is_an_addition(mine: str) -> None:
    assert added(mine) == [Found(False, mine, "")]


@pytest.mark.parametrize("mine", ["the", "of", "may", "possibly", "almost", "some", "many", "most", "not", "never"])
def test_a_light_word_one_that_weakens_and_a_negation_are_none(mine: str) -> None:
    assert added(mine) == []


def test_words_that_face_telling_words_of_the_source_are_no_addition() -> None:
    assert added("green", "red") == []
    assert added("green", "3") == []
    assert added("green", "all") == []
    assert added("green", "the") == [Found(False, "green", "")]


def test_a_name_for_a_pronoun_is_no_addition() -> None:
    assert added("Gauss", "his") == []
    assert added("old Gauss", "his") == [Found(False, "old", "")]
    assert added("Gauss", "the") == [Found(False, "Gauss", "")]


def test_additions_are_told_place_by_place_also_at_the_ends() -> None:
    claim = "Today the zorbal saw green plorns eating."
    assert findings(find, claim, "The zorbal saw plorns.") == [
        Found(False, "Today", ""),
        Found(False, "green", ""),
        Found(False, "eating", ""),
    ]


def test_a_place_that_is_no_addition_does_not_end_the_search() -> None:
    claim = "The red zorbal saw of green plorns."
    assert findings(find, claim, "The blue zorbal saw plorns.") == [Found(False, "green", "")]


@pytest.mark.parametrize(
    ("surface", "expected"),
    [
        ("map", True),
        ("3", True),
        ("=", True),
        ("all", True),
        ("few", True),
        ("the", False),
        ("may", False),
        ("not", False),
        ("most", False),
    ],
)
def test_a_word_tells_more_unless_it_is_light_or_only_weakens(surface: str, expected: bool) -> None:
    assert tells(WORDS[surface]) is expected
