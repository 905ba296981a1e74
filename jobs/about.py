"""What a run is about: the partitions that its tags name.

Belongs here: naming partitions in tags, and reading them. Does not belong here: which partitions have to run (`wiki_assets.planning`).

A range of partitions may reach over some that are up to date (decision 17). The run leaves those alone, and whoever looks back at it has
to know which they were: a range that reaches over others carries the names of those it is about.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count

from jobs.launching import RANGE_END, RANGE_START
from wiki_assets.partitions import contiguous_ranges
from wiki_assets.planning.ranges import PartitionRange

PARTITION = "dagster/partition"
ABOUT = "wiki/about"
"""First part of the names of the tags that name partitions: `wiki/about-1` and so on."""
# PostgreSQL has run tags in an index, which takes no value above 2,704 bytes.
_LONGEST = 2_000
_TO = "..."  # no partition key holds it, or a space (`bibkeys`)


def about_tags(order: Sequence[str], keys: Collection[str]) -> dict[str, str]:
    """Tags that name the partitions which a run over a range is about; none where it is about the whole range.

    Args:
        order: All partition keys in order of insertion.
        keys: Those that the run is about.
    """
    ranges = contiguous_ranges(order, keys)
    if len(ranges) < 2:
        return {}
    text = " ".join(first if first == last else f"{first}{_TO}{last}" for first, last in ranges)
    parts = textwrap.wrap(text, _LONGEST, break_long_words=False, break_on_hyphens=False)
    return {f"{ABOUT}-{number}": part for number, part in enumerate(parts, start=1)}


def range_tags(batch: PartitionRange, order: Sequence[str], spread: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Tags of a run over a range of partitions, which name those it is about.

    Args:
        order: All partition keys in order of insertion.
        spread: Papers to do, by partition key.
    """
    within = order[order.index(batch.first) : order.index(batch.last) + 1]
    about = about_tags(within, [key for key in within if spread.get(key)])
    return {RANGE_START: batch.first, RANGE_END: batch.last, **about}


def partitions_about(tags: Mapping[str, str], order: Sequence[str]) -> tuple[str, ...]:
    """Partitions that a run is about and that there still are.

    Args:
        tags: Those of the run.
        order: All partition keys in order of insertion.
    """
    at = {key: position for position, key in enumerate(order)}
    found: list[str] = []
    for first, last in _ranges(tags):
        if first in at and last in at:
            found += order[at[first] : at[last] + 1]
    return tuple(found)


def same_thing(tags: Mapping[str, str]) -> dict[str, str]:
    """Those of a run's tags that another run of its job has, too, if it is about the very same partitions."""
    return {name: value for name, value in tags.items() if name in (PARTITION, RANGE_START, RANGE_END) or name.startswith(ABOUT)}


def bounded_ranges(order: Sequence[str], keys: Collection[str], most: int) -> list[tuple[str, str]]:
    """First and last key of contiguous ranges that cover these keys and no others, each of at most so many."""
    wanted = frozenset(keys)
    ranges: list[tuple[str, str]] = []
    size = 0
    for key in order:
        if key not in wanted:
            size = 0
        elif 0 < size < most:
            ranges[-1], size = (ranges[-1][0], key), size + 1
        else:
            ranges.append((key, key))
            size = 1
    return ranges


def _ranges(tags: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if PARTITION in tags:
        yield tags[PARTITION], tags[PARTITION]
        return
    named = [word for part in _parts(tags) for word in part.split()]
    if named:
        yield from ((first, last or first) for first, _, last in (word.partition(_TO) for word in named))
    elif RANGE_START in tags and RANGE_END in tags:
        yield tags[RANGE_START], tags[RANGE_END]


def _parts(tags: Mapping[str, str]) -> Iterator[str]:
    for number in count(1):
        if (name := f"{ABOUT}-{number}") not in tags:
            return
        yield tags[name]
