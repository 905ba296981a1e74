"""Aligning: which window of the source, which words, and what is left over.

Invented words ("zorbal") all weigh 4.5, numbers 4, function words 0.5; so shares of a claim's weight can be told.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.grounding.edit_audit.samples import LeftOver, aligned, gaps, sentence, words
from wiki_assets.grounding.guards.edit_audit.alignment import _together, align
from wiki_assets.grounding.guards.edit_audit.reading import Reading

WORD = st.sampled_from(["the", "of", "not", "map", "graph", "edge", "zorbal", "plorn", "is", "3", "4", "=", "If", "Then"])
TEXT = st.lists(WORD | st.sampled_from([".", ",", "\n"]), max_size=25).map(" ".join)


def window(claim: str, source: str) -> str:
    """The source's words from the first aligned to the last."""
    found = aligned(claim, source)
    return words(found.source, range(*found.span))


def test_a_claim_is_aligned_with_the_sentence_it_comes_nearest_to() -> None:
    source = "A zorbal sleeps. The quindle eats a green plorn. A mibble runs."
    found = aligned("The quindle eats one plorn.", source)
    assert found.pairs == ((0, 3), (1, 4), (2, 5), (4, 8))
    assert found.span == (3, 9)
    assert [(gap.claim, gap.source, gap.leading, gap.trailing) for gap in found.gaps] == [((3,), (6, 7), False, False)]


@pytest.mark.parametrize("claim", ["The frog sings.", "It is not.", "...", "Of the."])
def test_a_claim_that_shares_no_telling_word_is_not_aligned(claim: str) -> None:
    assert align(sentence(claim), Reading.of("A zorbal and a plorn.")) is None


@pytest.mark.parametrize("source", ["", "...", "漢字"])
def test_nothing_is_aligned_with_a_source_that_has_none_of_the_words(source: str) -> None:
    assert align(sentence("The map is flat."), Reading.of(source)) is None


def test_a_function_word_is_enough_to_align() -> None:
    assert aligned("It is not.", "They are never but not here.").pairs == ((2, 4),)


@pytest.mark.parametrize(
    ("source", "span"),
    [
        ("The map is flat.", (0, 4)),
        ("We know the map is flat. The map is flat.", (6, 10)),
        ("We know the map is flat today. We know the map is flat.", (9, 13)),
        ("We know the map is flat today. The map is flat today.", (7, 11)),
        ("We know the map is flat today. You know the map is flat today.", (2, 6)),
        ("Map the map is flat.", (1, 5)),
        ("Flat is the map is flat", (2, 6)),
    ],
)
def test_words_all_in_a_row_are_found_best_where_a_sentence_begins_and_ends_with_them(source: str, span: tuple[int, int]) -> None:
    found = aligned("The map is flat.", source)
    assert found.span == span
    assert found.pairs == tuple(zip(range(4), range(*span), strict=True))


def test_words_in_a_row_are_found_by_the_rarest_of_them() -> None:
    assert aligned("The map of the zorbal.", "The the map of of the the map of the zorbal the.").span == (6, 11)


def test_a_copy_at_the_very_beginning_is_found_by_a_later_word() -> None:
    assert gaps("The zorbal", "The zorbal\nof the rain") == []
    assert gaps("The zorbal", "In the rain\nthe zorbal\nof the rain") == []


def test_words_that_only_begin_in_a_row_are_no_verbatim_copy() -> None:
    found = aligned("The map is flat here.", "The map is flat. The map is round here.")
    assert len(found.pairs) == 4
    assert found.gaps


def test_a_neighbour_that_adds_a_tenth_of_the_claims_weight_belongs_to_the_window() -> None:
    source = "A zorbal, a quindle, a plorn."
    assert window("There 3 mibbles eat a zorbal and a quindle and a plorn.", f"So 3 were. {source}") == (
        "3 were A zorbal a quindle a plorn"
    )
    assert window("A zorbal and a quindle and a plorn eat 3 mibbles.", f"{source} They had 3. It is so.") == (
        "A zorbal a quindle a plorn They had 3"
    )


def test_exactly_a_tenth_is_enough() -> None:
    nine = "zorbals quindles plorns mibbles tarquos vendrixes gribbles hombers and wuggles"
    assert window(f"Florbs of {nine}.", f"It is of florbs. {nine.capitalize()}.") == f"florbs {nine.capitalize()}"


def test_a_neighbour_that_adds_less_than_a_tenth_is_left_out() -> None:
    claim = "A zorbal and a quindle = a plorn and a mibble."
    assert window(claim, "It = so. Here a zorbal and a quindle and a plorn.") == "a zorbal and a quindle and a plorn"
    assert window("There = zorbals and quindles and plorns.", "It is = so. Zorbals and quindles and plorns.") == (
        "Zorbals and quindles and plorns"
    )


