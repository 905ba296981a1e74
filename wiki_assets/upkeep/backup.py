"""A backup: one archive of wiki, audit, artifacts, instance and inputs, taken while builds go on.

Belongs here: the order of its steps. Does not belong here: each step (`instance_files`, `snapshot`, `proof`, `inputs`, `archive`).

1. In a scratch folder of the home (one file system, so that files are set aside by hard links): the Dagster databases, first of all,
   for the reason told in `instance_files`.
2. Artifacts, wiki and audit as they all were at one moment (`snapshot` says how, and under which locks).
3. The proof: every published page's verdict, every standing's files, every state's output, the audit folded. A process that had
   published a page and not yet told the audit shows here; the snapshot is then brought to a later moment. What does not go away is a
   problem of the home; it is told in the manifest and by the command.
4. The archive is written under another name, read back whole, and only then gets its name.

Left out, because the product makes it again: `audit.duckdb` (folded from the fragments) and the embedded vector store (filled from the
cache of vectors when evidence is next chosen; its files are written in place and cannot be copied while it is open). A PostgreSQL
instance or a Qdrant server is not ours to copy.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import shutil
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from wiki_assets.audit.locking import single_writer
from wiki_assets.audit.record import Record
from wiki_assets.audit.schema import MIGRATIONS
from wiki_assets.concepts.markdown import MARKDOWN_VERSION
from wiki_assets.documents.chunking import CHUNKER_VERSION
from wiki_assets.documents.versions import READER_VERSION
from wiki_assets.errors import BackupError, HomeError
from wiki_assets.publication.shelf import Shelf
from wiki_assets.retrieval.embedding import INDEX_VERSION
from wiki_assets.retrieval.selection import SELECTION_VERSION
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.backend import Backend
from wiki_assets.upkeep.archive import GZIP_ENDINGS, ZSTD_ENDINGS, check_archive, safe_name, write_archive
from wiki_assets.upkeep.areas import FolderArea, area_of
from wiki_assets.upkeep.exclusion import SCRATCH_PREFIX, upkeep_lock
from wiki_assets.upkeep.inputs import Inputs, SetAside, set_aside
from wiki_assets.upkeep.instance_files import copy_instance
from wiki_assets.upkeep.manifest import Manifest, Member
from wiki_assets.upkeep.proof import Proof, prove
from wiki_assets.upkeep.reasons import printable, reason
from wiki_assets.upkeep.snapshot import Snapshot

# A step that has published and not yet told the audit does so in milliseconds; a problem that outlives all three is the home's own.
_PROOFS = 3
_PAUSE_SECONDS = 0.5

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Places:
    """Where everything of one home lies.

    Attributes:
        home: The home; holds `wiki`, `.dagster` and the locks.
        artifacts: Wherever those are kept.
        record: Where the audit's fragments are, and its lock.
        inputs: The papers and what is said of them.
        instance: Which Dagster instance the home has, in words, for the manifest.
        wait_seconds: How long to wait for a lock.
    """

    home: Path
    artifacts: Backend
    record: Record
    inputs: Inputs
    instance: str
    wait_seconds: float


@dataclass(frozen=True, slots=True)
class Written:
    """A finished archive, read back and found whole."""

    path: Path
    size: int
    manifest: Manifest


def default_name(now: datetime) -> str:
    """Name of a backup taken now."""
    return f"wiki-backup-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.tar.zst"


def back_up(places: Places, target: Path, *, with_raw: bool) -> Written:
    """Writes one archive of a home, whatever runs meanwhile.

    Args:
        places: The home.
        target: The archive; must not exist. Its ending says how it is compressed.
        with_raw: Whether the papers themselves go in; their names and hashes always do.

    Raises:
        BackupError: The archive cannot be written, or what was written cannot be read back.
        HomeError: There is no wiki in the home yet, or it cannot be written.
        StoreLockedError: A lock was held by others all the time.
    """
    _require_room(places, target)
    try:
        with _scratch(places.home) as scratch:
            with upkeep_lock(places.home, places.wait_seconds):
                instance = copy_instance(places.home / ".dagster", scratch / ".dagster")
                snapshot, settled, proof = _settled_snapshot(places, scratch)
            inputs = set_aside(places.inputs, scratch, with_raw=with_raw)
            _keep_modes(places.home, scratch, snapshot.names)
            names = [*snapshot.names, *(f".dagster/{name}" for name in instance), *inputs.names]
            manifest = _manifest(places, scratch, names, settled, proof, inputs, with_raw=with_raw)
            size = _written(target, manifest, scratch)
    except OSError as error:
        raise BackupError(
            f"The backup cannot be written ({reason(error)}).",
            f"Check space and permissions of {places.home} and {target.parent}.",
        ) from error
    logger.info("Backed up %d files, %d bytes, into %s", len(manifest.members), manifest.total_bytes, target)
    return Written(target, size, manifest)


def _settled_snapshot(places: Places, scratch: Path) -> tuple[Snapshot, str, Proof]:
    def in_backup(name: str) -> bool:
        return not name.startswith(f"{layout.VECTORS}/")

    areas = (
        area_of("artifacts", places.artifacts, in_backup),
        # Copied and not linked: people edit these with programs that write in place.
        FolderArea("wiki", layout.wiki_folder(places.home), lambda name: "/." not in f"/{name}", linking=False),
        area_of("audit", places.record.backend, lambda _name: True),
    )
    snapshot = Snapshot(areas, scratch)
    for attempt in range(1, _PROOFS + 1):
        settled = snapshot.take(lambda: _held_back(places))
        proof = prove(scratch)
        if not proof.problems or attempt == _PROOFS:
            break
        logger.info("The snapshot is brought to a later moment: %s", proof.problems[0])
        time.sleep(_PAUSE_SECONDS * attempt)
    return snapshot, settled, proof


@contextmanager
def _held_back(places: Places) -> Iterator[None]:
    """Nobody publishes and nobody compacts."""
    shelf = Shelf(places.home, ArtifactStore(places.artifacts), places.wait_seconds)
    with single_writer(places.record.lock_folder, places.wait_seconds), shelf.locked():
        yield


def _keep_modes(home: Path, scratch: Path, names: Iterable[str]) -> None:
    """Gives the copies of the wiki's files the rights of those they are of. What was set aside by a link has them already."""
    for name in names:
        if name.startswith("wiki/"):
            with suppress(FileNotFoundError):
                shutil.copymode(home / name, scratch / name)


