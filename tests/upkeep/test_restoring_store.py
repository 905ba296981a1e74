"""Restoring where WIKI_ARTIFACTS is set: the store holds what the archive does, or what it held before."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.storage.object_server import ObjectServer, running_server, used_by_us
from tests.upkeep.test_archive import write
from tests.upkeep.test_restoring import tree
from wiki_assets.errors import BackupError, HomeError, StorageUnavailableError
from wiki_assets.storage.addresses import open_backend
from wiki_assets.storage.backend import Backend
from wiki_assets.storage.folder import FolderBackend
from wiki_assets.upkeep.refilling import ROOMS, Store, refilled, store_of
from wiki_assets.upkeep.restoring import restore

ARTIFACTS = {f"artifacts/log/{number}.json": str(number).encode() for number in range(70)}
FILES = {"wiki/a.md": b"a page", "audit/notes/x.txt": b"x", "concepts.yaml": b"concepts: []\n", **ARTIFACTS}
FAR = {name: data for name, data in FILES.items() if name.startswith(("artifacts/", "audit/"))}
OLD = {"artifacts/log/1.json": b"another one", "artifacts/old.json": b"old", "audit/notes/old.txt": b"old"}


@pytest.fixture(scope="module")
def server() -> Iterator[ObjectServer]:
    with running_server() as running:
        yield running


@pytest.fixture(params=["folder", "memory", "s3"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty place of each kind."""
    if request.param == "s3":
        server = request.getfixturevalue("server")
        with used_by_us(server.url):
            yield server.new_bucket()
    else:
        yield f"{tmp_path}/far" if request.param == "folder" else f"memory://{uuid.uuid4().hex}"


def held(address: str) -> dict[str, bytes]:
    rooms = {room: open_backend(Path("/nowhere"), address, room) for room in ROOMS}
    return {f"{room}/{key}": backend.read(key) for room, backend in rooms.items() for key in backend.keys("")}


def fill(address: str, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        room, _, key = name.partition("/")
        open_backend(Path("/nowhere"), address, room).write(key, data)


def test_artifacts_and_fragments_go_to_the_store_and_are_not_in_the_home(tmp_path: Path, address: str) -> None:
    home = tmp_path / "home"
    restored = restore(write(tmp_path, files=FILES), home, force=False, address=address)
    assert held(address) == FAR
    assert tree(home).keys() == {"wiki/a.md", "concepts.yaml"} and (home / "audit.duckdb").is_file()
    assert restored.store and restored.store_kept is None


def test_a_store_that_holds_something_is_refused_and_nothing_is_touched(tmp_path: Path, address: str) -> None:
    fill(address, OLD)
    with pytest.raises(HomeError, match=r"\(WIKI_ARTIFACTS\) is not empty: it holds 3 .*give --force"):
        restore(write(tmp_path, files=FILES), tmp_path / "home", force=False, address=address)
    assert held(address) == OLD and not (tmp_path / "home").exists()


def test_by_force_what_the_store_held_is_kept_in_a_folder_that_serves_as_a_store(tmp_path: Path, address: str) -> None:
    fill(address, OLD)
    restored = restore(write(tmp_path, files=FILES), tmp_path / "home", force=True, address=address)
    assert held(address) == FAR
    assert restored.store_kept is not None and held(str(restored.store_kept)) == OLD
    assert restored.store_kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("error", [OSError(16, "Device or resource busy"), KeyboardInterrupt()])
@pytest.mark.parametrize("old", [{}, OLD])
def test_where_the_home_cannot_be_put_in_place_the_store_is_as_it_was(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, old: dict[str, bytes], error: BaseException
) -> None:
    fill(address, old)
    path, rename = write(tmp_path, files=FILES), Path.rename

    def failing(source: Path, target: Path) -> Path:
        if target.name == "home":
            raise error
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises((HomeError, KeyboardInterrupt)):
        restore(path, tmp_path / "home", force=True, address=address)
    assert held(address) == old
    assert {entry.name for entry in tmp_path.iterdir()} <= {"b.tar.zst", "source", "far"}


@pytest.mark.parametrize("within", ["", ".", "store", "artifacts"])
def test_a_store_within_the_home_moves_with_it(tmp_path: Path, within: str) -> None:
    home = tmp_path / "home"
    address = str(home / within) if within else ""
    for force in (False, True):
        restored = restore(write(tmp_path / str(force), files=FILES), home, force=force, address=address)
        assert held(str(home / within)) == FAR and restored.store == ""
    assert (home / "concepts.yaml").is_file() and (home / "wiki/a.md").is_file()


class Failing:
    """A store that answers so many writes, and then fails once, or from then on."""

    def __init__(self, inner: Backend, writes: int, error: BaseException, *, lasting: bool) -> None:
        self.inner, self.writes, self.error, self.lasting = inner, writes, error, lasting
        self.numbers = itertools.count()

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)

    def write(self, key: str, data: bytes) -> None:
        number = next(self.numbers)
        if number == self.writes or (self.lasting and number > self.writes):
            raise self.error
        self.inner.write(key, data)


SILENT = StorageUnavailableError("The store does not answer.")


def failing_store(folder: Path, writes: int, error: BaseException = SILENT, *, lasting: bool = False) -> Store:
    fill(str(folder), OLD)
    artifacts, audit = (FolderBackend(folder / room) for room in ROOMS)
    return Store(str(folder), {"artifacts": Failing(artifacts, writes, error, lasting=lasting), "audit": audit})  # type: ignore[dict-item]


@pytest.mark.parametrize("error", [SILENT, KeyboardInterrupt()])
@pytest.mark.parametrize("writes", [0, 1, 40])
def test_a_store_that_fails_or_an_interrupt_at_any_write_leaves_it_as_it_was(
    tmp_path: Path, writes: int, error: BaseException
) -> None:
    write(tmp_path, files=FILES)
    store = failing_store(tmp_path / "far", writes, error)
    with pytest.raises(type(error)), refilled(store, tmp_path / "source", tmp_path / "aside"):
        pass
    assert held(str(tmp_path / "far")) == OLD and not (tmp_path / "aside").exists()


def test_a_store_that_cannot_be_put_back_is_told_with_the_place_of_what_it_held(tmp_path: Path) -> None:
    write(tmp_path, files=FILES)
    store = failing_store(tmp_path / "far", 20, lasting=True)
    told = r"could not be brought back .* What it held is whole in .*aside\. Restore again with --force"
    with pytest.raises(BackupError, match=told), refilled(store, tmp_path / "source", tmp_path / "aside"):
        pass
    assert held(str(tmp_path / "aside")) == OLD


def test_only_an_address_that_leads_out_of_the_home_is_a_store(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert store_of(home, "") is store_of(home, str(home)) is store_of(home, f"file://{home}/store") is None
    for address in (str(tmp_path), str(tmp_path / "home2"), "memory://x"):
        store = store_of(home, address)
        assert store is not None and store.address == address
