"""What alerting remembers between two looks: which checks fail, what waits to be sent, what was held back, and what was sent when.

Belongs here: the memory as one value, and how it changes: taking in new alerts, the rate limit, the digest, the outcome of an attempt.
Does not belong here: keeping it, or sending (`steps`).

An alert leaves the memory only when its fate is known, and its fate only when the audit has it. So whoever is killed at any point sends
or records something a second time, with the same `alert_id`, and loses nothing. The other way round an alert that comes twice (a run that
is ended twice, events that are read again) is taken in once, and no two that wait have one id.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from pydantic import Field, field_validator

from wiki_assets.alerting.delivery import Answer, Outcome
from wiki_assets.alerting.model import Alert, Delivery, Kind, Place, Severity, alert_id_of
from wiki_assets.alerting.noticing import Standing
from wiki_assets.storage.frozen import Frozen

HOUR = timedelta(hours=1)
GIVEN_UP_AFTER = timedelta(days=1)
_EXAMPLES = 5  # partitions that a digest names of each group
_BY_SEVERITY = (Severity.ERROR, Severity.WARNING, Severity.INFO)


class Waiting(Frozen):
    """An alert that has not reached the webhook: since when it waits, and the attempts made."""

    alert: Alert
    since: datetime
    attempts: int = 0


class HeldGroup(Frozen):
    """Alerts of one sort that were held back: what failed, on how many, and some examples."""

    what: str
    severity: Severity
    owners: tuple[str, ...]
    count: int
    examples: tuple[str, ...]


class Fate(Frozen):
    """What became of an alert, to be told to the audit."""

    alert: Alert
    delivery: Delivery
    answer: str
    attempts: int
    at: datetime


class Ledger(Frozen):
    """The whole memory.

    Attributes:
        failing: Checks that fail, by `CheckOutcome.key`.
        read: By source, how far the event log is taken in; a look that is repeated after a crash comes with the same events.
        waiting: Alerts to be sent, the oldest first.
        held: What the next digest tells of.
        held_since: When the first of those was held back.
        sent_at: When alerts were delivered, within the last hour.
        not_before: The webhook asked to be left alone until then.
        fates: What the audit has not been told yet, by alert.
        taken: When alerts were taken in, by their ids, within the last hour.
    """

    failing: dict[str, Standing] = Field(default_factory=dict)
    read: dict[str, Place] = Field(default_factory=dict)
    waiting: tuple[Waiting, ...] = ()
    held: tuple[HeldGroup, ...] = ()
    held_since: datetime | None = None
    sent_at: tuple[datetime, ...] = ()
    not_before: datetime | None = None
    fates: dict[str, Fate] = Field(default_factory=dict)
    taken: dict[str, datetime] = Field(default_factory=dict)

    @field_validator("waiting")
    @classmethod
    def _waits_once(cls, waiting: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
        """A memory that was kept by an earlier version may hold an alert twice: it would be posted twice, and settled once."""
        first: dict[str, Waiting] = {}
        for item in waiting:
            first.setdefault(item.alert.alert_id, item)
        return tuple(first.values())

    @property
    def held_count(self) -> int:
        """How many alerts are held back."""
        return sum(group.count for group in self.held)


def take_in(ledger: Ledger, alerts: Iterable[Alert], per_hour: int, now: datetime, *, webhook: bool) -> Ledger:
    """Takes in new alerts, in order; one that waits, or was taken in within the hour, is known already.

    Args:
        per_hour: How many alerts may be sent in an hour.
        webhook: Whether there is anywhere to send to.
    """
    taken = dict(ledger.taken)
    for alert in alerts:
        if alert.alert_id in taken or _waiting(ledger, alert) is not None:
            continue
        taken[alert.alert_id] = now
        ledger = _take(ledger, alert, per_hour, now) if webhook else _fated(ledger, alert, Delivery.RECORDED, "", 0, now)
    return ledger if taken == ledger.taken else ledger.model_copy(update={"taken": taken})


def make_due(ledger: Ledger, per_hour: int, now: datetime, *, webhook: bool) -> Ledger:
    """Brings the memory to this moment: what waited too long is given up, and what was held back becomes a digest when one may be sent."""
    ledger = _within_the_hour(ledger, now)
    for waiting in ledger.waiting:
        if not webhook or now - waiting.since >= GIVEN_UP_AFTER:
            fate = Delivery.GIVEN_UP if webhook else Delivery.RECORDED
            ledger = _fated(_without(ledger, waiting.alert), waiting.alert, fate, "", waiting.attempts, now)
    if ledger.held and (not webhook or _room(ledger, per_hour)):
        digest = _digest(ledger, now)
        ledger = ledger.model_copy(update={"held": (), "held_since": None})
        ledger = _waits(ledger, digest, now) if webhook else _fated(ledger, digest, Delivery.RECORDED, "", 0, now)
    return ledger


def settle(ledger: Ledger, alert: Alert, answer: Answer, now: datetime) -> Ledger:
    """Notes what the webhook answered to an alert; one that does not wait any more has its fate already."""
    waiting = _waiting(ledger, alert)
    if waiting is None:
        return ledger
    attempts = waiting.attempts + answer.attempts
    if answer.outcome is Outcome.UNANSWERED:
        tried = waiting.model_copy(update={"attempts": attempts})
        pause = {"not_before": now + timedelta(seconds=answer.wait_seconds)} if answer.wait_seconds else {}
        queue = tuple(tried if item is waiting else item for item in ledger.waiting)
        return _fated(ledger.model_copy(update={"waiting": queue, **pause}), alert, Delivery.WAITING, answer.told, attempts, now)
    if answer.outcome is Outcome.REFUSED:
        return _fated(_without(ledger, alert), alert, Delivery.REFUSED, answer.told, attempts, now)
    sent = _without(ledger, alert).model_copy(update={"sent_at": (*ledger.sent_at, now), "not_before": None})
    return _fated(sent, alert, Delivery.DELIVERED, answer.told, attempts, now)


def _take(ledger: Ledger, alert: Alert, per_hour: int, now: datetime) -> Ledger:
    # While anything is held back the rest is too: a digest that told of older things than the alerts before it would confuse.
    if ledger.held or not _room(ledger, per_hour):
        held = ledger.model_copy(
            update={"held": _added(ledger.held, alert), "held_since": ledger.held_since or alert.happened_at},
        )
        return _fated(held, alert, Delivery.HELD_BACK, "", 0, now)
    return _waits(ledger, alert, now)


def _room(ledger: Ledger, per_hour: int) -> bool:
    """Whether one more may be sent: what waits takes its place already, so that no queue grows while a webhook is away."""
    return len(ledger.sent_at) + len(ledger.waiting) < per_hour


def _within_the_hour(ledger: Ledger, now: datetime) -> Ledger:
    """Forgets what was sent and taken in before."""
    sent = tuple(at for at in ledger.sent_at if now - at < HOUR)
    taken = {alert_id: at for alert_id, at in ledger.taken.items() if now - at < HOUR}
    return ledger.model_copy(update={"sent_at": sent, "taken": taken})


def _waiting(ledger: Ledger, alert: Alert) -> Waiting | None:
    return next((item for item in ledger.waiting if item.alert.alert_id == alert.alert_id), None)


def _waits(ledger: Ledger, alert: Alert, now: datetime) -> Ledger:
    if _waiting(ledger, alert) is not None:
        return ledger
    queued = ledger.model_copy(update={"waiting": (*ledger.waiting, Waiting(alert=alert, since=now))})
    return _fated(queued, alert, Delivery.WAITING, "", 0, now)


def _without(ledger: Ledger, alert: Alert) -> Ledger:
    return ledger.model_copy(update={"waiting": tuple(item for item in ledger.waiting if item.alert.alert_id != alert.alert_id)})


def _fated(ledger: Ledger, alert: Alert, delivery: Delivery, answer: str, attempts: int, now: datetime) -> Ledger:
    fate = Fate(alert=alert, delivery=delivery, answer=answer, attempts=attempts, at=now)
    return ledger.model_copy(update={"fates": {**ledger.fates, alert.alert_id: fate}})


def _added(held: tuple[HeldGroup, ...], alert: Alert) -> tuple[HeldGroup, ...]:
    """The groups with one more alert."""
    what = f"runs of {alert.job}" if alert.kind is Kind.RUN else f"{alert.check} of {alert.asset}"
    what = f"{what} (passing again)" if alert.kind is Kind.RECOVERY else what
    groups = {(group.what, group.severity): group for group in held}
    found = groups.get((what, alert.severity), HeldGroup(what=what, severity=alert.severity, owners=(), count=0, examples=()))
    examples = found.examples
    if alert.partition and alert.partition not in examples and len(examples) < _EXAMPLES:
        examples = (*examples, alert.partition)
    owners = tuple(dict.fromkeys((*found.owners, *alert.owners)))
    groups[what, alert.severity] = HeldGroup(
        what=what, severity=alert.severity, owners=owners, count=found.count + 1, examples=examples
    )
    return tuple(groups.values())


def _digest(ledger: Ledger, now: datetime) -> Alert:
    groups = sorted(ledger.held, key=lambda group: (_BY_SEVERITY.index(group.severity), -group.count, group.what))
    since = ledger.held_since or now
    # By when it is made: two digests of as many alerts of one moment are two. One that is sent again is kept with its id.
    return Alert(
        alert_id=alert_id_of(Kind.DIGEST, now.isoformat(), since.isoformat(), str(ledger.held_count)),
        kind=Kind.DIGEST,
        severity=groups[0].severity,
        why=f"{ledger.held_count} more since {since:%Y-%m-%d %H:%M} UTC: {'; '.join(map(_line, groups))}.",
        what_to_do="Each of them stands in the audit: `wiki audit query 'FROM recent_alerts'`.",
        owners=tuple(dict.fromkeys(owner for group in groups for owner in group.owners)),
        happened_at=now,
        count=ledger.held_count,
    )


def _line(group: HeldGroup) -> str:
    rest = ", …" if group.count > len(group.examples) else ""
    return f"{group.count} × {group.what}" + (f" ({', '.join(group.examples)}{rest})" if group.examples else "")
