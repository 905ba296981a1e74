"""Worker processes that read documents, each its own at a time, so that a crash has one culprit.

Belongs here: starting workers, handing out documents, what a dead or stuck worker costs. Does not belong here: reading.

Not `ProcessPoolExecutor`: after a crash it fails every document in flight, and its fresh processes import the parent's main
module again, which for the `wiki` command or a Dagster step takes seconds.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from wiki_assets.documents.model import DocumentStatus, ReadDocument, Source
from wiki_assets.documents.options import Choices
from wiki_assets.documents.single import failed
from wiki_assets.documents.worker import READY, read_reply, write_request
from wiki_assets.errors import LibraryError

WORKER = (sys.executable, "-m", "wiki_assets.documents.worker")

SECONDS_PER_DOCUMENT = 600.0
"""Time after which a worker is taken for stuck: forty times what the largest file we tried (619 pages) takes on a busy core."""


def read_in_pool(
    raw_folder: Path,
    sources: Sequence[Source],
    workers: int,
    choices: Choices,
    command: Sequence[str] = WORKER,
    seconds: float = SECONDS_PER_DOCUMENT,
) -> Iterator[ReadDocument]:
    """Reads documents in worker processes, largest first, so that none is left alone with a long one at the end.

    Args:
        raw_folder: Folder of the sources.
        sources: What to read.
        workers: Number of processes.
        choices: How to read them.
        command: What a worker is started with.
        seconds: Time for one document; a worker that takes longer is ended.

    Yields:
        Outcomes in order of completion. A document that ends its worker is `corrupt`; one that holds it too long, `unreadable`.

    Raises:
        LibraryError: No worker process can be started.
    """
    waiting = deque(sorted(sources, key=lambda source: -source.size))
    outcomes: queue.SimpleQueue[ReadDocument | BaseException] = queue.SimpleQueue()
    crew = [_Member(raw_folder, waiting, outcomes, choices, command, seconds) for _ in range(workers)]
    for member in crew:
        member.start()
    try:
        for _ in range(len(sources)):
            outcome = outcomes.get()
            if isinstance(outcome, BaseException):
                raise outcome
            yield outcome
    finally:
        waiting.clear()
        for member in crew:
            member.end()


_IN_ONE = "Set WIKI_WORKERS=1 to read in one process."


class _Member(threading.Thread):
    """A thread that keeps one worker process busy and starts another when it dies."""

    def __init__(
        self,
        raw_folder: Path,
        waiting: deque[Source],
        outcomes: queue.SimpleQueue[ReadDocument | BaseException],
        choices: Choices,
        command: Sequence[str],
        seconds: float,
    ) -> None:
        super().__init__(name="document-reader", daemon=True)
        self._raw_folder = raw_folder
        self._waiting = waiting
        self._outcomes = outcomes
        self._choices = choices
        self._command = command
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Takes documents until none is left."""
        try:
            while True:
                try:
                    source = self._waiting.popleft()
                except IndexError:
                    break
                self._outcomes.put(self._read(source))
        except Exception as error:  # the consumer raises it; a thread's own traceback would reach nobody
            self._outcomes.put(error)
        finally:
            self._close()

    def end(self) -> None:
        """Ends the process at once, whatever it does, and waits for the thread."""
        process = self._process
        if process is not None and process.poll() is None:
            process.kill()
        self.join()

    def _read(self, source: Source) -> ReadDocument:
        outcome, stuck = self._ask(source)
        if outcome is not None:
            return outcome
        if stuck:
            reason = f"{source.file} was not read within {self._seconds:.0f} s. Print it to a new PDF, or split it."
            return failed(source, DocumentStatus.UNREADABLE, reason)
        reason = f"{source.file} makes the reader crash; it is damaged or meant to. Fetch it again, or print it to a new PDF."
        return failed(source, DocumentStatus.CORRUPT, reason)

    def _ask(self, source: Source) -> tuple[ReadDocument | None, bool]:
        """A worker's answer, None where it died; and whether it was ended for taking too long."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None and process.stdout is not None  # noqa: S101  both are pipes
        late = threading.Event()

        def give_up() -> None:
            late.set()
            process.kill()

        watch = threading.Timer(self._seconds, give_up)
        watch.daemon = True
        watch.start()
        try:
            write_request(process.stdin, self._raw_folder, source, self._choices.of(source.file))
            outcome = read_reply(process.stdout)
        except BrokenPipeError:
            outcome = None
        finally:
            watch.cancel()
        if outcome is None:
            self._close()
        return outcome, late.is_set()

    def _start(self) -> subprocess.Popen[bytes]:
        root = str(Path(__file__).resolve().parents[2])
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        try:
            process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)  # noqa: S603
        except OSError as error:
            raise LibraryError(f"No process to read documents can be started: {error.strerror or error}.", _IN_ONE) from error
        self._process = process
        if process.stdout is None or process.stdout.read(len(READY)) != READY:
            raise LibraryError("The processes that read documents end as soon as they start; their message is above.", _IN_ONE)
        return process

    def _close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        process.wait()
