"""A terminal that is closed ends what was started in it, as Ctrl-C does; under `nohup` it does not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SUPERVISING = """
import os, signal, sys
from wiki_assets.cli.process_group import supervise
program, grace = sys.argv[1:]
former = signal.getsignal(signal.SIGHUP)
told = supervise([sys.executable, "-S", "-c", program], os.environ, float(grace))
assert signal.getsignal(signal.SIGHUP) is former
sys.exit(10 + told)
"""

# Ends some time after it was told, in good order, and says so.
SERVICE = """
import os, signal, subprocess, sys, time
from pathlib import Path
def end(*_):
    time.sleep(1.0)
    Path("ended").touch()
    sys.exit()
signal.signal(signal.SIGINT, end)
child = subprocess.Popen(["sleep", "600"])
Path("pids.new").write_text(f"{os.getpid()} {child.pid}")
Path("pids.new").rename("pids")
time.sleep(600)
"""


@contextmanager
def supervised(folder: Path, *, ignoring: bool = False) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """A supervisor in a session of its own, and the processes that it watches over."""

    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    process = subprocess.Popen(
        [sys.executable, "-c", SUPERVISING, SERVICE, "20"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,
        preexec_fn=ignore if ignoring else None,
    )
    watched: list[int] = []
    try:
        wait_for(lambda: (folder / "pids").exists())
        watched += map(int, (folder / "pids").read_text().split())
        yield process, watched
    finally:
        for pid in (process.pid, *watched):
            if lives(pid):
                os.kill(pid, signal.SIGKILL)
        process.wait()


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "it did not come about within a minute"
        time.sleep(0.05)


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("times", [1, 3])
def test_a_terminal_that_is_closed_ends_all_in_good_order(tmp_path: Path, times: int) -> None:
    with supervised(tmp_path) as (process, watched):
        for _ in range(times):
            os.kill(process.pid, signal.SIGHUP)
            time.sleep(0.15)
        assert process.wait(60) == 11
        assert (tmp_path / "ended").exists(), "a terminal says it twice by itself: nobody was in a hurry"
        wait_for(lambda: not any(map(lives, watched)))


def test_under_nohup_a_terminal_that_is_closed_ends_nothing(tmp_path: Path) -> None:
    with supervised(tmp_path, ignoring=True) as (process, watched):
        os.kill(process.pid, signal.SIGHUP)
        time.sleep(1.0)
        assert process.poll() is None and all(map(lives, watched))
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(60) == 11
        wait_for(lambda: not any(map(lives, watched)))


def test_who_insists_does_not_wait_for_good_order(tmp_path: Path) -> None:
    with supervised(tmp_path) as (process, watched):
        os.kill(process.pid, signal.SIGHUP)
        time.sleep(0.3)
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(60) == 11
        assert not (tmp_path / "ended").exists()
        wait_for(lambda: not any(map(lives, watched)))
