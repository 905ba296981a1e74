"""The order of keeping, sending and recording: killed at any point, nothing is lost, and what is sent twice has one id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from filelock import FileLock

from tests.alerting.receiver import Receiver
from tests.alerting.samples import at, outcome, run
from wiki_assets.alerting import steps
from wiki_assets.alerting.cleaning import Cleaner
from wiki_assets.alerting.delivery import Answer, Post, Webhook
from wiki_assets.alerting.ledger import Ledger
from wiki_assets.alerting.model import Alert, CheckOutcome, Place
from wiki_assets.alerting.noticing import Standing, beyond, notice_checks, notice_runs
from wiki_assets.alerting.steps import LEDGER_KEY, Desk, Told, tell
from wiki_assets.audit.rows import AlertRow
from wiki_assets.errors import AuditError, HomeError, StoreLockedError
from wiki_assets.storage.artifacts import ArtifactStore


class KilledError(BaseException):
    """The process ends here."""


class Bench:
    """A desk whose parts can be made to die, and what the audit was told."""

    def __init__(self, home: Path, receiver: Receiver | None, per_hour: int = 20) -> None:
        self.rows: list[AlertRow] = []
        self.store = ArtifactStore(home / "artifacts")
        self.append: Callable[[Sequence[AlertRow]], None] = self.rows.extend
        self.post: Post | None = Webhook(receiver.address, attempts=1).post if receiver else None
        self.home, self.per_hour = home, per_hour

    def tell(self, *outcomes: CheckOutcome, minutes: float = 0) -> Told:
        def notice(ledger: Ledger) -> tuple[Mapping[str, Standing], Sequence[Alert]]:
            return notice_checks(ledger.failing, beyond(ledger.read.get("checks"), outcomes))

        place = Place(number=-1, time=0)
        if outcomes:
            place = place.moved_to(outcomes[-1].number, (one.happened_at.timestamp() for one in outcomes))
        return tell(self.desk, "checks", place, notice, at(minutes))

    @property
    def desk(self) -> Desk:
        return Desk(self.store, self.home / ".alerts.lock", self.append, Cleaner(self.home), self.post, self.per_hour)

    def states(self) -> dict[str, list[str]]:
        """What the audit was told of each partition, in order."""
        told: dict[str, list[str]] = {}
        for row in self.rows:
            told.setdefault(row.partition, []).append(row.delivery)
        return told

    @property
    def ledger(self) -> Ledger:
        return self.store.read_model(LEDGER_KEY, Ledger)


@pytest.fixture
def bench(tmp_path: Path, receiver: Receiver) -> Bench:
    return Bench(tmp_path / "home", receiver)


def test_an_alert_is_sent_and_recorded_once(bench: Bench, receiver: Receiver) -> None:
    assert bench.tell(outcome()) == Told(new=1, sent=1, waiting=0, held=0)
    assert bench.tell(outcome(), minutes=1) == Told(new=0, sent=0, waiting=0, held=0)
    assert len(receiver.bodies) == 1
    assert bench.states() == {"edge-flip": ["delivered"]}
    (row,) = bench.rows
    assert (row.answer, row.attempts, row.run_id, row.check_name) == ("HTTP 200", 1, "run-0", outcome().check)


def test_without_a_webhook_the_audit_has_it_all_the_same(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "home", None)
    bench.tell(outcome())
    assert bench.states() == {"edge-flip": ["recorded only"]}


def test_an_alert_that_could_not_be_delivered_is_sent_at_the_next_tick(bench: Bench, receiver: Receiver) -> None:
    receiver.answers = [(503, {})]
    assert bench.tell(outcome()).waiting == 1
    assert bench.tell(minutes=1) == Told(new=0, sent=1, waiting=0, held=0)
    assert bench.states() == {"edge-flip": ["waiting", "delivered"]}
    assert [row.answer for row in bench.rows] == ["HTTP 503", "HTTP 200"]
    assert len(set(receiver.ids())) == 1


def test_after_one_alert_was_not_answered_no_other_is_tried_in_that_tick(bench: Bench, receiver: Receiver) -> None:
    receiver.answers = [(503, {})]
    assert bench.tell(outcome(), outcome(1, partition="b")).waiting == 2
    assert len(receiver.bodies) == 1


def test_a_webhook_that_asked_for_a_pause_gets_it(bench: Bench, receiver: Receiver) -> None:
    receiver.answers = [(429, {"Retry-After": "600"})]
    bench.tell(outcome())
    assert bench.tell(minutes=9).sent == 0
    assert bench.tell(minutes=10).sent == 1
    assert len(receiver.bodies) == 2


def test_a_storm_is_a_few_alerts_and_one_digest(tmp_path: Path, receiver: Receiver) -> None:
    bench = Bench(tmp_path / "home", receiver, per_hour=20)
    storm = [outcome(minute / 60, partition=f"page-{minute}") for minute in range(500)]
    assert bench.tell(*storm, minutes=9) == Told(new=500, sent=20, waiting=0, held=480)
    assert bench.tell(minutes=30).sent == 0
    assert bench.tell(minutes=69).sent == 1
    assert receiver.headlines()[-1] == "480 more alerts"
    assert len(receiver.bodies) == 21
    assert [row.delivery for row in bench.rows].count("held back") == 480


def test_time_for_sending_is_bounded_and_the_rest_waits(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "_SENDING_SECONDS", -1.0)
    assert bench.tell(outcome()) == Told(new=1, sent=0, waiting=1, held=0)


def test_killed_before_sending_it_is_sent_next_time(bench: Bench, receiver: Receiver) -> None:
    real, bench.post = bench.post, _dies
    with pytest.raises(KilledError):
        bench.tell(outcome())
    bench.post = real
    bench.tell(outcome())
    assert len(receiver.bodies) == 1
    assert bench.states() == {"edge-flip": ["delivered"]}


def test_killed_between_sending_and_noting_it_is_sent_twice_with_one_id(bench: Bench, receiver: Receiver) -> None:
    real = bench.post
    assert real is not None

    def send_and_die(payload: Mapping[str, object]) -> Answer:
        real(payload)
        raise KilledError

    bench.post = send_and_die
    with pytest.raises(KilledError):
        bench.tell(outcome())
    bench.post = real
    bench.tell(outcome())
    assert len(receiver.bodies) == 2
    assert len(set(receiver.ids())) == 1
    assert bench.states() == {"edge-flip": ["delivered"]}


@pytest.mark.parametrize("appended", [False, True])
def test_killed_while_recording_the_audit_has_it_next_time_and_nothing_is_sent_again(
    bench: Bench, receiver: Receiver, appended: bool
) -> None:
    def append(rows: Sequence[AlertRow]) -> None:
        if appended:
            bench.rows.extend(rows)
        raise KilledError

    bench.append = append
    with pytest.raises(KilledError):
        bench.tell(outcome())
    bench.append = bench.rows.extend
    bench.tell(outcome())
    assert len(receiver.bodies) == 1
    assert {(row.alert_id, row.delivery) for row in bench.rows} == {(receiver.ids()[0], "delivered")}
    assert bench.ledger.fates == {}


def test_events_that_come_again_after_a_crash_tell_nothing_again(bench: Bench, receiver: Receiver) -> None:
    bench.tell(outcome(0))
    looked = [outcome(1), outcome(2, passed=True), outcome(3), outcome(4, passed=True)]
    bench.tell(*looked)
    bench.tell(*looked, outcome(5, partition="b"))
    headlines = [headline.partition(":")[0] for headline in receiver.headlines()]
    assert headlines == ["Check failed", "Check passes again", "Check failed", "Check passes again", "Check failed"]


def test_events_that_happened_in_another_order_than_they_are_numbered_tell_nothing_again(
    bench: Bench, receiver: Receiver
) -> None:
    looked = [outcome(2, number=10), outcome(1, number=11, partition="b"), outcome(1.5, number=12, passed=True)]
    bench.tell(*looked)
    bench.tell(*looked)
    assert len(receiver.bodies) == len(set(receiver.ids())) == 3


def test_a_run_that_is_ended_twice_is_told_once(tmp_path: Path, receiver: Receiver) -> None:
    bench = Bench(tmp_path / "home", receiver)
    place, ended = Place(number=2, time=at(1).timestamp()), [run(run_id="r"), run(minutes=1, run_id="r")]
    for _ in range(2):
        tell(bench.desk, "runs", place, lambda ledger: (ledger.failing, notice_runs(ended)), at(1))
    assert len(receiver.bodies) == 1
    assert bench.states() == {"edge-flip": ["delivered"]}


def test_an_audit_that_cannot_be_written_is_told_when_it_can(bench: Bench, receiver: Receiver) -> None:
    def refuse(rows: Sequence[AlertRow]) -> None:
        raise AuditError("The disk is full.", "Make room.")

    bench.append = refuse
    with pytest.raises(AuditError):
        bench.tell(outcome())
    bench.append = bench.rows.extend
    bench.tell(outcome())
    assert len(receiver.bodies) == 1
    assert bench.states() == {"edge-flip": ["delivered"]}


def test_two_at_once_take_turns_and_the_second_takes_nothing_in(
    bench: Bench, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "_LOCK_SECONDS", 0.05)
    bench.home.mkdir(parents=True)
    with FileLock(bench.home / ".alerts.lock"), pytest.raises(StoreLockedError):
        bench.tell(outcome())
    assert receiver.bodies == []
    assert bench.tell(outcome()).sent == 1


def test_a_home_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file", encoding="utf-8")
    with pytest.raises(HomeError, match="Alerts cannot be sent"):
        Bench(tmp_path / "home", None).tell(outcome())


def test_nothing_new_writes_nothing(bench: Bench) -> None:
    bench.tell(outcome())
    kept = bench.store.path(LEDGER_KEY).stat().st_mtime_ns
    bench.tell(outcome(), minutes=1)
    assert bench.store.path(LEDGER_KEY).stat().st_mtime_ns == kept


def _dies(payload: Mapping[str, object]) -> Answer:
    raise KilledError
