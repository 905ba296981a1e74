"""One form for what says the same, and the way back to the characters it came from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.text.normalising import normalise


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("e\ufb03cient \uff21\uff22", "efficient AB"),
        ("soft\u00adly, soft\u00ad\nly", "softly, softly"),
        ("exam-\nple and exam- ple", "example and example"),
        ("pre- and postprocessing", "pre- and postprocessing"),
        ("state-\nof-the-art", "state-of-the-art"),
        ("a \u2212 b \u2013 c\u2014d", "a - b - c-d"),
        ("12,000 or 12\u2009000 of 1,234.5", "12000 or 12000 of 1234.5"),
        ("(1, 2), 2019, 2020 and 300", "(1, 2), 2019, 2020 and 300"),
        ("twenty-three, seven billion and two", "23, 7000000000 and 2"),
        ("one of 7.5 million", "one of 7500000"),
        ("can't, won\u2019t, cannot, don't", "can not, will not, can not, do not"),
        ("5 percent, five per cent, 5 %", "5%, 5%, 5%"),
        ("M \u00a8obius", "M\u00f6bius"),
        ("10\u207b\u2074 x\u00b2", "10^-4 x^2"),
    ],
)
def test_what_says_the_same_comes_out_the_same(written: str, normal: str) -> None:
    assert normalise(written).text == normal


@given(st.text())
def test_every_character_knows_where_it_came_from(text: str) -> None:
    normalised = normalise(text)
    spans = list(zip(normalised.starts, normalised.ends, strict=True))
    assert len(spans) == len(normalised.text)
    for offset, (start, end) in enumerate(spans):
        assert 0 <= start < end <= len(text)
        assert normalised.original_span(offset, offset + 1) == (start, end)
