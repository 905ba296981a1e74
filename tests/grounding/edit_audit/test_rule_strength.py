"""The rule `strength`: a claim that says more than its source."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.strength import find


def said(mine: str, theirs: str) -> list[Found]:
    return remarked(find, f"In the lake {mine} plorns eat green mibbles.", f"In the lake {theirs} plorns eat green mibbles.")


LESS = "The source says less."
NOT_SO_STRONG = "The source does not say so strongly."
HOW_FEW = "The source says how few, the claim how many."
HOW_MANY = "The claim says how few, the source how many."
FEWER = "The source says of fewer."
RESERVED = "The source says it with a reservation."


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("all", "some"),
        ("every", "many"),
        ("all", "most"),
        ("all", "few"),
        ("will", "may"),
        ("must", "could"),
        ("exactly", "almost"),
        ("certainly", "possibly"),
        ("always", "rarely"),
        ("proves", "suggests"),
        ("all", "seem"),
    ],
)
def test_a_strong_word_where_the_source_has_a_weak_one_contradicts(mine: str, theirs: str) -> None:
    assert said(mine, theirs)[0] == Found(True, mine, theirs, LESS)


@pytest.mark.parametrize(("mine", "theirs"), [("all", ""), ("always", "green"), ("all", "the"), ("entirely", "so")])
def test_a_strong_word_where_the_source_has_none_makes_doubtful(mine: str, theirs: str) -> None:
    assert said(mine, theirs) == [Found(False, mine, "", NOT_SO_STRONG)]


@pytest.mark.parametrize(
    ("mine", "theirs"), [("all", "every"), ("every", "each"), ("will", "must"), ("may", "might"), ("some", "all")]
)
def test_a_word_as_strong_or_weaker_is_no_difference(mine: str, theirs: str) -> None:
    assert said(mine, theirs) == []


@pytest.mark.parametrize(
    ("mine", "theirs"), [("many", "some"), ("most", "some"), ("most", "many"), ("often", "sometimes"), ("majority", "several")]
)
def test_a_higher_rank_contradicts(mine: str, theirs: str) -> None:
    assert said(mine, theirs) == [Found(True, mine, theirs, FEWER)]
    assert said(theirs, mine) == []


def test_an_equal_rank_is_no_difference() -> None:
    assert said("many", "numerous") == []


def test_the_highest_rank_of_each_side_counts() -> None:
    assert said("some many", "most several") == []
    assert said("some most", "several many") == [Found(True, "some most", "several many", FEWER)]


def test_many_where_the_source_says_how_few_contradicts() -> None:
    assert said("many", "few") == [Found(True, "many", "few", HOW_FEW)]
    assert said("some", "few many") == [Found(True, "some", "few", HOW_FEW)]


def test_few_where_the_source_says_how_many_contradicts() -> None:
    assert said("few", "many") == [Found(True, "few", "many", HOW_MANY)]
    assert said("few", "all") == [Found(True, "few", "", HOW_MANY)]
    assert said("few", "rarely") == []
    assert said("few", "green") == []


@pytest.mark.parametrize("theirs", ["may", "failed to", "allegedly", "possibly", "almost", "seem", "some", "few", "rarely"])
def test_a_weak_word_left_out_makes_doubtful(theirs: str) -> None:
    assert said("", theirs) == [Found(False, "", theirs.removesuffix(" to"), RESERVED)]


def test_each_kind_of_weak_word_left_out_is_named() -> None:
    assert said("", "may almost seem few, many") == [
        Found(False, "", "may seem", RESERVED),
        Found(False, "", "almost", RESERVED),
        Found(False, "", "few many", RESERVED),
    ]


def test_a_weak_word_may_be_put_in_the_place_of_another() -> None:
    assert said("might", "may") == []
    assert said("might", "almost") == []


def test_a_weak_word_of_the_claim_alone_is_no_difference() -> None:
    assert said("some", "") == said("may", "") == said("almost", "") == []


@pytest.mark.parametrize("word", ["about", "around", "close"])
def test_a_word_that_approximates_does_so_before_a_number_only(word: str) -> None:
    claim = "In the lake 30 plorns eat mibbles."
    assert findings(find, claim, f"In the lake {word} 30 plorns eat mibbles.") == [Found(False, "", word)]
    assert findings(find, "In the lake plorns eat mibbles.", f"In the lake {word} plorns eat mibbles.") == []
    assert findings(find, "Plorns eat mibbles in the lake", f"Plorns eat mibbles in the lake {word}") == []


def test_a_month_is_no_hedge() -> None:
    source = "In the lake of May green plorns eat mibbles."
    assert findings(find, "In the lake of green plorns eat mibbles.", source) == []


def test_a_capital_within_a_sentence_makes_a_name_of_a_weak_word() -> None:
    claim = "In the lake green plorns eat mibbles."
    assert findings(find, claim, "In the lake Might green plorns eat mibbles.") == []
    assert findings(find, claim, "In the lake MIGHT green plorns eat mibbles.") == [Found(False, "", "MIGHT")]
    assert findings(find, "Plorns eat green mibbles.", "Some plorns eat green mibbles.") == [Found(False, "", "Some")]


def test_a_reservation_in_front_of_what_the_claim_keeps_makes_doubtful() -> None:
    claim = "the plorns eat green mibbles."
    assert findings(find, claim, "We believe that the plorns eat green mibbles.") == [Found(False, "", "believe")]
    assert findings(find, claim, "Some believe (though we do not), the plorns eat green mibbles.") == []


def test_a_weak_word_in_what_the_claim_leaves_out_behind_its_end_is_not_about_it() -> None:
    source = "the plorns eat green mibbles in some of the lakes."
    assert findings(find, "the plorns eat green mibbles.", source) == []
    assert findings(find, "the plorns eat green mibbles often.", source) == [Found(True, "often", "some")]
    assert findings(find, "the plorns eat green mibbles there.", source) == [Found(False, "", "some")]


def test_a_strong_word_at_an_end_of_the_claim_counts_like_any_other() -> None:
    assert findings(find, "the plorns eat green mibbles always.", "the plorns eat green mibbles.") == [Found(False, "always", "")]
    assert findings(find, "Always the plorns eat mibbles.", "Sometimes the plorns eat mibbles.") == [
        Found(True, "Always", "Sometimes")
    ]


def test_the_last_word_of_a_source_approximates_nothing() -> None:
    assert findings(find, "Plorns eat mibbles always.", "Plorns eat mibbles about") == [Found(False, "always", "")]
    assert findings(find, "Plorns eat mibbles always 30", "Plorns eat mibbles about 30") == [Found(True, "always", "about")]
