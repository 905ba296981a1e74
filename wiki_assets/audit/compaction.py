"""Compaction: many small fragments of one table become one larger, and no row is ever lost.

Belongs here: which fragments are merged, and in which order files come and go. Does not belong here: what a fragment is
(`fragments`).

The merged fragment is kept before the first old one is removed. Whoever dies in between leaves rows twice, which folding ignores.
Nobody is kept from appending meanwhile.

Two hosts may compact one shared record at once, for the lock is of one home only. Nothing is lost then: a fragment is removed only
by who has written all its rows into another one, whose name is the hash of its bytes, so that no write replaces other rows. That one
in turn is removed only for a larger one. Every merge holds more rows than any fragment in it (two at least, none of them empty), so
no round of merges can come back to a fragment that it removed: of all that ever held a row, the largest stands. At worst the hosts
leave rows twice, or one finds a fragment gone that it had listed and passes over it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pyarrow as pa
import pyarrow.compute as pc

from wiki_assets.audit.connection import DEFAULT_WAIT_SECONDS
from wiki_assets.audit.fragments import (
    FragmentUnusableError,
    FragmentVanishedError,
    read_fragments,
    serialize,
    sizes_of_fragments,
    write_fragment,
)
from wiki_assets.audit.locking import single_writer
from wiki_assets.audit.record import Place, record_of
from wiki_assets.audit.tables import TABLES, AuditTable
from wiki_assets.errors import ArtifactError, AuditError

_SMALL_BYTES = 8 * 2**20  # a fragment of this size on disk is read at full speed already, so it is left alone
_GROUP_BYTES = 64 * 2**20  # rows in memory that become one fragment; one that holds half of it alone is left as it is
_LEAST_FRAGMENTS = 16  # below this, a merge costs the next folding more (it reads the merged rows again) than it saves

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Compacted:
    """What a compaction did: how many fragments were merged, into how many, and which could not be used."""

    merged: int
    into: int
    skipped: tuple[str, ...]


def compact(record: Place, wait_seconds: float = DEFAULT_WAIT_SECONDS) -> Compacted:
    """Merges the small fragments of every table that has many of them.

    Raises:
        StoreLockedError: A folding or another compaction is at work.
        AuditError: The folder cannot be written; nothing is lost.
        StorageUnavailableError: The record lies on a store that does not answer; nothing is lost.
    """
    merged = into = 0
    skipped: list[str] = []
    with single_writer(record_of(record).lock_folder, wait_seconds):
        for table in TABLES.values():
            for names, rows in _groups(record, table, skipped):
                _replace(record, table, names, rows)
                merged += len(names)
                into += 1
    if merged:
        logger.info("Compacted %d audit fragments into %d", merged, into)
    return Compacted(merged=merged, into=into, skipped=tuple(skipped))


def _groups(record: Place, table: AuditTable, skipped: list[str]) -> Iterator[tuple[list[str], pa.Table]]:
    """Names and rows of the fragments to merge, a bounded number of bytes at a time."""
    small = sorted(name for name, size in sizes_of_fragments(record, table.name).items() if size < _SMALL_BYTES)
    if len(small) < _LEAST_FRAGMENTS:
        return
    waiting: dict[str, pa.Table] = {}
    size = 0
    for name, rows in _readable(record, table, small, skipped):
        if not rows.num_rows or rows.nbytes >= _GROUP_BYTES // 2:
            continue
        waiting[name] = rows
        size += rows.nbytes
        if size >= _GROUP_BYTES:
            yield list(waiting), pa.concat_tables(waiting.values())
            waiting, size = {}, 0
    if len(waiting) > 1:
        yield list(waiting), pa.concat_tables(waiting.values())


def _readable(record: Place, table: AuditTable, small: list[str], skipped: list[str]) -> Iterator[tuple[str, pa.Table]]:
    for read in read_fragments(record, table, small):
        if isinstance(read.rows, FragmentUnusableError):
            logger.warning("%s", read.rows)
            skipped.append(str(read.rows))
        elif not isinstance(read.rows, FragmentVanishedError):  # that one has been merged by a compaction on another host
            yield read.name, read.rows


def _replace(record: Place, table: AuditTable, names: list[str], rows: pa.Table) -> None:
    """Writes the merged fragment, then removes what it holds."""
    written = write_fragment(record, table.name, _first_time(rows), serialize(rows))
    try:
        record_of(record).backend.delete(f"{table.name}/{name}" for name in names if name != written)
    except ArtifactError as error:
        raise AuditError(f"Compacted audit fragments cannot be removed: {error.what}", error.remedy) from error


def _first_time(rows: pa.Table) -> datetime:
    first: datetime = pc.min(rows.column("recorded_at").cast(pa.timestamp("us"))).as_py()
    return first.replace(tzinfo=UTC)
