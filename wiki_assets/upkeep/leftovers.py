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
from wiki_assets.retrieval.store import VectorStore
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
    """Papers of which the vector store holds points though they were never read here, or are retired for more than a day.

    A paper's record is written long before its points, so that none that is being embedded now is among them.

    Raises:
        StoreLockedError, StoreUnavailableError: As the store raises them.
    """
    held = vectors.papers()
    return tuple(sorted(bibkey for bibkey in held if _gone(bibkey, store, now - DAY_SECONDS)))


def _gone(bibkey: str, store: ArtifactStore, before: float) -> bool:
    key = layout.document_state(bibkey)
    state = store.find_current(key, SourceState)
    if state is None:
        return not store.exists(key)  # one that another version wrote is there, and is read again anyway
    written = next((entry.modified for entry in store.backend.entries(f"documents/{bibkey}") if entry.key == key), None)
    return state.status is DocumentStatus.RETIRED and written is not None and written < before


def _with_wiki(home: Path, backends: tuple[Backend, ...]) -> Iterator[Backend]:
    yield from backends
    yield FolderBackend(layout.wiki_folder(home))


def _older(path: Path, before: float) -> bool:
    try:
        return path.stat().st_mtime < before
    except FileNotFoundError:
        return False