def test_of_two_neighbours_the_one_that_adds_more_is_taken() -> None:
    claim = "A zorbal and a quindle and 3 plorns or 12 tarquos and mibbles."
    source = "There are 12. Here a zorbal and a quindle and plorns. They are tarquos and mibbles."
    assert window(claim, source) == "a zorbal and a quindle and plorns They are tarquos and mibbles"
    turned = "They are tarquos or mibbles. Here a zorbal and a quindle and plorns. There are 12."
    assert window("A tarquo, a mibble, a zorbal and a quindle and 12 plorns.", turned).startswith("tarquos or mibbles")


def test_words_that_the_best_sentence_has_too_are_no_gain() -> None:
    claim = "A zorbal and a quindle and a plorn."
    assert window(claim, "One zorbal, one quindle. Here a zorbal, a quindle and a plorn.") == "a zorbal a quindle and a plorn"


def test_a_sentence_that_is_no_neighbour_is_never_in_the_window() -> None:
    claim = "A zorbal and a quindle and a plorn."
    assert window(claim, "One plorn. It is so. Here a zorbal, a quindle.") == "a zorbal a quindle"


def test_of_sentences_that_hold_as_much_the_shortest_then_the_first_is_taken() -> None:
    claim = "Some zorbal of a quindle."
    source = "Long ago lived a zorbal with one quindle. A zorbal with one quindle. The zorbal with one quindle."
    assert aligned(claim, source).span == (9, 13)
    turned = "A zorbal with one quindle. Long ago lived a zorbal with one quindle. The zorbal with one quindle."
    assert aligned(claim, turned).span == (1, 5)


def test_light_words_choose_no_window() -> None:
    claim = "The zorbal of the one that it is."
    assert window(claim, "Of the one that it is. See zorbal here.") == "zorbal"


def test_a_word_that_comes_twice_counts_once_for_a_sentence() -> None:
    claim = "A zorbal, a quindle and a plorn."
    source = "A zorbal zorbal zorbal zorbal. It is so. A quindle or plorn."
    assert window(claim, source) == "A quindle or plorn"


def test_a_longest_common_row_of_words_is_aligned() -> None:
    found = aligned("Old zorbals eat new plorns.", "New plorns eat old zorbals and eat new plorns.")
    assert found.pairs == ((0, 3), (1, 4), (2, 6), (3, 7), (4, 8))


def test_of_equal_rows_the_one_that_hangs_together_is_aligned() -> None:
    assert aligned("The zorbal saw plorns.", "In the house the zorbal saw plorns.").pairs == ((0, 3), (1, 4), (2, 5), (3, 6))
    assert aligned("In the house the zorbal saw plorns.", "Now the zorbal saw plorns.").pairs == ((3, 1), (4, 2), (5, 3), (6, 4))
    assert aligned("One of the zorbals of a plorn", "One of old zorbals and of the of a plorn").pairs[-3:] == (
        (4, 7),
        (5, 8),
        (6, 9),
    )


def test_a_word_is_drawn_to_those_that_follow_it_on_either_side() -> None:
    assert _together([1, 2], [1, 3, 1, 2], [(0, 0), (1, 3)], 5) == [(0, 7), (1, 8)]
    assert _together([1, 3, 1, 2], [1, 2], [(0, 0), (3, 1)], 5) == [(2, 5), (3, 6)]
    assert _together([1, 3, 2], [1, 4, 2], [(0, 0), (2, 2)], 5) == [(0, 5), (2, 7)]
    assert _together([1, 3, 1, 2], [1, 4, 2], [(0, 0), (3, 2)], 5) == [(0, 5), (3, 7)]


STRAY = "The zorbal eats quindles, plorns, mibbles and tarquos."


def test_a_word_at_the_beginning_that_stands_far_from_the_rest_met_by_chance() -> None:
    source = "The green house by the lake has seven windows and a zorbal eats quindles, plorns, mibbles and tarquos."
    assert aligned(STRAY, source).pairs[0] == (1, 11)


def test_a_word_at_the_end_that_stands_far_from_the_rest_met_by_chance() -> None:
    claim = "A zorbal eats quindles, plorns, mibbles and a the."
    source = "A zorbal eats quindles, plorns, mibbles in green houses by lakes where windows are seven the."
    found = aligned(claim, source)
    assert found.pairs[-1] == (5, 5)