def _manifest(
    places: Places, scratch: Path, names: Sequence[str], settled: str, proof: Proof, inputs: SetAside, *, with_raw: bool
) -> Manifest:
    members = tuple(_member(scratch, name) for name in sorted(names) if safe_name(name))
    odd = sorted(name for name in names if not safe_name(name))
    refused = (f"{printable(name)}: no archive takes a name with a backslash; it is left out, so rename it." for name in odd)
    return Manifest(
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        versions=versions(),
        counts={**proof.counts, "raw": len(inputs.raw), "files": len(members), "bytes": sum(member.size for member in members)},
        instance=places.instance,
        raw_included=with_raw,
        raw=inputs.raw,
        settled=settled,
        problems=(*proof.problems, *inputs.problems, *refused),
        members=members,
    )


def versions() -> dict[str, str]:
    """What decides whether a home that this code made is as good as new for other code."""
    return {
        "product": metadata.version("grounded-wiki"),
        "python": platform.python_version(),
        "dagster": metadata.version("dagster"),
        "audit": str(MIGRATIONS[-1].version),
        "reader": READER_VERSION,
        "chunker": CHUNKER_VERSION,
        "index": INDEX_VERSION,
        "selection": SELECTION_VERSION,
        "markdown": MARKDOWN_VERSION,
    }


def _member(folder: Path, name: str) -> Member:
    path = folder / name
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        told = os.fstat(file.fileno())
    return Member(name=name, size=told.st_size, sha256=digest, mtime_ns=told.st_mtime_ns)


def _written(target: Path, manifest: Manifest, scratch: Path) -> int:
    """Writes under another name, reads back, renames; gives the archive's size."""
    unfinished = target.with_name(f".{uuid.uuid4().hex}.part-{target.name}")
    try:
        write_archive(unfinished, manifest, scratch)
        check_archive(unfinished)
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        size = unfinished.stat().st_size
        unfinished.rename(target)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return size


def _require_room(places: Places, target: Path) -> None:
    if not layout.wiki_folder(places.home).is_dir():
        raise HomeError(f"There is no wiki in {places.home} yet.", f"Run `wiki build --home {places.home}` first.")
    if not target.name.endswith((*GZIP_ENDINGS, *ZSTD_ENDINGS)):
        raise BackupError(f"The ending of {target.name} says no compression that we write.", "Name it .tar.zst or .tar.gz.")
    if target.exists():
        raise BackupError(f"{target} exists already.", "Name another file, or remove it first.")
    if not target.parent.is_dir():
        raise BackupError(f"The folder {target.parent} does not exist.", "Make it, or name another one.")


@contextmanager
def _scratch(home: Path) -> Iterator[Path]:
    folder = home / f"{SCRATCH_PREFIX}{uuid.uuid4().hex}"
    try:
        folder.mkdir(mode=0o700)
        for name in ("artifacts", "audit", "wiki"):
            (folder / name).mkdir()
    except OSError as error:
        raise HomeError(f"The home folder {home} cannot be written ({reason(error)}).", "Check space and permissions.") from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
