"""Processes that start at once: a driver imports everything, once, and forks a child for each build.

Belongs here: what makes forking sound, and waiting for children. Does not belong here: what children do.

A fork copies one thread only, so the driver must have no other: it opens no instance, no database, no vector store, and builds
nothing itself. `require_one_thread` looks in /proc before every fork, for threads of libraries too.
"""

from __future__ import annotations

import gc
import importlib
import logging
import os
import pickle
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LIMIT_SECONDS = 1800
"""Guards against hanging only; a build takes a few seconds, but the machine may be busy with others."""

_KNOWN = frozenset({"jemalloc_bg_thd"})
"""Threads that may live on: jemalloc stops its own around a fork (pthread_atfork) and starts it again in the child."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended.

    Attributes:
        killed: By SIGKILL.
        answer: What its function returned; None where it was killed or failed.
        trace: The traceback of a child that failed.
    """

    killed: bool
    answer: Any
    trace: str

    @property
    def failed(self) -> bool:
        """Neither killed nor done."""
        return not self.killed and bool(self.trace)


def quiet_libraries() -> None:
    """One thread in every library that would start a pool at import. To be called before anything is imported."""
    os.environ.update(
        OPENBLAS_NUM_THREADS="1",
        OMP_NUM_THREADS="1",
        RAYON_NUM_THREADS="1",
        TOKENIZERS_PARALLELISM="false",
        ARROW_DEFAULT_MEMORY_POOL="system",
    )


def warm(modules: Callable[[], list[str]]) -> None:
    """Imports what a child has found that it needs, so that no later child imports it again, and keeps collections away from it.

    Args:
        modules: Run in a child; gives the names of the modules there after one whole build.
    """
    for name in fork(modules).answer or []:
        if name not in sys.modules and not name.startswith("_"):
            try:
                importlib.import_module(name)
            except ImportError:
                continue  # a module that only its own package can import
    gc.collect()
    gc.freeze()


def require_one_thread() -> None:
    """Raises `RuntimeError` where forking would not be sound."""
    names = [
        (task / "comm").read_text("utf-8").strip() for task in Path("/proc/self/task").iterdir() if task.name != str(os.getpid())
    ]
    strangers = [name for name in names if name not in _KNOWN]
    if strangers or threading.active_count() > 1:
        raise RuntimeError(f"Threads live in the driver, so it must not fork: {strangers} {threading.enumerate()}.")


def start(work: Callable[[], Any], output: Path | None = None) -> tuple[int, Path]:
    """Starts a child that does some work and leaves its answer in a file. Returns its process id and that file."""
    require_one_thread()
    handle, name = tempfile.mkstemp(prefix="wiki-crash-answer-")
    os.close(handle)
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        _be_child(work, Path(name), output)
    return pid, Path(name)


def fork(work: Callable[[], Any]) -> Ended:
    """Does some work in a child and waits for its end."""
    return wait(*start(work))


def wait(pid: int, answer: Path) -> Ended:
    """Waits for a child and reads what it left."""
    _, status = os.waitpid(pid, 0)
    return _ended(status, answer)


def poll(pid: int, answer: Path) -> Ended | None:
    """How a child ended; None where it has not."""
    found, status = os.waitpid(pid, os.WNOHANG)
    return _ended(status, answer) if found else None


def _ended(status: int, answer: Path) -> Ended:
    data = answer.read_bytes()
    answer.unlink()
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    if killed or not data:
        return Ended(killed, None, "" if killed else f"The child ended with status {status} and said nothing.")
    value, trace = pickle.loads(data)
    return Ended(killed, value, trace)


def _be_child(work: Callable[[], Any], answer: Path, output: Path | None) -> None:
    signal.alarm(LIMIT_SECONDS)
    logging.getLogger("dagster").setLevel(logging.CRITICAL)
    if output is not None:
        with output.open("ab") as file:
            os.dup2(file.fileno(), 2)
    try:
        told = (work(), "")
    except BaseException:
        told = (None, traceback.format_exc())
    answer.write_bytes(pickle.dumps(told))
    os._exit(0)
