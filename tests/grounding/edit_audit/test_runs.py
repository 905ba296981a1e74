"""Copied runs: rows of words that claim and source have in common."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.grounding.edit_audit.samples import sentence, words
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.runs import LONG_RUN, Run, copied_runs
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass

WORD = st.sampled_from(["map", "graph", "edge", "the", "of"])
TEXT = st.lists(WORD, min_size=1, max_size=20).map(" ".join)


def runs(claim: str, source: str) -> list[Run]:
    return copied_runs(sentence(claim), Reading.of(source))


def test_four_words_in_a_row_are_a_run() -> None:
    assert runs("We saw a zorbal eat plorns.", "Often a zorbal eats mibbles; a zorbal eats plorns.") == [Run(2, 5, 4)]


def test_three_words_in_a_row_are_none() -> None:
    assert runs("We saw a zorbal eat nothing.", "Often a zorbal eats mibbles.") == []


def test_a_run_tells_two_things_at_least() -> None:
    assert runs("All of it is in the zorbal.", "As it is in the zorbal of you.") == []
    assert runs("All of it is in the zorbal 3.", "As it is in the zorbal 3 of you.") == [Run(2, 1, 6)]


def test_a_run_is_as_long_as_it_can_be() -> None:
    source = "A zorbal eats plorns. A zorbal eats plorns in the rain. A zorbal eats plorns in it."
    assert runs("A zorbal eats plorns in the rain.", source) == [Run(0, 4, 7)]


def test_runs_follow_each_other_from_left_to_right() -> None:
    source = "Red zorbals eat plorns. Seven green quindles drink mibbles. All sleep."
    found = runs("Seven green quindles drink and red zorbals eat plorns.", source)
    assert found == [Run(0, 4, 4), Run(5, 0, 4)]


def test_of_equal_runs_the_one_nearest_behind_the_last_is_taken() -> None:
    copied = "green quindles drink mibbles"
    source = f"A {copied}. Then red zorbals eat plorns. And {copied} too."
    assert runs(f"Red zorbals eat plorns, {copied}.", source) == [Run(0, 6, 4), Run(4, 11, 4)]
    source = f"And {copied}. Red zorbals eat plorns. So it is always here in the old house, and {copied}."
    assert runs(f"Red zorbals eat plorns, {copied}.", source) == [Run(0, 5, 4), Run(4, 1, 4)]


def test_of_equally_near_runs_the_first_is_taken() -> None:
    copied = "green quindles drink mibbles"
    assert runs(f"{copied}.", f"{copied} and {copied}.") == [Run(0, 0, 4)]
    assert runs("map map map map.", "map map map map map map.") == [Run(0, 0, 4)]


def test_a_run_may_reach_to_the_last_word_of_the_source() -> None:
    assert runs("Red zorbals eat plorns and more.", "See red zorbals eat plorns") == [Run(0, 1, 4)]


def test_a_longer_run_that_begins_in_the_middle_of_one_is_cut() -> None:
    source = "One red zorbal eats plorns. Then eats plorns with blue quindles."
    assert runs("Red zorbal eats plorns with blue quindles.", source) == [Run(0, 1, 4)]


def test_nothing_is_copied_from_an_empty_source() -> None:
    assert runs("Red zorbals eat plorns.", "") == []


def _longest(claim: Reading, source: Reading, index: int) -> int:
    """The plain way."""
    lengths = [0]
    for at in range(len(source.keys)):
        length = 0
        while claim.keys[index + length : index + length + 1] == source.keys[at + length : at + length + 1] != []:
            length += 1
        lengths.append(length)
    return max(lengths)


@given(TEXT, TEXT)
def test_runs_are_what_the_plain_way_finds(claim: str, source: str) -> None:
    mine, theirs = sentence(claim), Reading.of(source)
    found = copied_runs(mine, theirs)
    begun = {run.claim: run for run in found}
    index = 0
    while index < len(mine.keys):
        longest = _longest(mine, theirs, index)
        tells = sum(word.kind is WordClass.CONTENT for word in mine.words[index : index + longest]) >= 2
        if longest >= LONG_RUN and tells:
            run = begun.pop(index)
            assert run.length == longest
            assert mine.keys[index : index + longest] == theirs.keys[run.source : run.source + longest], words(mine, [index])
            index += longest
        else:
            index += 1
    assert not begun
