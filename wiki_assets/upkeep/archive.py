"""The archive: a compressed tar whose first member is the manifest and whose last is the manifest's hash.

Belongs here: writing one, and reading one with every byte held against the manifest. Does not belong here: what goes in (`backup`) or
where it comes out (`restoring`).

With the manifest first, a reader knows beforehand how much will come, and refuses whatever else does. The hash comes last, so that an
archive that was cut short is never taken for a whole one.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import os
import stat
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

import pyarrow as pa

from wiki_assets.errors import BackupError
from wiki_assets.upkeep.manifest import Manifest, Member, decode_manifest, encode_manifest
from wiki_assets.upkeep.reasons import printable, reason

MANIFEST_NAME = "manifest.json"
SEAL_NAME = "manifest.sha256"
FOLDERS = ("wiki", "artifacts", "audit", ".dagster", "raw")
FILES = ("concepts.yaml", "library.bib", "library.json", "sources.yaml")
GZIP_ENDINGS = (".tar.gz", ".tgz")
ZSTD_ENDINGS = (".tar.zst", ".tzst")

_MANIFEST_BYTES = 2**29  # two million members; more papers than one home can hold
_MOST_EXPANSION = 200  # Parquet and JSON of real homes unfold to 4 to 10 times the archive's size
_NEVER_A_BOMB = 2**27
_HEADER_BYTES = 4096  # of one member in the tar: its header, that of a long name, and padding
_BLOCK = 2**20
_PRIVATE = "WIKI.private"  # said in a member's extended header, which readers that do not know it pass over
_DAMAGE = (tarfile.TarError, zlib.error, EOFError, OSError, pa.ArrowException, ValueError)

Sink = Callable[[Member, bool], contextlib.AbstractContextManager[IO[bytes] | None]]
"""Given a member, and whether only its owner could read the file that was archived; gives the file that its bytes are written to."""


def write_archive(path: Path, manifest: Manifest, folder: Path) -> None:
    """Writes an archive of files that do not change any more.

    Args:
        path: Its ending decides how it is compressed.
        folder: Holds every member of the manifest, by its name.

    Raises:
        BackupError: The archive cannot be written, or a file is not what the manifest says.
    """
    encoded = encode_manifest(manifest)
    try:
        path.touch(mode=0o600, exist_ok=False)  # sources.yaml, which may hold passwords of documents, is among the members
        with _compressed(path) as stream, tarfile.open(fileobj=stream, mode="w|", format=tarfile.PAX_FORMAT) as tar:
            _add(tar, MANIFEST_NAME, encoded)
            for member in manifest.members:
                _add_file(tar, member, folder / member.name)
            _add(tar, SEAL_NAME, hashlib.sha256(encoded).hexdigest().encode("ascii"))
    except OSError as error:
        raise BackupError(
            f"The archive {path} cannot be written ({reason(error)}).", "Check space and permissions of its folder."
        ) from error


def check_archive(path: Path) -> Manifest:
    """Reads a whole archive and holds every byte against the manifest. Raises `BackupError`, which names the first bad member."""
    return read_archive(path, lambda _member, _private: contextlib.nullcontext(None))


def read_archive(path: Path, sink: Sink) -> Manifest:
    """Reads a whole archive in order, every byte held against the manifest, and hands each member's bytes on.

    Args:
        path: The archive.
        sink: Where each member's bytes go; None where they are only checked.

    Raises:
        BackupError: It is damaged, incomplete, or holds what a backup never does; the text names the member.
    """
    with _opened(path) as (tar, meter):
        manifest, digest = _manifest(tar, path)
        _refuse_bomb(manifest, path)
        meter.allow(manifest.total_bytes + (len(manifest.members) + 8) * _HEADER_BYTES)
        awaited = dict(manifest.by_name)
        if len(awaited) != len(manifest.members):
            raise _bad(path, MANIFEST_NAME, "it names a member twice")
        last = MANIFEST_NAME
        while (info := _next(tar, path, f"what follows {last}")) is not None:
            last = info.name
            if info.name == SEAL_NAME:
                _check_seal(tar, info, digest, path)
                break
            _check_member(tar, info, awaited, path, sink)
        else:
            raise _bad(path, next(iter(awaited), SEAL_NAME), "it is missing: the archive ends too early")
        if awaited:
            raise _bad(path, next(iter(awaited)), "it is missing")
        _drain(tar, meter, path)
    return manifest


def safe_name(name: str) -> bool:
    """Whether a member of this name stays in the home, at a place where backups put things."""
    parts = PurePosixPath(name).parts
    plain = "\\" not in name and "\0" not in name and "/".join(parts) == name
    if not parts or not plain or any(part in ("..", ".", "/") for part in parts):
        return False
    return parts[0] in FOLDERS if len(parts) > 1 else name in FILES


def _add(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(data), 0o600
    tar.addfile(info, io.BytesIO(data))


def _add_file(tar: tarfile.TarFile, member: Member, path: Path) -> None:
    info = tarfile.TarInfo(member.name)
    info.size, info.mode, info.mtime = member.size, 0o600, member.mtime_ns // 10**9
    with path.open("rb") as file:
        if not os.fstat(file.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            info.pax_headers = {_PRIVATE: "1"}
        tar.addfile(info, file)


@contextmanager
def _compressed(path: Path) -> Iterator[IO[bytes]]:
    if path.name.endswith(GZIP_ENDINGS):
        with gzip.open(path, "wb", compresslevel=6) as stream:
            yield stream  # type: ignore[misc]
    elif path.name.endswith(ZSTD_ENDINGS):
        with pa.OSFile(str(path), "wb") as file, pa.CompressedOutputStream(file, "zstd") as stream:
            yield stream
    else:
        raise BackupError(f"The ending of {path.name} says no compression that we write.", "Name it .tar.zst or .tar.gz.")


class _Meter:
    """A stream that ends with an error when more comes out of it than was announced."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._left = _MANIFEST_BYTES

    def allow(self, more: int) -> None:
        """So many bytes may still come, from here on."""
        self._left = more + _BLOCK

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes."""
        data = self._stream.read(size if 0 <= size <= _BLOCK else _BLOCK)
        self._left -= len(data)
        if self._left < 0:
            raise BackupError("The archive unfolds to more than its manifest says.", "Do not trust it; take another one.")
        return data


@contextmanager
def _opened(path: Path) -> Iterator[tuple[tarfile.TarFile, _Meter]]:
    try:
        start = _first_bytes(path) if path.is_file() else b""
    except OSError as error:
        raise BackupError(f"The archive cannot be read ({reason(error)}).", "Check its permissions.") from error
    if not start:
        raise BackupError(f"There is no archive {path}, or it is empty.", "Name a file that `wiki backup` wrote.")
    with contextlib.ExitStack() as stack:
        try:
            if start.startswith(b"\x1f\x8b"):
                stream: IO[bytes] = stack.enter_context(gzip.open(path, "rb"))  # type: ignore[arg-type]
            else:
                stream = stack.enter_context(pa.CompressedInputStream(stack.enter_context(pa.OSFile(str(path), "rb")), "zstd"))
            meter = _Meter(stream)
            tar = stack.enter_context(tarfile.open(fileobj=meter, mode="r|"))  # type: ignore[call-overload]
        except _DAMAGE as error:
            raise _bad(path, MANIFEST_NAME, f"it cannot be read ({_line(error)}); is this a backup?") from error
        yield tar, meter


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4)


def _manifest(tar: tarfile.TarFile, path: Path) -> tuple[Manifest, str]:
    info = _next(tar, path, MANIFEST_NAME)
    if info is None or info.name != MANIFEST_NAME or not info.isreg() or info.size > _MANIFEST_BYTES:
        raise _bad(path, MANIFEST_NAME, "it is not the first member; this is no archive of `wiki backup`")
    data = b"".join(_blocks(tar, info, path))
    return decode_manifest(data), hashlib.sha256(data).hexdigest()


def _check_member(tar: tarfile.TarFile, info: tarfile.TarInfo, awaited: dict[str, Member], path: Path, sink: Sink) -> None:
    if not info.isreg():
        raise _bad(path, info.name, "it is a link, a folder or a device, which no backup holds")
    member = awaited.pop(info.name, None)
    if member is None:
        raise _bad(path, info.name, "the manifest does not name it, or it comes twice")
    if not safe_name(info.name):
        raise _bad(path, info.name, "its name leads out of the home, or to where no backup writes")
    if info.size != member.size:
        raise _bad(path, info.name, f"it has {info.size} bytes, and the manifest says {member.size}")
    digest = hashlib.sha256()
    with sink(member, _PRIVATE in info.pax_headers) as target:
        for block in _blocks(tar, info, path):
            digest.update(block)
            if target is not None:
                target.write(block)
    if digest.hexdigest() != member.sha256:
        raise _bad(path, info.name, "its bytes do not match its hash")


def _check_seal(tar: tarfile.TarFile, info: tarfile.TarInfo, digest: str, path: Path) -> None:
    sealed = b"".join(_blocks(tar, info, path)) if info.isreg() and info.size == len(digest) else b""
    if sealed != digest.encode("ascii"):
        raise _bad(path, MANIFEST_NAME, "its bytes do not match its hash")


def _next(tar: tarfile.TarFile, path: Path, awaited: str) -> tarfile.TarInfo | None:
    try:
        return tar.next()
    except _DAMAGE as error:
        raise _bad(path, awaited, f"it cannot be read ({_line(error)})") from error


def _blocks(tar: tarfile.TarFile, info: tarfile.TarInfo, path: Path) -> Iterator[bytes]:
    left = info.size
    try:
        file = tar.extractfile(info)
        while file is not None and left:
            block = file.read(min(_BLOCK, left))
            if not block:
                break
            left -= len(block)
            yield block
    except _DAMAGE as error:
        raise _bad(path, info.name, f"it cannot be read ({_line(error)})") from error
    if left:
        raise _bad(path, info.name, "it ends too early")


def _drain(tar: tarfile.TarFile, meter: _Meter, path: Path) -> None:
    """Reads to the very end, where gzip keeps its own checksum. Nothing may follow but the padding of a tar."""
    following = _next(tar, path, SEAL_NAME)
    if following is not None:
        raise _bad(path, following.name, "it comes after the end")
    try:
        while meter.read(_BLOCK):
            pass
    except _DAMAGE as error:
        raise _bad(path, SEAL_NAME, f"what follows it cannot be read ({_line(error)})") from error


def _refuse_bomb(manifest: Manifest, path: Path) -> None:
    total, size = manifest.total_bytes, path.stat().st_size
    if total > max(_NEVER_A_BOMB, _MOST_EXPANSION * size):
        raise BackupError(
            f"The archive {path.name} has {size} bytes and says that it unfolds to {total}.", "Do not trust it; take another one."
        )


def _bad(path: Path, member: str, what: str) -> BackupError:
    return BackupError(
        f"The archive {path.name} is damaged at {printable(member)}: {what}.", "Take another copy of it, or an older one."
    )


def _line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
