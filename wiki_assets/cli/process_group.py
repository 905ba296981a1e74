"""Running a program that starts others, and ending all of them.

Belongs here: signals to one group of processes that this one started, named by its number, and nothing wider. Does not belong here: which
program it is.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from types import FrameType

_TERM_SECONDS = 5.0
_POLL_SECONDS = 0.1


def supervise(command: Sequence[str], environment: Mapping[str, str], grace_seconds: float) -> bool:
    """Runs a program until it ends or this process is told to, and leaves none of its processes behind.

    It is told by SIGINT or SIGTERM, and by SIGHUP, which a terminal sends that is closed, unless whoever started it had that ignored
    (`nohup`).

    It runs in a session of its own, so that a terminal's Ctrl-C reaches it once, through this process. Started by a shell in the
    background it would otherwise inherit that interrupts are ignored, and `dagster dev` then ignores TERM as well (dagster 1.13).

    Args:
        grace_seconds: How long it may take to end in good order once told; being told again cuts it short.

    Returns:
        Whether this process was told to end.
    """
    told: list[int] = []

    def remember(number: int, _frame: FrameType | None) -> None:
        told.append(number)

    former = {number: signal.signal(number, remember) for number in _heeded()}
    try:
        process = subprocess.Popen(command, env=environment, start_new_session=True)  # noqa: S603 # the caller's own program
        while not told and process.poll() is None:
            time.sleep(_POLL_SECONDS)
        by_itself = not told
        if told:
            process.send_signal(signal.SIGINT)
            _wait(lambda: process.poll() is not None or _urged(told), grace_seconds)
        end_group(process)
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
    return not by_itself


def _heeded() -> list[signal.Signals]:
    nohup = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    return [signal.SIGINT, signal.SIGTERM, *([] if nohup else [signal.SIGHUP])]


def _urged(told: Sequence[int]) -> bool:
    """Whether somebody said it twice. A terminal that is closed does by itself: once through its shell, once through the system."""
    return any(number != signal.SIGHUP for number in told[1:])


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Asks what is left of a process's group to end, and ends what has not gone some seconds later."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        if not _is_there(process):
            return
        os.killpg(process.pid, number)
        _wait(lambda: not _is_there(process), _TERM_SECONDS)


def _is_there(process: subprocess.Popen[bytes]) -> bool:
    """Whether any process of the group is left; the leader has to be taken note of, or it counts for ever."""
    process.poll()
    try:
        os.killpg(process.pid, 0)
    except (ProcessLookupError, PermissionError):
        # macOS refuses permission for a group of which only ended processes are left.
        return False
    return True


def _wait(ended: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not ended() and time.monotonic() < deadline:
        time.sleep(_POLL_SECONDS)
