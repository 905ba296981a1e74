"""What every row of the audit carries: who recorded it, and when.

Belongs here: the stamp, and the shape that all rows share. Does not belong here: the rows (`rows`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

from wiki_assets.errors import AuditError


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who recorded a row and when.

    Attributes:
        run_id: The Dagster run.
        recorded_at: Time with a time zone; kept in UTC.
    """

    run_id: str
    recorded_at: datetime

    def __post_init__(self) -> None:
        if self.recorded_at.tzinfo is None:
            raise AuditError(f"The audit stamp of run {self.run_id!r} has a time without a time zone.", "Use Stamp.now(run_id).")

    @classmethod
    def now(cls, run_id: str) -> Self:
        """A stamp of this moment; one for all rows that a step writes."""
        return cls(run_id=run_id, recorded_at=datetime.now(UTC))


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow:
    """What every row carries: the run that recorded it and the time, with a time zone (UTC in the tables)."""

    run_id: str
    recorded_at: datetime
