"""A build that is killed, anywhere, and built again: a spread of points. `python -m tests.crash --points all` takes every one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks, and looks for threads in /proc")


def prove(*options: str) -> str:
    """Runs the harness in a process of its own, for it forks and must have no other thread; gives its table."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.crash", *options], cwd=ROOT, capture_output=True, text=True, timeout=1200
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_a_build_killed_at_any_boundary_is_completed_by_the_next_one_and_the_gate_holds_meanwhile() -> None:
    table = prove("--points", "3", "--seed", "5")
    rows = [line.split("|") for line in table.splitlines() if line.startswith(("| fresh", "| history"))]
    assert [row[3].strip() for row in rows] == ["3", "3"]


def test_builds_at_once_lose_nothing_and_tell_nobody_of_a_lock() -> None:
    table = prove("--concurrency", "1")
    (row,) = [line.split("|") for line in table.splitlines() if line.startswith("| two builds")]
    assert row[-2].strip() == "0"
