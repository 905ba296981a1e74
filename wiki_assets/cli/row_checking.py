"""`wiki grounding check`: rows in, verdicts and figures out.

Belongs here: opening and writing, progress, what is told of it. Does not belong here: reading a row, judging, counting
(`grounding.checking`).
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from wiki_assets.cli.printing import Tell, err
from wiki_assets.cli.showing import shown
from wiki_assets.errors import InputError
from wiki_assets.grounding.checking.interrupts import interrupts_held
from wiki_assets.grounding.checking.judging import JudgedRow, Outcome, Pace, judge_lines
from wiki_assets.grounding.checking.rows import read_lines
from wiki_assets.grounding.checking.scoring import RuleCount, Score, Tally
from wiki_assets.grounding.checking.verdict_file import VerdictFile
from wiki_assets.grounding.guards.interface import Guard

STANDARD_INPUT = "-"

_FIGURES = {
    "balanced_accuracy": "balanced",
    "good_passes": "good passes",
    "bad_passes": "bad passes",
    "uncertain": "uncertain",
    "grounded_precision": "grounded precision",
    "unsupported_precision": "unsupported precision",
}
_TICK_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What a person asked for.

    Attributes:
        file: The rows; `STANDARD_INPUT` for standard input.
        out: File of the verdicts; None for none.
        print_lines: Whether verdicts go to standard output as well.
    """

    file: str
    guard: Guard
    pace: Pace
    out: Path | None = None
    print_lines: bool = False


@dataclass(slots=True)
class Check:
    """One check; what it has come to so far can be read at any time, also after an interruption."""

    request: CheckRequest
    tell: Tell
    tally: Tally = field(default_factory=Tally)
    problems: int = 0
    seconds: float = 0.0
    kept: Path | None = None

    def run(self) -> None:
        """Judges all rows. Raises `InputError` where the file cannot be read or written, or no line of it can be used."""
        started = time.monotonic()
        try:
            with _opened(self.request) as stream, self._sink() as write, _progress(stream, self.request) as tick:
                with contextlib.closing(judge_lines(read_lines(stream), self.request.guard, self.request.pace)) as outcomes:
                    for outcome in outcomes:
                        self._take(outcome, write)
                        tick(self.tally.rows)
                if self.problems and not self.tally.rows:
                    raise InputError(f"None of the {self.problems} lines can be used.", "What is wrong with each is told above.")
        finally:
            self.seconds = time.monotonic() - started

    def _take(self, outcome: Outcome, write: Callable[[bytes], None]) -> None:
        if isinstance(outcome, JudgedRow):
            with interrupts_held():  # what is counted is what was written
                write(outcome.written)
                self.tally.add(outcome.dataset, outcome.label, outcome.verdict, outcome.rule)
        else:
            self.problems += 1
            self.tell(shown(f"{self.request.file}, {outcome}"))

    @contextlib.contextmanager
    def _sink(self) -> Iterator[Callable[[bytes], None]]:
        if self.request.out is None:
            yield _print_line if self.request.print_lines else lambda _line: None
            return
        verdicts = VerdictFile(self.request.out)
        try:
            with verdicts:
                yield verdicts.write
        finally:
            self.kept = verdicts.kept

    def as_object(self) -> dict[str, object]:
        """For `--json`: counts and figures, in per cent; null where there is nothing to divide by."""
        guard, out = self.request.guard, self.request.out
        return {
            "file": self.request.file,
            "guard": guard.name,
            "guard_version": guard.version,
            "rows": self.tally.rows,
            "labelled": self.tally.labelled,
            "unusable_lines": self.problems,
            "verdicts": {str(kind): count for kind, count in self.tally.verdicts().items()},
            "table": [asdict(score) for score in self.tally.table()],
            "rules": [asdict(rule) for rule in self.tally.rules()],
            "seconds": round(self.seconds, 3),
            "out": None if out is None else str(out),
        }


