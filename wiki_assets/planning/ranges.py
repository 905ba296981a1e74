"""Ranges: how the papers that have to be ingested become few runs of bounded size.

Belongs here: cutting and bridging. Does not belong here: which papers those are (`plan`), or how a run is started (`jobs`, `sensors`).

One run of Dagster takes a contiguous range of dynamic partitions, in their order of insertion (measured on 1.13), and costs seconds
whatever it does. Papers that lie scattered would make a run each. So ranges reach over partitions that are up to date where
otherwise there were too many: a run leaves those as they are (`documents.settled`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

MOST_SCATTERED = 8
"""Runs that scattered papers may make. Each costs some seconds; each partition reached over costs a look at its states."""


@dataclass(frozen=True, slots=True)
class PartitionRange:
    """One run's partitions.

    Attributes:
        first, last: Partition keys.
        papers: Bibkeys in it that are out of date, in order.
    """

    first: str
    last: str
    papers: tuple[str, ...]


def ranges_to_run(order: Sequence[str], spread: Mapping[str, Sequence[str]], papers_per_run: int) -> list[PartitionRange]:
    """Ranges that cover all wanted partitions.

    Args:
        order: All partition keys in order of insertion.
        spread: Papers to do, by partition key; keys that are not in `order` are left out.
        papers_per_run: At most this many papers in a range, except where one partition alone has more.
    """
    positions = [at for at, key in enumerate(order) if spread.get(key)]
    breaks = _breaks(positions)
    return [
        PartitionRange(order[group[0]], order[group[-1]], tuple(paper for at in group for paper in spread[order[at]]))
        for stretch in _split(positions, breaks)
        for group in _by_size(stretch, [len(spread[order[at]]) for at in stretch], papers_per_run)
    ]


def _breaks(positions: Sequence[int]) -> frozenset[int]:
    """Indexes before which a new range begins: at the widest gaps."""
    gaps = [(after - before - 1, index) for index, (before, after) in enumerate(pairwise(positions), start=1)]
    widest = sorted((gap for gap in gaps if gap[0] > 0), reverse=True)[: MOST_SCATTERED - 1]
    return frozenset(index for _, index in widest)


def _split(positions: Sequence[int], breaks: frozenset[int]) -> Iterator[list[int]]:
    stretch: list[int] = []
    for index, position in enumerate(positions):
        if index in breaks:
            yield stretch
            stretch = []
        stretch.append(position)
    if stretch:
        yield stretch


def _by_size(stretch: Sequence[int], sizes: Sequence[int], most: int) -> Iterator[list[int]]:
    group: list[int] = []
    papers = 0
    for position, size in zip(stretch, sizes, strict=True):
        if group and papers + size > most:
            yield group
            group, papers = [], 0
        group.append(position)
        papers += size
    if group:
        yield group
