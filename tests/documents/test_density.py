"""Density: what counts as dense, and the size it asks for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.density import LARGEST, SMALLEST, Density, blended, density_of, size_for, sizing_of

MATHEMATICS = "Let f: M → N be C^2 with |df| ≤ 1, so E(u) = ∑_i w_i (u_i − u_0)^2 for all x ∈ Ω, where λ_1 > 0 and K = 2π."
RESULTS = "BM25 reaches 0.42 nDCG@10 (+3.1) on NQ and 0.31 on TREC-COVID; DPR-768 gives 35.4 % at k = 20."
PROSE = (
    "We found that readers rarely follow every reference in a long article, and that they trust what they have seen before. " * 4
)
USUAL = "The results for other methods, e.g. those by Lee et al. [12], are given in Table 3 and discussed further in Section 4."


@pytest.mark.parametrize(("dense", "plain"), [(MATHEMATICS, RESULTS), (RESULTS, USUAL), (USUAL, PROSE)])
def test_mathematics_is_denser_than_results_and_these_than_prose(dense: str, plain: str) -> None:
    assert density_of(dense).value > density_of(plain).value
    assert size_for(density_of(dense), 250) <= size_for(density_of(plain), 250)


def test_the_setting_is_the_size_of_text_of_usual_density() -> None:
    assert size_for(Density(signs=0.065, terms=0.0, fineness=0.2, tokens=100), 250) == 250


def test_the_size_stays_between_its_bounds() -> None:
    assert size_for(density_of(PROSE), 250) == LARGEST * 250
    assert size_for(density_of("((=+)) [1] {2} <3> %%%"), 250) == SMALLEST * 250
    assert density_of("").value == 0.0


def test_a_person_is_told_why() -> None:
    dense = Density(signs=0.14, terms=0.31, fineness=0.4, tokens=500)
    assert sizing_of(dense, 180, 250) == "dense: 14 % signs and digits, 31 % terms, aims at 180 tokens"
    assert sizing_of(dense, 250, 250).startswith("usual: ")
    assert sizing_of(dense, 300, 250).startswith("prose: ")


def test_a_short_text_is_seen_with_its_surroundings_and_a_long_one_by_itself() -> None:
    plain = density_of(PROSE * 9)
    short, long = density_of("x = 1."), density_of(" ".join([MATHEMATICS] * 40))
    assert abs(blended(short, plain, 150).value - plain.value) < 0.1 * short.value
    assert blended(long, plain, 150).value > 0.8 * long.value
    assert blended(density_of(""), density_of(""), 0).value == 0.0


@settings(deadline=None)
@given(st.text(max_size=300), st.integers(50, 2000))
def test_whatever_the_text_the_size_is_within_its_bounds(text: str, target: int) -> None:
    assert SMALLEST * target - 1e-6 <= size_for(density_of(text), target) <= LARGEST * target + 1e-6
