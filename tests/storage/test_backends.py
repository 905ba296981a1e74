"""What every backend promises, over a folder, fsspec's memory, a file system that moves files into place, and a real S3 server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from wiki_assets.errors import ArtifactError, ArtifactMissingError
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.backend import Backend, unfinished_name
from wiki_assets.storage.folder import FolderBackend
from wiki_assets.storage.frozen import Frozen
from wiki_assets.storage.objects import MovingBackend


class Note(Frozen):
    words: str


def test_what_is_written_is_read_back_and_listed_below_its_folder_only(backend: Backend) -> None:
    backend.write("notes/a/state.json", b"1")
    backend.write("notes/b.json", "é".encode())
    backend.write("notes-of-others/c.json", b"3")
    assert backend.read("notes/b.json").decode() == "é"
    assert sorted(backend.keys("notes")) == ["notes/a/state.json", "notes/b.json"]
    assert sorted(backend.keys("")) == ["notes-of-others/c.json", "notes/a/state.json", "notes/b.json"]
    assert list(backend.keys("notes/b.json")) == [], "a key is no folder"
    assert list(backend.keys("nothing")) == []
    assert backend.read_many(["notes/a/state.json", "gone.json", "notes/b.json"]) == {
        "notes/a/state.json": b"1",
        "notes/b.json": "é".encode(),
    }


def test_a_listing_tells_size_and_time_and_can_be_cut_to_an_ending(backend: Backend) -> None:
    began = time.time()
    backend.write("papers/a/state.json", b"12345")
    backend.write("papers/a/parsed.json", b"1")
    (entry,) = backend.entries("papers", "/state.json")
    assert (entry.key, entry.size) == ("papers/a/state.json", 5)
    assert began - 2 < entry.modified < time.time() + 2, "S3 tells whole seconds"
    (again,) = backend.entries("papers", "/state.json")
    assert entry.identity
    assert again == entry


def test_other_bytes_have_another_identity(backend: Backend) -> None:
    backend.write("a", b"old")
    (before,) = backend.entries("")
    time.sleep(0.01)
    backend.write("a", b"new")
    (after,) = backend.entries("")
    assert backend.read("a") == b"new"
    assert before.identity != after.identity


def test_what_is_not_there_is_missing_and_its_removal_does_nothing(backend: Backend) -> None:
    backend.write("a/b.json", b"1")
    for key in ("a/c.json", "a", "a/b.json/c", "x/y/z"):
        assert not backend.exists(key)
    with pytest.raises(ArtifactMissingError, match="has not been written yet"):
        backend.read("a/c.json")
    backend.delete(["a/c.json", "a/b.json", "x/y"])
    assert not backend.exists("a/b.json")
    assert list(backend.keys("")) == []


def test_many_keys_are_read_and_removed_in_one_go(backend: Backend) -> None:
    wanted = {f"many/{n:03}": str(n).encode() for n in range(12)}
    for key, data in wanted.items():
        backend.write(key, data)
    assert backend.read_many(wanted) == wanted
    backend.delete(wanted)
    assert backend.read_many(wanted) == {}


@pytest.mark.parametrize("key", ["../outside", "a/../../outside", "/etc/passwd"])
def test_no_key_leaves_the_root(backend: Backend, key: str) -> None:
    for leave in (backend.read, backend.exists, lambda key: backend.write(key, b"x"), lambda key: backend.delete([key])):
        with pytest.raises(ArtifactError, match="leaves the store"):
            leave(key)


def test_an_unfinished_write_is_listed_apart_once_it_is_old_and_can_be_removed(backend: Backend) -> None:
    part = f"a/{unfinished_name('b.json')}"
    backend.write("a/b.json", b"whole")
    backend.write(part, b"half")
    time.sleep(0.02)
    assert list(backend.keys("a")) == ["a/b.json"]
    assert list(backend.unfinished(older_than=3600)) == []
    (found,) = backend.unfinished(older_than=0.01)
    assert (found.key, found.size) == (part, 4)
    backend.delete([found.key])
    assert list(backend.unfinished(older_than=0)) == []
    assert backend.read("a/b.json") == b"whole"


def test_two_writers_at_once_leave_one_of_the_two_and_readers_see_nothing_else(backend: Backend) -> None:
    both = {b"1" * 100_000, b"2" * 100_000}
    backend.write("a", min(both))

    def write_often(data: bytes) -> None:
        for _ in range(8):
            backend.write("a", data)

    writers = [threading.Thread(target=write_often, args=[data]) for data in both]
    for writer in writers:
        writer.start()
    seen = {backend.read("a") for _ in range(20)}
    for writer in writers:
        writer.join()
    assert seen | {backend.read("a")} <= both
    assert list(backend.keys("")) == ["a"]
    assert list(backend.unfinished(older_than=0)) == []


def _program_of(backend: Backend, then: str) -> list[str]:
    program = (
        "import os, signal, sys; from pathlib import Path\n"
        "from wiki_assets.storage.folder import FolderBackend\n"
        "from wiki_assets.storage.objects import MovingBackend, ObjectBackend\n"
        "kind, place = sys.argv[1:]\n"
        "backend = FolderBackend(Path(place)) if kind == 'FolderBackend' else globals()[kind](place)\n"
    )
    return [sys.executable, "-c", program + then, type(backend).__name__, backend.address]


def test_a_process_sees_at_once_what_another_one_wrote_and_removed(backend: Backend) -> None:
    if backend.address.startswith("memory://"):
        pytest.skip("fsspec's memory is of one process")
    backend.write("a/1", b"old")
    backend.write("a/2", b"old")
    assert sorted(backend.keys("a")) == ["a/1", "a/2"]
    other = "backend.write('a/1', b'newer'); backend.delete(['a/2']); backend.write('a/3/4', b'new')"
    subprocess.run(_program_of(backend, other), check=True)
    assert {entry.key: entry.size for entry in backend.entries("a")} == {"a/1": 5, "a/3/4": 3}
    assert (backend.read("a/1"), backend.exists("a/2")) == (b"newer", False)


def test_a_writer_that_is_killed_leaves_the_old_bytes_and_a_part_that_can_be_found(backend: Backend) -> None:
    if not isinstance(backend, FolderBackend | MovingBackend):
        pytest.skip("an object store takes an object whole or not at all")
    backend.write("a/b.json", b"before")
    moved = "Path.replace = die" if isinstance(backend, FolderBackend) else "import shutil; shutil.move = die"
    dying = f"die = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)\n{moved}\nbackend.write('a/b.json', b'after')"
    assert subprocess.run(_program_of(backend, dying), check=False).returncode == -signal.SIGKILL
    assert backend.read("a/b.json") == b"before"
    assert list(backend.keys("")) == ["a/b.json"]
    (part,) = backend.unfinished(older_than=0)
    assert part.size == len(b"after")


def test_a_forked_child_reads_too(backend: Backend) -> None:
    backend.write("a", b"1")
    child = os.fork()
    if not child:
        os._exit(0 if backend.read("a") == b"1" and list(backend.keys("")) == ["a"] else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert backend.read("a") == b"1"


def test_the_artifact_store_works_over_every_backend(backend: Backend) -> None:
    store = ArtifactStore(backend)
    store.write_model("notes/b.json", Note(words="é"))
    store.write_model("notes/a.json", Note(words="ö"))
    assert store.read_model("notes/b.json", Note) == Note(words="é")
    assert store.keys("notes") == ["notes/a.json", "notes/b.json"]
    store.delete("notes/a.json")
    assert store.find_model("notes/a.json", Note) is None
    store.write("notes/a.json", b'{"letters": "x"}')
    assert store.find_current("notes/a.json", Note) is None
    with pytest.raises(ArtifactError, match="cannot be read as Note"):
        store.read_model("notes/a.json", Note)


def test_only_a_folder_has_local_paths(backend: Backend) -> None:
    store = ArtifactStore(backend)
    if isinstance(backend, FolderBackend):
        assert store.path("a/b") == Path(backend.address) / "a" / "b"
    else:
        with pytest.raises(ArtifactError, match="has no local path"):
            store.path("a/b")
