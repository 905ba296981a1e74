"""Compaction: many small fragments of one table become one larger, and no row is ever lost.

Belongs here: which fragments are merged, and in which order files come and go. Does not belong here: what a fragment is
(`fragments`).

The merged fragment is whole on disk before the first old one is removed. Whoever dies in between leaves rows twice, which folding
ignores. Nobody is kept from appending meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from wiki_assets.audit.connection import DEFAULT_WAIT_SECONDS
from wiki_assets.audit.fragments import (
    FragmentUnusableError,
    FragmentVanishedError,
    list_fragments,
    read_fragment,
    serialize,
    write_fragment,
)
from wiki_assets.audit.locking import single_writer
from wiki_assets.audit.tables import TABLES, AuditTable
from wiki_assets.errors import AuditError

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


def compact(audit_folder: Path, wait_seconds: float = DEFAULT_WAIT_SECONDS) -> Compacted:
    """Merges the small fragments of every table that has many of them.

    Raises:
        StoreLockedError: A folding or another compaction is at work.
        AuditError: The folder cannot be written; nothing is lost.
    """
    merged = into = 0
    skipped: list[str] = []
    with single_writer(audit_folder, wait_seconds):
        for table in TABLES.values():
            for names, rows in _groups(audit_folder, table, skipped):
                _replace(audit_folder, table, names, rows)
                merged += len(names)
                into += 1
    if merged:
        logger.info("Compacted %d audit fragments into %d", merged, into)
    return Compacted(merged=merged, into=into, skipped=tuple(skipped))


def _groups(audit_folder: Path, table: AuditTable, skipped: list[str]) -> Iterator[tuple[list[str], pa.Table]]:
    """Names and rows of the fragments to merge, a bounded number of bytes at a time."""
    names = _small_fragments(audit_folder, table)
    if len(names) < _LEAST_FRAGMENTS:
        return
    waiting: dict[str, pa.Table] = {}
    size = 0
    for name, rows in _readable(audit_folder, table, names, skipped):
        if rows.nbytes >= _GROUP_BYTES // 2:
            continue
        waiting[name] = rows
        size += rows.nbytes
        if size >= _GROUP_BYTES:
            yield list(waiting), pa.concat_tables(waiting.values())
            waiting, size = {}, 0
    if len(waiting) > 1:
        yield list(waiting), pa.concat_tables(waiting.values())


def _readable(audit_folder: Path, table: AuditTable, names: list[str], skipped: list[str]) -> Iterator[tuple[str, pa.Table]]:
    for name in names:
        try:
            yield name, read_fragment(audit_folder, table, name)
        except FragmentVanishedError:
            continue  # a compaction on another host has merged it
        except FragmentUnusableError as error:
            logger.warning("%s", error)
            skipped.append(str(error))


def _small_fragments(audit_folder: Path, table: AuditTable) -> list[str]:
    names = []
    for name in list_fragments(audit_folder, table.name):
        try:
            if (audit_folder / table.name / name).stat().st_size < _SMALL_BYTES:
                names.append(name)
        except FileNotFoundError:
            continue
    return names


def _replace(audit_folder: Path, table: AuditTable, names: list[str], rows: pa.Table) -> None:
    """Writes the merged fragment, then removes what it holds."""
    written = write_fragment(audit_folder / table.name, _first_time(rows), serialize(rows))
    for name in names:
        if name == written:
            continue
        try:
            (audit_folder / table.name / name).unlink(missing_ok=True)
        except OSError as error:
            raise AuditError(
                f"The audit fragment {table.name}/{name} cannot be removed: {error.strerror}.", "Check its folder's permissions."
            ) from error


def _first_time(rows: pa.Table) -> datetime:
    first: datetime = pc.min(rows.column("recorded_at").cast(pa.timestamp("us"))).as_py()
    return first.replace(tzinfo=UTC)
