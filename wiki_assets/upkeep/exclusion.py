"""The lock that keeps a backup's snapshot and a sweep apart, and the names of both their scratch folders.

Belongs here: that. A sweep removes what nothing refers to *now*; a snapshot may hold a pointer of a moment before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from wiki_assets.errors import HomeError, StoreLockedError

SCRATCH_PREFIX = ".backup-"
_LOCK_FILE = ".upkeep.lock"


@contextmanager
def upkeep_lock(home: Path, wait_seconds: float) -> Iterator[None]:
    """Held by whoever sweeps, and by a backup while it sets files aside.

    Raises:
        StoreLockedError: Another one held it all the time.
        HomeError: The home cannot be written.
    """
    lock = FileLock(str(home / _LOCK_FILE))
    try:
        lock.acquire(timeout=wait_seconds)
    except Timeout as error:
        raise StoreLockedError(
            f"A backup or maintenance of {home} has been at work for more than {wait_seconds:g} seconds.",
            "Wait for it to end, then try again.",
        ) from error
    except OSError as error:
        raise HomeError(
            f"The home folder {home} cannot be written: {error.strerror or error}.",
            "Check that it is there, and its permissions.",
        ) from error
    try:
        yield
    finally:
        lock.release()
