"""The rule `number`: a number that the source does not have in this place."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.number import find


def test_another_number_contradicts() -> None:
    assert remarked(find, "The graph has 12 long edges.", "The graph has 14 long edges.") == [
        Found(True, "12", "14", "The source has another number.")
    ]


def test_a_number_that_is_nowhere_in_the_source_contradicts() -> None:
    assert remarked(find, "The graph has 12 long edges.", "The graph has many long edges.") == [
        Found(True, "12", "many", "This number is nowhere in the source.")
    ]
    assert findings(find, "The graph has 12 long edges.", "The graph has long edges.") == [Found(True, "12", "")]


def test_a_number_that_the_source_has_elsewhere_makes_doubtful() -> None:
    source = "The graph has many long edges. Its sister has 12.0 of them."
    assert remarked(find, "The graph has 12 long edges.", source) == [
        Found(False, "12", "many", "The source has this number elsewhere.")
    ]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("12", "twelve"),
        ("1,200", "1200"),
        ("2.50", "2.5"),
        ("two million", "2,000,000"),
        ("12", "12"),
        ("many", "12"),
        ("", "12"),
    ],
)
def test_the_same_number_and_no_number_are_no_difference(mine: str, theirs: str) -> None:
    assert findings(find, f"The graph has {mine} long edges.", f"The graph has {theirs} long edges.") == []


def test_every_number_of_the_claim_faces_all_of_the_sources_in_its_place() -> None:
    claim, source = "The graph has red 2, 3 or x long edges.", "The graph has 5 to 7 green long edges."
    assert findings(find, claim, source) == [Found(True, "2", "5 7"), Found(True, "3", "5 7")]


def test_a_number_faces_only_numbers_in_its_own_place() -> None:
    claim, source = "The 3 graphs here have many long edges.", "The graphs here have 5 long edges."
    assert findings(find, claim, source) == [Found(True, "3", "")]


def test_a_word_in_front_of_a_number_hides_it_not() -> None:
    assert findings(find, "The graph has red 2 long edges.", "The graph has 5 long edges.") == [Found(True, "2", "5")]
