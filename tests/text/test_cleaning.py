"""Clean text: ligatures, invisible characters, hyphenation at line ends."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.text.cleaning import clean_line, join_lines, words_of


def joined(first: str, second: str, vocabulary: str = "") -> str:
    head, separator = join_lines(first, second, words_of(vocabulary))
    return head + separator + second


def test_ligatures_invisible_characters_and_white_space_are_mended() -> None:
    assert clean_line("  e\ufb03cient\u00a0 \ufb01ltering\u00ad \x02 of\u200b graphs ") == "efficient filtering of graphs"


def test_a_ligature_that_the_font_hides_in_a_private_code_is_mended() -> None:
    assert clean_line("De\uf0denition of a \uf0dfip") == "Definition of a flip"


def test_mathematical_letters_become_letters() -> None:
    assert clean_line("𝑓(𝑥)") == "f(x)"


def test_a_word_broken_at_the_line_end_is_one_word_again() -> None:
    assert joined("the param-", "eterization is") == "the parameterization is"


def test_a_compound_that_the_document_writes_with_a_hyphen_keeps_it() -> None:
    assert joined("a self-", "attention layer", "self-attention helps") == "a self-attention layer"
    assert joined("a self-", "attention layer", "self-attention or selfattention") == "a selfattention layer"


@pytest.mark.parametrize(("first", "second"), [("Bose-", "Einstein"), ("the 100-", "fold gain")])
def test_a_hyphen_before_a_capital_or_after_a_number_stays(first: str, second: str) -> None:
    assert joined(first, second) == first + second


def test_a_name_with_a_capital_inside_is_mended_where_the_document_writes_it_so() -> None:
    assert joined("the True-", "Time service", "TrueTime is a service") == "the TrueTime service"


def test_chinese_lines_are_joined_without_a_space() -> None:
    assert joined("盐城高新区", "投资集团") == "盐城高新区投资集团"


@settings(deadline=None)
@given(st.text(max_size=60))
def test_cleaning_twice_is_cleaning_once(line: str) -> None:
    assert clean_line(clean_line(line)) == clean_line(line)
