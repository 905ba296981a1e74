"""A night's parts: none of them spoils another, and a dry run speaks of all and changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pytest
from sqlalchemy.exc import OperationalError

from tests.upkeep.test_restoring import tree
from wiki_assets.audit.record import Record
from wiki_assets.audit.tables import TABLES
from wiki_assets.errors import AuditError, StoreLockedError
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.folder import FolderBackend
from wiki_assets.upkeep.nightly import Premises, dry_run_of, parts_of, run_parts

ERRORS: list[tuple[Exception, str]] = [
    (PermissionError(13, "Permission denied", "/home/wiki/a.md"), "/home/wiki/a.md: Permission denied."),
    (OSError(28, "No space left on device"), "No space left on device."),
    (
        OperationalError("DELETE FROM runs", {}, sqlite3.OperationalError("database is locked")),
        "OperationalError: (sqlite3.OperationalError) database is locked.",
    ),
    (sqlite3.OperationalError("database is locked"), "OperationalError: database is locked."),
    (duckdb.IOException("IO Error: no space\nmore"), "IOException: IO Error: no space."),
    (KeyError(), "KeyError."),
    (AuditError("The audit is damaged.", "Rebuild it."), "The audit is damaged. Rebuild it."),
]


@pytest.mark.parametrize(("error", "told"), ERRORS)
def test_a_part_that_fails_in_any_way_is_told_and_stops_no_other(error: Exception, told: str) -> None:
    def failing() -> Mapping[str, int]:
        raise error

    night = run_parts({"first": lambda: {"done": 1}, "second": failing, "third": lambda: {"done": 2}})
    assert night.counts == {"first.done": 1, "third.done": 2} and not night.postponed
    assert night.failed.keys() == {"second"} and night.failed["second"].startswith(told)
    assert "\n" not in night.failed["second"] and "DELETE" not in night.failed["second"]


def test_a_part_that_has_to_wait_has_not_failed() -> None:
    def waiting() -> Mapping[str, int]:
        raise StoreLockedError("Another process is folding.")

    night = run_parts({"first": waiting, "second": dict})
    assert night.postponed.keys() == {"first"} and not night.failed


def test_an_interrupt_ends_the_night() -> None:
    def interrupted() -> Mapping[str, int]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_parts({"first": interrupted})


class NoVectors:
    """A vector store that holds nothing."""

    def papers(self) -> frozenset[str]:
        return frozenset()

    def delete(self, papers: object) -> None:
        assert not papers


def test_a_dry_run_has_the_same_parts_and_changes_nothing(tmp_path: Path) -> None:
    store, record = ArtifactStore(tmp_path / "artifacts"), Record(FolderBackend(tmp_path / "audit"), tmp_path / "audit")
    for number in range(20):
        record.backend.write(f"{next(iter(TABLES))}/{number}.parquet", b"x")
    premises = Premises(tmp_path, store, record, tmp_path / "audit.duckdb", NoVectors(), 90)  # type: ignore[arg-type]
    before, now = tree(tmp_path), datetime.now(UTC).timestamp()
    parts = dry_run_of(premises, now)
    assert list(parts) == list(parts_of(premises, now))
    night = run_parts(parts)
    assert not night.failed and tree(tmp_path) == before
    assert (night.counts["fragments.found"], night.counts["fragments.bytes"]) == (20, 20)
