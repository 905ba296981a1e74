"""Bytes in a folder of this machine, or of a file system that it mounts.

Belongs here: renaming into place, syncing, walking a tree. Does not belong here: stores that are reached over a network (`objects`).
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from wiki_assets.errors import ArtifactError, ArtifactMissingError
from wiki_assets.storage.backend import Entry, ensure_inside, is_hidden, is_unfinished, unfinished_name


@dataclass(frozen=True, slots=True)
class FolderBackend:
    """Files below one folder. A reader never sees half a file: writes are renamed into place."""

    root: Path

    @property
    def address(self) -> str:
        """The folder."""
        return str(self.root)

    @property
    def large_reads(self) -> int:
        """A disk gives them one after the other."""
        return 1

    def path(self, key: str) -> Path:
        """Where a key lies. Raises `ArtifactError` for a key that leaves the folder."""
        return self.root.joinpath(*ensure_inside(key).split("/"))

    def exists(self, key: str) -> bool:
        """Whether a key has been written."""
        return self.path(key).is_file()

    def read(self, key: str) -> bytes:
        """Bytes of a key. Raises `ArtifactMissingError`."""
        try:
            return self.path(key).read_bytes()
        except (FileNotFoundError, NotADirectoryError) as error:
            raise missing(key) from error
        except OSError as error:
            raise ArtifactError(
                f"The file {self.path(key)} cannot be read: {error.strerror or error}.", "Check its permissions and the disk."
            ) from error

    def read_many(self, keys: Iterable[str]) -> Mapping[str, bytes]:
        """Bytes of keys, one after the other; keys that are not there are left out."""
        found = {}
        for key in keys:
            with contextlib.suppress(ArtifactMissingError):
                found[key] = self.read(key)
        return found

    def write(self, key: str, data: bytes) -> None:
        """Writes a key atomically and durably: temporary name in the same folder, sync, rename."""
        write_atomically(self.path(key), data)

    def delete(self, keys: Iterable[str]) -> None:
        """Removes keys; nothing happens for those that do not exist."""
        for key in keys:
            try:
                self.path(key).unlink(missing_ok=True)
            except NotADirectoryError:
                continue
            except OSError as error:
                raise ArtifactError(
                    f"The file {self.path(key)} cannot be removed: {error.strerror or error}.", "Check its folder's permissions."
                ) from error

    def keys(self, prefix: str) -> Iterator[str]:
        """Keys below a folder in any order."""
        return (key for key, file in self._files(prefix) if not is_hidden(file.name))

    def entries(self, prefix: str, ending: str = "") -> Iterator[Entry]:
        """Keys below a folder that end so, in any order, with size and time."""
        return _told((key, file) for key, file in self._files(prefix) if key.endswith(ending) and not is_hidden(file.name))

    def unfinished(self, older_than: float) -> Iterator[Entry]:
        """What writes left that were killed more than so many seconds ago."""
        before = time.time() - older_than
        parts = _told((key, file) for key, file in self._files("") if is_unfinished(file.name))
        return (entry for entry in parts if entry.modified < before)

    def _files(self, prefix: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
        """Every file below a folder with its key; links to folders are not followed."""
        waiting = [(f"{prefix}/" if prefix else "", str(self.path(prefix) if prefix else self.root))]
        while waiting:
            start, folder = waiting.pop()
            for file in _listed(folder):
                if file.is_dir(follow_symlinks=False):
                    waiting.append((f"{start}{file.name}/", file.path))
                elif file.is_file():
                    yield f"{start}{file.name}", file


def _told(files: Iterable[tuple[str, os.DirEntry[str]]]) -> Iterator[Entry]:
    for key, file in files:
        try:
            found = file.stat()
        except FileNotFoundError:
            continue  # removed since it was listed
        yield Entry(key, found.st_size, found.st_mtime, f"{found.st_mtime_ns}-{found.st_size}-{found.st_ino}")


def _listed(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as listing:
            return list(listing)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise ArtifactError(
            f"The folder {folder} cannot be listed: {error.strerror or error}.", "Check its permissions."
        ) from error


def missing(key: str) -> ArtifactMissingError:
    """The error for a key that has not been written."""
    return ArtifactMissingError(f"The artifact {key!r} has not been written yet.", "Materialize the step that writes it.")


def write_atomically(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all. Raises `ArtifactError` where the folder cannot be written."""
    temporary = path.with_name(unfinished_name(path.name))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise ArtifactError(
            f"Cannot write {path.name}: {error.strerror or error}.", "Check space and permissions of the home folder."
        ) from error
    finally:  # also when interrupted; after `replace` there is nothing left
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
