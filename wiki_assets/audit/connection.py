"""Opening `audit.duckdb`: briefly, with waiting, and with every refusal told apart.

Belongs here: how a connection is opened and closed and what DuckDB's errors mean. Does not belong here: what is done with it.

DuckDB lets one process write and keeps all others out meanwhile, readers too; any number of processes may read when none writes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from wiki_assets.errors import AuditError, StoreLockedError

DEFAULT_WAIT_SECONDS = 2.0
"""A person's shell is held open for minutes: waiting longer would not help, and what is not folded now is folded next time."""

_POLL_SECONDS = 0.05
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    # Nothing is fetched at run time; all that is used is built in.
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
_LOCK_SIGNS = (
    "Could not set lock on file",  # another process, on Linux and macOS
    "being used by another process",  # another process, on Windows
    "different configuration than existing connections",  # this process, reading while it wants to write or the other way round
)
REBUILD = "Run `wiki audit rebuild`: it makes the database anew from the fragments, and loses nothing."


@contextmanager
def open_database(
    database: Path, *, read_only: bool, wait_seconds: float = DEFAULT_WAIT_SECONDS
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection that is closed at the end, whatever happens.

    Raises:
        StoreLockedError: Another process holds the file for longer than `wait_seconds`.
        AuditError: The file cannot be used, at opening or later.
    """
    connection = _connect(database, read_only, time.monotonic() + wait_seconds)
    try:
        yield connection
        connection.close()
    except duckdb.Error as error:
        raise unusable(database, error) from error
    finally:
        connection.close()


def unusable(database: Path, error: duckdb.Error) -> AuditError:
    """The error to raise for one of DuckDB's that is not about a lock."""
    return AuditError(f"The audit database {database} cannot be used: {_first_line(error)}", REBUILD)


def _connect(database: Path, read_only: bool, deadline: float) -> duckdb.DuckDBPyConnection:
    while True:
        try:
            return duckdb.connect(database, read_only=read_only, config=_CONFIG)
        except duckdb.Error as error:
            if not any(sign in str(error) for sign in _LOCK_SIGNS):
                raise unusable(database, error) from error
            if time.monotonic() >= deadline:
                raise StoreLockedError(
                    f"The audit database {database} is held by another process: {_first_line(error)}",
                    "Close it there and try again.",
                ) from error
        time.sleep(_POLL_SECONDS)


def _first_line(error: duckdb.Error) -> str:
    return str(error).partition("\n")[0].partition(" See also ")[0]
