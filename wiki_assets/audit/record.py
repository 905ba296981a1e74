"""Where the record lies: fragments in a folder or on a store far away, and the lock of this home beside its database.

Belongs here: opening the record. Does not belong here: what a fragment is (`fragments`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wiki_assets.storage.addresses import open_backend
from wiki_assets.storage.backend import Backend
from wiki_assets.storage.folder import FolderBackend

_ROOM = "audit"


@dataclass(frozen=True, slots=True)
class Record:
    """Where fragments lie.

    Attributes:
        backend: Keys are `<table>/<name>`.
        lock_folder: Folder of this machine whose lock keeps foldings and compactions of one home apart.
    """

    backend: Backend
    lock_folder: Path


Place = Record | Path
"""A record, or just the folder of one."""


def open_record(home: Path, address: str) -> Record:
    """The record of a home, or wherever `WIKI_ARTIFACTS` says. Nothing is opened or contacted.

    Raises:
        SettingsError: The address cannot be used, or it holds a secret.
    """
    return Record(open_backend(home, address, _ROOM), home / _ROOM)


def record_of(place: Place) -> Record:
    """The record in a folder, or the one given."""
    return Record(FolderBackend(place), place) if isinstance(place, Path) else place
