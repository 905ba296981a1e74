"""The rule `symbol`: another mathematical sign."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit import create
from wiki_assets.grounding.guards.edit_audit.rules.symbol import find
from wiki_assets.grounding.model import VerdictKind


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
        ("The plane x", "The plane x = y holds."),
        ("In the plane x is y here.", "In the plane x = y here."),
    ],
)
def test_the_same_sign_and_one_left_out_are_no_difference(claim: str, source: str) -> None:
    assert findings(find, claim, source) == []


@pytest.mark.parametrize("sign", ["=", "+", "∧", "×", "→"])
def test_a_sign_for_which_the_claim_has_nothing_makes_doubtful(sign: str) -> None:
    assert remarked(find, "In the plane x holds.", f"In the plane x {sign} y holds.") == [
        Found(False, "", sign, "The claim leaves out a sign.")
    ]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The ticket costs €5 in the old hall.", "The ticket costs $5 in the old hall."),
        ("We know that A ∨ B holds in the plane.", "We know that A ∧ B holds in the plane."),
        ("We know that x ÷ y holds in the plane.", "We know that x + y holds in the plane."),
        ("We know that x × y holds in the plane.", "We know that x ∘ y holds in the plane."),
    ],
)
def test_every_sign_that_carries_meaning_is_compared(claim: str, source: str) -> None:
    found = create().check(claim, source)
    assert (found.kind, found.rule) == (VerdictKind.UNSUPPORTED, "symbol")
    assert create().check(claim, claim).rule == "verbatim"


def test_every_sign_of_the_claim_faces_all_of_the_sources_in_its_place() -> None:
    assert findings(find, "We have x < > y here.", "We have x = z ≠ y here.") == [
        Found(True, "<", "= ≠"),
        Found(True, ">", "= ≠"),
    ]
    assert findings(find, "We have x u < y here.", "We have x v > y here.") == [Found(True, "<", ">")]
