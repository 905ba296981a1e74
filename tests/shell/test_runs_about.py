"""A run's tags name the partitions that it is about, whatever its range reaches over."""

from __future__ import annotations

import pytest

from jobs.about import about_tags, bounded_ranges, partitions_about, same_thing
from jobs.launching import RANGE_END, RANGE_START
from sensors.new_papers import range_requests
from wiki_assets.planning.plan import Task

ORDER = [f"Paper{number:05d}" for number in range(2_000)]
SCATTERED = ORDER[3::7]
LONGEST_OF_POSTGRES = 2_704


def range_tags(keys: list[str]) -> dict[str, str]:
    """Tags of a run over these papers and all between them."""
    return {RANGE_START: keys[0], RANGE_END: keys[-1], **about_tags(ORDER, keys)}


@pytest.mark.parametrize("keys", [ORDER[5:6], ORDER[5:9], SCATTERED, [*ORDER[1:4], ORDER[8]]], ids=len)
def test_what_tags_name_is_what_was_named(keys: list[str]) -> None:
    assert list(partitions_about(range_tags(keys), ORDER)) == keys


def test_a_range_that_reaches_over_nothing_names_nothing() -> None:
    assert about_tags(ORDER, ORDER[5:9]) == {}


def test_each_tag_fits_into_the_index_that_postgresql_has_of_them() -> None:
    tags = about_tags(ORDER, ORDER[::2])
    assert len(tags) > 1
    assert max(len(value.encode()) for value in tags.values()) < LONGEST_OF_POSTGRES


def test_a_run_of_one_partition_is_about_that_one() -> None:
    assert partitions_about({"dagster/partition": "Paper00007"}, ORDER) == ("Paper00007",)


def test_partitions_that_are_gone_are_left_out() -> None:
    left = [key for key in ORDER if key != SCATTERED[1]]
    assert list(partitions_about(range_tags(SCATTERED), left)) == [key for key in SCATTERED if key != SCATTERED[1]]


def test_a_run_without_partitions_is_about_none() -> None:
    assert partitions_about({"wiki/reason": "x"}, ORDER) == ()
    assert same_thing({"wiki/reason": "x"}) == {}


def test_runs_over_the_same_range_are_about_the_same_only_if_they_name_the_same() -> None:
    some, others = [ORDER[0], ORDER[3], ORDER[9]], [ORDER[0], ORDER[5], ORDER[9]]
    assert same_thing({**range_tags(some), "wiki/reason": "x"}) == range_tags(some)
    assert same_thing(range_tags(some)) != same_thing(range_tags(others))


def test_ranges_cover_exactly_the_wanted_keys_and_are_bounded() -> None:
    ranges = bounded_ranges(["a", "b", "c", "d", "e", "f"], {"a", "b", "c", "f"}, 2)
    assert ranges == [("a", "b"), ("c", "c"), ("f", "f")]


def test_a_request_that_reaches_over_papers_that_are_up_to_date_names_those_it_is_about() -> None:
    tasks = {key: Task(key, "changed", key) for key in SCATTERED}
    requests = range_requests(ORDER, {key: [key] for key in SCATTERED}, tasks, 100)
    named = [partitions_about(request.tags, ORDER) for request in requests]
    assert [key for keys in named for key in keys] == SCATTERED
    assert max(map(len, named)) <= 100


def test_a_bucket_is_named_as_a_paper_is() -> None:
    order = [f"bucket:{number:02d}" for number in range(40)]
    spread = {key: [f"Paper{key[-2:]}"] for key in order[::2]}
    tasks = {paper: Task(paper, "new", paper) for papers in spread.values() for paper in papers}
    named = [partitions_about(request.tags, order) for request in range_requests(order, spread, tasks, 500)]
    assert [key for keys in named for key in keys] == order[::2]
