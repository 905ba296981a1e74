"""Reads damaged files through the real pool, and tells what came of them.

Belongs here: running, checking, counting, keeping what a loader failed at. Does not belong here: damage, or whether a text is right.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.damage import damaged
from tests.fuzz.originals import Original
from wiki_assets.documents.codec import decode_parsed
from wiki_assets.documents.model import DocumentRecord, ReadDocument, Source
from wiki_assets.documents.options import Choices, Limits, ReadingOptions
from wiki_assets.documents.reading.batch import read_documents

LIMITS = Limits(seconds=10.0, memory=600_000_000, output_bytes=20_000_000, expansion_from=10_000_000)
_BATCH = 100  # inputs on the disk at once
_LONGEST = 3 * LIMITS.seconds + 20.0
"""Seconds until an outcome has to come: a PDF may be read as a whole, page by page, and composed; and the machine may be busy."""


@dataclass(slots=True)
class Findings:
    """What came of all inputs.

    Attributes:
        counts: Inputs by ending and status.
        ends: Workers that ended on an input, by how.
        faults: `(number of the input, what is wrong)`: loaders that failed, outcomes without reason, exceptions.
        slowest: Seconds between two outcomes, at most.
    """

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[int, str]] = field(default_factory=list)
    slowest: float = 0.0

    def table(self) -> str:
        """Endings down, statuses across."""
        statuses = sorted({status for _, status in self.counts})
        suffixes = sorted({suffix for suffix, _ in self.counts})
        rows = [["", *statuses, "all"]]
        for suffix in suffixes:
            numbers = [self.counts[suffix, status] for status in statuses]
            rows.append([suffix, *map(str, numbers), str(sum(numbers))])
        totals = [sum(self.counts[suffix, status] for suffix in suffixes) for status in statuses]
        rows.append(["all", *map(str, totals), str(sum(totals))])
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


class _Ends(logging.Handler):
    """Counts what the pool says of workers that ended."""

    def __init__(self, ends: Counter[str]) -> None:
        super().__init__(logging.DEBUG)
        self._ends = ends

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        if isinstance(record.args, tuple) and hasattr(record.args[-1], "cause"):
            end = record.args[-1]
            self._ends[f"{end.cause.name.lower()} {end.signal or end.code or ''}".strip()] += 1


def fuzz(numbers: range, seed: int, sound: list[Original], seconds: float = 0.0, keep: Path | None = None) -> Findings:
    """Reads the inputs of some numbers.

    Args:
        numbers: Which inputs.
        seed: Makes them what they are, together with the originals.
        sound: The originals.
        seconds: No further batch is begun after this time; 0 for no end.
        keep: Inputs that a loader failed at are kept in this folder, by number.
    """
    findings = Findings()
    pool_log, handler = logging.getLogger("wiki_assets.documents.reading.pool"), _Ends(findings.ends)
    level = pool_log.level
    pool_log.addHandler(handler)
    pool_log.setLevel(logging.DEBUG)
    pool_log.propagate, propagated = False, pool_log.propagate
    begun = time.monotonic()
    try:
        for start in range(numbers.start, numbers.stop, _BATCH):
            if seconds and time.monotonic() - begun > seconds:
                break
            batch = range(start, min(start + _BATCH, numbers.stop))
            _read_batch({number: damaged(number, seed, sound) for number in batch}, findings, keep)
    finally:
        pool_log.removeHandler(handler)
        pool_log.setLevel(level)
        pool_log.propagate = propagated
    return findings


def _read_batch(inputs: dict[int, Original], findings: Findings, keep: Path | None) -> None:
    folder = Path(tempfile.mkdtemp(prefix="wiki-fuzz-"))
    try:
        sources = list(_written(inputs, folder))
        before = time.monotonic()
        missing = set(inputs)
        for outcome in read_documents(folder, sources, 2, Choices(ReadingOptions(LIMITS))):
            now = time.monotonic()
            findings.slowest, before = max(findings.slowest, now - before), now
            number = int(outcome.record.bibkey)
            missing.discard(number)
            findings.counts[inputs[number].suffix, outcome.record.status.value] += 1
            fault = _fault(outcome)
            if fault:
                findings.faults.append((number, f"{inputs[number].suffix}: {fault}"))
                if keep is not None:
                    shutil.copy(folder / outcome.record.file, keep)
        findings.faults += [(number, "no outcome") for number in sorted(missing)]
        if findings.slowest > _LONGEST:
            findings.faults.append((min(inputs), f"an outcome took {findings.slowest:.0f} s"))
    finally:
        shutil.rmtree(folder)


def _written(inputs: dict[int, Original], folder: Path) -> Iterator[Source]:
    for number, one in inputs.items():
        name = f"{number}{one.suffix}"
        (folder / name).write_bytes(one.content)
        yield Source(str(number), name, "", len(one.content), 0)


def _fault(outcome: ReadDocument) -> str:
    """What is wrong with an outcome, whatever the file is; empty where nothing is."""
    record = outcome.record
    if "made the reader fail" in record.reason:
        return record.reason
    if not record.status.readable:
        return "" if record.reason else f"{record.status.value} without a reason"
    return _fault_of_text(record, outcome.parsed)


def _fault_of_text(record: DocumentRecord, parsed: bytes | None) -> str:
    if parsed is None:
        return f"{record.status.value} without a document"
    try:
        document = decode_parsed(parsed)
    except Exception as error:  # the harness goes on
        return f"its document cannot be read back: {error!r}"
    for element in document.elements:
        if any(not 0 <= span.start <= span.end <= len(element.text) for span in element.spans):
            return "a span that points outside its text"
        if any(not 0 <= cell.start < cell.end <= len(element.text) for cell in element.cells):
            return "a cell that points outside its text"
    return ""
