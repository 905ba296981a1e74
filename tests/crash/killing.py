"""Killing a real build at its boundaries, one after another, and building again.

Belongs here: the order of survey, kill, look, completion, comparison. Does not belong here: what a boundary is (`boundaries`), or what
is compared (`accounts`, `differences`).
"""

from __future__ import annotations

import gc
import itertools
import logging
import os
import random
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from tests.crash import forking
from tests.crash.accounts import Account, account_of, check_keys
from tests.crash.boundaries import RUN_BEGINS, Boundaries
from tests.crash.differences import breaches_of_the_gate, differences, told_again
from tests.crash.economies import economise
from tests.crash.homes import SCENARIOS, Scenario, copy_home, make_home, settings_of
from wiki_assets.cli.build import Build, BuildRequest
from wiki_assets.cli.outcome import BuildOutcome

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Survey:
    """One scenario, undisturbed.

    Attributes:
        built: The home after the build.
        calm: Account of that home.
        before: Runs of the builds before.
        boundaries: Name of every boundary, in order.
        stages: Number of the boundary before each run, with a copy of the home as it is there. A kill later on begins from the last of
            them: what a build does there follows from the files only, and the name of the boundary that it is killed at has to agree.
        points: Numbers of those at which the home is not as at the one before: killing at the others would leave the same bytes.
    """

    scenario: Scenario
    built: Path
    calm: Account
    before: frozenset[str]
    boundaries: tuple[str, ...]
    stages: tuple[tuple[int, Path], ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Killed:
    """What came of one kill and one completion.

    Attributes:
        boundary: Where it was killed.
        breaches: Pages in the wiki, right after the kill or after completion, that the gate had not let through.
        differing: One line for each difference to the undisturbed home.
        again: Events of the audit told by both runs.
    """

    scenario: str
    number: int
    boundary: str
    breaches: tuple[str, ...]
    differing: tuple[str, ...]
    again: int
    rows: int
    files: int

    @property
    def sound(self) -> bool:
        """Nothing differs, and the gate held all the time."""
        return not self.breaches and not self.differing


def build(home: Path) -> BuildOutcome:
    """A whole `wiki build`, in this process."""
    return Build(settings_of(home), BuildRequest(), lambda _line: None).run()


def warm_up(folder: Path) -> None:
    """Imports all that a build imports, before anything is forked."""
    economise()
    check_keys()
    for name in ("wiki_assets", "jobs"):
        logging.getLogger(name).propagate = False
    home = folder / "rehearsal"
    make_home(home)

    def modules() -> list[str]:
        build(home)
        account_of(home)
        return list(sys.modules)

    forking.warm(modules)
    shutil.rmtree(home)


def survey(scenario: Scenario, folder: Path, earlier: Survey | None = None) -> Survey:
    """Builds once undisturbed, and notes every boundary.

    Args:
        earlier: The survey of a fresh home, whose finished home is the history of this one; made here when None.

    Raises:
        RuntimeError: The undisturbed build failed.
    """
    start, calm = folder / f"{scenario.name}-start", folder / f"{scenario.name}-calm"
    before: frozenset[str] = frozenset()
    if scenario.change is None:
        make_home(start)
    else:
        earlier = earlier or survey(SCENARIOS[0], folder)
        copy_home(earlier.built, start)
        before = earlier.calm.runs
        scenario.change(start)
    copy_home(start, calm)
    noted = done(lambda: _noting(calm))
    account = done(lambda: account_of(calm, before))
    names = tuple(name for name, _ in noted)
    begun = [number for number, name in enumerate(names, 1) if name == RUN_BEGINS]
    stages = ((1, start), *((number, _stage(calm, number)) for number in begun))
    points = tuple(number for number, (_, new) in enumerate(noted, 1) if new)
    return Survey(scenario, calm, account, before, names, stages, points)


def spread(points: Sequence[int], count: int, seed: int) -> list[int]:
    """Some of the points, one from each of `count` equal stretches, so that no stage of a build is left out."""
    chooser = random.Random(seed)
    edges = [len(points) * part // count for part in range(count + 1)]
    return [points[chooser.randrange(low, high)] for low, high in itertools.pairwise(edges) if high > low]


def kill_at_each(
    surveyed: Survey, numbers: Sequence[int], folder: Path, keep: Path | None = None, together: int = 1
) -> Iterator[Killed]:
    """Kills and completes once for each number.

    Args:
        folder: Where homes may lie meanwhile.
        keep: Where homes that differ are kept; None to keep none.
        together: How many pairs run at a time; each is on a home of its own.

    Raises:
        RuntimeError: A build could not be killed where it was to be.
    """
    waiting = list(numbers)
    running: list[tuple[int, Path]] = []
    while waiting or running:
        while waiting and len(running) < together:
            running.append(forking.start(partial(_pair, surveyed, waiting.pop(0), folder, keep)))
        for child in list(running):
            if (ended := forking.poll(*child)) is not None:
                running.remove(child)
                if ended.answer is None:
                    raise RuntimeError(ended.trace)
                yield ended.answer
        time.sleep(0.01)


def _pair(surveyed: Survey, number: int, folder: Path, keep: Path | None) -> Killed:
    first, stage = max(one for one in surveyed.stages if one[0] <= number)
    home = copy_home(stage, folder / f"{surveyed.scenario.name}-{number}")
    killed = kill_and_complete(surveyed, number, home, first)
    if keep is not None and not killed.sound:
        shutil.move(home, keep / home.name)
    shutil.rmtree(home, ignore_errors=True)
    return killed


def kill_and_complete(surveyed: Survey, number: int, home: Path, first: int = 1) -> Killed:
    """Kills a build of this home at one boundary, looks at its wiki, builds again, and compares.

    Args:
        first: Number of the boundary that a build of this home reaches first.
    """
    boundary = surveyed.boundaries[number - 1]
    threshold = settings_of(home).min_grounding_rate
    note = home.with_name(f"{home.name}.boundary")
    ended = forking.fork(lambda: _dying(home, number - first + 1, note))
    if not ended.killed or note.read_text("utf-8") != boundary:
        reached = note.read_text("utf-8") if note.exists() else ended.trace
        raise RuntimeError(f"The build was not killed at {number} ({boundary}) but {reached}")
    note.unlink()
    breaches = breaches_of_the_gate(home, threshold)
    completed = forking.fork(lambda: _completing(home, surveyed.before))
    if completed.failed:
        return Killed(surveyed.scenario.name, number, boundary, tuple(breaches), (completed.trace,), 0, 0, 0)
    outcome, account = completed.answer
    breaches += breaches_of_the_gate(home, threshold)
    differing = [*differences(surveyed.calm, account), *(f"a step failed: {failure}" for failure in outcome.failures)]
    again = told_again(surveyed.calm, account)
    return Killed(surveyed.scenario.name, number, boundary, tuple(breaches), tuple(differing), again, account.rows, account.files)


def _completing(home: Path, before: frozenset[str]) -> tuple[BuildOutcome, Account]:
    gc.disable()  # a short life needs no collection
    return build(home), account_of(home, before)


def _dying(home: Path, number: int, note: Path) -> int:
    boundaries = Boundaries(home, kill_at=number, dying=lambda name: note.write_text(name, "utf-8"))
    boundaries.wrap()
    gc.disable()
    build(home)
    return boundaries.count


def _noting(home: Path) -> list[tuple[str, bool]]:
    """Every boundary of a build, and whether the home is another one there than at the boundary before."""
    noted: list[tuple[str, bool]] = []
    last = [_looks(home)]

    def see(name: str) -> None:
        looks = _looks(home)
        noted.append((name, looks != last[0]))
        last[0] = looks
        if name == RUN_BEGINS:
            copy_home(home, _stage(home, len(noted)))

    boundaries = Boundaries(home, seen=see)
    boundaries.wrap()
    build(home)
    return noted


def _stage(home: Path, number: int) -> Path:
    return home.with_name(f"{home.name}-{number}")


def _looks(home: Path) -> frozenset[tuple[str, int, int]]:
    """Name, size and time of every file, locks left out: two equal ones are the same bytes."""
    return frozenset(_files(os.fspath(home)))


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(entry.path)
            elif not entry.name.endswith(".lock"):
                stat = entry.stat()
                yield entry.path, stat.st_size, stat.st_mtime_ns


def done(work: Callable[[], T]) -> T:
    """Does work in a child that nothing should disturb. Raises `RuntimeError` where it fails."""
    ended = forking.fork(work)
    if ended.failed or ended.killed:
        raise RuntimeError(f"What should not be disturbed failed: {ended.trace}")
    return cast("T", ended.answer)
