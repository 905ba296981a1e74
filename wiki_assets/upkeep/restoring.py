"""Restoring: a home made from an archive, whole or not at all.

Belongs here: checking first, and extracting beside. Does not belong here: reading archives (`archive`), the renames (`placing`), or a
store that artifacts go to (`refilling`).

Nothing is written before the whole archive has been read and found sound. It then comes out into a scratch folder beside the home,
where the audit is folded; artifacts and fragments go on to the store where the settings name one; and one rename puts the home in
place. A home that was there before is kept beside it under another name; what is in it and not in the archive (the papers, a `.env`)
goes on in the new one.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from filelock import FileLock, Timeout

from wiki_assets.audit.folding import rebuild
from wiki_assets.errors import BackupError, HomeError
from wiki_assets.upkeep.archive import Sink, check_archive, read_archive
from wiki_assets.upkeep.manifest import Manifest, Member
from wiki_assets.upkeep.placing import Placed, in_place
from wiki_assets.upkeep.reasons import reason
from wiki_assets.upkeep.refilling import ROOMS, Store, folder_within, refilled, require_empty, store_of

_SECRET = (".dagster", "sources.yaml")  # configuration may hold logins of databases, and sources passwords of documents
_SHOWN = 8
_SPARE = 1.1  # folding the audit and small files' padding take some


@dataclass(frozen=True, slots=True)
class Restored:
    """A home made from an archive.

    Attributes:
        store: Address of what artifacts and fragments went to; empty where they are in the home.
        kept: Where the home that was there before lies now; None where there was none.
        store_kept: Where what the store held before lies now; None where it held nothing.
        carried: What of the former home goes on in the new one.
        stayed: What of it should, and could not be moved there: the name, and why.
    """

    home: Path
    manifest: Manifest
    store: str = ""
    kept: Path | None = None
    store_kept: Path | None = None
    carried: tuple[str, ...] = ()
    stayed: dict[str, str] = field(default_factory=dict)


def restore(file: Path, home: Path, *, force: bool, address: str = "") -> Restored:
    """Makes a home from an archive.

    Args:
        file: What `wiki backup` wrote.
        home: Where; made where it is not there.
        force: Whether a home or a store that is not empty may be put aside.
        address: Where artifacts and fragments go, as WIKI_ARTIFACTS says; empty for the home.

    Raises:
        BackupError: The archive is damaged, and nothing was written; or the store cannot be brought back to what it was.
        HomeError: The home or the store is not empty, or cannot be written; both are as they were.
        StorageUnavailableError, SettingsError: The store does not answer, or refuses; it and the home are as they were.
    """
    home = home.resolve()
    present = _entries(home)
    if present and not force:
        more = f" and {len(present) - _SHOWN} more" if len(present) > _SHOWN else ""
        raise HomeError(
            f"The home {home} is not empty: it holds {', '.join(present[:_SHOWN])}{more}.",
            "Name another --home, or give --force: what is there is then kept beside it under another name.",
        )
    store = store_of(home, address)
    replaced = require_empty(store, force=force) if store else 0
    manifest = check_archive(file)
    with _scratch(home) as scratch:
        _require_space(scratch, int(manifest.total_bytes * _SPARE) + replaced)
        within = Path() if store else folder_within(home, address)
        read_archive(file, _extractor(scratch, scratch / within))
        rebuild(scratch / within / "audit", scratch / "audit.duckdb")
        os.sync()
        beside = f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
        with (
            _stored(store, scratch, home.with_name(f"{home.name}.store-{beside}")) as store_kept,
            in_place(scratch, home, present, home.with_name(f"{home.name}.{beside}")) as placed,
        ):
            return _told(home, manifest, store, placed, store_kept)


def papers_missing(manifest: Manifest, raw_folder: Path) -> int:
    """Number of papers that a restored home knows and that are not in its folder of papers."""
    return sum(not (raw_folder / paper.file).is_file() for paper in manifest.raw)


def _told(home: Path, manifest: Manifest, store: Store | None, placed: Placed, store_kept: Path | None) -> Restored:
    address = store.address if store else ""
    return Restored(home, manifest, address, placed.kept, store_kept, tuple(placed.carried), placed.stayed)


@contextmanager
def _stored(store: Store | None, scratch: Path, aside: Path) -> Iterator[Path | None]:
    """Brings artifacts and fragments to the store, where there is one, and out of the scratch folder."""
    if store is None:
        yield None
        return
    with refilled(store, scratch, aside) as kept:
        for room in ROOMS:
            shutil.rmtree(scratch / room)
        yield kept


def _extractor(folder: Path, rooms: Path) -> Sink:
    """Writes members below a folder, those of artifacts and audit below another one."""

    @contextmanager
    def extract(member: Member, private: bool) -> Iterator[IO[bytes]]:
        top = member.name.partition("/")[0]
        path = (rooms if top in ROOMS else folder) / member.name
        rights = 0o600 if private or top in _SECRET else 0o666
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "xb", opener=lambda name, flags: os.open(name, flags, rights)) as file:
                yield file
            os.utime(path, ns=(member.mtime_ns, member.mtime_ns))
        except OSError as error:
            raise HomeError(f"{member.name} cannot be written ({reason(error)}).", "Check space and permissions.") from error

    return extract


def _entries(home: Path) -> list[str]:
    try:
        return sorted(path.name for path in home.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise HomeError(f"The home cannot be used ({reason(error)}).", "Name a folder.") from error


def _require_space(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
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
        raise HomeError(f"The folder of the home cannot be written ({reason(error)}).", "Name another --home.") from error
    try:
        for left in beside.glob(f"{start}*"):
            shutil.rmtree(left, ignore_errors=True)
        folder = beside / f"{start}{uuid.uuid4().hex}"
        folder.mkdir(mode=0o700)  # until it is in place nobody else needs it, and a former home may have been closed to others
        for name in ("wiki", *ROOMS):
            (folder / name).mkdir()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        with contextlib.suppress(OSError):
            Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()
