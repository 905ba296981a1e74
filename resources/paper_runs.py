"""Which papers a run is about, and which of them it leaves alone: from its partitions, its tags, and how papers are spread.

Belongs here: what the three assets with papers as partitions share. Does not belong here: what is out of date (`documents.settled`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from dagster import AssetExecutionContext

from wiki_assets.documents.partitioning import PaperPartitions
from wiki_assets.partitions import ONLY_STALE

UP_TO_DATE = {"left as it was": "up to date"}


def papers_of_run(
    context: AssetExecutionContext,
    partitions: PaperPartitions,
    known: Iterable[str],
    stale: Callable[[Sequence[str]], list[str]],
) -> list[str]:
    """Papers that this run has to work on.

    Args:
        known: Every paper there is or was.
        stale: Gives those that are out of date. It is asked where a sensor or a build started the run, and always with buckets, which a
            person cannot mean paper by paper.
    """
    papers = partitions.papers_of(context.partition_keys, known)
    only_stale = bool(partitions.buckets) or ONLY_STALE.items() <= context.run.tags.items()
    return stale(papers) if only_stale else papers


def tell_partitions(
    context: AssetExecutionContext,
    partitions: PaperPartitions,
    told: Mapping[str, Mapping[str, object]],
    figures: Mapping[str, Mapping[str, int]],
) -> None:
    """Adds metadata to every partition of the run: what is known of its one paper, the sums of its papers for a bucket.

    Args:
        told: Metadata by paper.
        figures: What of it can be added up, by paper.
    """
    spread = partitions.keys_of(told)
    for key in context.partition_keys:
        papers = spread.get(key, [])
        if papers == [key]:
            metadata = dict(told[key])
        elif papers:
            names = dict.fromkeys(name for paper in papers for name in figures[paper])
            metadata = {
                "papers": len(papers),
                **{name: sum(figures[paper].get(name, 0) for paper in papers) for name in names},
            }
        else:
            metadata = dict(UP_TO_DATE)
        context.add_asset_metadata(metadata, partition_key=key)
