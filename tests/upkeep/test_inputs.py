"""Inputs of a backup: one odd file among them is told, and stops nothing."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from wiki_assets.upkeep.inputs import Inputs, SetAside, set_aside

# Opening it succeeds for everybody, and reading it fails for everybody: a file on a broken disk, also for root.
UNREADABLE = Path("/proc/self/mem")
needs_unreadable = pytest.mark.skipif(not UNREADABLE.exists(), reason="no such file on this system")

PAPERS = ("Alder2020.pdf", "deep/Birch2021.pdf")


@pytest.fixture
def inputs(tmp_path: Path) -> Inputs:
    raw = tmp_path / "home/raw"
    for name in PAPERS:
        (raw / name).parent.mkdir(parents=True, exist_ok=True)
        (raw / name).write_text(name)
    (tmp_path / "home/concepts.yaml").write_text("concepts: []\n")
    (tmp_path / "home/sources.yaml").write_text("A: {year: 1998}\n")
    (tmp_path / "aside").mkdir()
    return Inputs(raw, tmp_path / "home/concepts.yaml", None, tmp_path / "home/sources.yaml")


def taken(inputs: Inputs, tmp_path: Path, *, with_raw: bool = True) -> SetAside:
    return set_aside(inputs, tmp_path / "aside", with_raw=with_raw)


def all_of(with_raw: bool) -> tuple[str, ...]:
    return ("concepts.yaml", *(f"raw/{name}" for name in PAPERS if with_raw), "sources.yaml")


@pytest.mark.parametrize("with_raw", [False, True])
def test_an_ordinary_folder_is_taken_whole(inputs: Inputs, tmp_path: Path, with_raw: bool) -> None:
    found = taken(inputs, tmp_path, with_raw=with_raw)
    assert found.names == all_of(with_raw) and found.problems == ()
    assert [paper.file for paper in found.raw] == list(PAPERS)


@needs_unreadable
@pytest.mark.parametrize("with_raw", [False, True])
def test_a_paper_that_cannot_be_read_is_told_and_left_out(inputs: Inputs, tmp_path: Path, with_raw: bool) -> None:
    (inputs.raw_folder / "Broken.pdf").symlink_to(UNREADABLE)
    found = taken(inputs, tmp_path, with_raw=with_raw)
    assert found.names == all_of(with_raw) and [paper.file for paper in found.raw] == list(PAPERS)
    (problem,) = found.problems
    assert problem.startswith("raw/Broken.pdf: it cannot be read, and it is left out (")


@pytest.mark.parametrize("with_raw", [False, True])
def test_links_in_a_circle_pipes_and_dangling_links_stop_nothing(inputs: Inputs, tmp_path: Path, with_raw: bool) -> None:
    (inputs.raw_folder / "Circle.pdf").symlink_to("Circle.pdf")
    (inputs.raw_folder / "Dangling.pdf").symlink_to("nowhere.pdf")
    (inputs.raw_folder / "folder").symlink_to(inputs.raw_folder / "deep")
    os.mkfifo(inputs.raw_folder / "Pipe.pdf")
    found = taken(inputs, tmp_path, with_raw=with_raw)
    assert found.names == all_of(with_raw)
    (problem,) = found.problems
    assert "Circle.pdf" in problem and "left out" in problem


@needs_unreadable
@pytest.mark.parametrize("name", ["concepts.yaml", "sources.yaml"])
def test_an_input_that_cannot_be_read_is_told_and_left_out(inputs: Inputs, tmp_path: Path, name: str) -> None:
    (tmp_path / "home" / name).unlink()
    (tmp_path / "home" / name).symlink_to(UNREADABLE)
    found = taken(inputs, tmp_path)
    assert found.names == tuple(other for other in all_of(with_raw=True) if other != name)
    (problem,) = found.problems
    assert problem.startswith(f"{name}: it cannot be read")


def test_a_folder_that_cannot_be_listed_is_told_by_name(inputs: Inputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def refusing(folder: str) -> object:
        if str(folder).endswith("deep"):
            raise PermissionError(errno.EACCES, "Permission denied", str(folder))
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refusing)
    found = taken(inputs, tmp_path)
    assert [paper.file for paper in found.raw] == ["Alder2020.pdf"]
    (problem,) = found.problems
    assert f"{inputs.raw_folder}/deep: Permission denied" in problem and "left out" in problem


def test_without_the_folder_of_papers_the_backup_says_so(inputs: Inputs, tmp_path: Path) -> None:
    shutil.rmtree(inputs.raw_folder)
    found = taken(inputs, tmp_path)
    assert found.names == all_of(with_raw=False)
    (problem,) = found.problems
    assert f"{inputs.raw_folder}: No such file" in problem and "only what was known of it" in problem


def test_a_disk_that_is_full_is_no_fault_of_a_paper(inputs: Inputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(OSError, match="No space left"):
        taken(inputs, tmp_path)


def test_a_copy_is_as_private_as_the_paper(inputs: Inputs, tmp_path: Path) -> None:
    (inputs.raw_folder / "Alder2020.pdf").chmod(0o600)
    taken(inputs, tmp_path)
    assert (tmp_path / "aside/raw/Alder2020.pdf").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "aside/raw/deep/Birch2021.pdf").stat().st_mode & 0o077
