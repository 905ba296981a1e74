"""One PDF read in ranges of pages: because it is very long, or because reading it as a whole ended a worker.

Belongs here: which ranges there are, which pages are lost, and when all is read. Does not belong here: processes (`pool`,
`reader_process`), or pages (`loaders`).

A worker tells of each page it has written. When it dies, the page after the last one told is the one it died of: that page is tried once
more in a fresh process, then given up, and reading goes on behind it.
"""

from __future__ import annotations

import shutil
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from wiki_assets.documents.model import ReadDocument, Source
from wiki_assets.documents.options import ReadingOptions
from wiki_assets.documents.reading.messages import MOST_PAGES, Compose, Frame, FrameKind, ReadPages
from wiki_assets.documents.reading.reader_process import Cause, End
from wiki_assets.documents.reading.verdicts import lost_page, verdict

_PAGES_AT_ONCE = 50
"""Pages of a range: some tenths of a second of work, so that no worker waits long for another at the end."""

_STALLED = 8
"""A page may take this part of the time of the whole document, so that a few bad ones do not use it up."""


@dataclass(frozen=True, slots=True)
class PageRange:
    """Pages `first` to `last` of a document, from 1; 0 for the last one's number where it is not known yet."""

    reading: PagedReading
    first: int
    last: int


class PagedReading:
    """What is known so far of a document that is read in ranges. The threads of several workers tell it what those did.

    Attributes:
        until: When its time is over, by `time.monotonic`.
        ranges: What there is to read.
    """

    def __init__(self, raw_folder: Path, source: Source, options: ReadingOptions, folder: Path, count: int = 0) -> None:
        """Begins with nothing read.

        Args:
            raw_folder: Folder of the sources.
            source: What is read.
            options: How.
            folder: For files of pages; it exists, and nobody else uses it.
            count: Pages of the document, 0 where that is not known.
        """
        self.source = source
        self.options = options
        self._raw_folder = raw_folder
        self._folder = folder
        self.until = time.monotonic() + options.limits.seconds
        self._lock = threading.Lock()
        self._lost: dict[int, str] = {}
        self._parts: list[str] = []
        self._outcome: ReadDocument | None = None
        self._read = 0
        self._last_end = End(Cause.LATE)
        starts = range(1, count + 1, _PAGES_AT_ONCE)
        self.ranges = [PageRange(self, first, min(first + _PAGES_AT_ONCE - 1, count)) for first in starts] or [
            PageRange(self, 1, 0)
        ]
        self._open = len(self.ranges)

    @property
    def patience(self) -> float:
        """Until when the next page may take, by `time.monotonic`."""
        return min(self.until, time.monotonic() + self.options.limits.seconds / _STALLED)

    @property
    def over(self) -> bool:
        """Whether it makes no sense to read on: its time is over, or its outcome is known."""
        return self._outcome is not None or time.monotonic() > self.until

    def request(self, first: int, last: int) -> ReadPages:
        """What a worker is to be asked for some of the pages; each time for another file."""
        with self._lock:
            target = str(self._folder / f"{len(self._parts)}.pages")
            self._parts.append(target)
        return ReadPages(str(self._raw_folder), self.source, self.options, first, last, target)

    def page_is_read(self) -> None:
        """A page is in its file."""
        with self._lock:
            self._read += 1

    def lose(self, page: int, end: End) -> None:
        """A page cannot be read, for it ended its worker like this."""
        with self._lock:
            self._lost[page] = lost_page(end, self.options.limits)
            self._last_end = end

    def fail(self, outcome: ReadDocument) -> None:
        """The document as a whole cannot be read."""
        with self._lock:
            self._outcome = self._outcome or outcome

    def range_is_done(self) -> bool:
        """A range needs no more work. Whether it was the last one."""
        with self._lock:
            self._open -= 1
            return self._open == 0

    def result(self) -> ReadDocument | Compose:
        """The outcome, where it is known without the pages; else what a worker is to be asked to make it of them."""
        if self._outcome is not None:
            return self._outcome
        if not self._read:
            return verdict(self.source, self._last_end, self.options.limits)
        existing = tuple(part for part in self._parts if Path(part).exists())
        return Compose(str(self._raw_folder), self.source, self.options, existing, tuple(sorted(self._lost.items())))

    def clear(self) -> None:
        """Removes the files of pages."""
        shutil.rmtree(self._folder, ignore_errors=True)


class RangeProgress:
    """How far one range is, through all the workers that it takes."""

    def __init__(self, work: PageRange) -> None:
        self.reading = work.reading
        self._next = work.first
        self._last = work.last
        self._read_through = False
        self._died_at = -1

    @property
    def unfinished(self) -> bool:
        """Whether there is more to read, and time for it. Pages for which there is none are lost."""
        if self._read_through or (self._last and self._next > self._last):
            return False
        if not self.reading.over:
            return True
        for page in range(self._next, self._last + 1):
            self.reading.lose(page, End(Cause.LATE))
        return False

    def request(self) -> ReadPages:
        """What the next worker is to be asked for."""
        return self.reading.request(self._next, self._last)

    def takes(self, said: Frame) -> bool:
        """Notes what a worker says, and whether it will say more."""
        if said.kind is FrameKind.COUNT and said.number <= MOST_PAGES:
            self._last = self._last or said.number
        elif said.kind is FrameKind.PAGE and said.number == self._next:
            self._next += 1
            self.reading.page_is_read()
        else:
            return False
        return True

    def worker_ended(self, end: End | None) -> None:
        """Decides what a worker's end costs; None where it lives, and has said all it has to say."""
        if end is None:
            self._read_through = True
        elif end.cause is Cause.DIED and self._died_at != self._next:
            self._died_at = self._next  # once more
        elif self._last:
            self.reading.lose(self._next, end)
            self._next += 1
        else:  # it cannot even be opened
            self.reading.fail(verdict(self.reading.source, end, self.reading.options.limits))
