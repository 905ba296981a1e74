"""Leftovers: what killed processes left behind, and points of papers that are gone.

Belongs here: unfinished writes, scratch folders, stray points. Does not belong here: whole artifacts that nobody needs (`sweeping`). Only
what is older than a day goes: a younger one may be at work.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.states import SourceState
from wiki_assets.retrieval.store import VectorStore, is_shared
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.backend import Backend
from wiki_assets.storage.folder import FolderBackend
from wiki_assets.upkeep.exclusion import SCRATCH_PREFIX
from wiki_assets.upkeep.sweeping import DAY_SECONDS

# Written beside what they become: of the home itself, of the instance's configuration.
_UNFINISHED_PATTERNS = (".audit.duckdb.building*", ".dagster/.*.part")


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What is left over. `keys` are of the backends, in their order."""

    keys: tuple[tuple[str, ...], ...]
    files: tuple[Path, ...]
    folders: tuple[Path, ...]

    @property
    def count(self) -> int:
        """All of them together."""
        return sum(map(len, self.keys)) + len(self.files) + len(self.folders)


def find_leftovers(home: Path, backends: tuple[Backend, ...], now: float) -> Leftovers:
    """Looks for what killed processes left in a home. Changes nothing: this is the dry run.

    Args:
        home: The home folder.
        backends: Where its artifacts and the audit's fragments are.
        now: Seconds since 1970.
    """
    before = now - DAY_SECONDS
    files = [path for pattern in _UNFINISHED_PATTERNS for path in home.glob(pattern) if path.is_file() and _older(path, before)]
    folders = [path for path in home.glob(f"{SCRATCH_PREFIX}*") if path.is_dir() and _older(path, before)]
    return Leftovers(
        tuple(tuple(entry.key for entry in backend.unfinished(DAY_SECONDS)) for backend in _with_wiki(home, backends)),
        tuple(sorted(files)),
        tuple(sorted(folders)),
    )


def remove_leftovers(home: Path, backends: tuple[Backend, ...], found: Leftovers) -> int:
    """Removes what was found, and says how many there were."""
    for backend, keys in zip(_with_wiki(home, backends), found.keys, strict=True):
        backend.delete(keys)
    for file in found.files:
        file.unlink(missing_ok=True)
    for folder in found.folders:
        shutil.rmtree(folder, ignore_errors=True)
    return found.count


def find_stray_papers(store: ArtifactStore, vectors: VectorStore, now: float) -> tuple[str, ...]:
    """Papers of which the vector store holds points though they are retired for more than a day, or were never read here.

    A paper's record is written long before its points, so that none that is being embedded now is among them. Points of papers that were
    never read here stay on a server: the name of its collection follows from the embedder alone, so they may be another home's.

    Raises:
        StoreLockedError, StoreUnavailableError: As the stores raise them.
    """
    held = vectors.papers()
    read = store.all_current(layout.DOCUMENT_STATES, SourceState)
    states = {bibkey: read.get(layout.document_state(bibkey)) for bibkey in held}
    # Mostly none, and then nothing more is asked: with the artifacts far away every question costs.
    unknown = [] if is_shared(vectors) else [bibkey for bibkey, state in states.items() if state is None]
    retired = [bibkey for bibkey, state in states.items() if state is not None and state.status is DocumentStatus.RETIRED]
    if not unknown and not retired:
        return ()
    # Also one that another version wrote, and `all_current` leaves out, is there; its paper is read again anyway.
    written = {
        entry.key: entry.modified for entry in store.backend.entries(layout.DOCUMENT_STATES.folder, layout.DOCUMENT_STATES.ending)
    }
    never = [bibkey for bibkey in unknown if layout.document_state(bibkey) not in written]
    gone = [bibkey for bibkey in retired if written.get(layout.document_state(bibkey), now) < now - DAY_SECONDS]
    return tuple(sorted([*never, *gone]))


def _with_wiki(home: Path, backends: tuple[Backend, ...]) -> Iterator[Backend]:
    yield from backends
    yield FolderBackend(layout.wiki_folder(home))


def _older(path: Path, before: float) -> bool:
    try:
        return path.stat().st_mtime < before
    except FileNotFoundError:
        return False
