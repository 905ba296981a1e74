"""The lock that keeps foldings and compactions of one home apart. Appending takes no lock.

It is a file of this machine even where the record is not: foldings write a database of this machine, and compactions on two hosts
may overlap (`compaction` says why).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from wiki_assets.errors import AuditError, StoreLockedError


@contextmanager
def single_writer(lock_folder: Path, wait_seconds: float) -> Iterator[None]:
    """Keeps foldings and compactions of one home apart. Raises `StoreLockedError`, or `AuditError` for an unwritable folder."""
    lock = FileLock(lock_folder / ".lock")
    try:
        lock_folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=wait_seconds)
    except Timeout as error:
        raise StoreLockedError(
            f"Another process is folding or compacting the audit of {lock_folder}.", "Try again when it is done."
        ) from error
    except OSError as error:
        raise AuditError(
            f"The audit folder {lock_folder} cannot be used: {error.strerror or error}.",
            "Check its permissions and the free space.",
        ) from error
    try:
        yield
    finally:
        lock.release()
