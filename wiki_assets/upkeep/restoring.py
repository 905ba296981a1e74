"""Restoring: a home made from an archive, whole or not at all.

Belongs here: checking first, extracting beside, and the renames. Does not belong here: reading archives (`archive`).

Nothing is written before the whole archive has been read and found sound. It then comes out into a scratch folder beside the home,
where the audit is folded, and one rename puts it in place. A home that was there before is kept beside it under another name; what is
in it and not in the archive (the papers, a `.env`) goes on in the new one.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from filelock import FileLock, Timeout

from wiki_assets.audit.folding import rebuild
from wiki_assets.errors import BackupError, HomeError
from wiki_assets.upkeep.archive import Sink, check_archive, read_archive
from wiki_assets.upkeep.manifest import Manifest, Member

# Folders and files of a home that a backup speaks for, whether or not it holds them.
_DERIVED = frozenset({"wiki", "artifacts", "audit", ".dagster", "audit.duckdb", "audit.duckdb.wal", ".upkeep.lock"})
_SHOWN = 8
_SPARE = 1.1  # folding the audit and small files' padding take some


@dataclass(frozen=True, slots=True)
class Restored:
    """A home made from an archive.

    Attributes:
        kept: Where the home that was there before lies now; None where there was none.
        carried: What of it goes on in the new one.
        papers_missing: Papers that the home knows and that are not in its folder of papers.
    """

    home: Path
    manifest: Manifest
    kept: Path | None
    carried: tuple[str, ...]
    papers_missing: int


def restore(file: Path, home: Path, *, force: bool) -> Restored:
    """Makes a home from an archive.

    Args:
        file: What `wiki backup` wrote.
        home: Where; made where it is not there.
        force: Whether a home that is not empty may be put aside.

    Raises:
        BackupError: The archive is damaged; nothing was written.
        HomeError: The home is not empty, or cannot be written; it is as it was.
    """
    home = home.resolve()
    present = _entries(home)
    if present and not force:
        more = f" and {len(present) - _SHOWN} more" if len(present) > _SHOWN else ""
        raise HomeError(
            f"The home {home} is not empty: it holds {', '.join(present[:_SHOWN])}{more}.",
            "Name another --home, or give --force: what is there is then kept beside it under another name.",
        )
    manifest = check_archive(file)
    with _scratch(home) as scratch:
        _require_space(scratch, manifest)
        read_archive(file, _extractor(scratch))
        rebuild(scratch / "audit", scratch / "audit.duckdb")
        os.sync()
        kept, carried = _put_in_place(scratch, home, present)
    return Restored(home, manifest, kept, carried, _papers_missing(manifest, home))


def _extractor(folder: Path) -> Sink:
    @contextmanager
    def extract(member: Member) -> Iterator[IO[bytes]]:
        path = folder / member.name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                yield file
            os.utime(path, ns=(member.mtime_ns, member.mtime_ns))
        except OSError as error:
            raise HomeError(
                f"{member.name} cannot be written: {error.strerror or error}.", "Check space and permissions."
            ) from error

    return extract


def _put_in_place(scratch: Path, home: Path, present: list[str]) -> tuple[Path | None, tuple[str, ...]]:
    """Renames; what was there before is aside between two renames, and never removed."""
    try:
        if not present:
            scratch.rename(home)  # onto an empty folder, or nothing
            return None, ()
        kept = home.with_name(f"{home.name}.before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
        home.rename(kept)
        scratch.rename(home)
    except OSError as error:
        raise HomeError(
            f"The home {home} cannot be put in place: {error.strerror or error}.",
            "Name a folder that is no mount point, such as a new one below it.",
        ) from error
    carried = [name for name in present if name not in _DERIVED and not (home / name).exists()]
    for name in carried:
        (kept / name).rename(home / name)
    return kept, tuple(carried)


def _papers_missing(manifest: Manifest, home: Path) -> int:
    return sum(not (home / "raw" / paper.file).is_file() for paper in manifest.raw)


def _entries(home: Path) -> list[str]:
    try:
        return sorted(path.name for path in home.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise HomeError(f"The home {home} cannot be used: {error.strerror or error}.", "Name a folder.") from error


def _require_space(folder: Path, manifest: Manifest) -> None:
    free, needed = shutil.disk_usage(folder).free, int(manifest.total_bytes * _SPARE)
    if free < needed:
        raise BackupError(
            f"Restoring needs {needed} bytes beside the home, and {free} are free.", "Make space, or name another home."
        )


@contextmanager
def _scratch(home: Path) -> Iterator[Path]:
    """A folder beside the home; those of restores that were killed are removed first, for only one restores a home at a time."""
    beside, start = home.parent, f".{home.name}.restoring-"
    lock = FileLock(str(beside / f".{home.name}.restoring.lock"))
    try:
        beside.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout as error:
        raise HomeError(f"Another process is restoring {home}.", "Wait for it to end.") from error
    except OSError as error:
        raise HomeError(f"{beside} cannot be written: {error.strerror or error}.", "Name another --home.") from error
    try:
        for left in beside.glob(f"{start}*"):
            shutil.rmtree(left, ignore_errors=True)
        folder = beside / f"{start}{uuid.uuid4().hex}"
        folder.mkdir()
        for name in ("wiki", "artifacts", "audit"):
            (folder / name).mkdir()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        with contextlib.suppress(OSError):
            Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()
