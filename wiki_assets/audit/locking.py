"""The lock that keeps foldings and compactions of one audit folder apart. Appending takes no lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from wiki_assets.errors import AuditError, StoreLockedError


@contextmanager
def single_writer(audit_folder: Path, wait_seconds: float) -> Iterator[None]:
    """Keeps foldings and compactions of one folder apart. Raises `StoreLockedError`, or `AuditError` for an unwritable folder."""
    lock = FileLock(audit_folder / ".lock")
    try:
        audit_folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=wait_seconds)
    except Timeout as error:
        raise StoreLockedError(
            f"Another process is folding or compacting the audit in {audit_folder}.", "Try again when it is done."
        ) from error
    except OSError as error:
        raise AuditError(
            f"The audit folder {audit_folder} cannot be used: {error.strerror or error}.",
            "Check its permissions and the free space.",
        ) from error
    try:
        yield
    finally:
        lock.release()
