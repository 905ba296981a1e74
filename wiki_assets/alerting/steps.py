"""The work of alerting on an artifact store: keeping the memory, sending what is due, and telling the audit.

Belongs here: the order in which things are kept, sent and recorded. Does not belong here: what is told (`noticing`), the rate limit
(`ledger`), or where happenings come from (the sensors).

The memory is kept before anything is sent, after each alert that was, and once more when the audit has what became of all. One process
at a time: whoever cannot have the lock tries again at its next look, and nothing is lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from wiki_assets.alerting.cleaning import Cleaner
from wiki_assets.alerting.delivery import Outcome, Post
from wiki_assets.alerting.ledger import Ledger, make_due, settle, take_in
from wiki_assets.alerting.model import Alert, Place
from wiki_assets.alerting.noticing import Standing
from wiki_assets.alerting.recording import alert_row
from wiki_assets.alerting.wording import payload_of
from wiki_assets.audit.rows import AlertRow
from wiki_assets.errors import HomeError, StoreLockedError
from wiki_assets.storage.artifacts import ArtifactStore

LEDGER_KEY = "alerts/ledger.json"
_LOCK_SECONDS = 5.0
_SENDING_SECONDS = 20.0  # a sensor has 60 seconds; what is not sent by then is sent at the next tick

Notice = Callable[[Ledger], tuple[Mapping[str, Standing], Sequence[Alert]]]


@dataclass(frozen=True)
class Desk:
    """Where alerts are worked on.

    Attributes:
        store: Keeps the memory.
        lock: File of the lock, on a local disk.
        append: Appends to the audit's table `alerts`.
        cleaner: What every text goes through before it is kept or sent.
        post: Sends to the webhook; None where there is none.
        per_hour: How many alerts may be sent in an hour.
    """

    store: ArtifactStore
    lock: Path
    append: Callable[[Sequence[AlertRow]], None]
    cleaner: Cleaner
    post: Post | None
    per_hour: int


@dataclass(frozen=True, slots=True)
class Told:
    """What one look came to: new alerts, those that were sent now, and those that wait or are held back after it."""

    new: int
    sent: int
    waiting: int
    held: int


def tell(desk: Desk, source: str, place: Place, notice: Notice, now: datetime) -> Told:
    """Takes in what a source noticed, sends what is due, and records what became of it.

    Args:
        source: Who looked: `runs` or `checks`.
        place: How far it looked.
        notice: From the memory to the checks that fail now, and the new alerts.

    Raises:
        StoreLockedError: The other source is at work. Nothing was taken in: come again with the same happenings.
        ArtifactError, StorageUnavailableError: The memory cannot be kept; the same.
        AuditError: The audit cannot be written. All was taken in and is recorded next time.
    """
    with _alone(desk.lock):
        before = desk.store.find_current(LEDGER_KEY, Ledger) or Ledger()
        failing, alerts = notice(before)
        webhook = desk.post is not None
        cleaned = [desk.cleaner.clean_alert(alert) for alert in alerts]
        ledger = before.model_copy(update={"failing": dict(failing), "read": {**before.read, source: place}})
        ledger = make_due(ledger, desk.per_hour, now, webhook=webhook)
        ledger = take_in(ledger, cleaned, desk.per_hour, now, webhook=webhook)
        if ledger != before:
            desk.store.write_model(LEDGER_KEY, ledger)
        sent_before = len(ledger.sent_at)
        ledger = _send(desk, ledger, now)
        sent = len(ledger.sent_at) - sent_before
        _record(desk, ledger)
    return Told(len(alerts), sent, len(ledger.waiting), ledger.held_count)


def _send(desk: Desk, ledger: Ledger, now: datetime) -> Ledger:
    """Sends what waits, the oldest first, until the webhook does not answer or time is up."""
    if desk.post is None or (ledger.not_before is not None and now < ledger.not_before):
        return ledger
    started = time.monotonic()
    for waiting in ledger.waiting:
        if time.monotonic() - started > _SENDING_SECONDS:
            break
        answer = desk.post(payload_of(waiting.alert))
        ledger = settle(ledger, waiting.alert, answer, now)
        desk.store.write_model(LEDGER_KEY, ledger)
        if answer.outcome is Outcome.UNANSWERED:
            break
    return ledger


def _record(desk: Desk, ledger: Ledger) -> None:
    """Tells the audit; a state that it has already is not recorded again."""
    if ledger.fates:
        desk.append([alert_row(fate) for fate in ledger.fates.values()])
        desk.store.write_model(LEDGER_KEY, ledger.model_copy(update={"fates": {}}))


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    lock = FileLock(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=_LOCK_SECONDS)
    except Timeout as error:
        raise StoreLockedError("Other alerts are being sent now.", "Nothing to do: the next look takes its turn.") from error
    except OSError as error:
        raise HomeError(
            f"Alerts cannot be sent: {error.strerror or error}.", "Check the permissions of the home folder."
        ) from error
    try:
        yield
    finally:
        lock.release()
