"""The rule `sign`: a number that is negative on one side only."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit import create
from wiki_assets.grounding.guards.edit_audit.rules.sign import find
from wiki_assets.grounding.model import VerdictKind


def numbers(mine: str, theirs: str) -> list[Found]:
    return findings(find, f"The zorbal fell {mine} in the night.", f"The zorbal fell {theirs} in the night.")


def test_a_minus_sign_on_one_side_only_makes_doubtful() -> None:
    claim, source = "The zorbal fell to 5 in the night.", "The zorbal fell to \u22125 in the night."
    remark = "The number is negative on one side only."
    assert remarked(find, claim, source) == [Found(False, "5", "5", remark)]
    assert remarked(find, source, claim) == [Found(False, "5", "5", remark)]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("10^-4", "10^4"),
        ("10\u207b\u2074", "10\u2074"),
        ("x (-5)", "x (5)"),
        ("x =-5", "x = 5"),
        ("$10^{-4}$", "$10^{4}$"),
        ("x <-5", "x < 5"),
    ],
)
def test_behind_a_mathematical_sign_it_contradicts(mine: str, theirs: str) -> None:
    assert [found.contradicts for found in numbers(mine, theirs)] == [True]
    assert [found.contradicts for found in numbers(theirs, mine)] == [True]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("to -5", "to -5"),
        ("to -5", "to \u22125"),
        ("to +5", "to 5"),
        ("18-65", "18 to 65"),
        ("18 -65", "18 to 65"),
        ("zorbal-19", "zorbal 19"),
        ("zorbal-19", "zorbal -19"),
        ("(x)-3", "(x) 3"),
        ("[x]-3", "[x] 3"),
        ("x - 3", "x 3"),
        ("to 5", "to 7"),
    ],
)
def test_hyphens_ranges_and_steps_are_no_signs(mine: str, theirs: str) -> None:
    assert numbers(mine, theirs) == numbers(theirs, mine) == []


def test_every_number_is_looked_at_also_the_first_of_a_text() -> None:
    claim, source = "5 zorbals saw 7 plorns and 9 mibbles.", "-5 zorbals saw 7 plorns and (-9) mibbles."
    assert findings(find, claim, source) == [Found(False, "5", "5"), Found(True, "9", "9")]


def test_words_alone_are_no_verbatim_copy_where_a_sign_differs() -> None:
    source = "The temperature fell to -5 degrees in the night. The error is below 10^-4 for all meshes."
    assert create().check("The temperature fell to -5 degrees in the night.", source).rule == "verbatim"
    doubtful = create().check("The temperature fell to 5 degrees in the night.", source)
    assert (doubtful.kind, doubtful.rule) == (VerdictKind.UNCERTAIN, "sign")
    wrong = create().check("The error is below 10^4 for all meshes.", source)
    assert (wrong.kind, wrong.rule) == (VerdictKind.UNSUPPORTED, "sign")
