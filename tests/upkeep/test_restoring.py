"""Restoring: whole or not at all, and never over what somebody has."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tests.upkeep.test_archive import write
from wiki_assets.errors import BackupError, HomeError
from wiki_assets.upkeep import restoring
from wiki_assets.upkeep.restoring import restore

FILES = {
    "wiki/a.md": b"a page",
    "artifacts/log/x.json": json.dumps({"x": 1}).encode(),
    ".dagster/dagster.yaml": b"telemetry: {}\n",
}


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(("audit.duckdb", ".lock"))
    }


def expected() -> dict[str, str]:
    return {name: hashlib.sha256(data).hexdigest() for name, data in sorted(FILES.items())}


@pytest.mark.parametrize("there", [False, True])
def test_a_home_is_made_where_there_is_none_or_an_empty_one(tmp_path: Path, there: bool) -> None:
    home = tmp_path / "deep" / "home"
    if there:
        home.mkdir(parents=True)
    restored = restore(write(tmp_path, files=FILES), home, force=False)
    assert tree(home) == expected() and restored.kept is None
    assert (home / "audit.duckdb").is_file(), "the audit is folded again"
    assert (home / "wiki/a.md").stat().st_mtime_ns == 1_700_000_000_123_456_789
    assert not (home / "raw").exists(), "an empty folder of papers would say that all were removed"
    assert [path.name for path in home.parent.iterdir()] == ["home"], "nothing is left beside it"


def test_a_home_that_is_not_empty_is_refused_and_what_it_holds_is_told(tmp_path: Path) -> None:
    (tmp_path / "home/raw").mkdir(parents=True)
    (tmp_path / "home/.env").write_text("x")
    with pytest.raises(HomeError, match=r"it holds \.env, raw"):
        restore(write(tmp_path, files=FILES), tmp_path / "home", force=False)
    assert sorted(path.name for path in (tmp_path / "home").iterdir()) == [".env", "raw"]


def test_by_force_the_old_home_is_kept_beside_and_inputs_go_on(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for name in ("raw/Alder2020.pdf", "wiki/old.md", "artifacts/old.json", ".env", "concepts.yaml"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(name)
    restored = restore(write(tmp_path, files=FILES), home, force=True)
    assert restored.carried == (".env", "concepts.yaml", "raw")
    assert (home / "raw/Alder2020.pdf").is_file() and not (home / "wiki/old.md").exists()
    assert restored.kept is not None and tree(restored.kept).keys() == {"wiki/old.md", "artifacts/old.json"}


def test_a_damaged_archive_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = write(tmp_path, files=FILES)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    (tmp_path / "home").mkdir()
    (tmp_path / "home/mine.txt").write_text("mine")
    with pytest.raises(BackupError):
        restore(path, tmp_path / "home", force=True)
    assert tree(tmp_path / "home").keys() == {"mine.txt"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.tar.zst", "home", "source"]


def test_a_restore_that_is_interrupted_leaves_nothing_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_args: object) -> None:
        raise KeyboardInterrupt

    path = write(tmp_path, files=FILES)
    monkeypatch.setattr(restoring, "rebuild", interrupted)
    with pytest.raises(KeyboardInterrupt):
        restore(path, tmp_path / "home", force=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.tar.zst", "source"]


def test_what_a_killed_restore_left_is_removed_by_the_next(tmp_path: Path) -> None:
    (tmp_path / ".home.restoring-dead/wiki").mkdir(parents=True)
    restore(write(tmp_path, files=FILES), tmp_path / "home", force=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.tar.zst", "home", "source"]


def test_too_little_space_is_told_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restoring, "_SPARE", 1e15)
    with pytest.raises(BackupError, match="are free"):
        restore(write(tmp_path, files=FILES), tmp_path / "home", force=False)
    assert not (tmp_path / "home").exists()
