"""Snapshots: all files as they were at one moment, while others write."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.upkeep import areas
from wiki_assets.upkeep.areas import FolderArea, StoreArea, area_of
from wiki_assets.upkeep.snapshot import Snapshot, together


def everything(_name: str) -> bool:
    return True


@contextlib.contextmanager
def no_locks() -> Iterator[None]:
    yield


class Writer(threading.Thread):
    """Brings two papers from version to version, in the product's order, until it is told to stop."""

    def __init__(self, store: ArtifactStore) -> None:
        super().__init__()
        self._store = store
        self.stop = threading.Event()
        self.version = 0

    def run(self) -> None:
        while not self.stop.is_set():
            self.version += 1
            for bibkey in ("Alder2020", "Birch2021"):
                self._store.write(layout.parsed_document(bibkey), str(self.version).encode())
                self._store.write(layout.document_record(bibkey), str(self.version).encode())
                self._store.write(layout.document_state(bibkey), str(self.version).encode())
            page = f"{self.version:064x}"
            self._store.write(layout.page("circle-packing", page), b"page")
            self._store.write(layout.page_state("circle-packing"), json.dumps(page).encode())


@pytest.mark.parametrize("linking", [True, False])
def test_a_snapshot_under_a_constant_stream_of_writes_is_one_that_a_kill_could_have_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linking: bool
) -> None:
    if not linking:
        monkeypatch.setattr(areas, "_linked", lambda _source, _target: False)
    store = ArtifactStore(tmp_path / "artifacts")
    writer = Writer(store)
    writer.start()
    try:
        for number in range(8):
            folder = tmp_path / f"set-aside-{number}"
            folder.mkdir()
            snapshot = Snapshot((area_of("artifacts", store.backend, everything),), folder)
            snapshot.take(no_locks)
            copy = ArtifactStore(folder / "artifacts")
            for bibkey in ("Alder2020", "Birch2021"):
                keys = (layout.parsed_document(bibkey), layout.document_record(bibkey), layout.document_state(bibkey))
                versions = [int(copy.read(key)) if copy.exists(key) else 0 for key in keys]
                # What is written first is at most one version ahead, and never behind what is written after it.
                assert sorted(versions, reverse=True) == versions and versions[0] - versions[-1] <= 1
            if copy.exists(layout.page_state("circle-packing")):
                page = json.loads(copy.read(layout.page_state("circle-packing")))
                assert copy.exists(layout.page("circle-packing", page)), "a pointer leads nowhere"
            assert snapshot.names == sorted(f"artifacts/{key}" for key in copy.keys(""))
    finally:
        writer.stop.set()
        writer.join()
    assert writer.version > 0


def test_without_writers_a_snapshot_is_quiet_and_takes_no_lock(tmp_path: Path) -> None:
    store = ArtifactStore(tmp_path / "artifacts")
    store.write("pages/a/latest.json", b"1")

    @contextlib.contextmanager
    def forbidden() -> Iterator[None]:
        raise AssertionError("no lock is needed")
        yield

    snapshot = Snapshot((area_of("artifacts", store.backend, everything),), tmp_path / "aside")
    assert snapshot.take(forbidden) == "quiet"
    assert snapshot.names == ["artifacts/pages/a/latest.json"]


def test_a_later_moment_has_what_changed_came_and_went(tmp_path: Path) -> None:
    store = ArtifactStore(tmp_path / "artifacts")
    for key in ("a.json", "b.json", "c.json"):
        store.write(key, b"1")
    snapshot = Snapshot((area_of("artifacts", store.backend, everything),), tmp_path / "aside")
    snapshot.take(no_locks)
    store.write("a.json", b"2")
    store.delete("b.json")
    store.write("d/e.json", b"1")
    snapshot.take(no_locks)
    copy = ArtifactStore(tmp_path / "aside" / "artifacts")
    assert {key: copy.read(key) for key in copy.keys("")} == {"a.json": b"2", "c.json": b"1", "d/e.json": b"1"}
    assert snapshot.names == ["artifacts/a.json", "artifacts/c.json", "artifacts/d/e.json"]


def test_what_is_set_aside_does_not_change_with_the_original(tmp_path: Path) -> None:
    store = ArtifactStore(tmp_path / "artifacts")
    store.write("a.json", b"before")
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki" / "a.md").write_text("before")
    wiki = FolderArea("wiki", tmp_path / "wiki", everything, linking=False)
    snapshot = Snapshot((area_of("artifacts", store.backend, everything), wiki), tmp_path / "aside")
    snapshot.take(no_locks)
    assert (tmp_path / "aside/artifacts/a.json").stat().st_nlink == 2, "set aside by a link, which takes no space"
    store.write("a.json", b"after")
    with (tmp_path / "wiki" / "a.md").open("r+") as file:  # as an editor may write: in place
        file.write("after!")
    assert (tmp_path / "aside/artifacts/a.json").read_bytes() == b"before"
    assert (tmp_path / "aside/wiki/a.md").read_text() == "before"


def test_locks_vectors_and_unfinished_writes_are_left_out(tmp_path: Path) -> None:
    root = tmp_path / "artifacts"
    for name in (".wiki.lock", "pages/a/.latest.json.0123456789abcdef0123456789abcdef.part", "vectors/x/segment", "a.json"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"x")
    (root / "link").symlink_to(tmp_path)
    area = area_of("artifacts", ArtifactStore(root).backend, lambda name: not name.startswith("vectors/"))
    snapshot = Snapshot((area,), tmp_path / "aside")
    snapshot.take(no_locks)
    assert snapshot.names == ["artifacts/a.json"]


def test_a_store_whose_listing_cannot_tell_is_read_again_until_nothing_changes(tmp_path: Path) -> None:
    store = ArtifactStore(tmp_path / "artifacts")
    store.write("a.json", b"1")
    area = StoreArea("artifacts", store.backend, everything)
    assert area.listed() == {"a.json": ""}, "just written: the listing does not vouch for it"
    snapshot = Snapshot((area,), tmp_path / "aside")
    assert snapshot.take(no_locks) == "quiet"
    store.write("a.json", b"2")
    assert snapshot.take(no_locks) == "quiet"
    assert (tmp_path / "aside/artifacts/a.json").read_bytes() == b"2"


def test_a_file_that_may_not_be_linked_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_args: object, **_named: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", refused)
    store = ArtifactStore(tmp_path / "artifacts")
    store.write("a.json", b"1")
    snapshot = Snapshot((area_of("artifacts", store.backend, everything),), tmp_path / "aside")
    assert snapshot.take(no_locks) == "quiet"
    assert (tmp_path / "aside/artifacts/a.json").stat().st_nlink == 1


def test_files_of_one_paper_belong_together() -> None:
    names = {layout.document_state("A.1"), layout.chunks("A.1"), layout.earlier_chunks("A.1"), layout.chunks_state("A.1")}
    groups = {together(f"artifacts/{name}") for name in names}
    assert len(groups) == 1 and {f"artifacts/{name}" for name in names} <= groups.pop()
    cache = layout.embedding_cache("litellm/some/model", "A.1")
    assert together(f"artifacts/{cache}") == {
        f"artifacts/{cache}",
        f"artifacts/{layout.embedding_state('litellm/some/model', 'A.1')}",
    }
    assert together("wiki/a.md") == {"wiki/a.md"}
