"""The artifact store: bytes under keys, written whole or not at all.

Belongs here: reading, writing, listing. Does not belong here: what the bytes mean (each room has its own codec) or where a
key lies (`layout`).
"""

from __future__ import annotations

import contextlib
import logging
import os
import uuid
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from wiki_assets.errors import ArtifactError, ArtifactMissingError

logger = logging.getLogger(__name__)

M = TypeVar("M", bound=BaseModel)


class ArtifactStore:
    """Files below one folder. Keys use forward slashes. A reader never sees half a file: writes are renamed into place."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, key: str) -> Path:
        """Local path of a key, for engines that need one. Raises `ArtifactError` for a key that leaves the store."""
        path = self.root.joinpath(*key.split("/"))
        if ".." in key.split("/") or key.startswith("/"):
            raise ArtifactError(f"The artifact key {key!r} leaves the store.", "Use a key without '..'.")
        return path

    def exists(self, key: str) -> bool:
        """Whether a key has been written."""
        return self.path(key).is_file()

    def read(self, key: str) -> bytes:
        """Bytes of a key. Raises `ArtifactMissingError`."""
        try:
            return self.path(key).read_bytes()
        except (FileNotFoundError, NotADirectoryError) as error:
            raise ArtifactMissingError(
                f"The artifact {key!r} has not been written yet.", "Materialize the step that writes it."
            ) from error

    def write(self, key: str, data: bytes) -> None:
        """Writes a key atomically and durably: temporary name in the same folder, sync, rename."""
        path = self.path(key)
        write_atomically(path, data)

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

    def write_model(self, key: str, value: BaseModel) -> None:
        """Stores a pydantic model as indented JSON."""
        self.write(key, value.model_dump_json(indent=1).encode("utf-8"))

    def delete(self, key: str) -> None:
        """Removes a key; nothing happens where it does not exist."""
        self.path(key).unlink(missing_ok=True)

    def keys(self, prefix: str) -> list[str]:
        """Keys below a folder, sorted; unfinished writes are not among them."""
        folder = self.path(prefix)
        if not folder.is_dir():
            return []
        files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
        return sorted(path.relative_to(self.root).as_posix() for path in files)


def write_atomically(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all. Raises `ArtifactError` where the folder cannot be written."""
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
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
