"""The folder for what workers write while they read, and the end of those that a killed run left.

Belongs here: making and removing it. Does not belong here: what is in it.

A run holds a lock on a file in its folder. The system lets go of it when the run ends, however it ends, so that the next run can tell a
folder in use from one that is left. Process numbers could not tell: containers may share the folder and count for themselves.
"""

from __future__ import annotations

import contextlib
import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wiki_assets.errors import LibraryError

_PREFIX = "wiki-reading-"
_LOCK = "in-use"


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder that only this user may enter, removed at the end; folders of runs that were killed are removed at the beginning.

    Raises:
        LibraryError: There is no temporary folder to make it in.
    """
    remove_left_folders()
    try:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    except OSError as error:
        problem = f"No folder for temporary files can be made: {error.strerror or error}."
        raise LibraryError(problem, "Check space and permissions, or set TMPDIR to another folder.") from error
    try:
        with (folder / "lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            (folder / "lock").rename(folder / _LOCK)  # locked before anybody can find it
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_left_folders() -> None:
    """Removes the folders of runs that ended without removing them."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError), (folder / _LOCK).open("rb+") as lock:  # in use, or another user's
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
