"""Coverage: how much of a claim stands in its source in whatever order. Invented words weigh 4.5, numbers 4, signs 1."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import sentence, words
from wiki_assets.grounding.guards.edit_audit.coverage import Coverage, cover
from wiki_assets.grounding.guards.edit_audit.reading import Reading

SOURCE = "The plorn of 3 quindles met a zorbal. It was = 5 mibbles at the lake."


def covered(claim: str, source: str = SOURCE) -> Coverage:
    return cover(sentence(claim), Reading.of(source))


def test_recall_is_the_share_of_the_weight_that_stands_in_the_source() -> None:
    assert covered("A zorbal, a plorn and a quindle.").recall == 1.0
    assert covered("A zorbal, a plorn and a vendrix.").recall == pytest.approx(2 / 3)
    assert covered("A zorbal and 4.").recall == pytest.approx(4.5 / 8.5)
    assert covered("A zorbal < mibble.").recall == pytest.approx(9 / 10)
    assert covered("A vendrix and a tarquo.").recall == 0.0


def test_light_and_function_words_do_not_count() -> None:
    assert covered("If not every zorbal may be one of the few.").recall == 1.0
    assert covered("It is not every one.") == Coverage(0.0, 0.0, 0, ())


def test_the_worst_half_is_the_one_with_less_of_it() -> None:
    assert covered("A zorbal and plorn, a vendrix and mibble.").worst_half == pytest.approx(1 / 2)
    assert covered("A vendrix and tarquo, a zorbal and mibble.").worst_half == 0.0
    assert covered("A vendrix, a zorbal, plorn, mibble and a quindle.").worst_half == pytest.approx(1 / 2)
    assert covered("A zorbal, plorn, vendrix, mibble and a quindle.").worst_half == pytest.approx(2 / 3)


def test_a_single_telling_word_is_both_halves() -> None:
    assert covered("It is a zorbal.").worst_half == 1.0
    assert covered("It is a vendrix.").worst_half == 0.0


def test_the_longest_row_of_unseen_words_counts_telling_words_only() -> None:
    assert covered("A zorbal met a plorn.").unseen_run == 0
    assert covered("A vendrix and the tarquo met a plorn and a gribble.").unseen_run == 2
    assert covered("A gribble met a vendrix and not the tarquo and a hombert.").unseen_run == 3
    assert covered("A vendrix met a tarquo met a gribble.").unseen_run == 1


def test_numbers_that_the_source_does_not_have_are_named() -> None:
    claim = "A zorbal of 3 and 4 vendrixes and 5 or 6."
    assert words(sentence(claim), covered(claim).missing_numbers) == "4 6"


def test_nothing_is_covered_by_an_empty_source() -> None:
    assert covered("A zorbal of 3.", "") == Coverage(0.0, 0.0, 2, (3,))


def test_a_claim_without_words_has_nothing_to_cover() -> None:
    assert covered("...") == Coverage(0.0, 0.0, 0, ())
