"""Bytes in anything that fsspec reaches: an object store, or a file system behind a network.

Belongs here: asking fsspec. Does not belong here: what its errors mean (`answers`), or which address is which kind (`addresses`).

No listing is ever taken from fsspec's memory, so that a process sees what another one wrote.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import posixpath
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import fsspec.asyn
import fsspec.core

from wiki_assets.errors import SettingsError
from wiki_assets.storage.answers import ask, first_line, is_missing_key, no_such_place
from wiki_assets.storage.backend import Entry, ensure_inside, is_hidden, is_unfinished, unfinished_name
from wiki_assets.storage.folder import missing

_TOGETHER = 256  # keys read or removed by one call: bounds memory, and is eight rounds over the connections below
_CONNECTIONS = 32  # botocore keeps 10; at 30 ms a request, 32 read a thousand small objects in a second

_S3_SCHEMES = ("s3", "s3a")
_S3_ADDRESSES = tuple(f"{scheme}://" for scheme in _S3_SCHEMES)
_S3: dict[str, Any] = {
    "use_listings_cache": False,
    # With more, s3fs asks for the size first and then reads in pieces: twice the requests, and a piece may be of another version.
    "max_concurrency": 1,
    # `answers` counts the attempts; three layers that each repeat would wait for minutes.
    "config_kwargs": {
        "connect_timeout": 5,
        "read_timeout": 20,
        "retries": {"max_attempts": 0},
        "max_pool_connections": _CONNECTIONS,
    },
}
_UNLISTED: dict[str, Any] = {"use_listings_cache": False}
_OPTIONS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(_S3_SCHEMES, _S3),
    **dict.fromkeys(("gs", "gcs", "az", "abfs", "abfss", "oss"), _UNLISTED),
}
# Whose `mv` is one rename over what is there: `posix_rename`, or `os.rename` below `shutil.move`. Others of fsspec refuse where a file is
# there (smb, hdfs), do not tell that they refused (webhdfs), or copy byte by byte: a rewrite would be lost, or seen by half.
_REPLACING = {"sftp", "ssh", "file", "local"}


class _Opened(NamedTuple):
    file_system: Any
    root: str


@dataclass(frozen=True, slots=True)
class ObjectBackend:
    """Objects below one address of a store whose writes are atomic: a reader finds the old object or the new one.

    Attributes:
        address: fsspec address of the root, without a slash at its end.
    """

    address: str

    @property
    def large_reads(self) -> int:
        """Sixteen: at 30 ms a request a thousand are read in 2 s, and compacted fragments of 10 MB stay below 200 MB."""
        return 16

    def exists(self, key: str) -> bool:
        """Whether a key has been written."""
        fs, path = self._at(key)
        try:
            # Not `fs.isfile` nor `fs.exists`: they say no where the store does not answer.
            return bool(ask(self.address, lambda: fs.info(path))["type"] == "file")
        except (FileNotFoundError, NotADirectoryError):
            return False

    def read(self, key: str) -> bytes:
        """Bytes of a key. Raises `ArtifactMissingError`."""
        fs, path = self._at(key)
        try:
            return bytes(ask(self.address, lambda: fs.cat_file(path)))
        except (FileNotFoundError, NotADirectoryError) as error:
            raise missing(key) from error

    def read_many(self, keys: Iterable[str]) -> Mapping[str, bytes]:
        """Bytes of keys, many at a time; keys that are not there are left out."""
        found: dict[str, bytes] = {}
        for some in _in_batches(keys):
            found.update(self._read_together(some))
        return found

    def write(self, key: str, data: bytes) -> None:
        """Writes a key whole or not at all."""
        fs, path = self._at(key)
        try:
            ask(self.address, lambda: self._put(fs, path, data))
        except FileNotFoundError as error:
            raise no_such_place(self.address) from error

    def delete(self, keys: Iterable[str]) -> None:
        """Removes keys; nothing happens for those that do not exist."""
        for some in _in_batches(keys):
            paths = [self._at(key)[1] for key in some]
            ask(self.address, functools.partial(_remove, self._opened.file_system, paths))

    def keys(self, prefix: str) -> Iterator[str]:
        """Keys below a folder in any order."""
        return (entry.key for entry in self.entries(prefix))

    def entries(self, prefix: str, ending: str = "") -> Iterator[Entry]:
        """Keys below a folder in any order, with size and time."""
        shown = (entry for entry in self._listed(prefix) if not is_hidden(posixpath.basename(entry.key)))
        return (entry for entry in shown if entry.key.endswith(ending))

    def unfinished(self, older_than: float) -> Iterator[Entry]:
        """What writes left that were killed; an object store keeps nothing of them.

        Parts of an upload in several (from 100 MB on) are seen by no listing: let a rule of the bucket's life cycle abort them.
        """
        before = time.time() - older_than
        parts = (entry for entry in self._listed("") if is_unfinished(posixpath.basename(entry.key)))
        return (entry for entry in parts if entry.modified < before)

    @property
    def _opened(self) -> _Opened:
        place = urlsplit(self.address)
        fs = _file_system(place.scheme, f"{place.scheme}://{place.netloc}")
        return _Opened(fs, str(fs._strip_protocol(self.address)).rstrip("/"))

    def _at(self, key: str) -> tuple[Any, str]:
        fs, root = self._opened
        return fs, f"{root}/{ensure_inside(key)}"

    def _put(self, fs: Any, path: str, data: bytes) -> None:
        fs.pipe_file(path, data)

    def _found(self, fs: Any, folder: str) -> Iterable[Mapping[str, Any]]:
        """What the store tells of each file below a folder."""
        fs.invalidate_cache()
        found: Mapping[str, Mapping[str, Any]] = ask(self.address, lambda: self._find(fs, folder))
        return found.values()

    def _find(self, fs: Any, folder: str) -> Any:
        if not self.address.startswith(_S3_ADDRESSES):
            return fs.find(folder, detail=True)
        # Of an empty folder s3fs asks twice more whether it is an object; of a prefix it does not.
        bucket, _, below = folder.partition("/")
        return fs.find(bucket, prefix=f"{below}/", detail=True)

    def _read_together(self, keys: list[str]) -> dict[str, bytes]:
        fs = self._opened.file_system
        paths = [self._at(key)[1] for key in keys]
        answers = ask(self.address, lambda: _whole(fs.cat_ranges(paths, None, None, on_error="return")))
        return {key: bytes(data) for key, data in zip(keys, answers, strict=True) if data is not None}

    def _listed(self, prefix: str) -> Iterator[Entry]:
        fs, root = self._opened
        folder = f"{root}/{ensure_inside(prefix)}" if prefix else root
        try:
            found = self._found(fs, folder)
        except FileNotFoundError:
            return
        for told in found:
            name = str(told["name"])
            if name.startswith(f"{folder}/") and told["type"] == "file" and not name.endswith("/"):
                yield _entry(name[len(root) + 1 :], told)


@dataclass(frozen=True, slots=True)
class MovingBackend(ObjectBackend):
    """Files of a file system behind a network: written under another name, then moved into place by the file system itself."""

    def __post_init__(self) -> None:
        """Raises `SettingsError` for a file system that may not replace a file by moving another there."""
        if (scheme := self.address.partition("://")[0]) not in _REPLACING:
            raise SettingsError(
                f"WIKI_ARTIFACTS begins with {scheme}://, and writing there again is not known to replace what was written before.",
                "Mount it and give the folder; or use a store that speaks S3 (s3://…, with AWS_ENDPOINT_URL), gs://, az:// or sftp://.",
            )

    def _put(self, fs: Any, path: str, data: bytes) -> None:
        folder, name = posixpath.split(path)
        temporary = f"{folder}/{unfinished_name(name)}"
        fs.makedirs(folder, exist_ok=True)
        try:
            fs.pipe_file(temporary, data)
            fs.mv(temporary, path)
        except BaseException:
            with contextlib.suppress(Exception):
                fs.rm_file(temporary)
            raise

    def _found(self, fs: Any, folder: str) -> Iterable[Mapping[str, Any]]:
        """Walks the tree itself: `find` of a plain file system leaves out a folder that it cannot list, and says nothing."""
        fs.invalidate_cache()
        waiting = [folder]
        while waiting:
            at = waiting.pop()
            try:
                listing = ask(self.address, functools.partial(fs.ls, at, detail=True))
            except (FileNotFoundError, NotADirectoryError):
                continue
            for told in listing:
                if told["type"] == "directory":
                    waiting.append(str(told["name"]))
                else:
                    yield told


@functools.cache
def _file_system(scheme: str, host: str) -> Any:
    """The one file system of this process for a host or bucket: opening it takes half a second, and its connections are kept."""
    try:
        fs, _ = fsspec.core.url_to_fs(host, skip_instance_cache=True, **_OPTIONS.get(scheme, {}))
    except ImportError as error:
        remedy = "pip install 'grounded-wiki[s3]'" if scheme in _S3_SCHEMES else first_line(error)
        raise SettingsError(
            f"WIKI_ARTIFACTS begins with {scheme}://, and the package for that is missing.", f"{remedy}."
        ) from error
    except (ValueError, TypeError) as error:
        raise SettingsError(
            f"WIKI_ARTIFACTS cannot be used: {first_line(error)}.", "See fsspec's list of file systems."
        ) from error
    if scheme in _S3_SCHEMES:
        fs.retries = 1
    return fs


def forget_file_systems() -> None:
    """Lets the next call open its file system anew, with the environment of then."""
    _file_system.cache_clear()


if hasattr(os, "register_at_fork"):
    # The thread that does fsspec's work is not there in a forked child.
    os.register_at_fork(after_in_child=forget_file_systems)


def _whole(answers: Iterable[Any]) -> list[bytes | None]:
    """What was read of each key, None where there is none. Raises the first error that is another."""
    found: list[bytes | None] = []
    for answer in answers:
        if is_missing_key(answer):
            found.append(None)
        elif isinstance(answer, BaseException):
            raise answer
        else:
            found.append(answer)
    return found


def _remove(fs: Any, paths: list[str]) -> None:
    """Removes each path by itself: the bulk deletion of s3fs does not tell of a key that it was refused."""
    if fs.async_impl:

        async def remove_all() -> list[Any]:
            return await asyncio.gather(*(fs._rm_file(path) for path in paths), return_exceptions=True)

        _whole(fsspec.asyn.sync(fs.loop, remove_all))
        return
    for path in paths:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            fs.rm_file(path)


def _in_batches(keys: Iterable[str]) -> Iterator[list[str]]:
    waiting = iter(keys)
    while some := list(islice(waiting, _TOGETHER)):
        yield some


def _entry(key: str, told: Mapping[str, Any]) -> Entry:
    modified = next((told[name] for name in _TIMES if told.get(name)), None)
    seconds = _seconds(modified)
    mark = told.get("ETag") or told.get("etag") or told.get("ino") or ""
    identity = f"{seconds!r}-{told['size']}-{mark}" if modified is not None or mark else ""
    return Entry(key, int(told["size"]), seconds, identity)


_TIMES = ("LastModified", "last_modified", "updated", "mtime", "modified", "created")
"""What the file systems of fsspec call the time of the last write."""


def _seconds(moment: object) -> float:
    """Seconds since 1970; now where a store tells no time, so that nothing is taken for old."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    if isinstance(moment, datetime):
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    return float(moment) if isinstance(moment, int | float) else time.time()
