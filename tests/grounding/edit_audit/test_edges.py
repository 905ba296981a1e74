"""The edges of a copy: which of the words that a claim leaves out at the ends of its source's sentence bear on what it keeps."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import compared, words
from wiki_assets.grounding.guards.edit_audit.edges import bearing, binding

KEPT = "a zorbal eats green plorns"


def borne(source: str, which: int = 0, claim: str = KEPT) -> str:
    found = compared(claim, source)
    return words(found.source, bearing(found, found.changes[which]))


def bound(source: str, which: int = 0, claim: str = KEPT) -> str:
    found = compared(claim, source)
    return words(found.source, binding(found, found.changes[which]))


def test_six_words_in_front_of_what_was_kept_bear_on_it() -> None:
    assert borne(f"We say that {KEPT}.") == "We say that"
    assert borne(f"All of us in this house say that {KEPT}.") == "us in this house say that"


def test_three_words_behind_what_was_kept_bear_on_it() -> None:
    assert borne(f"{KEPT} in rain.") == "in rain"
    assert borne(f"{KEPT} in heavy rain or snow.") == "in heavy rain"


@pytest.mark.parametrize("mark", [",", ";", ":", "(", ")", "[", "]"])
def test_what_punctuation_parts_does_not_bear(mark: str) -> None:
    assert borne(f"We say{mark} {KEPT}.") == ""
    assert borne(f"{KEPT}{mark} in rain.") == ""


@pytest.mark.parametrize("mark", ['"', "-", "/"])
def test_other_marks_part_nothing(mark: str) -> None:
    assert borne(f"We say {mark} {KEPT}.") == "We say"
    assert borne(f"{KEPT} {mark} in rain.") == "in rain"


@pytest.mark.parametrize("mark", [".", "?", "!"])
def test_the_end_of_a_sentence_parts(mark: str) -> None:
    assert borne(f"we say{mark} {KEPT}.") == ""
    assert bound(f"we say{mark} {KEPT}.") == ""
    assert borne(f"{KEPT}{mark} in rain.") == ""
    assert bound(f"{KEPT}{mark} in rain.") == ""


def test_a_condition_in_front_binds_across_a_comma() -> None:
    assert bound(f"If it rains, {KEPT}.") == "If it rains"
    assert borne(f"If it rains, {KEPT}.") == ""


def test_a_condition_behind_a_comma_does_not_bind() -> None:
    assert bound(f"{KEPT}, if it rains.") == ""
    assert bound(f"{KEPT} if it rains.") == "if it rains"


def test_a_line_of_its_own_does_not_bear() -> None:
    claim, source = "zorbals eat green plorns", "zorbals eat old green plorns"
    assert borne(f"not so\n{source}.", 0, claim) == ""
    assert bound(f"if so\n{source}.", 0, claim) == ""
    assert borne(f"{source}\nnot so.", -1, claim) == ""
    assert borne(f"not so {source}.", 0, claim) == "not so"
    assert borne(f"{source} not so.", -1, claim) == "not so"


def test_what_is_left_out_within_a_copy_always_bears() -> None:
    source = "a zorbal, as all of us in this house say and know (not always), eats green plorns"
    assert borne(source) == "as all of us in this house say and know not always"
    assert bound(source) == "as all of us in this house say and know not always"


def test_where_the_claim_has_other_words_all_of_the_sources_bear() -> None:
    claim = f"Today {KEPT} often"
    source = f"All of us in this house say, that {KEPT}, in heavy rain or snow."
    assert borne(source, 0, claim) == "All of us in this house say that"
    assert borne(source, 1, claim) == "in heavy rain or snow"


def test_where_the_source_has_nothing_nothing_bears() -> None:
    assert borne(f"{KEPT}.", 0, f"Today {KEPT}") == ""


def test_what_was_accounted_for_does_not_bear() -> None:
    found = compared(f"In the rain {KEPT}", f"{KEPT} never in the rain.")
    assert words(found.source, bearing(found, found.changes[-1])) == "never in the"


def test_a_break_is_looked_for_at_the_edge_of_what_was_kept_only() -> None:
    assert borne(f"So, we say that {KEPT}.") == "So we say that"
    assert borne(f"{KEPT} in rain, or snow.") == "in rain or"
