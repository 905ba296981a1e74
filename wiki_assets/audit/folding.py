"""Folding: the tables of `audit.duckdb` made from the fragments, by one writer, in one transaction.

Belongs here: which fragments are new, how their rows meet the rows already there, and what happens when somebody holds the
database. Does not belong here: columns (`schema`), keys (`tables`), or merging fragments (`compaction`).

The tables are a view on the record and nothing more. Folding the same fragments in any order, any number of times, gives the same
tables: of rows with equal keys the earliest is kept, and `last_recorded_at` is the time of the latest.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from wiki_assets.audit.connection import DEFAULT_WAIT_SECONDS, open_database, unusable
from wiki_assets.audit.fragments import list_fragments
from wiki_assets.audit.locking import single_writer
from wiki_assets.audit.merging import FragmentReader, merge_rows, note_fragments
from wiki_assets.audit.record import Place, record_of
from wiki_assets.audit.schema import MIGRATIONS, migrate, schema_version
from wiki_assets.audit.tables import TABLES, AuditTable
from wiki_assets.audit.views import create_views, drop_views
from wiki_assets.errors import AuditError, StoreLockedError

_LISTINGS = 3  # a compaction on another host may remove fragments while we read: list again, its merged ones are there

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Folded:
    """What a folding did.

    Attributes:
        added: Rows added per table; rows that were there already are not counted.
        fragments: Fragments read.
        skipped: One sentence for each file that cannot be used; it is left where it is.
        postponed: Whether somebody held the database, so that nothing was done. The next folding does it.
        reason: Who held it, where postponed.
    """

    added: Mapping[str, int] = field(default_factory=dict)
    fragments: int = 0
    skipped: tuple[str, ...] = ()
    postponed: bool = False
    reason: str = ""

    @property
    def rows(self) -> int:
        """Rows added to all tables."""
        return sum(self.added.values())


def fold(record: Place, database: Path, wait_seconds: float = DEFAULT_WAIT_SECONDS) -> Folded:
    """Adds all new fragments to the tables, or says that it is postponed. Creates the database where there is none.

    Args:
        record: Where the fragments lie.
        database: The DuckDB file.
        wait_seconds: How long to wait for another folding, and again for whoever has the database open.

    Raises:
        AuditError: The database is damaged or of a newer version, or a folder cannot be used.
        StorageUnavailableError: The record lies on a store that does not answer; the tables are as they were.
    """
    try:
        with single_writer(record_of(record).lock_folder, wait_seconds):
            if not database.exists():
                return _make_anew(record, database, wait_seconds)
            with open_database(database, read_only=False, wait_seconds=wait_seconds) as connection:
                return _fold_into(connection, record, database)
    except StoreLockedError as error:
        logger.info("Folding the audit is postponed: %s", error.what)
        return Folded(postponed=True, reason=error.what)


def rebuild(record: Place, database: Path, wait_seconds: float = DEFAULT_WAIT_SECONDS) -> Folded:
    """Makes the database anew from the fragments, beside the old one, and puts it in its place when it is whole.

    Raises:
        StoreLockedError: Somebody has the old database open, or is folding.
        AuditError: A folder cannot be used.
    """
    with single_writer(record_of(record).lock_folder, wait_seconds):
        return _make_anew(record, database, wait_seconds)


def _make_anew(record: Place, database: Path, wait_seconds: float) -> Folded:
    """Builds under another name and renames, so that nobody ever opens half a database."""
    building = database.with_name(f".{database.name}.building")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        _remove(building)
        _ensure_free(database, wait_seconds)
        with open_database(building, read_only=False, wait_seconds=0) as connection:
            folded = _fold_into(connection, record, database)
        _ensure_free(database, wait_seconds)
        # The write-ahead log of the old database goes first: DuckDB would apply it to the new one. Should we die between the two,
        # the old database lacks its last foldings, which the next one does again.
        _write_ahead_log(database).unlink(missing_ok=True)
        building.replace(database)
    except OSError as error:
        raise AuditError(
            f"The audit database {database} cannot be written: {error.strerror or error}.",
            "Check its permissions and the free space.",
        ) from error
    return folded


def _ensure_free(database: Path, wait_seconds: float) -> None:
    """Raises `StoreLockedError` where somebody has the database open. A damaged one cannot be open."""
    if not database.exists():
        return
    try:
        with open_database(database, read_only=False, wait_seconds=wait_seconds):
            pass
    except AuditError as error:
        logger.warning("%s It is replaced.", error.what)


def _remove(database: Path) -> None:
    database.unlink(missing_ok=True)
    _write_ahead_log(database).unlink(missing_ok=True)


def _write_ahead_log(database: Path) -> Path:
    return database.with_name(f"{database.name}.wal")


def _fold_into(connection: duckdb.DuckDBPyConnection, record: Place, database: Path) -> Folded:
    connection.begin()
    try:
        _bring_up_to_date(connection)
        added: dict[str, int] = {}
        skipped: dict[str, str] = {}
        fragments = 0
        for table in TABLES.values():
            before = _count(connection, table.name)
            fragments += _fold_table(connection, record, table, skipped)
            added[table.name] = _count(connection, table.name) - before
        connection.commit()
    except BaseException as error:
        _roll_back(connection)
        if isinstance(error, duckdb.Error):
            raise unusable(database, error) from error
        raise
    if fragments:
        logger.info("Folded %d fragments into the audit: %d new rows", fragments, sum(added.values()))
    return Folded(added=added, fragments=fragments, skipped=tuple(skipped.values()))


def _roll_back(connection: duckdb.DuckDBPyConnection) -> None:
    try:
        connection.rollback()
    except duckdb.Error:
        # After a fatal error there is no transaction left to roll back; the file holds the last commit.
        logger.debug("Nothing to roll back", exc_info=True)


def _bring_up_to_date(connection: duckdb.DuckDBPyConnection) -> None:
    if 0 < schema_version(connection) < MIGRATIONS[-1].version:
        drop_views(connection)
    migrate(connection, MIGRATIONS)
    create_views(connection)


def _fold_table(connection: duckdb.DuckDBPyConnection, record: Place, table: AuditTable, skipped: dict[str, str]) -> int:
    """Folds the new fragments of one table and gives their number. Adds to `skipped` what cannot be used."""
    done = {
        str(name) for (name,) in connection.execute("SELECT name FROM _fragments WHERE table_name = ?", [table.name]).fetchall()
    }
    before = len(done)
    for _ in range(_LISTINGS):
        reader = FragmentReader(record, table, skipped)
        for names, rows in reader.batches(name for name in list_fragments(record, table.name) if name not in done):
            merge_rows(connection, table, rows)
            note_fragments(connection, table, names)
            done.update(names)
        if not reader.vanished:
            break
    return len(done) - before


def _count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    ((count,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()  # noqa: S608 - a name in TABLES
    return int(count)
