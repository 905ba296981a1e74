"""The rule `graft`: half a sentence of the source, and something else."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.graft import find

SOURCE = "The red zorbal eats green plorns in old lakes. Then vendrixes and tarquos sleep."


FOREIGN = "mibbles gribbles hombers"


def test_a_copied_half_with_a_rest_from_elsewhere_makes_doubtful() -> None:
    assert remarked(find, "The red zorbal eats green mibbles and gribbles.", SOURCE) == [
        Found(False, "mibbles gribbles", "", "The source begins or ends like the claim; the rest does not stand there.")
    ]
    assert findings(find, "Gribbles and hombers eat green plorns in old lakes.", SOURCE) == [Found(False, "Gribbles hombers", "")]


def test_a_rest_that_stands_in_another_sentence_is_from_elsewhere() -> None:
    source = "Vendrixes sleep. The red zorbal eats green plorns in old lakes. It is so. The tarquos hide."
    assert findings(find, "The red zorbal eats green plorns where tarquos hide.", source) == [Found(False, "tarquos hide", "")]
    assert findings(find, "Vendrixes sleep where red zorbals eat green plorns in old lakes.", source) == []


@pytest.mark.parametrize(
    "claim",
    [
        "The red zorbal eats green plorns.",
        "The red zorbal eats green lakes.",
        "The red zorbal eats green all of the most.",
        "Some mibbles and gribbles sleep.",
        "Zorbal.",
    ],
)
def test_a_copy_and_a_claim_in_other_words_are_no_graft(claim: str) -> None:
    assert findings(find, claim, SOURCE) == []


def test_a_run_of_five_words_is_meant_and_one_of_four_may_be_a_phrase() -> None:
    assert findings(find, "The red zorbal eats green mibbles.", SOURCE) == [Found(False, "mibbles", "")]
    assert findings(find, "Red zorbal eats green mibbles.", SOURCE) == []


def test_three_in_ten_words_must_be_copied() -> None:
    source = "The red zorbal eats green plorns in old lakes now."
    twenty = f"The red zorbal eats green plorns {FOREIGN} {FOREIGN} is of the one and only it so."
    assert len(findings(find, twenty, source)) == 1
    assert findings(find, twenty.replace("so.", "so as."), source) == []


def test_the_sentences_that_were_aligned_are_those_of_the_first_and_last_aligned_word() -> None:
    before = "Then vendrixes sleep. It is so. The red zorbal eats green plorns in old tarquos."
    assert findings(find, "The red zorbal eats green vendrixes, mibbles.", before) == [Found(False, "vendrixes mibbles", "")]
    first_word = "The red zorbal eats green plorns. Tarquos sleep here. It is so."
    assert findings(find, "The red zorbal eats green plorns of tarquos, hombers.", first_word) == []
    last_word = "The red zorbal eats green plorns. It is = so."
    assert findings(find, "The red zorbal eats green plorns =", last_word) == [Found(False, "=", "")]


def test_half_of_the_rest_may_stand_in_the_sentences_that_were_aligned() -> None:
    source = "The red zorbal eats green plorns in old tarquos. It is so. Then vendrixes sleep."
    assert findings(find, "The red zorbal eats green tarquos, mibbles.", source) == []
    assert findings(find, "The red zorbal eats green tarquos, mibbles, gribbles.", source) == [
        Found(False, "tarquos mibbles gribbles", "")
    ]
    assert findings(find, "The red zorbal eats green vendrixes, mibbles.", source) == [Found(False, "vendrixes mibbles", "")]
