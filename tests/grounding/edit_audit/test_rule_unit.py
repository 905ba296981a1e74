"""The rule `unit`: another unit of measurement."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.unit import find


def measured(mine: str, theirs: str) -> list[Found]:
    return findings(find, f"The zorbal needs {mine} in all.", f"The zorbal needs {theirs} in all.")


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("km", "m"),
        ("kilometres", "miles"),
        ("mg", "kg"),
        ("mW", "MW"),
        ("MeV", "meV"),
        ("%", "km"),
        ("seconds", "hours"),
        ("s", "d"),
        ("V", "mV"),
        ("A", "V"),
    ],
)
def test_another_unit_behind_a_number_contradicts(mine: str, theirs: str) -> None:
    assert measured(f"12 {mine}", f"12 {theirs}") == [Found(True, mine, theirs)]


def test_the_remark_says_so() -> None:
    assert remarked(find, "It is 12 km long.", "It is 12 m long.") == [
        Found(True, "km", "m", "The source measures in another unit.")
    ]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("12 km", "12 kilometres"),
        ("12 km", "12 kilometers"),
        ("12 percent", "12 %"),
        ("12 s", "12 seconds"),
        ("12 kW", "12 kilowatts"),
        ("12 mW", "12 milliwatts"),
        ("12 in", "12 at"),
        ("12 as", "12 a"),
        ("12 are", "12 has"),
        ("12 km", "12 zorbals"),
        ("12 zorbals", "12 km"),
        ("a km", "a mile"),
        ("12 long km", "12 miles"),
        ("12 km", "12 long miles"),
        ("12 km", "12"),
    ],
)
def test_the_same_unit_no_unit_and_no_number_are_no_difference(mine: str, theirs: str) -> None:
    assert measured(mine, theirs) == []


def test_every_unit_of_the_claim_is_looked_at_among_all_of_the_sources() -> None:
    claim, source = "It needs 12 mW, 3 s in all.", "It needs 4 milliwatts, 9 hours in all."
    assert findings(find, claim, source) == [Found(True, "mW", "hours"), Found(True, "s", "milliwatts hours")]


def test_a_text_may_begin_with_a_measure() -> None:
    assert findings(find, "12 km of it are red roads.", "12 miles of it are red roads.") == [Found(True, "km", "miles")]


def test_the_first_word_of_a_text_measures_nothing() -> None:
    assert findings(find, "Km of it are 3 long roads 4", "Miles of it are 3 long roads 4") == []