@pytest.mark.parametrize(("between", "kept"), [("green old house by", True), ("green old house by lakes", False)])
def test_a_light_word_four_words_away_is_no_stray(between: str, kept: bool) -> None:
    claim = "The zorbal eats quindles, plorns, mibbles and tarquos."
    source = f"The {between} zorbal eats quindles, plorns, mibbles and tarquos."
    assert (aligned(claim, source).pairs[0] == (0, 0)) is kept


@pytest.mark.parametrize(("between", "kept"), [("green old house by", True), ("green old house by lakes", False)])
def test_the_same_holds_at_the_end(between: str, kept: bool) -> None:
    claim = "Zorbals eat quindles, plorns, mibbles and tarquos the."
    source = f"Zorbals eat quindles, plorns, mibbles and tarquos {between} the."
    assert (aligned(claim, source).pairs[-1][0] == 7) is kept


@pytest.mark.parametrize(("between", "kept"), [("green old house by lakes", True), ("green old house by lakes in", False)])
def test_words_that_the_claim_has_there_make_room(between: str, kept: bool) -> None:
    claim = "The same zorbal eats quindles, plorns, mibbles and tarquos."
    source = f"The {between} zorbal eats quindles, plorns, mibbles and tarquos."
    assert (aligned(claim, source).pairs[0] == (0, 0)) is kept


def test_words_that_weigh_more_are_no_strays_however_far() -> None:
    source = "Three vendrixes in a green old house by seven lakes where a zorbal eats quindles, plorns, mibbles."
    claim = "Vendrixes where a zorbal eats quindles, plorns, mibbles."
    assert aligned(claim, source).pairs[0] == (0, 1)


def test_a_row_of_words_that_weighs_more_together_is_no_stray() -> None:
    claim = "Zorbals, quindles, plorns, mibbles, tarquos, vendrixes 3 4."
    source = "Zorbals, quindles, plorns, mibbles, tarquos, vendrixes in green old houses by lakes 3 4."
    assert aligned(claim, source).pairs[-1][0] == 7


def test_a_word_of_just_the_weight_of_a_stray_is_one() -> None:
    claim = "Gribbles zorbals quindles plorns mibbles tarquos = < >."
    source = "Gribbles in green old houses by lakes zorbals quindles plorns mibbles tarquos = < >."
    assert aligned(claim, source).pairs[0][0] == 1


def test_a_stray_may_be_several_words_in_a_row_and_there_may_be_several_strays() -> None:
    source = (
        "Of the one green old house by seven lakes the other in big red woods is old a zorbal eats quindles, plorns, mibbles."
    )
    claim = "Of the one the other zorbal eats quindles, plorns, mibbles."
    found = aligned(claim, source)
    assert words(found.claim, [index for index, _ in found.pairs]) == "zorbal eats quindles plorns mibbles"


def test_words_in_a_row_that_are_all_there_is_are_no_strays() -> None:
    assert aligned("There zorbal sings.", "By a lake in there zorbal house.").pairs == ((0, 4), (1, 5))


def test_what_lies_between_two_aligned_words_is_a_gap() -> None:
    assert gaps("A zorbal of the green lake eats plorns.", "A zorbal who came eats tiny plorns.") == [
        LeftOver("of the green lake", "who came"),
        LeftOver("", "tiny"),
    ]


def test_gaps_at_the_ends_reach_to_the_ends_of_the_sentence() -> None:
    source = "It rains. We saw a zorbal that eats plorns today. It snows."
    found = aligned("Yes, a zorbal eats plorns here.", source)
    left = [(words(found.claim, gap.claim), words(found.source, gap.source), gap.leading, gap.trailing) for gap in found.gaps]
    assert left == [("Yes", "We saw", True, False), ("", "that", False, False), ("here", "today", False, True)]


def test_a_copy_of_a_whole_sentence_has_no_gaps() -> None:
    assert gaps("A zorbal eats plorns.", "It rains. A zorbal eats plorns. It snows.") == []


def test_gaps_across_two_sentences_reach_around_both() -> None:
    source = "It rains. Today a zorbal slept. Then quindles ate mibbles here. It snows."
    assert gaps("A zorbal and quindles ate mibbles.", source) == [
        LeftOver("", "Today"),
        LeftOver("and", "slept Then"),
        LeftOver("", "here"),
    ]


ONE = [LeftOver("heart zorbal", "lung quindle")]
TWO = [LeftOver("heart", "lung"), LeftOver("zorbal", "quindle")]


@pytest.mark.parametrize(
    ("between", "expected"),
    [("of", ONE), ("of the", ONE), ("of the a", TWO), ("eats", TWO), ("not", TWO), ("of not", TWO), ("not of", TWO), ("3", TWO)],
)
def test_gaps_with_at_most_two_light_words_between_them_are_one(between: str, expected: list[LeftOver]) -> None:
    assert gaps(f"We say heart {between} zorbal eats plorns.", f"We say lung {between} quindle eats plorns.") == expected


