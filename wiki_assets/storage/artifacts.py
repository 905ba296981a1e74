"""The artifact store: bytes under keys, written whole or not at all.

Belongs here: keys and models. Does not belong here: what the bytes mean (each room has its own codec), what a key is called
(`layout`), or what the bytes lie in (`backend`).
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from wiki_assets.errors import ArtifactError, ArtifactMissingError
from wiki_assets.storage.addresses import open_backend
from wiki_assets.storage.backend import Backend
from wiki_assets.storage.folder import FolderBackend, write_atomically
from wiki_assets.storage.frozen import Frozen
from wiki_assets.storage.layout import States
from wiki_assets.storage.remembering import StateMemory

__all__ = ["ArtifactStore", "open_artifacts", "write_atomically"]

logger = logging.getLogger(__name__)

M = TypeVar("M", bound=BaseModel)
F = TypeVar("F", bound=Frozen)

_memory = StateMemory()  # of the process: a sensor opens the store anew at every tick


class ArtifactStore:
    """What the product keeps, under keys with forward slashes. A reader never sees half a file, whatever the bytes lie in."""

    def __init__(self, place: Path | Backend) -> None:
        """Opens nothing and contacts nobody.

        Args:
            place: A folder, or whatever else the bytes lie in (`backend`).
        """
        self.backend: Backend = FolderBackend(place) if isinstance(place, Path) else place

    def path(self, key: str) -> Path:
        """Local path of a key. Raises `ArtifactError` for a key that leaves the store, and where the store is no folder."""
        if isinstance(self.backend, FolderBackend):
            return self.backend.path(key)
        raise ArtifactError(
            f"The artifact {key!r} lies in {self.backend.address} and has no local path.", "Read its bytes instead."
        )

    def exists(self, key: str) -> bool:
        """Whether a key has been written."""
        return self.backend.exists(key)

    def read(self, key: str) -> bytes:
        """Bytes of a key. Raises `ArtifactMissingError`."""
        return self.backend.read(key)

    def write(self, key: str, data: bytes) -> None:
        """Writes a key whole or not at all; when this returns, it is kept."""
        self.backend.write(key, data)

    def read_model(self, key: str, model: type[M]) -> M:
        """A pydantic model stored as JSON. Raises `ArtifactMissingError`, or `ArtifactError` where the JSON does not fit."""
        try:
            return model.model_validate_json(self.read(key))
        except ValidationError as error:
            raise ArtifactError(
                f"The artifact {key!r} cannot be read as {model.__name__}: {error.error_count()} fields do not fit.",
                "It was written by another version; delete it and materialize the step again.",
            ) from error

    def find_model(self, key: str, model: type[M]) -> M | None:
        """Like `read_model`, but None where the key has not been written."""
        try:
            return self.read_model(key, model)
        except ArtifactMissingError:
            return None

    def find_current(self, key: str, model: type[M]) -> M | None:
        """Like `find_model`, but None also where another version of the product wrote it: for what is made again anyway."""
        try:
            return self.find_model(key, model)
        except ArtifactError as error:
            logger.info("%s It is made again.", error.what)
            return None

    def all_current(self, states: States, model: type[F]) -> dict[str, F]:
        """What `find_current` finds under every key of a kind, by key; at the cost of one listing for what has not changed."""
        found = _memory.read(self.backend, states.folder, states.ending, model)
        return {key: value for key, value in found.items() if value is not None}

    def all_models(self, states: States, model: type[F]) -> dict[str, F]:
        """What `read_model` reads under every key of a kind, by key; at the cost of one listing for what has not changed.

        Raises:
            ArtifactError: The JSON under one of the keys does not fit.
        """
        found = _memory.read(self.backend, states.folder, states.ending, model)
        return {key: self.read_model(key, model) if value is None else value for key, value in found.items()}

    def write_model(self, key: str, value: BaseModel) -> None:
        """Stores a pydantic model as indented JSON."""
        self.write(key, value.model_dump_json(indent=1).encode("utf-8"))

    def delete(self, key: str) -> None:
        """Removes a key; nothing happens where it does not exist."""
        self.backend.delete([key])

    def keys(self, prefix: str) -> list[str]:
        """Keys below a folder, sorted; unfinished writes are not among them."""
        return sorted(self.backend.keys(prefix))


def open_artifacts(home: Path, address: str) -> ArtifactStore:
    """The artifact store of a home, or wherever `WIKI_ARTIFACTS` says. Nothing is opened or contacted.

    Raises:
        SettingsError: The address cannot be used, or it holds a secret.
    """
    return ArtifactStore(open_backend(home, address, "artifacts"))
