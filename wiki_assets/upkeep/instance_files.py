"""The Dagster instance's files: databases copied by SQLite's own backup, everything else as it is.

Belongs here: which files of `.dagster` are worth keeping, and in which order they are read. Does not belong here: the product's own files
(`snapshot`).

Order. The databases come before the artifacts, and among them sensors' cursors before runs, and runs before events. A cursor says what
was requested already: one newer than the artifacts would speak of work that a restored home has not got, and nobody would ask for it
again. One that is older asks for work that is done, which the plan sees. A run that was in progress is STARTED in a restored instance.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from wiki_assets.errors import BackupError

SQLITE = "SQLite, in the archive"
POSTGRES = "PostgreSQL, NOT in the archive: dump the database of WIKI_POSTGRES_URL with pg_dump, and give it back with pg_restore or psql"
_LEFT_OUT_ENDINGS = (".lock", ".part", "-wal", "-shm", "-journal")
_LEFT_OUT_PARTS = frozenset({".telemetry", ".nux", ".logs_queue", ".temp", "tmp"})
_FIRST = ("schedules/schedules.db", "history/runs.db")
_BUSY_SECONDS = 30.0

logger = logging.getLogger(__name__)


def copy_instance(folder: Path, target: Path) -> list[str]:
    """Copies what matters of an instance's folder.

    Args:
        folder: `<home>/.dagster`; it need not exist.
        target: Where to; made.

    Returns:
        Names relative to the folder of what was copied, sorted.

    Raises:
        BackupError: A database cannot be read.
    """
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if _kept(path, folder))
    databases = [name for name in found if name.endswith(".db")]
    databases.sort(key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), name))
    others = [name for name in found if not name.endswith(".db")]
    copied = [name for name in databases if _copy_database(folder / name, target / name)]
    return sorted(copied + [name for name in others if _copy_file(folder / name, target / name)])


def _kept(path: Path, folder: Path) -> bool:
    parts = path.relative_to(folder).parts
    hidden = path.name.startswith(".") or any(part in _LEFT_OUT_PARTS for part in parts)
    return not hidden and not path.name.endswith(_LEFT_OUT_ENDINGS) and not path.is_symlink() and path.is_file()


def _copy_database(source: Path, target: Path) -> bool:
    """A consistent copy of a database that others write to; False where it went away."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        address = f"{source.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS)) as live, closing(sqlite3.connect(target)) as copy:
            live.backup(copy)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        if not source.exists():
            return False  # the history of a run that maintenance has just removed
        raise BackupError(
            f"The instance's database {source} cannot be copied: {error}.",
            "Check that it is whole (sqlite3 FILE 'PRAGMA integrity_check'), then try again.",
        ) from error
    return True


def _copy_file(source: Path, target: Path) -> bool:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        shutil.copy2(source, target)
    except FileNotFoundError:
        return False
    return True
