"""Accents that TeX draws beside their letter: one word for retrieval, one letter for a reader, untouched in the text that is quoted."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.text.cleaning import clean_line, with_accents_composed
from wiki_assets.text.words import token_spans, tokens


@pytest.mark.parametrize("drawn", ["M\u00a8obius", "M\u00f6bius", "Mo\u0308bius"])
def test_a_name_is_one_token_however_its_accent_is_drawn(drawn: str) -> None:
    assert tokens(clean_line(f"a {drawn} map")) == ["a", "mobius", "map"]


def test_a_reader_sees_the_accent_on_its_letter() -> None:
    assert with_accents_composed(clean_line("the M\u00a8obius map of Pl\u00a8ucker")) == "the M\u00f6bius map of Pl\u00fccker"


@given(st.text())
def test_tokens_and_token_spans_agree_on_what_they_find(text: str) -> None:
    for token, start, end in token_spans(text):
        assert 0 <= start < end <= len(text)
        assert token
    if text.isascii():
        assert [token for token, _, _ in token_spans(text)] == tokens(text)


@given(st.text())
def test_composing_accents_changes_no_plain_letter(text: str) -> None:
    def letters(of: str) -> list[str]:
        return sorted(letter for letter in unicodedata.normalize("NFD", of) if letter.isascii() and letter.isalnum())

    assert letters(with_accents_composed(text)) == letters(text)
