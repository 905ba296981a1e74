"""The rule `condition`: a condition or an exception that the claim leaves out."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.condition import find

CLAIM = "the zorbal eats green plorns."


def test_a_condition_left_out_makes_doubtful() -> None:
    assert remarked(find, CLAIM, "If it rains, the zorbal eats green plorns.") == [
        Found(False, "", "If", "The source says it under a condition.")
    ]


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("the zorbal eats green plorns unless it rains.", "unless"),
        ("the zorbal eats green plorns only if it rains.", "only if"),
        ("the zorbal eats, except in rain, green plorns.", "except"),
        ("Assuming that it rains, the zorbal eats green plorns.", "Assuming"),
        ("the zorbal eats only green plorns.", "only"),
        ("We ask whether the zorbal eats green plorns.", "whether"),
    ],
)
def test_a_condition_may_stand_anywhere_near(source: str, word: str) -> None:
    assert findings(find, CLAIM, source) == [Found(False, "", word)]


@pytest.mark.parametrize(
    "source",
    [
        "the zorbal eats green plorns.",
        "the zorbal eats green plorns, if it rains.",
        "the zorbal eats green plorns in the lake if it rains.",
        "If it rains. the zorbal eats green plorns.",
        "If it rains or snows or hails here in winter, the zorbal eats green plorns.",
        "In rain the zorbal eats green plorns.",
    ],
)
def test_what_is_no_condition_or_far_off_is_none(source: str) -> None:
    assert findings(find, CLAIM, source) == []


def test_one_condition_in_the_place_of_another_is_no_difference() -> None:
    source = "The zorbal eats green plorns if it rains."
    assert findings(find, "The zorbal eats green plorns unless it rains.", source) == []
    assert findings(find, "The zorbal eats green plorns when it rains.", source) == [Found(False, "", "if")]


def test_every_place_is_looked_at() -> None:
    claim = "The zorbal eats green plorns in rain."
    source = "The zorbal eats green, unless sick, plorns, except old, in rain."
    assert findings(find, claim, source) == [Found(False, "", "unless"), Found(False, "", "except")]
