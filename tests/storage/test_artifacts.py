"""The artifact store: whole or not at all, inside its folder, and forgiving only where something is made again anyway."""

from __future__ import annotations

from pathlib import Path

import pytest

from wiki_assets.errors import ArtifactError, ArtifactMissingError
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.frozen import Frozen


class Note(Frozen):
    words: str


def test_what_is_written_is_read_back_and_listed(tmp_path: Path) -> None:
    store = ArtifactStore(tmp_path)
    store.write_model("notes/a.json", Note(words="é"))
    assert store.read_model("notes/a.json", Note) == Note(words="é")
    assert store.keys("notes") == ["notes/a.json"]
    store.delete("notes/a.json")
    assert store.find_model("notes/a.json", Note) is None


@pytest.mark.parametrize("key", ["../outside", "a/../../outside", "/etc/passwd"])
def test_a_key_cannot_leave_the_store(tmp_path: Path, key: str) -> None:
    with pytest.raises(ArtifactError):
        ArtifactStore(tmp_path / "store").write(key, b"x")
    assert not (tmp_path / "outside").exists()


def test_a_write_that_fails_leaves_the_old_bytes_and_no_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = ArtifactStore(tmp_path)
    store.write("a", b"old")

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ArtifactError, match="No space left"):
        store.write("a", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert store.read("a") == b"old"


def test_a_file_where_a_folder_should_be_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("in the way")
    with pytest.raises(ArtifactError):
        ArtifactStore(tmp_path).write("a/b", b"x")
    with pytest.raises(ArtifactMissingError):
        ArtifactStore(tmp_path).read("a/b")


def test_json_of_another_version_is_an_error_unless_it_is_made_again_anyway(tmp_path: Path) -> None:
    store = ArtifactStore(tmp_path)
    store.write("a", b'{"letters": "x"}')
    with pytest.raises(ArtifactError, match="cannot be read as Note"):
        store.read_model("a", Note)
    assert store.find_current("a", Note) is None


def test_an_interrupted_write_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    store = ArtifactStore(tmp_path)
    store.write("a/b.json", b"before")
    monkeypatch.setattr("os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        store.write("a/b.json", b"after")
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b.json"]
    assert store.read("a/b.json") == b"before"
