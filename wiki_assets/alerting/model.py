"""What alerting hands around: what happened, as the shell saw it, and the alert that follows from it.

Belongs here: shapes. Does not belong here: which happening gives an alert (`noticing`), its words (`wording`), or the memory (`ledger`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

import orjson
from pydantic import Field

from wiki_assets.storage.frozen import Frozen

Figure = int | float | bool


class Kind(StrEnum):
    """What an alert tells of: a run, a check, a check that passes again, or many alerts that were held back."""

    RUN = "run"
    CHECK = "check"
    RECOVERY = "recovery"
    DIGEST = "digest"


class Severity(StrEnum):
    """How bad it is, worst first. `INFO` is good news."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Delivery(StrEnum):
    """What became of an alert.

    Attributes:
        WAITING: It has not reached the webhook yet, and is tried again.
        DELIVERED: The webhook took it.
        HELD_BACK: The rate limit is reached; a digest counts it.
        REFUSED: The webhook does not want it, and is not asked again.
        GIVEN_UP: It did not reach the webhook within a day.
        RECORDED: There is no webhook; it stands in the audit only.
    """

    WAITING = "waiting"
    DELIVERED = "delivered"
    HELD_BACK = "held back"
    REFUSED = "refused"
    GIVEN_UP = "given up"
    RECORDED = "recorded only"


class Place(Frozen):
    """How far the event log was read.

    Attributes:
        number: Of the last event.
        time: The latest of all events up to that one, in seconds since 1970: events of several processes are numbered in another order
            than they happened in.
    """

    number: int
    time: float

    def moved_to(self, number: int, times: Iterable[float]) -> Place:
        """The place behind some more events.

        Args:
            number: Of the last of them.
            times: When they happened.
        """
        return Place(number=number, time=max((self.time, *times)))

    def is_behind(self, number: int, happened_at: datetime) -> bool:
        """Whether an event was read already. A log that begins anew under old numbers has later times."""
        return number <= self.number and happened_at <= datetime.fromtimestamp(self.time, UTC)


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """One evaluation of an asset check.

    Attributes:
        number: Of the event in the log.
        partition: Empty where the check is not about one.
        severity: How bad it is where it failed.
        told: What the check says of this evaluation; empty where it says nothing.
        expected: What the check expects, in a sentence.
        remedy: What the check says is to be done; empty where it says nothing.
        figures: Its numbers.
        content: What the verdict is about (the hash of a page), or the words that tell it; two failures of equal content are the same.
        owners: Of the asset.
        run_id: Empty where no run reported it.
    """

    number: int
    asset: str
    check: str
    partition: str
    passed: bool
    severity: Severity
    told: str
    expected: str
    remedy: str
    figures: Mapping[str, Figure]
    content: str
    owners: tuple[str, ...]
    run_id: str
    happened_at: datetime

    @property
    def key(self) -> str:
        """What is checked: equal for all evaluations of one check on one partition."""
        return orjson.dumps((self.asset, self.check, self.partition)).decode()


@dataclass(frozen=True, slots=True)
class FailedStep:
    """One step that failed.

    Attributes:
        step: Its name.
        what: What is wrong.
        remedy: What the error says is to be done; empty where it says nothing.
        by_check: Whether it failed only because a blocking check did, which has an alert of its own.
    """

    step: str
    what: str
    remedy: str
    by_check: bool


@dataclass(frozen=True, slots=True)
class FailedRun:
    """One run that failed.

    Attributes:
        number: Of the event in the log.
        partition: Of the run, or the first and the last of its range; empty where it has none.
        steps: Those that failed; none where the run ended otherwise (its process was killed).
        message: What Dagster says of the failure.
        retried: Whether Dagster runs it again by itself.
        owners: Of what the run was to make.
    """

    number: int
    run_id: str
    job: str
    partition: str
    steps: tuple[FailedStep, ...]
    message: str
    retried: bool
    owners: tuple[str, ...]
    happened_at: datetime


class Alert(Frozen):
    """What is told, once. What does not apply is empty.

    Attributes:
        alert_id: The same for the same alert, however often it is sent: a receiver may use it to leave out what it has.
        run_id: The run it is about.
        count: How many alerts a digest tells of; 1 for others.
    """

    alert_id: str
    kind: Kind
    severity: Severity
    asset: str = ""
    check: str = ""
    partition: str = ""
    job: str = ""
    step: str = ""
    why: str
    what_to_do: str
    owners: tuple[str, ...]
    figures: dict[str, Figure] = Field(default_factory=dict)
    run_id: str = ""
    happened_at: datetime
    count: int = 1


def alert_id_of(*facts: str) -> str:
    """The id that follows from the facts; 80 bits, so that two alerts of a lifetime do not share one."""
    return hashlib.sha256(orjson.dumps(facts)).hexdigest()[:20]
