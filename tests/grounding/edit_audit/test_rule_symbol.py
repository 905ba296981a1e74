"""The rule `symbol`: another mathematical sign."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.symbol import find


@pytest.mark.parametrize(("mine", "theirs"), [("<", ">"), ("=", "≠"), ("∪", "∩"), ("≤", "<"), ("→", "⇒"), ("∈", "∉")])
def test_another_sign_contradicts(mine: str, theirs: str) -> None:
    claim, source = f"In the plane x {mine} y holds.", f"In the plane x {theirs} y holds."
    assert remarked(find, claim, source) == [Found(True, mine, theirs, "The source has another sign.")]


def test_a_sign_that_the_source_lacks_makes_doubtful() -> None:
    assert remarked(find, "In the plane x = y holds.", "In the plane x and y holds.") == [
        Found(False, "=", "and", "The source does not have this sign here.")
    ]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In the plane x < y holds.", "In the plane x<y holds."),
        ("In the plane x \\leq y holds.", "In the plane x ≤ y holds."),
        ("In the plane x holds.", "In the plane x = y holds."),
        ("In the plane x is y here.", "In the plane x = y here."),
    ],
)
def test_the_same_sign_and_one_left_out_are_no_difference(claim: str, source: str) -> None:
    assert findings(find, claim, source) == []


def test_every_sign_of_the_claim_faces_all_of_the_sources_in_its_place() -> None:
    assert findings(find, "We have x < > y here.", "We have x = z ≠ y here.") == [
        Found(True, "<", "= ≠"),
        Found(True, ">", "= ≠"),
    ]
    assert findings(find, "We have x u < y here.", "We have x v > y here.") == [Found(True, "<", ">")]
