"""Which partition a paper belongs to: one of its own, or one of a fixed number of buckets.

Belongs here: the rule, and its inverse. Does not belong here: partitions as Dagster knows them (`wiki_assets.partitions`).

Dagster recommends at most 100,000 partitions an asset, and its UI is slow long before. With buckets, a library of any size has a fixed
number of partitions, and a run over a bucket does what is out of date in it and nothing else (`settled`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

# No key of a paper holds a colon (`bibkeys`), so a bucket is never taken for a paper, whatever was set before.
_PREFIX = "bucket:"


@dataclass(frozen=True, slots=True)
class PaperPartitions:
    """How papers are spread over partitions.

    Attributes:
        buckets: Number of buckets; 0 gives every paper a partition of its own.
    """

    buckets: int = 0

    def key_of(self, bibkey: str) -> str:
        """Partition key of a paper. The bucket follows from the bibkey alone, so that it never moves."""
        if not self.buckets:
            return bibkey
        number = int.from_bytes(hashlib.sha256(bibkey.encode("utf-8")).digest()[:8]) % self.buckets
        return f"{_PREFIX}{number:0{len(str(self.buckets - 1))}d}"

    def keys_of(self, bibkeys: Iterable[str]) -> dict[str, list[str]]:
        """Papers by partition key, in order of first mention."""
        spread: dict[str, list[str]] = {}
        for bibkey in bibkeys:
            spread.setdefault(self.key_of(bibkey), []).append(bibkey)
        return spread

    def papers_of(self, partition_keys: Iterable[str], known: Iterable[str]) -> list[str]:
        """The papers of some partitions.

        Args:
            partition_keys: Buckets, or bibkeys, which stand for themselves.
            known: Every paper there is or was; only looked at for buckets.
        """
        keys = list(partition_keys)
        buckets = frozenset(key for key in keys if key.startswith(_PREFIX))
        single = [key for key in keys if key not in buckets]
        return [*single, *(bibkey for bibkey in known if self.key_of(bibkey) in buckets)] if buckets else single
