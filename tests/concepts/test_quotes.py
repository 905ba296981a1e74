from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.concepts.quotes import best_window, find_quote

TEXT = "Packings are rigid. A re-ranking of ﬁne circles – all tangent – is not unique. Radii converge quickly to a limit."


def test_a_quote_is_found_whatever_its_spaces_dashes_case_and_ligatures() -> None:
    place = find_quote("a  reranking of FINE circles - all\ntangent - is not unique", TEXT)
    assert place is not None
    assert TEXT[slice(*place)] == "A re-ranking of ﬁne circles – all tangent – is not unique"


def test_a_quote_with_another_word_is_not_found() -> None:
    assert find_quote("A re-ranking of fine circles is unique", TEXT) is None
    assert find_quote("Radii converge quickly to a limi", TEXT) is None
    assert find_quote(" … ", TEXT) is None


def test_the_window_that_shares_most_words_is_taken() -> None:
    assert TEXT[slice(*best_window("The radii converge to some limit.", TEXT))] == "Radii converge quickly to a limit."
    both = best_window("Rigid packings of tangent circles are not unique.", TEXT)
    assert TEXT[slice(*both)].startswith("Packings are rigid. A re-ranking")
    assert best_window("Anything.", "") == (0, 0)


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_words_of_a_text_are_found_in_it(before: str, quote: str, after: str) -> None:
    text = f"{before} {quote} {after}"
    place = find_quote(quote, text)
    assert place is not None or not any(letter.isalnum() for letter in quote)


@given(st.text(max_size=200), st.text(max_size=200))
def test_a_window_lies_in_its_text(claim: str, text: str) -> None:
    start, end = best_window(claim, text)
    assert 0 <= start <= end <= len(text)
