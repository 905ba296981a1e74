"""Ranges: all wanted papers, once, in few runs of bounded size."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.planning.ranges import MOST_SCATTERED, ranges_to_run

ORDERS = st.integers(0, 60).map(lambda count: [f"k{number}" for number in range(count)])
WANTED = st.dictionaries(st.integers(0, 80).map(lambda number: f"k{number}"), st.integers(0, 5))


def spread_of(wanted: dict[str, int]) -> dict[str, list[str]]:
    return {key: [f"{key}/{number}" for number in range(count)] for key, count in wanted.items()}


@settings(deadline=None)
@given(ORDERS, WANTED, st.integers(1, 7))
def test_ranges_cover_every_wanted_paper_once_and_in_order(order: list[str], wanted: dict[str, int], most: int) -> None:
    spread = spread_of(wanted)
    found = ranges_to_run(order, spread, most)
    assert [paper for batch in found for paper in batch.papers] == [paper for key in order for paper in spread.get(key, [])]
    ends = [(order.index(batch.first), order.index(batch.last)) for batch in found]
    assert all(first <= last for first, last in ends)
    assert all(one[1] < other[0] for one, other in pairwise(ends))


@settings(deadline=None)
@given(ORDERS, WANTED, st.integers(1, 7))
def test_no_range_holds_more_papers_than_a_run_may_have_unless_one_partition_does(
    order: list[str], wanted: dict[str, int], most: int
) -> None:
    for batch in ranges_to_run(order, spread_of(wanted), most):
        assert len(batch.papers) <= most or batch.first == batch.last


def test_papers_that_lie_scattered_make_few_runs_and_close_ones_share_theirs() -> None:
    order = [f"k{number:03d}" for number in range(200)]
    spread = {key: [key] for key in order[::2]}
    found = ranges_to_run(order, spread, 500)
    assert len(found) <= MOST_SCATTERED
    assert sum(len(batch.papers) for batch in found) == 100


def test_neighbours_are_one_run_and_a_hundred_papers_are_few() -> None:
    order = [f"k{number:03d}" for number in range(100)]
    assert len(ranges_to_run(order, {key: [key] for key in order}, 500)) == 1
    assert [len(batch.papers) for batch in ranges_to_run(order, {key: [key] for key in order}, 40)] == [40, 40, 20]
