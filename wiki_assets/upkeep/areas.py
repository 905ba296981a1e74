"""Areas of a home that a snapshot is taken of: how each is listed, and how one file of it is set aside.

Belongs here: folders of this machine and places behind the storage room's protocol. Does not belong here: when which area is read
(`snapshot`).
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from wiki_assets.errors import ArtifactMissingError
from wiki_assets.storage.backend import Backend, is_hidden
from wiki_assets.storage.folder import FolderBackend

# Two writes within one tick of a store's clock (a second on S3, two on FAT) can look the same in a listing.
_SETTLED_SECONDS = 3.0

Wanted = Callable[[str], bool]
"""Whether a name of an area goes into a backup."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What lies aside now.

    Attributes:
        signature: Of the bytes taken.
        changed: Whether other bytes, or none, lay there before.
    """

    signature: str
    changed: bool = True


class Area(Protocol):
    """Some files of a home. `prefix` is where they lie in it, and in the archive."""

    @property
    def prefix(self) -> str:
        """Folder below the home."""
        ...

    def listed(self) -> Mapping[str, str]:
        """Names below the area now, each with a signature that changes when its bytes do; empty where that cannot be told."""
        ...

    def signature(self, name: str) -> str | None:
        """The signature of one file now, empty where there is no such file; None where only reading it would tell."""
        ...

    def take(self, name: str, target: Path, listed: str) -> Taken | None:
        """Sets one file aside.

        Args:
            name: Below the area.
            target: Where to; what lay there is replaced where it was other bytes, and removed where there is none any more.
            listed: The signature that the listing gave.

        Returns:
            What lies at the target now; None where the file is gone.
        """
        ...


@dataclass(frozen=True, slots=True)
class FolderArea:
    """A folder of this machine in which files are written by rename.

    Where the file system lets us, a file is set aside by a hard link: it costs no space, its bytes cannot change any more (writers rename
    new files into place), and its inode cannot be given to another file, so that inode, time and size are a signature without doubt.

    Attributes:
        linking: False where people or engines may write into files in place; those are copied.
    """

    prefix: str
    root: Path
    wanted: Wanted
    linking: bool = True

    def listed(self) -> Mapping[str, str]:
        """See `Area.listed`."""
        found: dict[str, str] = {}
        waiting = [("", self.root)]
        while waiting:
            start, folder = waiting.pop()
            for file in _scanned(folder):
                name = f"{start}{file.name}"
                if file.is_dir(follow_symlinks=False):
                    if self.wanted(f"{name}/"):
                        waiting.append((f"{name}/", folder / file.name))
                elif self.wanted(name) and (told := _stat(file)) is not None:
                    found[name] = _signature(told)
        return found

    def signature(self, name: str) -> str | None:
        """See `Area.signature`."""
        try:
            return _signature((self.root / name).stat())
        except (FileNotFoundError, NotADirectoryError):
            return ""

    def take(self, name: str, target: Path, listed: str) -> Taken | None:  # noqa: ARG002 # the file's own signature is surer
        """See `Area.take`."""
        target.unlink(missing_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        source = self.root / name
        try:
            if self.linking and not source.is_symlink() and _linked(source, target):
                return Taken(_signature(target.stat()))
            return Taken(_copied(source, target))
        except FileNotFoundError:
            target.unlink(missing_ok=True)
            return None


@dataclass(frozen=True, slots=True)
class StoreArea:
    """A place behind the storage room's protocol, wherever its bytes lie."""

    prefix: str
    backend: Backend
    wanted: Wanted

    def listed(self) -> Mapping[str, str]:
        """See `Area.listed`."""
        settled = time.time() - _SETTLED_SECONDS
        return {
            entry.key: entry.identity if entry.modified < settled else ""
            for entry in self.backend.entries("")
            if self.wanted(entry.key)
        }

    def signature(self, name: str) -> str | None:
        """See `Area.signature`."""
        return None if self.wanted(name) else ""

    def take(self, name: str, target: Path, listed: str) -> Taken | None:
        """See `Area.take`. Bytes written between listing and reading are found by the next listing, whose signature is another."""
        try:
            data = self.backend.read(name)
        except ArtifactMissingError:
            target.unlink(missing_ok=True)
            return None
        changed = not target.is_file() or target.read_bytes() != data
        if changed:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        return Taken(listed, changed)


def area_of(prefix: str, backend: Backend, wanted: Wanted) -> Area:
    """The area of a place of the storage room."""
    if isinstance(backend, FolderBackend):
        return FolderArea(prefix, backend.root, lambda name: not _any_hidden(name) and wanted(name))
    return StoreArea(prefix, backend, wanted)


def _any_hidden(name: str) -> bool:
    return is_hidden(name.rstrip("/").rpartition("/")[2])


def _scanned(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as listing:
            return list(listing)
    except (FileNotFoundError, NotADirectoryError):
        return []


def _stat(file: os.DirEntry[str]) -> os.stat_result | None:
    try:
        return file.stat() if file.is_file() else None
    except FileNotFoundError:
        return None


def _signature(told: os.stat_result) -> str:
    return f"{told.st_ino}-{told.st_mtime_ns}-{told.st_size}"


def _linked(source: Path, target: Path) -> bool:
    """False where the file system refuses: another one, one without links, or a file of another user."""
    try:
        os.link(source, target)
    except FileNotFoundError:
        raise
    except OSError:
        return False
    return True


def _copied(source: Path, target: Path) -> str:
    """Copies the bytes of one open file; that it was written meanwhile shows in its signature, which the next listing will not have."""
    with source.open("rb") as file:
        before = os.fstat(file.fileno())
        with target.open("wb") as copy:
            shutil.copyfileobj(file, copy, 2**20)
    os.utime(target, ns=(before.st_atime_ns, before.st_mtime_ns))
    return _signature(before)
