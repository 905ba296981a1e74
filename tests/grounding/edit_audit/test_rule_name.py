"""The rule `name`: a name where the source names another, or nobody."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import Found, compared, findings, remarked, sentence, words
from wiki_assets.grounding.guards.edit_audit.rules.name import find, names, resolves


def named(mine: str, theirs: str, more: str = "") -> list[Found]:
    return remarked(find, f"The lake was found by {mine} in the winter.", f"The lake was found by {theirs} in the winter. {more}")


def test_another_name_contradicts() -> None:
    assert named("Gauss", "Euler") == [Found(True, "Gauss", "Euler", "The source names another.")]
    assert named("Gauss", "Euler", "It pleased Gauss.") == [Found(True, "Gauss", "Euler", "The source names another.")]
    assert named("UNICEF", "WHO") == [Found(True, "UNICEF", "WHO", "The source names another.")]


def test_a_name_that_is_nowhere_in_the_source_makes_doubtful() -> None:
    assert named("Gauss", "a boy") == [Found(False, "Gauss", "", "This name is nowhere in the source.")]
    assert named("Gauss", "him") == [Found(False, "Gauss", "", "This name is nowhere in the source.")]
    assert named("Gauss Weber", "a boy", "It pleased Gauss.") == [
        Found(False, "Gauss Weber", "", "This name is nowhere in the source.")
    ]


def test_a_name_that_the_source_has_elsewhere_makes_doubtful_where_no_pronoun_stands_for_it() -> None:
    assert named("Gauss", "a boy", "It pleased Gauss.") == [Found(False, "Gauss", "", "The source does not name it here.")]
    assert named("Gauss", "him", "It pleased Gauss.") == []


@pytest.mark.parametrize(
    ("mine", "theirs"), [("boys", "girls"), ("3", "Euler"), ("him", "Euler"), ("Gauss", "Gauss"), ("The", "Euler")]
)
def test_what_is_no_name_or_the_same_name_is_no_difference(mine: str, theirs: str) -> None:
    assert named(mine, theirs) == []


def test_the_first_word_of_a_sentence_is_no_name() -> None:
    assert findings(find, "Gauss found the lake in winter.", "Euler found the lake in winter.") == []
    assert findings(find, "Then Gauss found the lake in winter.", "Euler found the lake in winter.") == [
        Found(False, "Gauss", "")
    ]


def test_every_place_is_looked_at() -> None:
    claim = "In Rome the lake was seen by Gauss in winter."
    source = "In Paris the lake was seen by Euler in winter."
    assert findings(find, claim, source) == [Found(True, "Rome", "Paris"), Found(True, "Gauss", "Euler")]
    assert findings(find, "In big towns the lake was seen by Gauss.", "In small towns the lake was seen by Euler.") == [
        Found(True, "Gauss", "Euler")
    ]
    assert findings(find, "In big Rome the lake was seen by Gauss.", "In small towns the lake was seen by Euler.") == [
        Found(False, "Rome", ""),
        Found(True, "Gauss", "Euler"),
    ]


def test_names_are_words_with_a_capital_within_a_sentence() -> None:
    reading = sentence("Old Gauss of Rome may see All 3 US maps of hepatitis A.")
    assert words(reading, names(reading, list(range(len(reading.words))))) == "Gauss Rome US"


@pytest.mark.parametrize(("theirs", "resolved"), [("him", True), ("boys like them", True), ("a boy", False), ("WHO", False)])
def test_a_pronoun_of_the_source_may_stand_for_the_claims_words(theirs: str, resolved: bool) -> None:
    found = compared("The lake was found by Gauss in the winter.", f"The lake was found by {theirs} in the winter.")
    assert [resolves(found, change) for change in found.changes] == [resolved]
