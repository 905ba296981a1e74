"""Where bytes lie: what the artifact store and the audit ask of a folder, an object store, or anything else that keeps files.

Belongs here: the protocol, what a listing tells, and the rules for keys and for names of unfinished writes. Does not belong here:
what the bytes mean, or how one kind of store keeps them (`folder`, `objects`).
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from wiki_assets.errors import ArtifactError

_UNFINISHED = re.compile(r"\..+\.[0-9a-f]{32}\.part")


@dataclass(frozen=True, slots=True)
class Entry:
    """One key as a listing shows it.

    Attributes:
        key: Key below the backend's root, with forward slashes.
        size: In bytes.
        modified: When it was last written, in seconds since 1970 by the store's clock.
        identity: The same while the key is not written, another after a write that the store's clock tells from the last one;
            empty where the store tells nothing to go by.
    """

    key: str
    size: int
    modified: float
    identity: str = ""


class Backend(Protocol):
    """Bytes under keys, written whole or not at all. Every process sees at once what another one wrote.

    Any method raises `StorageUnavailableError` where a store does not answer, `SettingsError` where it refuses us, `ArtifactError`
    where a key leaves the root or a folder cannot be used.
    """

    @property
    def address(self) -> str:
        """The root, as a person knows it; the same address is the same place. It holds no secret."""
        ...

    @property
    def large_reads(self) -> int:
        """How many keys of some megabytes each are worth reading by one call: one, where nothing is gained by more."""
        ...

    def exists(self, key: str) -> bool:
        """Whether a key has been written."""
        ...

    def read(self, key: str) -> bytes:
        """Bytes of a key. Raises `ArtifactMissingError`."""
        ...

    def read_many(self, keys: Iterable[str]) -> Mapping[str, bytes]:
        """Bytes of keys, many at a time where the store is far away; keys that are not there are left out."""
        ...

    def write(self, key: str, data: bytes) -> None:
        """Writes a key whole or not at all; when this returns, it is kept."""
        ...

    def delete(self, keys: Iterable[str]) -> None:
        """Removes keys; nothing happens for those that do not exist."""
        ...

    def keys(self, prefix: str) -> Iterator[str]:
        """Keys below a folder in any order, as `entries` but cheaper."""
        ...

    def entries(self, prefix: str, ending: str = "") -> Iterator[Entry]:
        """Keys below a folder that end so, in any order, with size and time; names that begin with a dot are left out."""
        ...

    def unfinished(self, older_than: float) -> Iterator[Entry]:
        """What writes left that were killed, for `delete`.

        Args:
            older_than: Only those last touched more than this many seconds ago; a younger one may be at work.
        """
        ...


def ensure_inside(key: str) -> str:
    """The key itself. Raises `ArtifactError` for one that leaves the store."""
    if key.startswith("/") or ".." in key.split("/"):
        raise ArtifactError(f"The artifact key {key!r} leaves the store.", "Use a key without '..'.")
    return key


def unfinished_name(name: str) -> str:
    """A name under which a file is written before it gets its own; no two are equal, and no listing shows it."""
    return f".{name}.{uuid.uuid4().hex}.part"


def is_hidden(name: str) -> bool:
    """Whether listings leave a file of this name out."""
    return name.startswith(".")


def is_unfinished(name: str) -> bool:
    """Whether a file of this name is a write that has not ended."""
    return _UNFINISHED.fullmatch(name) is not None
