"""The rule `replacement`: a few words in the place of a few others, in a claim that is not near enough for more."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.replacement import find


def swapped(mine: str, theirs: str) -> list[Found]:
    return findings(find, f"The zorbal and the quindle saw {mine} plorns.", f"The zorbal and the quindle saw {theirs} plorns.")


def test_a_few_words_in_the_place_of_others_make_doubtful() -> None:
    claim, source = "The zorbal saw 3 of the green plorns.", "The zorbal saw red plorns."
    assert remarked(find, claim, source) == [Found(False, "3 green", "red", "The source has other words in this place.")]


@pytest.mark.parametrize(
    ("mine", "theirs"), [("green", "all"), ("all", "green"), ("green", "the"), ("the", "green"), ("green", ""), ("", "green")]
)
def test_both_sides_must_tell_something(mine: str, theirs: str) -> None:
    assert swapped(mine, theirs) == []


@pytest.mark.parametrize("long", ["a b of g", "a b of the g"])
def test_more_than_four_words_are_another_wording(long: str) -> None:
    short = len(long.split()) == 4
    assert bool(swapped(long, "red")) is short
    assert bool(swapped("red", long)) is short


def test_a_replacement_in_front_of_what_is_aligned_is_none() -> None:
    assert findings(find, "Green zorbals saw plorns.", "Red zorbals saw plorns.") == []
    assert findings(find, "Zorbals saw green.", "Zorbals saw red.") == [Found(False, "green", "red")]


def test_half_of_the_claim_must_be_aligned() -> None:
    assert findings(find, "A zorbal 3.", "A zorbal 4.") == [Found(False, "3", "4")]
    assert findings(find, "A zorbal quindle.", "A zorbal vendrix.") == [Found(False, "quindle", "vendrix")]
    assert findings(find, "A zorbal quindle gribble.", "A zorbal vendrix.") == []


def test_every_place_is_looked_at() -> None:
    claim = "Red zorbals saw all quindles eat plorns and green mibbles."
    source = "Blue zorbals saw old quindles eat plorns and white mibbles."
    assert findings(find, claim, source) == [Found(False, "green", "white")]
