"""The rule `contrary`: a word that faces its contrary."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.contrary import find


def facing(mine: str, theirs: str) -> list[Found]:
    return findings(find, f"The zorbal saw {mine} plorns today.", f"The zorbal saw {theirs} plorns today.")


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("large", "small"),
        ("Large", "SMALL"),
        ("increasing", "decreasing"),
        ("regular", "irregular"),
        ("harmless", "harmful"),
        ("above", "below"),
        ("with", "without"),
        ("before", "after"),
        ("in", "out"),
        ("his", "her"),
        ("and", "or"),
        ("because", "despite"),
        ("all", "no"),
        ("more", "fewer"),
    ],
)
def test_contraries_that_face_each_other_contradict(mine: str, theirs: str) -> None:
    assert facing(mine, theirs) == [Found(True, mine, theirs)]
    assert facing(theirs, mine) == [Found(True, theirs, mine)]


def test_the_remark_says_so() -> None:
    claim, source = "The zorbal saw large plorns.", "The zorbal saw small plorns."
    assert remarked(find, claim, source) == [Found(True, "large", "small", "The source says the contrary.")]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("large", "big"), ("large", "green"), ("3", "4"), ("<", ">"), ("in", "on"), ("large", ""), ("more", "many"), ("one", "two")],
)
def test_other_words_do_not(mine: str, theirs: str) -> None:
    assert facing(mine, theirs) == []


def test_contraries_in_different_places_do_not_face_each_other() -> None:
    claim = "The large zorbal saw plorns eat green mibbles."
    assert findings(find, claim, "The old zorbal saw plorns eat small mibbles.") == []


def test_every_pair_of_contraries_in_a_place_is_named() -> None:
    assert facing("large hot", "cold small") == [Found(True, "large", "small"), Found(True, "hot", "cold")]


def test_contraries_face_each_other_in_the_same_place_only() -> None:
    assert facing("large", "a b c d e f g small") == [Found(True, "large", "small")]
    assert facing("large", "a b c d e f g h small") == []
    claim = "The zorbal saw large plorns eat old mibbles."
    source = "The zorbal saw a b c d e f g h small plorns eat young mibbles."
    assert findings(find, claim, source) == [Found(True, "old", "young")]


def test_light_words_that_stand_too_far_off_hide_no_contraries() -> None:
    assert facing("in red blue large", "out small") == [Found(True, "large", "small")]


@pytest.mark.parametrize(("more", "contradicts"), [("red blue", True), ("red blue green", False)])
def test_light_words_face_each_other_in_short_gaps_only(more: str, contradicts: bool) -> None:
    assert bool(facing(f"in {more}", "out")) is contradicts
    assert bool(facing("in", f"out {more}")) is contradicts
    assert bool(facing(f"large {more}", "small"))
    assert bool(facing(f"large {more}", f"small {more.upper()}S zorbalized plorned mibbled"))


@pytest.mark.parametrize("more", ["red blue", "red blue green"])
def test_a_light_word_and_a_function_word_face_each_other_in_short_gaps_only(more: str) -> None:
    assert bool(facing(f"with {more}", "without")) is (more == "red blue")
    assert bool(facing(f"without {more}", "with")) is (more == "red blue")


@pytest.mark.parametrize(("mine", "theirs"), [("to", "by"), ("by", "to"), ("from", "by")])
def test_by_whom_is_not_to_whom(mine: str, theirs: str) -> None:
    found = findings(find, f"The prize was given {mine} the mayor.", f"The prize was given {theirs} the mayor.")
    assert found == [Found(True, mine, theirs)]
