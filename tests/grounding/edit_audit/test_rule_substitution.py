"""The rule `substitution`: other words in the place of the source's."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.substitution import find


def swapped(mine: str, theirs: str) -> list[Found]:
    return findings(find, f"The zorbal saw {mine} plorns today.", f"The zorbal saw {theirs} plorns today.")


def test_other_words_make_doubtful() -> None:
    claim, source = "The zorbal saw 3 green plorns.", "The zorbal saw all red plorns."
    assert remarked(find, claim, source) == [Found(False, "3 green", "all red", "The source has other words here.")]


@pytest.mark.parametrize(
    ("mine", "theirs"), [("green", "all"), ("all", "green"), ("green", "not"), ("<", ">"), ("Gauss", "Euler")]
)
def test_any_word_that_says_something_may_be_put_in_the_place_of_another(mine: str, theirs: str) -> None:
    assert swapped(mine, theirs) == [Found(False, mine, theirs)]


@pytest.mark.parametrize(
    ("mine", "theirs"), [("green", "the"), ("the", "green"), ("may", "green"), ("not", "green"), ("green", ""), ("", "red")]
)
def test_a_light_word_on_either_side_is_no_substitution(mine: str, theirs: str) -> None:
    assert swapped(mine, theirs) == []


def test_a_name_for_a_pronoun_is_none() -> None:
    assert swapped("Gauss", "his red") == []
    assert swapped("old Gauss", "his red") == [Found(False, "old", "red")]
    assert swapped("Gauss", "the red") == [Found(False, "Gauss", "red")]


def test_substitutions_are_told_place_by_place() -> None:
    assert findings(find, "The red zorbal saw the 3 plorns.", "The blue zorbal saw the 4 plorns.") == [
        Found(False, "red", "blue"),
        Found(False, "3", "4"),
    ]
