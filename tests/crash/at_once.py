"""Builds at once on one home, with readers and other people's open databases beside them.

Belongs here: which commands run together, and what of them is looked at. Does not belong here: comparing homes (`differences`).

Every command is the real one, `wiki_assets.cli.main.main`, in a process of its own.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb
import yaml

from jobs.launching import Launcher, open_instance
from tests.crash import forking, killing
from tests.crash.accounts import Account, account_of
from tests.crash.differences import breaches_of_the_gate, differences
from tests.crash.homes import CONCEPTS, PAPERS, change_much, copy_home, make_home, settings_of
from wiki_assets.cli.main import main
from wiki_assets.definitions import build_defs

Work = Callable[[Path], int]
"""Something that runs on a home, and its exit code."""

LATEST_START_SECONDS = 2.0
"""The second of two builds starts within this time after the first; a build takes about three seconds."""
_HELD_SECONDS = 4.0
_READERS = (
    (("check",), (0, 1, 2)),
    (("status",), (0,)),
    (("why", "circle-packing", "0"), (0,)),
    (("audit", "query", "SELECT count(*) FROM claims"), (0,)),
)
"""Commands that only read, and the exit codes that they may have on a home with a wiki."""
_SIGNS = ("Traceback", "lock", "Lock", "Another process", "Another run")
"""What a person must not meet on stderr."""
_NOTE = "Folding the audit is postponed"
"""Progress, no error: a build that finds another one folding leaves its rows to it or to the next reader, who folds first."""


@dataclass(frozen=True, slots=True)
class Mode:
    """One kind of round.

    Attributes:
        history: On a home that was built before and then changed; else on a fresh one.
        works: What runs at once.
        alone: What is run one after another for the home to compare with.
    """

    name: str
    history: bool
    works: tuple[Work, ...]
    alone: tuple[Work, ...]


@dataclass(slots=True)
class Seen:
    """What was seen in the rounds of one mode."""

    rounds: int = 0
    rows: int = 0
    files: int = 0
    commands: int = 0
    pages: int = 0
    faults: list[str] = field(default_factory=list)


def command(*arguments: str) -> Work:
    """A `wiki` command as work."""

    def work(home: Path) -> int:
        sys.argv = ["wiki", *arguments, "--home", str(home)]
        os.environ["WIKI_WORKERS"] = "1"
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        try:
            main()
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 1
        return 0

    return work


def launched_jobs(home: Path) -> int:
    """The jobs that a daemon would launch, one after another, whether they are needed or not."""
    settings = settings_of(home)
    (home / ".dagster").mkdir(exist_ok=True)
    command_home(home)
    with open_instance(home / ".dagster") as instance:
        launcher = Launcher(instance, build_defs(settings))
        launcher.register("papers", list(PAPERS))
        launcher.register("concepts", list(CONCEPTS))
        ran = [*launcher.run_ranges("ingest", "papers", list(PAPERS)), launcher.run("choose_evidence")]
        ran += [launcher.run("compile", slug) for slug in CONCEPTS]
        ran.append(launcher.run("publish"))
    # A refused page fails its run, and that is right.
    failed = [failure for one in ran if not one.refused for failure in one.failures]
    for failure in failed:
        sys.stderr.write(f"Traceback of a job: {failure}\n")
    return len(failed)


def command_home(home: Path) -> None:
    """The configuration of the instance, as every command prepares it."""
    from wiki_assets.cli.home import export_settings, prepare_home

    settings = settings_of(home)
    export_settings(settings, prepare_home(settings))


def holding(*, read_only: bool) -> Work:
    """A person's own connection to the audit, open for a while."""

    def work(home: Path) -> int:
        database = home / "audit.duckdb"
        deadline = time.monotonic() + _HELD_SECONDS
        while time.monotonic() < deadline:
            try:
                with duckdb.connect(str(database), read_only=read_only) as connection:
                    connection.execute("SHOW TABLES").fetchall()
                    time.sleep(max(0.0, deadline - time.monotonic()))
            except duckdb.Error:
                time.sleep(0.05)  # there is no database yet, or a folding has it: a person tries again
        return 0

    return work


BUILD = command("build")
_ONE, _OTHER = command("build", "--concept", "circle-packing"), command("build", "--concept", "angle-defect")
MODES = (
    Mode("two builds, fresh home", False, (BUILD, BUILD), (BUILD,)),
    Mode("two builds, history", True, (BUILD, BUILD), (BUILD,)),
    Mode("two builds of different concepts", False, (_ONE, _OTHER), (_ONE, _OTHER)),
    Mode("a build beside launched jobs", False, (BUILD, launched_jobs), (BUILD,)),
    Mode("a build beside a connection that reads", True, (BUILD, holding(read_only=True)), (BUILD,)),
    Mode("a build beside a connection that writes", True, (BUILD, holding(read_only=False)), (BUILD,)),
)


