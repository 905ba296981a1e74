from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.concepts.quotes import best_window

TEXT = "Packings are rigid. A re-ranking of ﬁne circles – all tangent – is not unique. Radii converge quickly to a limit."


def test_the_window_that_shares_most_words_is_taken() -> None:
    assert TEXT[slice(*best_window("The radii converge to some limit.", TEXT))] == "Radii converge quickly to a limit."
    both = best_window("Rigid packings of tangent circles are not unique.", TEXT)
    assert TEXT[slice(*both)].startswith("Packings are rigid. A re-ranking")
    assert best_window("Anything.", "") == (0, 0)


@given(st.text(max_size=200), st.text(max_size=200))
def test_a_window_lies_in_its_text(claim: str, text: str) -> None:
    start, end = best_window(claim, text)
    assert 0 <= start <= end <= len(text)
