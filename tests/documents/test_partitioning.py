"""Partitions of papers: one each, or a fixed number of buckets."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.partitioning import PaperPartitions

BIBKEYS = st.lists(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,20}", fullmatch=True), unique=True, max_size=60)


@settings(deadline=None)
@given(BIBKEYS, st.integers(1, 50))
def test_every_paper_is_in_exactly_one_bucket(bibkeys: list[str], buckets: int) -> None:
    partitions = PaperPartitions(buckets)
    spread = partitions.keys_of(bibkeys)
    assert sorted(paper for papers in spread.values() for paper in papers) == sorted(bibkeys)
    assert len(spread) <= buckets
    for key, papers in spread.items():
        assert partitions.papers_of([key], bibkeys) == papers


@given(BIBKEYS)
def test_without_buckets_every_paper_is_its_own_partition(bibkeys: list[str]) -> None:
    partitions = PaperPartitions()
    assert partitions.keys_of(bibkeys) == {bibkey: [bibkey] for bibkey in bibkeys}
    assert partitions.papers_of(bibkeys, []) == bibkeys


def test_a_bucket_does_not_depend_on_what_else_there_is() -> None:
    partitions = PaperPartitions(1000)
    assert partitions.key_of("Lewis2020") == partitions.key_of("Lewis2020")
    assert partitions.key_of("Lewis2020").startswith("bucket:")
    assert len(partitions.key_of("Lewis2020")) == len("bucket:000")


def test_a_hundred_thousand_papers_are_spread_evenly_enough() -> None:
    spread = PaperPartitions(100).keys_of(f"Paper{number}" for number in range(100_000))
    assert 800 < min(map(len, spread.values())) < 1000 < max(map(len, spread.values())) < 1200
