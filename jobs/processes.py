"""Which process a run lives in, and whether that process is still there. Nothing in here knows Dagster.

Belongs here: naming this machine and its processes, and the pure decision whether a named process has ended. Does not belong here: what
is done about a run whose process has ended (`jobs.dead_runs`).
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

HOST_TAG = "wiki/host"
MACHINE_TAG = "wiki/machine"
PROCESS_TAG = "wiki/process"
# A run's first event is written up to some seconds after its process started, and clocks are corrected now and then. A process that
# was given a dead one's number within this time is taken for the run's own, and found out by the limit on run time.
CLOCK_SLACK_SECONDS = 60.0
_PROC = Path("/proc")


class Life(StrEnum):
    """What can be said of a process."""

    ALIVE = "alive"
    ENDED = "ended"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Machine:
    """Where process numbers mean something.

    Attributes:
        host: Its name.
        boot: Changes whenever the machine starts; empty where the system does not say.
        numbering: Names the set of process numbers, of which every container has its own; empty where the system does not say.
    """

    host: str
    boot: str
    numbering: str


@dataclass(frozen=True, slots=True)
class RunProcess:
    """What is known of the process that a run lives in.

    Attributes:
        pid: Its number.
        start: When it started, in ticks since the machine did, as the process itself recorded; None where only the event is known.
        seen_at: When the run wrote its first event from there, in seconds since the epoch; None where `start` is known.
    """

    machine: Machine
    pid: int
    start: int | None = None
    seen_at: float | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A process that is there now.

    Attributes:
        start: Ticks since the machine started; None where the system does not say.
        started_at: The same in seconds since the epoch.
    """

    start: int | None
    started_at: float | None


def this_machine() -> Machine:
    """The machine this process runs on."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text("ascii").strip()
        numbering = str((_PROC / "self/ns/pid").readlink())
    except OSError:
        boot = numbering = ""
    return Machine(socket.gethostname(), boot, numbering)


def machine_tags(machine: Machine) -> dict[str, str]:
    """Tags that let anyone tell later on which machine a run lived."""
    return {HOST_TAG: machine.host, MACHINE_TAG: f"{machine.boot} {machine.numbering}".strip()}


def own_tags() -> dict[str, str]:
    """Tags for a run that lives in this very process."""
    seen = find_process(os.getpid())
    start = "" if seen is None or seen.start is None else str(seen.start)
    return {**machine_tags(this_machine()), PROCESS_TAG: f"{os.getpid()} {start}".strip()}


def machine_of(tags: Mapping[str, str]) -> Machine | None:
    """The machine that a run's tags name; None where they name none."""
    if HOST_TAG not in tags:
        return None
    boot, _, numbering = tags.get(MACHINE_TAG, "").partition(" ")
    return Machine(tags[HOST_TAG], boot, numbering)


def process_of(tags: Mapping[str, str]) -> RunProcess | None:
    """The process that tags made by `own_tags` name; None where they name none."""
    machine, (pid, _, start) = machine_of(tags), tags.get(PROCESS_TAG, "").partition(" ")
    if machine is None or not pid.isdigit():
        return None
    return RunProcess(machine, int(pid), start=int(start) if start.isdigit() else None)


def judge(process: RunProcess, here: Machine, find: Callable[[int], Seen | None]) -> Life:
    """Whether a run's process has ended. Whatever is doubtful is unknown, for a live run must never be taken for a dead one.

    Args:
        here: The machine that is asked.
        find: Looks for a process of this machine by its number.
    """
    there = process.machine
    if there.host != here.host:
        return Life.UNKNOWN
    if there.boot and here.boot and there.boot != here.boot:
        return Life.ENDED
    if there.numbering != here.numbering:
        return Life.UNKNOWN
    seen = find(process.pid)
    if seen is None:
        return Life.ENDED
    return Life.ENDED if _is_another(process, seen) else Life.ALIVE


def _is_another(process: RunProcess, seen: Seen) -> bool:
    """Whether the number has been given to another process since: numbers are used again."""
    if process.start is not None and seen.start is not None:
        return process.start != seen.start
    if process.seen_at is not None and seen.started_at is not None:
        return seen.started_at > process.seen_at + CLOCK_SLACK_SECONDS
    return False


def find_process(pid: int) -> Seen | None:
    """Looks for a process of this machine; one that was killed and not yet taken note of by its parent counts as gone."""
    if not (_PROC / "self/stat").is_file():
        return Seen(None, None) if _answers(pid) else None
    try:
        # The name stands in parentheses and may hold any character: fields are counted after the last of them.
        fields = (_PROC / f"{pid}/stat").read_text("utf-8", errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    if fields[0] in "ZX":
        return None
    start = int(fields[19])
    age = float((_PROC / "uptime").read_text("ascii").split()[0]) - start / os.sysconf("SC_CLK_TCK")
    return Seen(start, time.time() - age)


def _answers(pid: int) -> bool:
    """Whether a process has this number, on systems without /proc. Signal 0 is none at all, except on Windows, where it ends it."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
