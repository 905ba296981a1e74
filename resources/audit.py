"""The audit as a resource: appending fragments, and folding them into DuckDB."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dagster import ConfigurableResource
from pydantic import Field

from wiki_assets.audit.folding import Folded, fold
from wiki_assets.audit.fragments import append
from wiki_assets.audit.record import Record, open_record
from wiki_assets.audit.stamps import AuditRow, Stamp

# Enough that a first build of thousands of papers makes few fragments (3 ms each to fold), few enough to hold in memory.
ROWS_TOGETHER = 5_000


class AuditResource(ConfigurableResource[None]):
    """Steps only append, which takes no lock; one writer folds."""

    home: str = Field(description="Home folder, absolute.")
    address: str = Field(
        default="", description="Folder or fsspec address of the fragments, without any secret; the home folder when empty."
    )

    def record(self) -> Record:
        """Where the fragments lie. Raises `SettingsError` for an address that cannot be used."""
        return open_record(Path(self.home), self.address)

    @property
    def database(self) -> Path:
        """The DuckDB file that people query."""
        return Path(self.home) / "audit.duckdb"

    def stamp(self, run_id: str) -> Stamp:
        """Who says it and when: this run, now."""
        return Stamp.now(run_id)

    def append(self, table: str, rows: Sequence[AuditRow]) -> None:
        """Writes rows of one table as an immutable fragment."""
        append(self.record(), table, rows)

    @contextmanager
    def appender(self, table: str) -> Iterator[Callable[[Sequence[AuditRow]], None]]:
        """Takes rows bit by bit and writes them as few fragments, for a step over many partitions."""
        waiting: list[AuditRow] = []

        def take(rows: Sequence[AuditRow]) -> None:
            waiting.extend(rows)
            if len(waiting) >= ROWS_TOGETHER:
                self.append(table, waiting)
                waiting.clear()

        try:
            yield take
        finally:
            self.append(table, waiting)

    def fold(self) -> Folded:
        """Folds what is new into the tables, or says that it had to be postponed."""
        return fold(self.record(), self.database)
