"""The Dagster instance's files in a backup: databases that others write to, and what is left out."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from wiki_assets.errors import BackupError
from wiki_assets.upkeep.instance_files import copy_instance


def database(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE pairs (a INTEGER, b INTEGER)")
        connection.commit()
    return path


def test_a_database_that_is_written_all_the_time_is_copied_at_one_moment(tmp_path: Path) -> None:
    path, stop = database(tmp_path / ".dagster/history/runs.db"), threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(path, timeout=30)) as connection:
            number = 0
            while not stop.is_set():
                number += 1
                with connection:  # both rows or none
                    connection.execute("INSERT INTO pairs VALUES (?, 0)", [number])
                    connection.execute("UPDATE pairs SET b = a")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(4):
            assert copy_instance(tmp_path / ".dagster", tmp_path / f"copy-{number}") == ["history/runs.db"]
            with closing(sqlite3.connect(tmp_path / f"copy-{number}/history/runs.db")) as copy:
                assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                assert copy.execute("SELECT count(*) FROM pairs WHERE a <> b").fetchall() == [(0,)]
    finally:
        stop.set()
        writer.join()


def test_locks_logs_of_writing_and_leftovers_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / ".dagster"
    database(folder / "schedules/schedules.db")
    for name in ("dagster.yaml", "storage/run/compute_logs/a.out"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("kept")
    for name in (".opening.lock", ".dagster.yaml.7.part", "history/runs.db-wal", ".telemetry/id.yaml", ".nux/x", "x.lock"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("left out")
    assert copy_instance(folder, tmp_path / "copy") == [
        "dagster.yaml",
        "schedules/schedules.db",
        "storage/run/compute_logs/a.out",
    ]


def test_a_home_without_an_instance_has_nothing_to_copy(tmp_path: Path) -> None:
    assert copy_instance(tmp_path / "none", tmp_path / "copy") == []


def test_a_damaged_database_is_named(tmp_path: Path) -> None:
    (tmp_path / ".dagster").mkdir()
    (tmp_path / ".dagster" / "runs.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    with pytest.raises(BackupError, match=r"runs\.db cannot be copied"):
        copy_instance(tmp_path / ".dagster", tmp_path / "copy")
