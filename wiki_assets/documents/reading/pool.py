"""Worker processes that read documents, each its own at a time, so that a crash has one culprit.

Belongs here: handing out documents and pages, and what a dead or stuck worker costs. Does not belong here: one worker (`reader_process`),
reading (`worker`), or the words for what went wrong (`verdicts`).

Not `ProcessPoolExecutor`: after a crash it fails every document in flight, and its fresh processes import the parent's main
module again, which for the `wiki` command or a Dagster step takes seconds.

A document whose worker dies is tried once more in a fresh one: what came of an earlier document is not to be blamed on this one. A PDF is
then read page by page, also where it took too long or too much memory, so that only the pages that are guilty are lost.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Generator, Sequence
from itertools import count
from pathlib import Path

from wiki_assets.documents import codec
from wiki_assets.documents.model import ReadDocument, Source
from wiki_assets.documents.options import Choices, Limits
from wiki_assets.documents.reading.messages import MOST_PAGES, PDF_MAGIC, PDF_WITHIN, Compose, Frame, FrameKind, ReadWhole
from wiki_assets.documents.reading.page_ranges import PagedReading, PageRange, RangeProgress
from wiki_assets.documents.reading.reader_process import Cause, End, ReaderProcess
from wiki_assets.documents.reading.scratch import scratch_folder
from wiki_assets.documents.reading.verdicts import verdict
from wiki_assets.errors import ArtifactError

WORKER = (sys.executable, "-P", "-m", "wiki_assets.documents.reading.worker")

_LOG = logging.getLogger(__name__)

_DOCUMENTS = 200
"""Documents after which a worker makes room for a fresh one: what libraries leak stays small, and 0.2 s in 200 documents is nothing."""

_HIGH = 3
"""A worker that keeps this part of the memory it may take (a third) makes room too: the next document must not pay for the last one."""


def read_in_pool(
    raw_folder: Path, sources: Sequence[Source], workers: int, choices: Choices, command: Sequence[str] = WORKER
) -> Generator[ReadDocument, None, None]:
    """Reads documents in worker processes, largest first, so that none is left alone with a long one at the end.

    Args:
        raw_folder: Folder of the sources.
        sources: What to read.
        workers: Number of processes; each is started when there is something for it to do.
        choices: How to read them, and what each may cost.
        command: What a worker is started with.

    Yields:
        Outcomes in order of completion. About `workers` of them wait here for the consumer; then workers wait too.

    Raises:
        LibraryError: No worker process can be started.
    """
    desk = _Desk(sorted(sources, key=lambda source: -source.size))
    with scratch_folder() as scratch:
        crew = [_Member(desk, raw_folder.absolute(), scratch / f"{number}", choices, command) for number in range(workers)]
        for member in crew:
            member.start()
        try:
            for _ in range(len(sources)):
                yield desk.take_outcome()
        finally:
            desk.close()
            for member in crew:
                member.end()


class _Desk:
    """Where work waits to be taken, and outcomes to be fetched."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._changed = threading.Condition()
        self._work: deque[Source | PageRange] = deque(sources)
        self._outcome: ReadDocument | Exception | None = None
        self.closed = False

    def take_work(self) -> Source | PageRange | None:
        """The next thing to do, as soon as there is one; None when all is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._work or self.closed)
            return None if self.closed else self._work.popleft()

    def add_work(self, ranges: Sequence[PageRange]) -> None:
        """Ranges of a document that is begun; they come first."""
        with self._changed:
            self._work.extendleft(reversed(ranges))
            self._changed.notify_all()

    def put_outcome(self, outcome: ReadDocument | Exception) -> None:
        """Hands over an outcome; waits until the one before is fetched."""
        with self._changed:
            self._changed.wait_for(lambda: self._outcome is None or self.closed)
            self._outcome = outcome
            self._changed.notify_all()

    def take_outcome(self) -> ReadDocument:
        """The next outcome. Raises what a member raised."""
        with self._changed:
            self._changed.wait_for(lambda: self._outcome is not None)
            outcome, self._outcome = self._outcome, None
            self._changed.notify_all()
        if isinstance(outcome, Exception):
            raise outcome
        assert outcome is not None  # noqa: S101  it was waited for
        return outcome

    def close(self) -> None:
        """Nothing is done or fetched any more."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()