def run_rounds(count: int, seed: int, folder: Path, tell: Callable[[str], None], modes: Sequence[Mode] = MODES) -> bool:
    """Runs so many rounds, spread over the modes, and tells them as a table. Returns whether all was well."""
    killing.warm_up(folder)
    chooser = random.Random(seed)
    starts = {history: _start(folder, history) for history in sorted({mode.history for mode in modes})}
    tell("| builds at once | rounds | rows compared | files compared | commands read | pages read | faults |")
    tell("|---|---|---|---|---|---|---|")
    sound = True
    for number, mode in enumerate(modes):
        rounds = count // len(modes) + (number < count % len(modes))
        if not rounds:
            continue
        start, before = starts[mode.history]
        calm = _alone(mode, start, before, folder)
        seen = Seen()
        for _ in range(rounds):
            home = copy_home(start, folder / "at-once")
            _one_round(mode, home, calm, before, chooser.uniform(0.0, LATEST_START_SECONDS), seen)
            shutil.rmtree(home)
        figures = (mode.name, seen.rounds, seen.rows, seen.files, seen.commands, seen.pages, len(seen.faults))
        tell("| " + " | ".join(map(str, figures)) + " |")
        for fault in seen.faults:
            tell(f"  {fault}")
        sound &= not seen.faults
    return sound


def _start(folder: Path, history: bool) -> tuple[Path, frozenset[str]]:
    home = folder / f"at-once-start-{history}"
    make_home(home)
    if not history:
        return home, frozenset()
    account = killing.done(lambda: (killing.build(home), account_of(home))[1])
    change_much(home)
    return home, account.runs


def _alone(mode: Mode, start: Path, before: frozenset[str], folder: Path) -> Account:
    home = copy_home(start, folder / "alone")
    for work in mode.alone:
        killing.done(lambda work=work: work(home))  # type: ignore[misc]
    account = killing.done(lambda: account_of(home, before))
    shutil.rmtree(home)
    return account


def _one_round(mode: Mode, home: Path, calm: Account, before: frozenset[str], offset: float, seen: Seen) -> None:
    complaints = home.with_name("complaints")
    complaints.write_text("", "utf-8")
    running = [_started(work, home, complaints, number * offset) for number, work in enumerate(mode.works)]
    ended = []
    while len(ended) < len(running):
        for pid, answer in running:
            if pid not in dict(ended) and (end := forking.poll(pid, answer)) is not None:
                ended.append((pid, end))
        _read_pages(home, seen)
        _read_by_command(home, seen, complaints)
    seen.rounds += 1
    seen.faults += [f"exit code {end.answer}. {end.trace}" for _, end in ended if end.answer != 0]
    told = complaints.read_text("utf-8")
    lines = [line for line in told.splitlines() if _NOTE not in line]
    seen.faults += [f"on stderr: {line}" for line in lines if any(sign in line for sign in _SIGNS)]
    seen.faults += breaches_of_the_gate(home, settings_of(home).min_grounding_rate)
    account = killing.done(lambda: account_of(home, before))
    seen.rows += account.rows
    seen.files += account.files
    seen.faults += differences(calm, account)


def _started(work: Work, home: Path, complaints: Path, offset: float) -> tuple[int, Path]:
    def later() -> int:
        time.sleep(offset)
        return work(home)

    return forking.start(later, complaints)


def _read_pages(home: Path, seen: Seen) -> None:
    """Every page is whole whenever it is looked at: front matter, end of line at its end, and a citation for each claim."""
    for path in (home / "wiki").glob("*.md"):
        text = path.read_text("utf-8")
        seen.pages += 1
        if not text.endswith("\n"):
            seen.faults.append(f"{path.name} is torn: it ends in “{text[-20:]}”")
        elif path.name not in ("index.md", "log.md"):
            front = yaml.safe_load(text[4:].split("\n---\n")[0])
            if text.count("#chunk") < front["x-wiki"]["grounded"]:
                seen.faults.append(f"{path.name} is torn: it has fewer citations than claims")


def _read_by_command(home: Path, seen: Seen, complaints: Path) -> None:
    """One command that reads, where there is a wiki to read: before that, each says that there is none."""
    arguments, allowed = _READERS[seen.commands % len(_READERS)]
    if not (home / "wiki" / "circle-packing.md").exists():
        time.sleep(0.05)
        return
    end = forking.wait(*forking.start(lambda: command(*arguments)(home), complaints))
    seen.commands += 1
    if end.answer not in allowed:
        seen.faults.append(f"wiki {' '.join(arguments)} ended with {end.answer}. {end.trace}")
