"""Restoring: whole or not at all, and never over what somebody has."""

from __future__ import annotations

import hashlib
import json
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.upkeep.test_archive import manifest_of, write
from wiki_assets.audit.folding import rebuild
from wiki_assets.errors import BackupError, HomeError
from wiki_assets.upkeep import restoring
from wiki_assets.upkeep.archive import write_archive
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


# Halfway.


def former_home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    for name in ("raw/Alder2020.pdf", "notes/mine.txt", "wiki/old.md", ".env"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(name)
    return home


def failing_renames(
    monkeypatch: pytest.MonkeyPatch, number: int, error: BaseException, *, after: bool, forward: Callable[[Path], bool]
) -> None:
    """Lets the rename of this number fail, before or after it is done. Renames of what `forward` does not name are as always."""
    rename, count = Path.rename, 0

    def failing(source: Path, target: Path) -> Path:
        nonlocal count
        count += forward(source)
        if count == number and forward(source):
            if after:
                rename(source, target)
            raise error
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", failing)


def moved_to_the_new_home(source: Path) -> bool:
    """Renames in the direction of a restore, and not those that take one back."""
    return source.name == "home" or ".restoring-" in source.name or ".before-restore-" in source.parent.name


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_an_interrupt_at_any_rename_leaves_the_home_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, after: bool
) -> None:
    path, home = write(tmp_path, files=FILES), former_home(tmp_path)
    before = tree(tmp_path)
    failing_renames(monkeypatch, number, KeyboardInterrupt(), after=after, forward=moved_to_the_new_home)
    with pytest.raises(KeyboardInterrupt):
        restore(path, home, force=True)
    monkeypatch.undo()
    assert tree(tmp_path) == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b.tar.zst", "home", "source"]
    assert restore(path, home, force=True).carried == (".env", "notes", "raw"), "and it can be done again"


@pytest.mark.parametrize("number", [1, 2])
def test_a_home_that_cannot_be_put_in_place_leaves_the_former_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    path, home = write(tmp_path, files=FILES), former_home(tmp_path)
    before = tree(tmp_path)
    failing_renames(monkeypatch, number, OSError(16, "Device or resource busy"), after=False, forward=moved_to_the_new_home)
    with pytest.raises(HomeError, match="as it was"):
        restore(path, home, force=True)
    assert tree(tmp_path) == before


def test_a_home_that_cannot_even_be_put_back_is_told_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, home = write(tmp_path, files=FILES), former_home(tmp_path)
    rename = Path.rename
    done: list[Path] = []

    def only_once(source: Path, target: Path) -> Path:
        if done:
            raise OSError(30, "Read-only file system")
        done.append(source)
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", only_once)
    with pytest.raises(HomeError, match=r"Rename .*home\.before-restore-\S+ to .*home yourself: it is whole"):
        restore(path, home, force=True)
    (kept,) = tmp_path.glob("home.before-restore-*")
    assert tree(kept).keys() == {"raw/Alder2020.pdf", "notes/mine.txt", "wiki/old.md", ".env"}


def test_what_cannot_be_carried_on_is_told_and_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, home = write(tmp_path, files=FILES), former_home(tmp_path)
    busy = OSError(16, "Device or resource busy")
    failing_renames(monkeypatch, 1, busy, after=False, forward=lambda source: source.name == "notes")
    restored = restore(path, home, force=True)
    assert restored.carried == (".env", "raw") and restored.stayed == {"notes": "Device or resource busy"}
    assert restored.kept is not None and (restored.kept / "notes/mine.txt").is_file()
    assert (home / "raw/Alder2020.pdf").is_file() and (home / "wiki/a.md").is_file()


MOUNTED = """
import json, subprocess, sys
from pathlib import Path
from wiki_assets.upkeep.restoring import restore
archive, home = map(Path, sys.argv[1:])
if subprocess.run(["mount", "-t", "tmpfs", "none", str(home / "raw")], capture_output=True).returncode:
    sys.exit(77)
(home / "raw/Alder2020.pdf").write_text("a paper")
restored = restore(archive, home, force=True)
print(json.dumps([restored.stayed, list(restored.carried), (restored.kept / "raw/Alder2020.pdf").read_text()]))
"""


def test_a_folder_of_papers_that_is_a_mount_point_stays_and_is_told(tmp_path: Path) -> None:
    path, home = write(tmp_path, files=FILES), former_home(tmp_path)
    command = ["unshare", "--mount", sys.executable, "-c", MOUNTED, str(path), str(home)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=120)
    except FileNotFoundError:
        pytest.skip("no unshare")
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip("nothing may be mounted here")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [{"raw": "Device or resource busy"}, [".env", "notes"], "a paper"]


# Who may read it.


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_may_hold_secrets_is_for_its_owner_alone(tmp_path: Path) -> None:
    files = FILES | {"sources.yaml": b"A: {password: x}", ".dagster/history/runs.db": b"", "concepts.yaml": b"", "raw/A.pdf": b""}
    write(tmp_path, files=files)
    (tmp_path / "source/raw/A.pdf").chmod(0o600)
    (tmp_path / "b.tar.zst").unlink()
    restore(write_again(tmp_path, files), tmp_path / "home", force=False)
    private = {path.relative_to(tmp_path / "home").as_posix() for path in (tmp_path / "home").rglob("*") if rights(path) == 0o600}
    assert private == {"sources.yaml", ".dagster/dagster.yaml", ".dagster/history/runs.db", "raw/A.pdf"}
    (tmp_path / "ordinary").touch()
    assert rights(tmp_path / "home/wiki/a.md") == rights(tmp_path / "ordinary")


def write_again(folder: Path, files: dict[str, bytes]) -> Path:
    write_archive(folder / "b.tar.zst", manifest_of(files), folder / "source")
    return folder / "b.tar.zst"


@pytest.mark.parametrize("full", [False, True])
def test_a_home_keeps_the_rights_it_had(tmp_path: Path, full: bool) -> None:
    home = former_home(tmp_path) if full else tmp_path / "home"
    home.mkdir(exist_ok=True)
    home.chmod(0o700)
    restored = restore(write(tmp_path, files=FILES), home, force=full)
    assert rights(home) == 0o700
    assert restored.kept is None or rights(restored.kept) == 0o700


def test_a_new_home_has_the_rights_of_any_folder_and_none_has_them_before_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def looking(record: Path, database: Path) -> None:
        seen.append(rights(database.parent))
        rebuild(record, database)

    monkeypatch.setattr(restoring, "rebuild", looking)
    restore(write(tmp_path, files=FILES), tmp_path / "home", force=False)
    (tmp_path / "ordinary").mkdir()
    assert seen == [0o700] and rights(tmp_path / "home") == rights(tmp_path / "ordinary")
