"""One worker process as the pool sees it: started, asked, watched, ended.

Belongs here: pipes, time, memory, and how the process ends. Does not belong here: which document it reads (`pool`), or what a person is
told (`verdicts`).

Everything the worker sends is read with an eye on the clock and on its memory, and no more of it than the limits allow: a process that has
read a hostile file may do anything.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from wiki_assets.documents.options import Limits
from wiki_assets.documents.reading.messages import HEADER, SMALL, Frame, FrameKind, Request, decode_frame, encode_request
from wiki_assets.errors import LibraryError

_LOOK_EVERY = 0.05
"""Seconds between two looks at clock and memory; memory grows by some hundred megabytes in that time at the very most."""

_STARTING = 60.0
_AT_ONCE = 1 << 20
_RECORD = 4_000_000
"""Bytes of a record at most: title, authors and reason of the largest we saw have a thousandth of this."""

_PASSED_ON = ("PATH", "HOME", "USER", "LANG", "TZ", "VIRTUAL_ENV", "TESSDATA_PREFIX", "NLTK_DATA", "SYSTEMROOT")
_PASSED_ON_PREFIXES = ("LC_", "LD_", "DYLD_", "PYTHON")


class Cause(Enum):
    """Why a worker gave no answer: it took too long, too much memory, wanted to send too much, or died."""

    LATE = auto()
    MEMORY = auto()
    OUTPUT = auto()
    DIED = auto()


@dataclass(frozen=True, slots=True)
class End:
    """A worker that is no more.

    Attributes:
        signal: That killed it, 0 where none did.
        code: It exited with, where no signal killed it.
        said: The last line that it or a library of it wrote to its error output.
    """

    cause: Cause
    signal: int = 0
    code: int = 0
    said: str = ""


class ReaderProcess:
    """A worker process with a folder of its own.

    Attributes:
        documents: How many it has read; who asks counts.
        memory_at_start: Bytes it had before the first.
    """

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        """Starts it and waits until it is ready.

        Args:
            command: What it is started with.
            folder: Made for it, and removed after it.

        Raises:
            LibraryError: It cannot be started.
        """
        self.documents = 0
        self._folder = folder
        try:
            folder.mkdir(mode=0o700)
            with (folder / "messages").open("wb") as messages:
                self._process = subprocess.Popen(  # noqa: S603  our own command
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=messages,
                    cwd=folder,
                    env=reader_environment(folder),
                    process_group=0,  # Ctrl-C is for us; and whatever it starts can be ended with it
                )
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise LibraryError(f"No process to read documents can be started: {error.strerror or error}.", _REMEDY) from error
        assert self._process.stdin is not None and self._process.stdout is not None  # noqa: S101  both are pipes
        self._requests, self._replies = self._process.stdin, self._process.stdout
        os.set_blocking(self._requests.fileno(), False)
        os.set_blocking(self._replies.fileno(), False)
        self._wait_until_ready()
        self.memory_at_start = self.memory

    def send(self, request: Request, until: float, limits: Limits) -> End | None:
        """Asks something. An end where it does not listen.

        Args:
            until: When patience is over, by `time.monotonic`.
            limits: What it may take.
        """
        rest = memoryview(encode_request(request))
        while rest:
            _, ready, _ = select.select([], [self._requests], [], _LOOK_EVERY)
            if ready:
                try:
                    rest = rest[os.write(self._requests.fileno(), rest[:_AT_ONCE]) :]
                except BrokenPipeError:
                    return self._ended(Cause.DIED)
            elif (strikes := self._strikes(until, limits)) is not None:
                return self._ended(strikes)
        return None

    def receive(self, until: float, limits: Limits) -> Frame | End:
        """The next thing it says, or how it ended. After an end the process is gone. See `send`."""
        header = self._read(HEADER.size, until, limits)
        if isinstance(header, End):
            return header
        kind, first_length, second_length = HEADER.unpack(header)
        outcome = kind == FrameKind.OUTCOME.value
        if second_length > limits.output_bytes or first_length > (_RECORD if outcome else SMALL):
            return self._ended(Cause.OUTPUT)
        first = self._read(first_length, until, limits)
        if isinstance(first, End):
            return first
        second = self._read(second_length, until, limits)
        if isinstance(second, End):
            return second
        try:
            return decode_frame(kind, first, second)
        except ValueError:
            return self._ended(Cause.DIED)

    @property
    def memory(self) -> int:
        """Bytes of memory it has now; 0 where the system does not tell."""
        try:
            return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError):
            return 0

    def kill(self) -> None:
        """Ends it at once, from any thread; `close` has to follow."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self._process.poll() is None:
                os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Ends it with all that it started, and removes its folder."""
        with contextlib.suppress(ProcessLookupError, PermissionError):  # what it started may outlive it
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._requests, self._replies):
            with contextlib.suppress(OSError):
                stream.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _wait_until_ready(self) -> None:
        answer = self.receive(time.monotonic() + _STARTING, Limits())
        if answer == Frame(FrameKind.READY):
            return
        end = self._ended(Cause.DIED) if isinstance(answer, Frame) else answer
        said = f": {end.said}" if end.said else ""
        raise LibraryError(f"The processes that read documents end as soon as they start{said}.", _REMEDY)

    def _last_words(self) -> str:
        """The last line it wrote to its messages, where it wrote any."""
        try:
            lines = (self._folder / "messages").read_text("utf-8", "replace").split("\n")
        except OSError:
            return ""
        return next((line.strip().rstrip(".") for line in reversed(lines) if line.strip()), "")[:300]

    def _read(self, length: int, until: float, limits: Limits) -> bytes | End:
        pieces: list[bytes] = []
        while length:
            ready, _, _ = select.select([self._replies], [], [], _LOOK_EVERY)
            strikes = self._strikes(until, limits)
            if strikes is not None and not (ready and strikes is Cause.DIED):
                return self._ended(strikes)
            if not ready:
                continue
            piece = os.read(self._replies.fileno(), min(length, _AT_ONCE))
            if not piece:
                return self._ended(Cause.DIED)
            pieces.append(piece)
            length -= len(piece)
        return b"".join(pieces)

    def _strikes(self, until: float, limits: Limits) -> Cause | None:
        """What speaks for ending it now."""
        if self._process.poll() is not None:  # what it started may still hold the pipe open
            return Cause.DIED
        if self.memory > limits.memory:
            return Cause.MEMORY
        return Cause.LATE if time.monotonic() > until else None

    def _ended(self, cause: Cause) -> End:
        if cause is Cause.DIED:  # its pipe is closed: it is about to end by itself, if it has not, and its own end says more
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=1.0)
        code = self._process.poll() or 0
        said = self._last_words()
        self.close()
        if code == -signal.SIGALRM:
            cause = Cause.LATE
        return End(cause, max(0, -code), max(0, code), said)


_REMEDY = "Check that this Python can start processes and has all packages of the product (pip check)."


def reader_environment(folder: Path) -> dict[str, str]:
    """What a worker needs to know; no keys and passwords, which are none of a document's business."""
    kept = {name: value for name, value in os.environ.items() if name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIXES)}
    root = str(Path(__file__).resolve().parents[3])
    paths = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # there is a worker for each core already
    return {**kept, **threads, "PYTHONPATH": paths, "TMPDIR": str(folder)}
