"""The shelf: standings in the artifact store, and the files below `wiki/` that follow from them.

Belongs here: the lock, the order of writes, finishing what a crash left, keeping what somebody edited by hand. Does not belong
here: deciding (`gate`), rendering (`rendering`), or when to change what (`publishing`).

Order of writes. `commit` first keeps hand-edited words, then writes the standing with a `PendingChange` (from here on the change
has happened), then the events, the files, and last the standing with nothing pending. A kill before the standing is written
leaves the old state; a kill after it leaves a pending change, which the next `commit` or `recover` finishes. Each step leaves
alone what it finds done, so finishing twice is finishing once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from wiki_assets.errors import ArtifactError, StoreLockedError
from wiki_assets.publication.model import LogAction, LogEvent, PendingChange, Standing, text_sha256
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore, write_atomically

RESERVED_SLUGS = frozenset({"index", "log"})


class Shelf:
    """Standings of all slugs of one home."""

    def __init__(self, home: Path, store: ArtifactStore, wait_seconds: float) -> None:
        self._home = home
        self._store = store
        self._wait_seconds = wait_seconds
        self._lock = FileLock(str(layout.wiki_lock(home)))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the one lock of the wiki; may be nested.

        Raises:
            StoreLockedError: Another run held it all the time.
            ArtifactError: The home cannot be written.
        """
        try:
            Path(self._lock.lock_file).parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=self._wait_seconds)
        except Timeout as error:
            raise StoreLockedError(
                f"Another run has been writing the wiki for more than {self._wait_seconds:g} seconds.",
                "Wait for it to end, then try again.",
            ) from error
        except OSError as error:
            raise ArtifactError(
                f"The wiki's lock {self._lock.lock_file} cannot be written: {error.strerror or error}.",
                "Check space and permissions of the home folder.",
            ) from error
        try:
            yield
        finally:
            self._lock.release()

    def page_path(self, slug: str) -> Path:
        """Where a published page lies. Raises `ArtifactError` for a slug that cannot name one."""
        if not slug or slug in RESERVED_SLUGS or Path(slug).name != slug or slug.startswith("."):
            raise ArtifactError(f"{slug!r} cannot name a page of the wiki.", "Rename the concept in concepts.yaml.")
        return layout.wiki_folder(self._home) / f"{slug}.md"

    def draft_path(self, slug: str) -> Path:
        """Where a draft lies."""
        return layout.draft_folder(self._home) / self.page_path(slug).name

    def standing(self, slug: str) -> Standing:
        """What is true of a slug; vacant where nothing has happened yet."""
        return self._store.find_model(layout.publication(slug), Standing) or Standing(slug=slug)

    def standings(self) -> list[Standing]:
        """All that are not vacant or have something pending, by slug."""
        return sorted(self._store.all_models(layout.STANDINGS, Standing).values(), key=lambda standing: standing.slug)

    def commit(self, target: Standing, events: tuple[LogEvent, ...], at: datetime, run_id: str) -> bool:
        """Makes a standing true, on disk and in the log; the caller holds the lock.

        Args:
            target: The standing wanted; its `pending` is not looked at.
            events: What to log for it.
            at: Time for the event of a file that somebody edited by hand.
            run_id: Run for that event.

        Returns:
            Whether anything had to be written.
        """
        target = target.model_copy(update={"pending": None})
        present = self._finished(target.slug)
        found = {path: data for path, _ in self._files_of(target) if (data := _bytes(path)) is not None}
        edits = self._keep_edits(target, present, found, at, run_id)
        if not events and not edits and target == present and self.files_follow(target):
            return False
        replaces = tuple(sorted(_sha256(data) for data in found.values()))
        self._write(target.model_copy(update={"pending": PendingChange(events=(*events, *edits), replaces=replaces)}))
        self._finished(target.slug)
        return True

    def recover(self, slug: str) -> bool:
        """Finishes a change that a crash left half done; the caller holds the lock. Returns whether there was one."""
        pending = self.standing(slug).pending is not None
        self._finished(slug)
        return pending

    def _finished(self, slug: str) -> Standing:
        """The standing with nothing pending, after doing what was."""
        standing = self.standing(slug)
        if standing.pending is None:
            return standing
        for event in standing.pending.events:
            if not self._store.exists(layout.log_event(event.name)):
                self._store.write_model(layout.log_event(event.name), event)
        for path, text in self._files_of(standing):
            if self._may_replace(path, standing.pending):
                _follow(path, text)
        settled = standing.model_copy(update={"pending": None})
        if settled.vacant:
            self._store.delete(layout.publication(slug))
        else:
            self._write(settled)
        return settled

    def _may_replace(self, path: Path, pending: PendingChange) -> bool:
        """False for a file edited after a crash: it stays, and the next commit keeps and replaces it."""
        return not (sha := file_sha256(path)) or sha in pending.replaces

    def _files_of(self, standing: Standing) -> tuple[tuple[Path, str], tuple[Path, str]]:
        slug = standing.slug
        return (self.page_path(slug), standing.page_text), (self.draft_path(slug), standing.draft_text)

    def files_follow(self, standing: Standing) -> bool:
        """Whether both files are there, byte for byte, or absent, as a standing has them."""
        return all(file_sha256(path) == (text_sha256(text) if text else "") for path, text in self._files_of(standing))

    def _keep_edits(
        self, target: Standing, present: Standing, found: dict[Path, bytes], at: datetime, run_id: str
    ) -> tuple[LogEvent, ...]:
        """Keeps the words of files that are neither as recorded nor as wanted, and says so in events."""
        events = []
        for (path, recorded), (_, wanted) in zip(self._files_of(present), self._files_of(target), strict=True):
            if path in found and (sha := _sha256(found[path])) not in (text_sha256(recorded), text_sha256(wanted)):
                kept = layout.edited_copy(target.slug, sha)
                self._store.write(kept, found[path])
                events.append(_edited(target, path.relative_to(self._home).as_posix(), kept, at, run_id))
        return tuple(events)

    def _write(self, standing: Standing) -> None:
        self._store.write_model(layout.publication(standing.slug), standing)


def file_sha256(path: Path) -> str:
    """Hash of a file's bytes, hex; empty where there is no file."""
    data = _bytes(path)
    return "" if data is None else _sha256(data)


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _follow(path: Path, text: str) -> None:
    """Brings a file to a text; an empty text means no file."""
    if not text:
        path.unlink(missing_ok=True)
    elif file_sha256(path) != text_sha256(text):
        write_atomically(path, text.encode("utf-8"))


def _edited(target: Standing, file: str, kept: str, at: datetime, run_id: str) -> LogEvent:
    shown = target.published or target.draft
    return LogEvent(
        at=at,
        action=LogAction.EDITED,
        slug=target.slug,
        title=shown.title if shown else target.slug,
        page_sha=shown.page_sha if shown else "",
        rate=shown.rate if shown else 0.0,
        threshold=shown.threshold if shown else 0.0,
        claims=shown.claims if shown else 0,
        reason=f"{file} was written or edited by hand; those words are kept in artifacts/{kept}.",
        run_id=run_id,
    )
