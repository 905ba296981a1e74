"""The size of `audit.duckdb`: made anew from the fragments when much of it is empty.

Belongs here: measuring, and when it pays. Does not belong here: making it (`audit.folding`). DuckDB uses freed blocks again and gives
back only those at the end of the file; a database whose tables were made anew again and again stays as large as it ever was.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wiki_assets.audit.connection import open_database
from wiki_assets.audit.folding import rebuild
from wiki_assets.audit.record import Place

_LEAST_BYTES = 16 * 2**20  # below, there is nothing to gain: a new database of ours takes 3 MB
_MOST_FREE = 0.5


@dataclass(frozen=True, slots=True)
class DatabaseSize:
    """How large the file is and how much of it is free, in bytes. All 0 where there is none."""

    size: int = 0
    free: int = 0

    @property
    def bloated(self) -> bool:
        """Whether making it anew pays."""
        return self.size >= _LEAST_BYTES and self.free > _MOST_FREE * self.size


def measure_database(database: Path) -> DatabaseSize:
    """Looks at the file. Raises `StoreLockedError` where somebody writes it, `AuditError` where it is damaged."""
    if not database.exists():
        return DatabaseSize()
    with open_database(database, read_only=True) as connection:
        found = connection.execute("SELECT block_size, total_blocks, free_blocks FROM pragma_database_size()").fetchone()
    block, total, free = (int(value) for value in found) if found else (0, 0, 0)
    return DatabaseSize(block * total, block * free)


def shrink_database(record: Place, database: Path) -> DatabaseSize:
    """Makes the database anew where that pays, and says how large it is then. Raises as `rebuild` does."""
    size = measure_database(database)
    if not size.bloated:
        return size
    rebuild(record, database)
    return measure_database(database)
