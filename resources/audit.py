"""The audit as a resource: appending fragments, and folding them into DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dagster import ConfigurableResource
from pydantic import Field

from wiki_assets.audit.folding import Folded, fold
from wiki_assets.audit.fragments import append
from wiki_assets.audit.rows import AuditRow, Stamp


class AuditResource(ConfigurableResource[None]):
    """Steps only append, which takes no lock; one writer folds."""

    home: str = Field(description="Home folder, absolute.")

    @property
    def folder(self) -> Path:
        """Folder of the fragments."""
        return Path(self.home) / "audit"

    @property
    def database(self) -> Path:
        """The DuckDB file that people query."""
        return Path(self.home) / "audit.duckdb"

    def stamp(self, run_id: str) -> Stamp:
        """Who says it and when: this run, now."""
        return Stamp.now(run_id)

    def append(self, table: str, rows: Sequence[AuditRow]) -> None:
        """Writes rows of one table as an immutable fragment."""
        append(self.folder, table, rows)

    def fold(self) -> Folded:
        """Folds what is new into the tables, or says that it had to be postponed."""
        return fold(self.folder, self.database)
