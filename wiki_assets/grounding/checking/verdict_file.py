"""The file of verdicts: whole under its name, or kept under another name that is told.

Belongs here: writing lines so that a reader never takes a part for the whole. Does not belong here: what a line says.
"""

from __future__ import annotations

import contextlib
import os
import uuid
from pathlib import Path
from types import TracebackType
from typing import Self

from wiki_assets.errors import InputError
from wiki_assets.grounding.checking.interrupts import interrupts_held

_BUFFER = 65_536  # bytes that wait for one another before they are written
_ROOM = "Check space and permissions there, or give another --out."


class VerdictFile:
    """Lines go to a temporary file beside the target, which takes the target's place when all has gone well.

    Otherwise what was written, whole lines all, stays as `kept`. A device or a pipe is written directly.

    Args:
        target: Where the whole file goes; a link is followed.

    Raises:
        InputError: It cannot be made; also from `write` and on leaving.
    """

    def __init__(self, target: Path) -> None:
        self.target = target.resolve()
        self.kept: Path | None = None
        self._direct = self.target.exists() and not self.target.is_file()
        self._written = self.target if self._direct else self.target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._whole = 0  # bytes written that end with a line
        try:
            self._file = self._written.open("wb", buffering=0)
        except OSError as error:
            raise self._cannot(error) from error

    def __enter__(self) -> Self:
        return self

    def write(self, line: bytes) -> None:
        """Adds a line; an interruption waits for its end."""
        with interrupts_held():
            self._waiting.append(line)
            self._waiting_bytes += len(line)
            if self._direct or self._waiting_bytes >= _BUFFER:
                try:
                    self._flush()
                except OSError as error:
                    raise self._cannot(error) from error

    def _flush(self) -> None:
        data = b"".join(self._waiting)
        self._waiting.clear()
        self._waiting_bytes = 0
        whole = self._whole + len(data)
        while data:
            data = data[self._file.write(data) :]
        self._whole = whole

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with interrupts_held():
            if error is None:
                self._finish()
            else:
                self._keep()

    def _finish(self) -> None:
        try:
            with self._file:
                self._flush()
                if not self._direct:
                    os.fsync(self._file.fileno())
            if not self._direct:
                self._written.replace(self.target)
        except OSError as error:
            self._keep()
            raise self._cannot(error) from error

    def _keep(self) -> None:
        with contextlib.suppress(OSError, ValueError), self._file:  # ValueError: it is closed already
            try:
                self._flush()
            except OSError:
                self._file.truncate(self._whole)  # a full disk took half a line
        if self._direct:
            return
        partial = self.target.with_name(f"{self.target.name}.partial")
        with contextlib.suppress(OSError):
            if self._written.stat().st_size:
                self._written.replace(partial)
                self.kept = partial
            else:
                self._written.unlink()

    def _cannot(self, error: OSError) -> InputError:
        return InputError(f"The verdicts cannot be written to {self.target}: {error.strerror or error}.", _ROOM)
