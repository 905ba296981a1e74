"""Judging rows: in this process while there are few, then in several, always in the order of the input.

Belongs here: who judges what, how much is under way at once, what an interruption costs. Does not belong here: a guard's rules,
reading rows (`rows`), writing verdicts.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache

from wiki_assets.errors import InputError
from wiki_assets.grounding.checking.interrupts import interrupts_held
from wiki_assets.grounding.checking.rows import Line, RowProblem, parse_row, repeated_id
from wiki_assets.grounding.checking.seen_ids import SeenIds
from wiki_assets.grounding.checking.verdict_lines import json_line, verdict_fields
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.model import VerdictKind


@dataclass(frozen=True, slots=True)
class Pace:
    """How the work is shared out.

    Attributes:
        workers: Processes; 1 keeps all in this one.
        alone_seconds: How long all is judged here. Then other processes are started, which need a few seconds to come up and to meet
            the words again; meanwhile work goes on here. A file that is done by then starts none.
        batch_lines, batch_bytes: Where a batch for another process ends.
        batches_per_worker: Batches under way; more would only hold memory.
    """

    workers: int = 1
    alone_seconds: float = 5.0
    batch_lines: int = 64
    batch_bytes: int = 500_000
    batches_per_worker: int = 3


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """What came of a row; its texts are left behind.

    Attributes:
        line: Its line in the file.
        id, label, dataset: As in `Row`.
        verdict, rule: What the guard said.
        written: The verdict as a line of JSON.
    """

    line: int
    id: str | int
    label: str
    dataset: str
    verdict: VerdictKind
    rule: str
    written: bytes


Outcome = JudgedRow | RowProblem


def judge_lines(lines: Iterable[Line], guard: Guard, pace: Pace) -> Generator[Outcome]:
    """A verdict or a problem for every line, in order; only a bounded number of lines is held at a time.

    Args:
        lines: What to read and judge; taken one by one.
        guard: One of the registry: other processes load it by its name.
        pace: How the work is shared out.

    Raises:
        InputError: A process ended by itself, mostly for want of memory.
    """
    with SeenIds() as seen, contextlib.closing(_judge_all(iter(lines), guard, pace)) as outcomes:
        for outcome in outcomes:
            first = seen.first_line(outcome.id, outcome.line) if isinstance(outcome, JudgedRow) else 0
            yield repeated_id(outcome.line, outcome.id, first) if isinstance(outcome, JudgedRow) and first else outcome


def _judge_all(lines: Iterator[Line], guard: Guard, pace: Pace) -> Generator[Outcome]:
    enough = time.monotonic() + pace.alone_seconds
    for line in lines:
        yield _judge(guard, line)
        if pace.workers > 1 and time.monotonic() >= enough:
            yield from _judge_in_processes(lines, guard, pace)


def _judge_in_processes(lines: Iterator[Line], guard: Guard, pace: Pace) -> Generator[Outcome]:
    with _pool(pace.workers) as pool:
        try:
            ready = _ask(pool, guard, [])
            while not ready.done() and (line := next(lines, None)) is not None:
                yield _judge(guard, line)
            yield from _handed_out(lines, guard, pace, pool)
        except BrokenProcessPool as error:
            raise InputError(
                "A process that judges rows ended by itself, mostly for want of memory.", "Try again with --workers 1."
            ) from error


def _handed_out(lines: Iterator[Line], guard: Guard, pace: Pace, pool: ProcessPoolExecutor) -> Generator[Outcome]:
    under_way: deque[Future[list[Outcome]]] = deque()
    for batch in _batches(lines, pace):
        under_way.append(_ask(pool, guard, batch))
        if len(under_way) >= pace.workers * pace.batches_per_worker:
            yield from under_way.popleft().result()
    while under_way:
        yield from under_way.popleft().result()


def _ask(pool: ProcessPoolExecutor, guard: Guard, batch: list[Line]) -> Future[list[Outcome]]:
    """Hands a batch to the pool, which may start a process for it; an empty one tells when the first is ready."""
    with interrupts_held():
        return pool.submit(_judge_batch, guard.name, batch)


@contextlib.contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Fresh processes. Where the work is broken off, they finish the few small batches they have taken.

    They are not ended by force: of one that is ended in the middle of an answer, the executor waits for the rest for ever.
    """
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_end_with_parent)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
        # One that was just coming up when another died is not the executor's any more, and has no work.
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
            child.join()


def _end_with_parent() -> None:
    """A worker waits for work for ever, also when its parent was killed; this ends it then."""
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101  a worker has one

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="parent-watch").start()


def _batches(lines: Iterator[Line], pace: Pace) -> Iterator[list[Line]]:
    batch: list[Line] = []
    length = 0
    for line in lines:
        batch.append(line)
        length += _length(line)
        if len(batch) >= pace.batch_lines or length >= pace.batch_bytes:
            yield batch
            batch, length = [], 0
    if batch:
        yield batch


def _length(line: Line) -> int:
    return len(line.data or b"")


def _judge_batch(guard_name: str, batch: list[Line]) -> list[Outcome]:
    """Runs in a worker."""
    guard = _guard(guard_name)
    return [_judge(guard, line) for line in batch]


_guard = cache(load_guard)


def _judge(guard: Guard, line: Line) -> Outcome:
    row = parse_row(line)
    if isinstance(row, RowProblem):
        return row
    try:
        verdict = guard.check(row.claim, row.source)
    except Exception as error:  # a guard never raises; where one does, one row of a million must not cost the others
        return RowProblem(row.line, f"The guard {guard.name} failed on it: {error!r}.", "Leave the row out, and report it.")
    written = json_line({"id": row.id, **verdict_fields(verdict, guard)})
    return JudgedRow(row.line, row.id, row.label, row.dataset, verdict.kind, verdict.rule, written)
