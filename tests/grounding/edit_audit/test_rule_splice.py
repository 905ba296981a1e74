"""The rule `splice`: parts of the source put together as if they were one statement."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, compared, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.splice import find

ELSEWHERE = "These words stand elsewhere in the source."
LEFT_OUT = "The claim leaves out what stands between its parts."


def test_halves_of_two_sentences_make_doubtful() -> None:
    source = "The red zorbal eats green plorns. It sleeps. The old quindle drinks blue mibbles."
    assert remarked(find, "The red zorbal eats blue mibbles.", source) == []
    assert remarked(find, "The red zorbal eats the old quindle drinks.", source) == [
        Found(False, "the old quindle drinks", "", ELSEWHERE)
    ]


def test_halves_in_another_order_make_doubtful() -> None:
    source = "The red zorbal eats plorns where the old quindle drinks mibbles."
    claim = "The old quindle drinks mibbles, the red zorbal eats plorns."
    assert remarked(find, claim, source) == [Found(False, "the red zorbal eats plorns", "", ELSEWHERE)]


def test_a_long_stretch_left_out_between_two_halves_makes_doubtful() -> None:
    source = "The red zorbal eats green plorns with thin vendrixes near tarquos in old lakes of the north."
    claim = "The red zorbal eats green in old lakes of the north."
    left_out = Found(False, "in old lakes of the north", "plorns thin vendrixes near tarquos", LEFT_OUT)
    assert remarked(find, claim, source)[0] == left_out
    assert remarked(find, claim, source)[1:] == [Found(False, "", "plorns thin vendrixes near tarquos", LEFT_OUT)]


@pytest.mark.parametrize(
    ("between", "told"), [("old plorns", ""), ("old plorns of tall", "old plorns tall"), ("the old of a plorn in it", "")]
)
def test_two_telling_words_may_be_left_out(between: str, told: str) -> None:
    source = f"The red zorbal eats green {between} vendrixes in big lakes of the north."
    claim = "The red zorbal eats green vendrixes in big lakes of the north."
    found = [finding.source for finding in findings(find, claim, source)]
    assert set(found) == ({told} if told else set())


@pytest.mark.parametrize(
    ("opening", "closing"), [(", ", ", "), (" (", ") "), ("; ", "; "), (" — ", " — "), (" [", "] "), (": ", ", ")]
)
def test_a_parenthesis_may_be_left_out(opening: str, closing: str) -> None:
    parenthesis = f"The red zorbal eats green{opening}as all old wise vendrixes know{closing}in big lakes of the north."
    claim = "The red zorbal eats green in big lakes of the north."
    assert findings(find, claim, parenthesis) == []


@pytest.mark.parametrize(("opening", "closing"), [(", ", " "), (" ", ", "), (" / ", " / ")])
def test_a_parenthesis_has_punctuation_on_both_sides(opening: str, closing: str) -> None:
    source = f"The red zorbal eats green{opening}as all old wise vendrixes know{closing}in big lakes of the north."
    claim = "The red zorbal eats green in big lakes of the north."
    assert {finding.source for finding in findings(find, claim, source)} == {"old wise vendrixes know"}


def test_the_next_sentence_is_another_however_short_the_way() -> None:
    source = "The red zorbal eats green plorns. Soon the old quindle drinks blue mibbles."
    claim = "The red zorbal eats green plorns the old quindle drinks blue mibbles."
    assert findings(find, claim, source) == [Found(False, "the old quindle drinks blue mibbles", "")]


def test_a_full_stop_right_between_neighbours_may_be_an_abbreviation() -> None:
    source = "The red zorbal eats green plorns. The old quindle drinks blue mibbles."
    claim = "The red zorbal eats green plorns the old quindle drinks blue mibbles."
    assert findings(find, claim, source) == []


def test_a_clause_that_moved_is_no_splice() -> None:
    claim = "In the old blue house the red zorbal eats plorns."
    source = "The red zorbal eats plorns in the old blue house."
    assert compared(claim, source).rotated
    assert findings(find, claim, source) == []


def test_a_claim_is_put_together_where_four_in_five_words_are_copied_runs() -> None:
    source = "The old quindle drinks mibbles. See here. The red zorbal eats plorns."
    eight_in_ten = "One red zorbal eats plorns, old quindle drinks mibbles two."
    assert [finding.claim for finding in findings(find, eight_in_ten, source)] == ["old quindle drinks mibbles"]
    seven = "One red zorbal eats plorns, old quindle drinks mibbles two = x."
    assert findings(find, seven, source) == []


def test_a_claim_leaves_something_out_where_three_in_five_words_are_copied_runs() -> None:
    source = "The red zorbal eats plorns and old big tall vendrixes see it in lakes."
    six_in_ten = "The red zorbal eats plorns and see 3 = lakes."
    assert [finding.source for finding in findings(find, six_in_ten, source)] == ["old big tall vendrixes"]
    less = "The red zorbal eats plorns and see 3 = 4 < lakes."
    assert findings(find, less, source) == []


def test_what_the_claim_leaves_out_at_its_ends_or_says_otherwise_is_no_gap() -> None:
    kept = "red zorbal eats green plorns in lakes"
    assert findings(find, f"{kept}.", f"All old big tall vendrixes see that {kept} where old big tall vendrixes live.") == []
    claim = "The red zorbal eats green plorns near lakes of the old north."
    source = "The red zorbal eats green plorns in tall thin wide blue houses near lakes of the old north."
    assert len(findings(find, claim, source)) == 2
    claim = "The red zorbal eats green plorns all day near lakes of the old north."
    assert [finding.claim for finding in findings(find, claim, source)] == ["near lakes of the old north"]


def test_runs_that_follow_each_other_are_no_jump() -> None:
    source = "The red zorbal eats green plorns. The old quindle drinks blue mibbles."
    assert findings(find, "The red zorbal eats so green plorns. the old quindle drinks", source) == []
    assert findings(find, "The red zorbal eats green plorns, so the old quindle drinks blue mibbles.", source) == []


def test_a_sentence_ends_behind_the_last_word_of_a_run() -> None:
    source = "Red zorbals eat plorns. Then of it blue quindles drink mibbles."
    assert findings(find, "Red zorbals eat plorns then blue quindles drink mibbles.", source) == []


@pytest.mark.parametrize(
    "source",
    [
        "The red zorbal, eats as all old wise vendrixes know, in big lakes of the north.",
        "The red zorbal eats, as all old wise vendrixes, know in big lakes of the north.",
    ],
)
def test_a_parenthesis_is_what_stands_between_the_marks(source: str) -> None:
    claim = "The red zorbal eats in big lakes of the north."
    assert {finding.source for finding in findings(find, claim, source)} == {"old wise vendrixes know"}


def test_what_is_left_out_behind_what_is_left_out_in_front_is_seen() -> None:
    source = "Today red zorbals eat plorns with all old wise vendrixes in lakes of north."
    assert [finding.claim for finding in findings(find, "red zorbals eat plorns in lakes of north", source)] == [
        "in lakes of north",
        "",
    ]


def test_every_jump_is_told() -> None:
    source = "Old men see one tall zorbal. Girls drink. Thin quindles eat blue plorns. Boys sing. Big mibbles saw 3 lakes."
    claim = "Old men see one tall big mibbles saw 3 thin quindles eat blue plorns."
    assert [finding.claim for finding in findings(find, claim, source)] == ["big mibbles saw 3", "thin quindles eat blue plorns"]
