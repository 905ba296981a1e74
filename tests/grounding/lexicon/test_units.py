"""Units of measurement."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.grounding.lexicon.units import unit_of


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        (("km", "kilometre", "kilometres", "kilometer", "kilometers"), "kilometer"),
        (("l", "litre", "liters"), "liter"),
        (("mg", "milligram", "milligrams"), "milligram"),
        (("s", "sec", "second", "seconds"), "second"),
        (("percent", "Percent", "%"), "percent"),
        (("million", "Millions"), "million"),
        (("mW", "milliwatt"), "milliwatt"),
        (("MW", "megawatts"), "megawatt"),
        (("eV",), "electron_volt"),
    ],
)
def test_spellings_of_a_unit_have_one_name(words: tuple[str, ...], unit: str) -> None:
    assert {unit_of(word) for word in words} == {unit}


@pytest.mark.parametrize(
    "word", ["map", "zorbal", "", "3", "m/s", "°C", "µm", "ångström", "non-linear", "first", "Hz2", "__class__"]
)
def test_other_words_are_no_units(word: str) -> None:
    assert unit_of(word) == ""


@settings(deadline=None)
@given(st.text(st.characters(codec="ascii"), max_size=12))
def test_any_word_is_a_unit_or_none(word: str) -> None:
    assert isinstance(unit_of(word), str)
