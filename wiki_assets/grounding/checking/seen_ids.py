"""Which ids have been read, however many: exact, in constant memory.

Belongs here: that one question. Python's `sqlite3` answers it from a private database that goes to a temporary file once it
outgrows its cache; a Python set would take some hundred bytes a row.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from hashlib import blake2b
from types import TracebackType
from typing import Self

from wiki_assets.errors import InputError

_CACHE_KIB = 65_536  # holds some two million ids before anything touches the disk


class SeenIds:
    """Remembers the line on which each id stood first."""

    def __init__(self) -> None:
        # An empty name is SQLite's own temporary database, removed when it is closed.
        self._database = sqlite3.connect("", isolation_level=None)
        for statement in (
            f"PRAGMA cache_size = -{_CACHE_KIB}",
            "PRAGMA journal_mode = OFF",
            "PRAGMA synchronous = OFF",
            "CREATE TABLE seen (id BLOB PRIMARY KEY, line INTEGER) WITHOUT ROWID",
            "BEGIN",
        ):
            self._database.execute(statement)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._database.close()

    def first_line(self, identity: str | int, line: int) -> int:
        """Line on which an id stood before, 0 where it is new; then it is remembered.

        Raises:
            InputError: There is no room for the temporary file.
        """
        # JSON tells 1 from "1" and escapes what UTF-8 cannot hold; of 128 bits two ids share a digest never in practice.
        digest = blake2b(json.dumps(identity).encode("ascii"), digest_size=16).digest()
        try:
            if self._database.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (digest, line)).rowcount:
                return 0
            (first,) = self._database.execute("SELECT line FROM seen WHERE id = ?", (digest,)).fetchone()
        except sqlite3.Error as error:
            raise InputError(
                f"The ids read so far cannot be kept: {error}.", "Make room in the folder for temporary files, or set TMPDIR."
            ) from error
        return int(first)
