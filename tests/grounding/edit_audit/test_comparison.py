"""Comparing: what of a difference is none, because the other side says the same in another way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.grounding.edit_audit.samples import LeftOver, changes, compared, words
from wiki_assets.grounding.guards.edit_audit.alignment import align
from wiki_assets.grounding.guards.edit_audit.comparison import compare
from wiki_assets.grounding.guards.edit_audit.reading import Reading

WORD = st.sampled_from(
    [
        "the",
        "not",
        "if",
        "in",
        "map",
        "maps",
        "graph",
        "zorbal",
        "plorn",
        "non",
        "linear",
        "nonlinear",
        "NL",
        "big",
        "large",
        "is",
        "3",
        "=",
        "IBM",
    ]
)
TEXT = st.lists(WORD, max_size=14).map(" ".join)


def swapped(mine: str, theirs: str) -> list[tuple[str, str]]:
    """What is left over where one sentence has `mine` and the other `theirs`."""
    return [tuple(change) for change in changes(f"The zorbal saw {mine} plorns today.", f"The zorbal saw {theirs} plorns today.")]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("big of the green", "green of the big"),
        ("nonlinear", "non linear"),
        ("non linear", "nonlinear"),
        ("non-linear", "nonlinear"),
        ("online", "on line"),
        ("the state of art", "stateofart"),
        ("AI", "artificial intelligence"),
        ("big and started", "large and began"),
        ("IBM", "International Business Machines"),
        ("International Business Machines", "IBM"),
        ("BMS", "the Bureau of Metric Standards"),
        ("WHO", "World Health Organization"),
        ("for example", "such as"),
        ("due to", "because of"),
        ("called", "known as"),
        ("large", "big"),
        ("a big", "the large"),
        ("started", "began"),
        ("animals", "dogs"),
        ("km", "kilometres"),
        ("percent", "%"),
        ("but also", "but moreover"),
        ("hence", "therefore"),
        ("provided", "given"),
        ("Large", "big"),
        ("BIG", "large"),
    ],
)
def test_what_says_the_same_leaves_nothing_of_the_claim(mine: str, theirs: str) -> None:
    left = {word for claim, _ in swapped(mine, theirs) for word in claim.split()}
    assert left <= {"the", "a", "of", "for", "to", "as"}


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("big", "green"),
        ("dogs", "animals"),
        ("Berlin", "Paris"),
        ("Large", "Big"),
        ("Dogs", "Animals"),
        ("km", "mile"),
        ("one metre", "one second"),
        ("hence", "however"),
        ("because", "although"),
        ("big", "also"),
        ("also", "big"),
        ("nonlinear", "non very linear"),
        ("wordsareonething", "words are one thing"),
        ("IBM", "International Business"),
        ("BIG", "Large"),
        ("12", "1 2"),
        ("atypical", "a typical"),
        ("indirect", "in direct"),
        ("anisotropic", "an isotropic"),
        ("notable", "not able"),
        ("not able", "notable"),
        ("in sufficient", "insufficient"),
        ("ibm", "International Business Machines"),
        ("IBM", "International Business Trees"),
        ("IBM", "International Machines Business"),
        ("M", "Machines"),
        ("few", "little"),
        ("twelve", "dozen"),
    ],
)
def test_what_says_something_else_is_left_over(mine: str, theirs: str) -> None:
    left = " ".join(claim for claim, _ in swapped(mine, theirs))
    assert set(mine.replace("twelve", "12").split()) & set(left.split())


def test_what_was_accounted_for_is_taken_from_both_sides() -> None:
    assert swapped("big", "large") == []
    assert swapped("big red", "large green") == [("red", "green")]
    assert swapped("nonlinear red", "non linear green") == [("red", "green")]
    assert swapped("non linear red", "nonlinear green") == [("red", "green")]
    assert swapped("red IBM", "green International Business Machines") == [("red", "green")]


def test_a_word_of_a_phrase_takes_nothing_from_the_source() -> None:
    assert swapped("such as", "for example") == [("as", "for example")]
    assert swapped("such red", "for example") == [("red", "for example")]


def test_the_preposition_of_a_phrase_stands_for_nothing_else() -> None:
    assert swapped("example", "for") == [("example", "for")]
    assert swapped("due", "of") == [("due", "of")]
    assert swapped("known", "as") == [("known", "as")]


def test_one_word_of_the_source_accounts_for_one_of_the_claim() -> None:
    assert swapped("big large red", "huge green") == [("large red", "green")]
    assert swapped("big, started or red", "large, began or green") == [("red", "green")]
    assert swapped("blue red of the green", "green of the red") == [("blue", "")]


def test_words_in_another_order_are_remembered_block_by_block() -> None:
    claim = "The zorbal saw big and tall of the green plorns eat red of the white quindles."
    source = "The zorbal saw green of the tall and big plorns eat white of the red quindles."
    found = compared(claim, source)
    assert [(words(found.claim, mine), words(found.source, theirs)) for mine, theirs in found.moved] == [
        ("big tall green", "big tall green"),
        ("red white", "red white"),
    ]
    assert [change.claim + change.source for change in found.changes] == [[], []]


def test_a_synonym_stands_in_the_place_of_at_most_eight_words() -> None:
    assert swapped("big", "a b c d e f g large")[0][0] == ""
    assert swapped("big", "a b c d e f g h large")[0][0] == "big"


def test_the_first_of_equal_words_of_the_source_is_taken() -> None:
    found = compared("The zorbal saw big of the green plorns.", "The zorbal saw green of the big thin big plorns.")
    assert found.moved == [([3, 6], [6, 3])]
    assert words(found.source, found.changes[0].source) == "thin big"


def test_light_words_in_another_order_are_not_worth_remembering() -> None:
    assert compared("The zorbal of the saw plorns.", "The zorbal the of saw plorns.").moved == []


SOURCE = "In the old house the zorbal saw three plorns."
TURNED = "The zorbal saw three plorns in the old house."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (SOURCE, TURNED),
        (TURNED, SOURCE),
        ("The zorbal saw three plorns, when it was old.", "When it was old, the zorbal saw three plorns."),
        (
            "It often rains where an old zorbal lives with plorns.",
            "Where an old zorbal lives with plorns it often rains.",
        ),
        ("It rains where the old zorbal lives with many plorns.", "Where the old zorbal lives with many plorns it rains."),
        ("Of the zorbals and plorns with old age.", "With old age of the zorbals and plorns."),
    ],
)
def test_a_clause_may_move_to_the_other_end(claim: str, source: str) -> None:
    found = compared(claim, source)
    assert found.rotated
    assert [change.claim for change in found.changes] == [[] for _ in found.changes]
    assert found.coverage == pytest.approx(1.0)
    assert found.tightness == 1.0


def test_a_clause_that_moved_leaves_no_gap_that_counts() -> None:
    found = compared("In old houses zorbals saw plorns eat.", "Zorbals saw big blue plorns eat in old houses.")
    assert found.rotated
    assert found.tightness == 1.0


def test_what_the_source_says_beside_the_moved_clause_stays() -> None:
    found = compared(
        "In the old house the zorbal saw three plorns.", "The zorbal saw three plorns one day in the old house of stone."
    )
    assert found.rotated
    assert words(found.source, found.changes[-1].source) == "one day in the of stone"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The plorn ate the zorbal.", "The zorbal ate the plorn."),
        ("Old houses the zorbal saw and plorns.", "The zorbal saw and plorns old houses."),
        ("In blue houses the zorbal saw three plorns.", "The zorbal saw three plorns in the old house."),
        ("Yesterday the zorbal saw three plorns.", "The zorbal saw three plorns yesterday."),
        ("In the house the zorbal saw three plorns.", "The zorbal saw in the house three plorns."),
        ("The old zorbal saw in the house three plorns.", "The old zorbal saw three plorns in the house."),
    ],
)
def test_other_moves_are_no_moved_clause(claim: str, source: str) -> None:
    assert not compared(claim, source).rotated


def test_coverage_is_the_share_of_the_weight_that_is_aligned_or_accounted_for() -> None:
    assert compared("The zorbal saw big plorns.", "The zorbal saw large plorns.").coverage == pytest.approx(1.0)
    assert compared("The big zorbal started plorns.", "The large zorbal began plorns.").coverage == pytest.approx(1.0)
    found = compared("A zorbal, a plorn and a quindle.", "A zorbal, a plorn and a mibble.")
    assert found.coverage == pytest.approx(2 / 3)
    found = compared("A zorbal, quindle of the plorn and a mibble.", "A zorbal, plorn of the quindle and a vendrix.")
    assert found.coverage == pytest.approx(3 / 4)


def test_a_claim_without_weight_is_not_covered() -> None:
    assert compared("Of the.", "It is of the one.").coverage == 0.0


def test_tightness_is_the_share_of_the_sources_words_that_are_aligned() -> None:
    assert compared("A zorbal saw plorns.", "A zorbal saw plorns.").tightness == 1.0
    assert compared("A zorbal saw plorns.", "A zorbal there and then in rain saw plorns.").tightness == pytest.approx(4 / 9)
    assert compared("A zorbal saw plorns.", "Today a zorbal saw plorns and quindles.").tightness == 1.0
    assert compared("A zorbal saw big plorns.", "A zorbal saw large old plorns.").tightness == pytest.approx(5 / 6)


def test_copied_is_the_share_of_words_in_rows_of_three() -> None:
    source = "One zorbal saw three plorns eat a quindle in the rain."
    assert compared("One zorbal saw three plorns eat a quindle in the rain.", source).copied == 1.0
    assert compared("One zorbal saw three plorns.", source).copied == 1.0
    assert compared("One zorbal saw blue plorns eat a quindle.", source).copied == pytest.approx(7 / 8)
    assert compared("One zorbal met blue plorns eat a quindle.", source).copied == pytest.approx(4 / 8)
    assert compared("One zorbal met three plorns met quindles.", source).copied == 0.0
    assert compared("Zorbal eat rain.", source).copied == 0.0


def test_a_row_of_three_must_be_one_on_both_sides() -> None:
    assert compared("Zorbals met plorns eat.", "Zorbals plorns eat.").copied == 0.0
    assert compared("Zorbals plorns eat.", "Zorbals met plorns eat.").copied == 0.0


def test_places_are_where_something_is_left_of_the_claim_or_within_it_of_the_source() -> None:
    source = "One day a zorbal saw three plorns eat a quindle in the rain."
    assert compared("A zorbal saw three plorns eat a quindle.", source).places == 0
    assert compared("A zorbal saw plorns eat a quindle.", source).places == 1
    assert compared("A blue zorbal saw plorns eat a mibble.", source).places == 3
    assert compared("Yes, a zorbal saw three plorns eat a quindle.", source).places == 1
    assert compared("A zorbal saw three plorns eat a quindle, yes.", source).places == 1
    assert compared("A zorbal saw 3 plorns eat a quindle.", source).places == 0


def test_words_are_given_by_their_indices() -> None:
    found = compared("A zorbal saw plorns.", "Today a zorbal saw plorns.")
    assert [word.surface for word in found.claim_words([1, 3])] == ["zorbal", "plorns"]
    assert [word.surface for word in found.source_words([0, 2])] == ["Today", "zorbal"]
    assert found.claim is found.alignment.claim
    assert found.source is found.alignment.source


@given(TEXT, TEXT)
def test_comparing_only_takes_away(claim: str, source: str) -> None:
    for one in Reading.sentences(claim):
        alignment = align(one, Reading.of(source))
        if alignment is None:
            continue
        found = compare(alignment)
        assert len(found.changes) == len(alignment.gaps)
        for change in found.changes:
            assert set(change.claim) <= set(change.gap.claim)
            assert set(change.source) <= set(change.gap.source)
            assert change.claim == sorted(change.claim)
            assert change.source == sorted(change.source)
        assert -1e-9 <= found.coverage <= 1 + 1e-9
        assert 0 <= found.copied <= 1
        assert 0 <= found.tightness <= 1


@pytest.mark.parametrize("determiner", ["All of the", "Every", "No", "Few", "Each", "Without any"])
def test_a_more_general_word_says_more_behind_a_universal_or_a_negation(determiner: str) -> None:
    claim, source = f"{determiner} animals in the old plorn were fed.", f"{determiner} dogs in the old plorn were fed."
    assert changes(claim, source) == [LeftOver("animals", "dogs")]
    assert changes(claim.replace(determiner, "The"), source.replace(determiner, "The")) == []


def test_a_universal_that_stands_elsewhere_reverses_nothing() -> None:
    claim, source = "The animals in the old plorn were fed by all.", "The dogs in the old plorn were fed by all."
    assert changes(claim, source) == []
