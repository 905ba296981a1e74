"""Quantities: what a number with the words around it allows, and which numbers are none."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.grounding.conflicts.quantities import Quantity, disagree, quantities
from wiki_assets.grounding.guards.edit_audit.reading import Reading


def measured(text: str) -> list[Quantity]:
    reading = Reading.of(text)
    return quantities(reading, range(len(reading.words)))


ALLOWED = {
    "It took 7 sweeps.": (6.51, 7.49),
    "It took 3.5 sweeps.": (3.451, 3.549),
    "It took 12,000 sweeps.": (11510, 12490),
    "It took 40 sweeps.": (39.51, 40.49),
    "It took three sweeps.": (2.51, 3.49),
    "It took twice the time.": (2.0, 2.0),
    "It took about 50 sweeps.": (45.0, 55.0),
    "It took at least 7 sweeps.": (6.51, inf),
    "It took no less than 7 sweeps.": (6.51, inf),
    "It took up to 7 sweeps.": (-inf, 7.49),
    "It took fewer than 7 sweeps.": (-inf, 7.49),
    "It took no more than 7 sweeps.": (-inf, 7.49),
    "It took 7 thousand sweeps.": (6510, 7490),
}


@pytest.mark.parametrize("text", ALLOWED)
def test_a_number_allows_what_its_words_and_its_last_digit_leave_open(text: str) -> None:
    (found,) = measured(text)
    assert (found.low, found.high) == pytest.approx(ALLOWED[text])


def test_the_unit_behind_a_number_is_known_by_any_of_its_names() -> None:
    units = {quantity.unit for text in ("7 ms", "7 milliseconds", "7 millisecond") for quantity in measured(text)}
    assert len(units) == 1
    assert units != {""}


def test_a_light_word_behind_a_number_is_no_unit() -> None:
    assert [quantity.unit for quantity in measured("It took 7.5 as we saw.")] == [""]


@pytest.mark.parametrize(
    "text",
    [
        "So it was shown (Ash, 2001).",
        "So Ash (2001) showed it.",
        "So it was shown [4, 17].",
        "The model Alder-3 was used.",
        "The release v1.1 was used.",
        "The grant CCF-1234567 paid for it.",
        "A 2-form was used.",
        "In phase 2 it was used.",
        "It was used in phase 2",
        "Notes, no. 7, were used.",
        "The address 10.0.0.1 was used.",
        f"A number of {'9' * 400} digits was used.",
    ],
)
def test_a_number_that_only_names_something_is_no_quantity(text: str) -> None:
    assert measured(text) == []


def test_two_numbers_disagree_where_nothing_satisfies_both() -> None:
    assert disagree(measured("seven sweeps"), measured("nine sweeps"))
    assert not disagree(measured("seven sweeps"), measured("more than six sweeps"))
    assert not disagree(measured("15.7 sweeps"), measured("16 sweeps"))


def test_of_several_numbers_one_that_goes_together_is_enough() -> None:
    assert not disagree(measured("between three and four sweeps"), measured("four sweeps"))
    assert disagree(measured("between three and four sweeps"), measured("fewer than two sweeps"))


def test_numbers_of_other_units_may_be_the_same() -> None:
    assert not disagree(measured("5 ms"), measured("0.005 s"))


def test_nothing_disagrees_with_no_number() -> None:
    assert not disagree(measured("seven sweeps"), measured("some sweeps"))


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60), st.text(alphabet="0123456789.,-k% 0", max_size=20))
def test_any_text_gives_quantities_that_agree_with_themselves(words: str, digits: str) -> None:
    found = measured(f"{words} {digits} {words}")
    assert all(quantity.low <= quantity.high for quantity in found)
    assert not disagree(found, found)
