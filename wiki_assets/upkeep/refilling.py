"""The store that WIKI_ARTIFACTS names, in a restore: emptied and filled, or as it was.

Belongs here: what it holds, putting an archive's artifacts and fragments there, and taking that back. Does not belong here: the home
(`restoring`), or any one kind of store.

A store has no renames, so that what it holds is first copied to a folder beside the home. From there it is put back where the restore
fails; where it does not, `WIKI_ARTIFACTS=<that folder>` still has it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from wiki_assets.errors import BackupError, HomeError, WikiError
from wiki_assets.storage.addresses import open_backend, settled_address
from wiki_assets.storage.backend import Backend
from wiki_assets.storage.folder import FolderBackend
from wiki_assets.upkeep.reasons import reason

ROOMS = ("artifacts", "audit")
_AT_ONCE = 8  # a round trip takes some 30 ms; each holds one file in memory, of at most some tens of megabytes
_TOGETHER = 64


@dataclass(frozen=True, slots=True)
class Store:
    """Where artifacts and the audit's fragments of a home lie, outside of it.

    Attributes:
        address: As a person gave it; it holds no secret.
        rooms: By the folder of a home whose place they take.
    """

    address: str
    rooms: Mapping[str, Backend]

    def held(self) -> dict[str, dict[str, int]]:
        """Keys of each room, with their sizes. Raises as any backend does."""
        return {room: {entry.key: entry.size for entry in backend.entries("")} for room, backend in self.rooms.items()}


def store_of(home: Path, address: str) -> Store | None:
    """The store that an address names, None where it is within the home. Nothing is opened or contacted.

    Raises:
        SettingsError: The address cannot be used, or it holds a secret.
    """
    rooms = {room: open_backend(home, address, room) for room in ROOMS}
    if all(isinstance(backend, FolderBackend) and backend.root.is_relative_to(home) for backend in rooms.values()):
        return None
    return Store(settled_address(address), rooms)


def folder_within(home: Path, address: str) -> Path:
    """The folder that holds both rooms, relative to the home, where an address leads into it."""
    return (Path(settled_address(address)) if address else home).relative_to(home)


def require_empty(store: Store, *, force: bool) -> int:
    """Makes sure that nothing would be replaced, or may be; gives the bytes that are there.

    Raises:
        HomeError: There is something.
    """
    held = store.held()
    count = sum(map(len, held.values()))
    if count and not force:
        raise HomeError(
            f"The store {store.address} (WIKI_ARTIFACTS) is not empty: it holds {count} artifacts and fragments of some wiki.",
            "Set WIKI_ARTIFACTS to an address that holds nothing, or give --force: what is there is then copied to a folder beside "
            "the home, and taken out of the store.",
        )
    return sum(size for sizes in held.values() for size in sizes.values())


@contextmanager
def refilled(store: Store, folder: Path, aside: Path) -> Iterator[Path | None]:
    """Makes a store hold what a folder does and nothing else; as it was again where the block or anything before it fails.

    Args:
        store: Nobody else writes to it meanwhile.
        folder: Holds `artifacts` and `audit`.
        aside: Where to what the store holds is copied; does not exist.

    Yields:
        `aside`, or None where the store was empty.

    Raises:
        HomeError: `aside` cannot be written.
        BackupError: The restore failed, and the store cannot be put back as it was.
        StorageUnavailableError, SettingsError: The store does not answer, or refuses.
    """
    held = store.held()
    _set_aside(store, held, aside)
    try:
        for room, backend in store.rooms.items():
            _make_equal(FolderBackend(folder / room), backend, held[room])
        yield aside if any(held.values()) else None
    except BaseException as error:
        _put_back(store, aside, str(error) or type(error).__name__)
        shutil.rmtree(aside, ignore_errors=True)
        raise


def _set_aside(store: Store, held: Mapping[str, Mapping[str, int]], aside: Path) -> None:
    if not any(held.values()):
        return
    try:
        aside.mkdir(mode=0o700)
        for room, backend in store.rooms.items():
            _copy(backend, FolderBackend(aside / room), list(held[room]))
    except OSError as error:
        raise HomeError(f"A folder beside the home cannot be made ({reason(error)}).", "Check space and permissions.") from error
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise


def _put_back(store: Store, aside: Path, cause: str) -> None:
    """Raises `BackupError` where that fails; what the store held then stays beside the home."""
    try:
        for room, backend in store.rooms.items():
            _make_equal(FolderBackend(aside / room), backend, backend.keys(""))
    except (WikiError, KeyboardInterrupt) as error:
        where = f" What it held is whole in {aside}." if aside.is_dir() else " It was empty before."
        raise BackupError(
            f"The restore failed ({cause}), and the store {store.address} could not be brought back to what it was "
            f"({str(error) or 'interrupted'}).{where}",
            "Restore again with --force when the store answers.",
        ) from error


def _make_equal(source: Backend, target: Backend, there: Iterable[str]) -> None:
    """Copies every key of the source, then removes the others of those that are there."""
    keys, others = sorted(source.keys("")), set(there)
    _copy(source, target, keys)
    target.delete(sorted(others.difference(keys)))


def _copy(source: Backend, target: Backend, keys: Sequence[str]) -> None:
    def copy(key: str) -> None:
        target.write(key, source.read(key))

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for start in range(0, len(keys), _TOGETHER):
            for _ in pool.map(copy, keys[start : start + _TOGETHER]):
                pass
