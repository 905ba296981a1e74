"""Partition keys: adding and ranges."""

from __future__ import annotations

from itertools import pairwise

from dagster import DagsterInstance
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.partitions import add_missing_keys, contiguous_ranges


@given(
    st.lists(st.integers(0, 40), unique=True).map(lambda keys: [str(key) for key in keys]), st.sets(st.integers(0, 50).map(str))
)
def test_ranges_cover_exactly_the_wanted_keys_that_exist(order: list[str], wanted: set[str]) -> None:
    covered = [
        key for first, last in contiguous_ranges(order, wanted) for key in order[order.index(first) : order.index(last) + 1]
    ]
    assert covered == [key for key in order if key in wanted]


@given(
    st.lists(st.integers(0, 40), unique=True).map(lambda keys: [str(key) for key in keys]), st.sets(st.integers(0, 50).map(str))
)
def test_no_two_ranges_could_be_one(order: list[str], wanted: set[str]) -> None:
    ranges = contiguous_ranges(order, wanted)
    for (_, last), (first, _) in pairwise(ranges):
        assert order.index(first) - order.index(last) > 1


def test_keys_are_added_once_and_in_the_order_given() -> None:
    with DagsterInstance.ephemeral() as instance:
        assert add_missing_keys(instance, "papers", ["b", "a", "b"]) == ["b", "a"]
        assert add_missing_keys(instance, "papers", ["a", "c"]) == ["c"]
        assert list(instance.get_dynamic_partitions("papers")) == ["b", "a", "c"]
