"""The rule `negation`: a negation on one side only."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.negation import find

PLAIN = "The map preserves the ratios of its edges."


@pytest.mark.parametrize(
    ("claim", "word"),
    [
        ("The map does not preserve the ratios of its edges.", "not"),
        ("The map doesn't preserve the ratios of its edges.", "not"),
        ("The map never preserves the ratios of its edges.", "never"),
        ("The map preserves no ratios of its edges.", "no"),
        ("The map hardly preserves the ratios of its edges.", "hardly"),
        ("The map preserves neither the ratios of its edges.", "neither"),
        ("The map preserves the ratios without its edges.", "without"),
        ("Nothing preserves the ratios of its edges.", "Nothing"),
    ],
)
def test_a_negation_that_the_source_has_not_contradicts(claim: str, word: str) -> None:
    assert findings(find, claim, PLAIN) == [Found(True, word, "")]


def test_a_negation_that_the_claim_leaves_out_within_what_it_keeps_contradicts() -> None:
    source = "The map does not preserve the ratios of its edges."
    assert remarked(find, PLAIN, source) == [Found(True, "", "not", "Claim and source differ in a negation.")]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The map never preserves ratios.", "The map does not preserve ratios."),
        ("The map doesn't preserve ratios.", "The map does not preserve ratios."),
        ("The map cannot preserve ratios.", "The map can not preserve ratios."),
        ("No map preserves its ratios.", "None of the maps preserves its ratios."),
        ("The map preserves ratios.", "The map preserves nice ratios."),
    ],
)
def test_a_negation_on_both_sides_or_on_neither_is_no_difference(claim: str, source: str) -> None:
    assert findings(find, claim, source) == []


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("It is not known whether the map preserves ratios.", "not"),
        ("The map preserves ratios without effort.", "without"),
        ("Nobody says that the map preserves ratios.", "Nobody"),
    ],
)
def test_a_negation_close_by_outside_what_the_claim_keeps_makes_doubtful(source: str, word: str) -> None:
    assert findings(find, "The map preserves ratios.", source) == [Found(False, "", word)]


@pytest.mark.parametrize(
    "source",
    [
        "Not so long ago it was seen by all of us that the map preserves ratios.",
        "It is not flat, the map preserves ratios.",
        "The map preserves ratios, but not angles.",
        "The map preserves ratios of its edges, not of its angles.",
        "It is not flat. The map preserves ratios.",
    ],
)
def test_a_negation_far_off_or_behind_punctuation_says_nothing_of_what_the_claim_keeps(source: str) -> None:
    assert findings(find, "The map preserves ratios.", source) == []


def test_where_the_claim_has_words_of_its_own_at_an_end_a_negation_contradicts() -> None:
    source = "It is not known whether the map preserves ratios."
    assert findings(find, "Clearly the map preserves ratios.", source) == [Found(True, "", "not")]
    assert findings(find, "It is not so that the map preserves ratios.", "We know that the map preserves ratios.") == [
        Found(True, "not", "")
    ]


def test_every_place_is_looked_at() -> None:
    claim = "The map never preserves ratios of edges that are not long in the plane."
    source = "The map preserves ratios of edges that are long in the plane."
    assert findings(find, claim, source) == [Found(True, "never", ""), Found(True, "not", "")]