def print_figures(check: Check, console: Console) -> None:
    """The table where rows had labels, the rules, and one line that sums up."""
    table = check.tally.table()
    if table:
        _print_table(table, console)
    if check.tally.rows:
        _print_rules(check.tally.rules(), console, labelled=bool(table))
    counts = ", ".join(f"{count} {kind}" for kind, count in check.tally.verdicts().items())
    guard = check.request.guard
    lines = [f"{check.tally.rows} rows judged by {guard.name} {guard.version} in {check.seconds:.1f} s: {counts}."]
    if table and check.tally.labelled < check.tally.rows:
        lines.append(f"{check.tally.rows - check.tally.labelled} of them have no label and are not in the table.")
    if check.problems:
        lines.append(f"{check.problems} lines could not be used; what is wrong with each is told above.")
    if check.request.out is not None:
        lines.append(f"The verdicts are in {check.request.out}.")
    for line in lines:
        console.print(line, markup=False)


def _print_table(scores: tuple[Score, ...], console: Console) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("dataset")
    for name in ("n", *_FIGURES.values()):
        table.add_column(name, justify="right")
    named = [score for score in scores if score.dataset]
    for score in named if len(named) == 1 else scores:
        figures = (getattr(score, name) for name in _FIGURES)
        cells = ("–" if figure is None else f"{figure:.1f}" for figure in figures)
        table.add_row(shown(score.dataset) or "no dataset", str(score.n), *cells)
    console.print(table, markup=False)
    console.print()


def _print_rules(rules: tuple[RuleCount, ...], console: Console, *, labelled: bool) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("rule", "verdict"):
        table.add_column(name)
    for name in ("rows", "supported", "unsupported") if labelled else ("rows",):
        table.add_column(name, justify="right")
    for one in rules:
        labels = (str(one.supported), str(one.unsupported)) if labelled else ()
        table.add_row(shown(one.rule), str(one.verdict), str(one.rows), *labels)
    console.print(table, markup=False)
    console.print()


def interrupted(check: Check) -> str:
    """What is told after Ctrl-C."""
    lines = f"{check.tally.rows} rows were judged"
    where = f"; their verdicts are in {check.kept}" if check.kept is not None else ""
    return f"wiki: interrupted; {lines}{where}."


def _print_line(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


@contextlib.contextmanager
def _opened(request: CheckRequest) -> Iterator[IO[bytes]]:
    if request.file == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    file = Path(request.file)
    try:
        stream = file.open("rb")
    except OSError as error:
        raise InputError(
            f"{file} cannot be read: {error.strerror or error}.", "Give a file of rows, or - for standard input."
        ) from error
    with stream:
        if request.out is not None and request.out.exists() and request.out.samefile(file):
            raise InputError(f"--out names {file}, from which the rows come.", "Give the verdicts a file of their own.")
        yield stream


@contextlib.contextmanager
def _progress(stream: IO[bytes], request: CheckRequest) -> Iterator[Callable[[int], None]]:
    """Something to call after every row: a bar on a terminal, unless verdicts scroll by there; else nothing."""
    if not err.is_terminal or (request.print_lines and sys.stdout.isatty()):
        yield lambda _rows: None
        return
    columns = (TextColumn("{task.fields[rows]} rows"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    # Without a thread of its own: such a thread might take Ctrl-C while it is held back.
    with Progress(*columns, console=err, auto_refresh=False, transient=True) as progress:
        size = _size(stream)
        task = progress.add_task("", total=size, rows=0)
        last = time.monotonic()

        def tick(rows: int) -> None:
            nonlocal last
            if time.monotonic() - last >= _TICK_SECONDS:
                progress.update(task, completed=stream.tell() if size else None, rows=rows)
                progress.refresh()
                last = time.monotonic()

        yield tick


def _size(stream: IO[bytes]) -> int | None:
    """Bytes of a regular file; None for a pipe, which does not tell."""
    try:
        status = os.fstat(stream.fileno())
    except OSError:  # a stream in memory
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def exit_code(check: Check) -> int:
    """0 all lines were used, 1 some were not."""
    return 1 if check.problems else 0
