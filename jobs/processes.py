"""Which process a run lives in, and whether that process is still there. Nothing in here knows Dagster.

Belongs here: naming this machine and its processes, and the pure decision whether a named process has ended. Does not belong here: what
is done about a run whose process has ended (`jobs.dead_runs`).
"""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

HOST_TAG = "wiki/host"
MACHINE_TAG = "wiki/machine"
PROCESS_TAG = "wiki/process"
LAUNCHED_TAG = "wiki/launched"
# A launched run's process starts some milliseconds after it was asked for, and the asking gives up after a minute. A process that was
# given a dead one's number within this time is taken for the run's own, and found out by the limit on run time.
LAUNCH_SECONDS = 120.0
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
        start: When it started, in ticks since the machine did, as the process itself recorded; None where it did not.
        launched: When it was asked for, in the same ticks, as the launcher recorded; None where nobody did. No time of day is
            compared: a machine that slept gets another one when it wakes.
    """

    machine: Machine
    pid: int
    start: int | None = None
    launched: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A process that is there now.

    Attributes:
        start: When it started, in ticks since the machine did; None where the system does not say.
    """

    start: int | None


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


def launch_tags(machine: Machine) -> dict[str, str]:
    """Tags for a run whose process is about to be started on this machine."""
    ticks = ticks_now()
    return {**machine_tags(machine), LAUNCHED_TAG: "" if ticks is None else str(ticks)}


def launch_tags_elsewhere(host: str) -> dict[str, str]:
    """Tags for a run whose process is about to be started where nobody here can look."""
    return {HOST_TAG: host, MACHINE_TAG: "", LAUNCHED_TAG: ""}


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


def launched_process(tags: Mapping[str, str], pid: int) -> RunProcess | None:
    """The process of this number for a run with tags made by `launch_tags`; None where they name no machine."""
    machine, launched = machine_of(tags), tags.get(LAUNCHED_TAG, "")
    if machine is None:
        return None
    return RunProcess(machine, pid, launched=int(launched) if launched.isdigit() else None)


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
    if seen.start is None:
        return False
    if process.start is not None:
        return process.start != seen.start
    return process.launched is not None and seen.start > process.launched + LAUNCH_SECONDS * _ticks_per_second()


def ticks_now() -> int | None:
    """Ticks since the machine started, those it slept through among them, as start times of processes count; None elsewhere than Linux.

    Not from /proc/uptime, which in some containers tells when the container started.
    """
    if sys.platform != "linux":
        return None
    return int(time.clock_gettime(time.CLOCK_BOOTTIME) * _ticks_per_second())


def _ticks_per_second() -> int:
    return os.sysconf("SC_CLK_TCK")


def find_process(pid: int) -> Seen | None:
    """Looks for a process of this machine; one that was killed and not yet taken note of by its parent counts as gone."""
    if not (_PROC / "self/stat").is_file():
        return Seen(None) if _answers(pid) else None
    try:
        # The name stands in parentheses and may hold any character: fields are counted after the last of them.
        fields = (_PROC / f"{pid}/stat").read_text("utf-8", errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    if fields[0] in "ZX":
        return None
    return Seen(int(fields[19]))


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