def test_three_gaps_may_be_one() -> None:
    claim, source = "We say heart of zorbal in mibble eats plorns.", "We say lung of quindle in vendrix eats plorns."
    assert gaps(claim, source) == [LeftOver("heart zorbal mibble", "lung quindle vendrix")]


def test_light_words_are_counted_anew_behind_every_gap() -> None:
    claim = "We say heart of the zorbal in a mibble eats plorns."
    source = "We say lung of the quindle in a vendrix eats plorns."
    assert gaps(claim, source) == [LeftOver("heart zorbal mibble", "lung quindle vendrix")]


def test_gaps_at_the_ends_are_joined_where_the_claim_has_words_there() -> None:
    found = aligned("Heart of zorbal eats plorns in green of blue.", "Lung of quindle eats plorns in red of white.")
    assert [(gap.claim, gap.leading, gap.trailing) for gap in found.gaps] == [((0, 2), True, False), ((6, 8), False, True)]


def test_what_the_source_alone_has_at_an_end_is_never_joined() -> None:
    assert gaps("Of zorbal eats plorns in green of.", "Lung of quindle eats plorns in red of white.") == [
        LeftOver("", "Lung"),
        LeftOver("zorbal", "quindle"),
        LeftOver("green", "red"),
        LeftOver("", "white"),
    ]


@pytest.mark.parametrize(
    ("source", "before", "behind"),
    [
        ("Results of tests The zorbal eats plorns In no case", "", ""),
        ("Results of tests the zorbal eats plorns in no case", "Results of tests", "in no case"),
        ("Results of tests\nThe zorbal eats plorns\nCases of note", "", ""),
        ("Results of tests\nthe zorbal eats plorns\ncases of note", "", ""),
        ("Results of tests\nthe zorbal eats plorns in no case", "", "in no case"),
        ("Results of tests the zorbal eats plorns\ncases of note", "Results of tests", ""),
        ("Results Of tests the zorbal eats plorns cases Of note", "Of tests", "cases"),
        ("Results Green tests the zorbal eats plorns Cases of note", "Results Green tests", "Cases of note"),
        ("Results\nGreen tests the zorbal eats plorns cases\nNote of it", "Green tests", "cases"),
        ("OF tests the zorbal eats plorns cases OF NOTE", "OF tests", "cases OF NOTE"),
        ("Results\nOF tests the zorbal eats plorns cases\nNOTE it", "Results OF tests", "cases NOTE it"),
        ("One. Of tests the zorbal eats plorns cases. Of it", "Of tests", "cases"),
        ("Not tests Not the zorbal eats plorns cases Not it Not", "Not", "cases"),
    ],
)
def test_headings_without_a_full_stop_end_where_a_capital_needs_an_end(source: str, before: str, behind: str) -> None:
    found = gaps("The zorbal eats plorns.", source)
    assert found == [LeftOver("", words) for words in (before, behind) if words]


def test_a_line_ends_what_stands_around_a_copy_only() -> None:
    source = "Results of tests\nthe zorbal eats big plorns\ncases of note"
    assert gaps("The zorbal eats plorns.", source) == [
        LeftOver("", "Results of tests"),
        LeftOver("", "big"),
        LeftOver("", "cases of note"),
    ]


def test_a_sentence_may_begin_at_the_first_aligned_word_itself() -> None:
    assert gaps("The zorbal eats", "Results The zorbal eats") == []


@given(TEXT, TEXT)
def test_an_alignment_accounts_for_every_word(claim: str, source: str) -> None:
    for one in Reading.sentences(claim):
        found = align(one, Reading.of(source))
        if found is None:
            continue
        assert all(one.keys[index] == found.source.keys[other] for index, other in found.pairs)
        assert list(found.pairs) == sorted(set(found.pairs))
        mine = sorted([index for index, _ in found.pairs] + [index for gap in found.gaps for index in gap.claim])
        assert mine == list(range(len(one.words)))
        first, last = found.span
        theirs = [other for _, other in found.pairs] + [index for gap in found.gaps for index in gap.source]
        assert set(theirs) >= set(range(first, last))
        assert len(theirs) == len(set(theirs))
        assert all(gap.claim or gap.source for gap in found.gaps)
        assert [gap.leading for gap in found.gaps[1:]] == [False] * len(found.gaps[1:])
        assert [gap.trailing for gap in found.gaps[:-1]] == [False] * len(found.gaps[:-1])