class _Member(threading.Thread):
    """A thread that keeps one worker process busy and starts another when it dies."""

    def __init__(self, desk: _Desk, raw_folder: Path, folder: Path, choices: Choices, command: Sequence[str]) -> None:
        super().__init__(name="document-reader", daemon=True)
        self._desk = desk
        self._raw_folder = raw_folder
        self._folder = folder
        self._choices = choices
        self._command = command
        self._numbers = count()
        self._process: ReaderProcess | None = None

    def run(self) -> None:
        """Does what is on the desk until it is closed."""
        try:
            self._folder.mkdir()
            while (work := self._desk.take_work()) is not None:
                outcome = self._whole(work) if isinstance(work, Source) else self._pages(work)
                if outcome is not None:
                    self._desk.put_outcome(outcome)
                    del outcome  # it may be large, and waiting for work may take long
        except _OverError:
            pass
        except Exception as error:  # the consumer raises it; a thread's own traceback would reach nobody
            self._desk.put_outcome(error)
        finally:
            self._replace()

    def end(self) -> None:
        """Ends the process at once, whatever it does, and waits for the thread."""
        process = self._process
        if process is not None:
            process.kill()
        self.join()

    def _whole(self, source: Source) -> ReadDocument | None:
        """Reads a document; None where its pages are put on the desk instead."""
        options = self._choices.of(source.file)
        answer = self._ask(ReadWhole(str(self._raw_folder), source, options), options.limits)
        if isinstance(answer, End) and answer.cause is not Cause.OUTPUT and _is_pdf(self._raw_folder / source.file):
            answer = 0  # pages, nobody knows how many
        elif isinstance(answer, End) and answer.cause is Cause.DIED:
            answer = self._ask(ReadWhole(str(self._raw_folder), source, options), options.limits)
        if isinstance(answer, ReadDocument):
            return answer
        if isinstance(answer, End):
            return verdict(source, answer, options.limits)
        reading = PagedReading(self._raw_folder, source, options, self._new_folder(), answer)
        self._desk.add_work(reading.ranges)
        return None

    def _ask(self, request: ReadWhole | Compose, limits: Limits) -> ReadDocument | int | End:
        """An outcome, the number of pages of a document that is too long for one request, or how the worker ended."""
        process, until = self._running(), time.monotonic() + limits.seconds
        answer = process.send(request, until, limits) or process.receive(until, limits)
        if isinstance(answer, End):
            return self._gone(answer, request.source)
        if answer.kind is FrameKind.LONG and 0 < answer.number <= MOST_PAGES:
            return answer.number
        outcome = _outcome(answer, request.source)
        self._rest(limits, sound=outcome is not None)
        return outcome or End(Cause.DIED)

    def _pages(self, work: PageRange) -> ReadDocument | None:
        """Reads a range; the outcome of the document where it was the last one."""
        progress = RangeProgress(work)
        while progress.unfinished:
            progress.worker_ended(self._some_pages(progress))
        return self._composed(work.reading) if work.reading.range_is_done() else None

    def _some_pages(self, progress: RangeProgress) -> End | None:
        """Reads on where the last worker ended. How this one ended, if it did."""
        reading, limits, process = progress.reading, progress.reading.options.limits, self._running()
        answer = process.send(progress.request(), reading.until, limits) or process.receive(reading.until, limits)
        while isinstance(answer, Frame) and progress.takes(answer):
            answer = process.receive(reading.patience, limits)
        if isinstance(answer, End):
            return self._gone(answer, reading.source)
        if answer.kind is not FrameKind.END:
            reading.fail(_outcome(answer, reading.source) or verdict(reading.source, End(Cause.DIED), limits))
        self._rest(limits, sound=answer.kind is FrameKind.END)
        return None

    def _composed(self, reading: PagedReading) -> ReadDocument:
        result = reading.result()
        if isinstance(result, Compose):
            limits = reading.options.limits
            answer = self._ask(result, limits)
            if isinstance(answer, End) and answer.cause is Cause.DIED:
                answer = self._ask(result, limits)
            result = answer if isinstance(answer, ReadDocument) else verdict(reading.source, _as_end(answer), limits)
        reading.clear()
        return result

    def _running(self) -> ReaderProcess:
        """The process, started where there is none. Raises `_OverError` where nobody waits for it any more."""
        if self._process is None and not self._desk.closed:
            self._process = ReaderProcess(self._command, self._folder / f"{next(self._numbers)}")
        if self._process is None or self._desk.closed:
            raise _OverError
        return self._process

    def _gone(self, end: End, source: Source) -> End:
        self._process = None
        _LOG.debug("A worker ended with %s: %s", source.file, end)
        return end

    def _rest(self, limits: Limits, sound: bool) -> None:
        """After a document: the process stays if it can be trusted to be as good as new."""
        process = self._process
        if process is None:
            return
        process.documents += 1
        if not sound or process.documents >= _DOCUMENTS or process.memory > process.memory_at_start + limits.memory // _HIGH:
            self._replace()

    def _replace(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def _new_folder(self) -> Path:
        folder = self._folder / f"{next(self._numbers)}"
        folder.mkdir()
        return folder


class _OverError(Exception):
    """Nobody waits for an outcome any more."""


def _as_end(answer: int | End) -> End:
    return answer if isinstance(answer, End) else End(Cause.DIED)


def _outcome(answer: Frame, source: Source) -> ReadDocument | None:
    """The outcome in a frame; None where it is none, or is not about this document."""
    if answer.kind is not FrameKind.OUTCOME:
        return None
    try:
        record = codec.decode_record(answer.first)
    except ArtifactError:
        return None
    fits = (record.bibkey, record.file) == (source.bibkey, source.file) and record.status.readable == bool(answer.second)
    return ReadDocument(record, answer.second or None) if fits else None


def _is_pdf(path: Path) -> bool:
    try:
        if not path.is_file():  # opening a named pipe would wait for ever
            return False
        with path.open("rb") as file:
            return PDF_MAGIC in file.read(PDF_WITHIN)
    except OSError:
        return False
