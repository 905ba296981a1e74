"""Alerts of real runs on real instances, posted to a real server."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from dagster import (
    AssetCheckEvaluation,
    AssetKey,
    DagsterEvent,
    DagsterEventType,
    DagsterInstance,
    EventLogEntry,
    SensorDefinition,
    SensorResult,
    SkipReason,
    build_sensor_context,
)

from resources import ArtifactStoreResource, AuditResource
from resources.alerts import AlertsResource
from sensors import alerts
from sensors.alerts import check_failure_alerts_sensor, run_failure_alerts_sensor
from sensors.failed_events import read_on
from tests.alerting.receiver import SECRET_PATH, Receiver, receiving
from tests.shell.conftest import Bench
from tests.shell.homes import CONCEPTS, PAPERS, FakeLanguageModel, fake_resource, write_concepts
from tests.shell.test_gate import run_alone
from wiki_assets.alerting.model import Place
from wiki_assets.audit.queries import ask
from wiki_assets.audit.stamps import AuditRow
from wiki_assets.definitions import build_defs
from wiki_assets.errors import StoreLockedError
from wiki_assets.settings import Settings

BAD, GOOD = "edge-flip", "circle-packing"
SENSORS = (run_failure_alerts_sensor, check_failure_alerts_sensor)


@dataclass
class Watch:
    """Ticks both sensors as the daemon does, keeping their cursors."""

    bench: Bench
    per_hour: int = 20
    settling_seconds: float = 0.0
    cursors: dict[str, str] = field(default_factory=dict)

    def tick(self) -> list[str]:
        """What each sensor says of its look."""
        return [self._tick(sensor) for sensor in SENSORS]

    def _tick(self, sensor: SensorDefinition) -> str:
        home = str(self.bench.settings.home)
        resources = {
            "alerts": AlertsResource(home=home, per_hour=self.per_hour, settling_seconds=self.settling_seconds),
            "artifacts": ArtifactStoreResource(home=home),
            "audit": AuditResource(home=home),
        }
        repository = self.bench.definitions.get_repository_def()
        with build_sensor_context(
            instance=self.bench.instance,
            cursor=self.cursors.get(sensor.name),
            repository_def=repository,
            resources=resources,
        ) as context:
            result = sensor(context)
        if isinstance(result, SkipReason):
            return result.skip_message or ""
        assert isinstance(result, SensorResult)
        assert result.cursor is not None
        self.cursors[sensor.name] = result.cursor
        reason = result.skip_reason
        return reason.skip_message or "" if isinstance(reason, SkipReason) else reason or ""


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    with receiving() as opened:
        monkeypatch.setenv("WIKI_ALERT_WEBHOOK", opened.address)
        yield opened


@pytest.fixture
def watch(bench: Bench) -> Watch:
    return Watch(bench)


def test_a_refused_page_is_exactly_one_alert_that_says_why_for_whom_and_what_to_do(watch: Watch, receiver: Receiver) -> None:
    ran = watch.bench.run("compile", BAD)
    assert not ran.success
    watch.tick()
    (body,) = receiver.bodies
    assert (body["kind"], body["severity"], body["partition"]) == ("check", "error", BAD)
    assert body["what_failed"] == "Check failed: grounding_rate_reaches_threshold of grounding_reports, edge-flip"
    assert "grounding rate of 0.00" in body["why"]
    assert (body["figures"]["grounding_rate"], body["figures"]["threshold"]) == (0.0, 0.5)
    assert body["what_to_do"] == f"Read wiki/draft/{BAD}.md."
    assert (body["owners"], body["run_id"]) == (["team:wiki"], ran.run_id)


def test_a_page_refused_again_is_no_news_and_its_recovery_is_told_once(watch: Watch, receiver: Receiver) -> None:
    for _ in range(2):
        watch.bench.run("compile", BAD)
        watch.tick()
    assert len(receiver.bodies) == 1
    watch.bench.model.inventing.clear()
    for _ in range(2):
        assert watch.bench.with_settings(min_grounding_rate=0.0).run("compile", BAD).success
        watch.tick()
    assert receiver.headlines()[1:] == ["Check passes again: grounding_rate_reaches_threshold of grounding_reports, edge-flip"]


def test_a_published_page_gives_no_alert(watch: Watch, receiver: Receiver) -> None:
    assert watch.bench.run("compile", GOOD).success
    watch.tick()
    assert receiver.bodies == []


def test_a_check_that_only_warns_is_a_warning_and_says_what_to_do(watch: Watch, receiver: Receiver) -> None:
    write_concepts(watch.bench.settings.home, {**CONCEPTS, "sphere-eversion": "Sphere eversion"})
    assert watch.bench.run("choose_evidence").success
    watch.tick()
    (body,) = receiver.bodies
    assert (body["severity"], body["check"]) == ("warning", "every_concept_has_evidence")
    assert body["why"].startswith("This does not hold: Every concept is named somewhere in the papers")
    assert body["what_to_do"].startswith("Add a paper on it")


class LockedAudit(AuditResource):
    """Somebody else holds the store."""

    def append(self, table: str, rows: Sequence[AuditRow]) -> None:
        raise StoreLockedError(f"The store {self.home}/audit.duckdb is held by another process.", "Close it there and try again.")


def locked(bench: Bench) -> Bench:
    settings = bench.settings
    definitions = build_defs(
        settings, language_model=fake_resource(bench.model), audit=LockedAudit(home=str(settings.home.resolve()))
    )
    return Bench(settings, bench.instance, definitions, bench.model)


def test_a_run_that_an_error_ends_says_what_is_wrong_and_the_remedy_without_the_folders_of_this_machine(
    watch: Watch, receiver: Receiver
) -> None:
    ran = locked(watch.bench).run("compile", GOOD)
    watch.tick()
    (body,) = receiver.bodies
    assert (body["kind"], body["job"], body["step"], body["partition"]) == ("run", "compile", "concept_pages", GOOD)
    assert body["why"] == "The store audit.duckdb is held by another process."
    assert body["what_to_do"] == "Close it there and try again."
    assert (body["owners"], body["run_id"]) == (["team:wiki"], ran.run_id)


def test_promoting_a_refused_page_by_hand_is_a_failed_run_that_names_the_draft(watch: Watch, receiver: Receiver) -> None:
    watch.bench.run("compile", BAD)
    watch.tick()
    assert not run_alone(watch.bench, "promoted_pages", BAD)
    watch.tick()
    _, body = receiver.bodies
    assert (body["kind"], body["step"]) == ("run", "promoted_pages")
    assert "grounding rate of 0.00" in body["why"]


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Watch]:
    """A watch on an instance on which nothing ever ran: what checks say is reported to it by hand."""
    settings = Settings.load(home=tmp_path / "home")
    model = FakeLanguageModel()
    with DagsterInstance.ephemeral() as instance:
        yield Watch(Bench(settings, instance, build_defs(settings), model))


def report(watch: Watch, partition: str = BAD, *, passed: bool = False) -> None:
    """A check says something of a page, outside of any run."""
    key = AssetKey("grounding_reports")
    evaluation = AssetCheckEvaluation(key, "grounding_rate_reaches_threshold", passed, description="No.", partition=partition)
    watch.bench.instance.report_runless_asset_event(evaluation)


def test_what_failed_before_the_code_was_loaded_is_history_and_what_failed_before_the_first_tick_is_not(
    bare: Watch, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for slug in CONCEPTS:
        report(bare, slug)
    monkeypatch.setattr(alerts, "WATCHING_SINCE", time.time())
    report(bare, "new-one")
    bare.tick()
    assert [body["partition"] for body in receiver.bodies] == ["new-one"]


def test_history_is_passed_over_however_long_it_is(bare: Watch, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(40):
        report(bare, f"page-{number}", passed=bool(number % 2))
    monkeypatch.setattr(alerts, "WATCHING_SINCE", time.time() + 3600)
    said = bare.tick()
    assert said == ["Events: 0. Alerts: 0 new, 0 sent, 0 waiting, 0 held back."] * 2
    assert bare.tick() == said
    assert receiver.bodies == []


def test_on_an_empty_instance_the_first_tick_finds_nothing_and_the_next_finds_the_first_failure(
    bare: Watch, receiver: Receiver
) -> None:
    bare.tick()
    report(bare)
    bare.tick()
    (body,) = receiver.bodies
    assert (body["run_id"], body["run_path"]) == ("", "")


def test_a_long_log_is_read_bit_by_bit(bare: Watch, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alerts, "EVENTS_A_LOOK", 2)
    for slug in ("a", "b", "c"):
        report(bare, slug)
    assert bare.tick()[1].startswith("Events: 2.")
    assert bare.tick()[1].startswith("Events: 1.")
    assert [body["partition"] for body in receiver.bodies] == ["a", "b", "c"]


def test_what_failed_while_the_daemon_was_down_is_told_when_it_is_back_and_a_storm_is_limited(
    watch: Watch, receiver: Receiver
) -> None:
    watch.per_hour = 1
    watch.tick()
    locked(watch.bench).run("compile", GOOD)
    watch.bench.run("compile", BAD)
    again = Watch(watch.bench, per_hour=1, cursors=dict(watch.cursors))
    said = again.tick()
    assert len(receiver.bodies) == 1
    assert said[0] == "Events: 2. Alerts: 1 new, 1 sent, 0 waiting, 0 held back."
    assert said[1].endswith("Alerts: 1 new, 0 sent, 0 waiting, 1 held back.")


def test_a_log_that_begins_anew_under_old_numbers_loses_no_failure(bare: Watch, receiver: Receiver) -> None:
    bare.cursors = {sensor.name: Place(number=1_000_000, time=time.time()).model_dump_json() for sensor in SENSORS}
    report(bare)
    bare.tick()
    assert len(receiver.bodies) == 1


def test_a_look_reads_up_to_the_latest_time_of_its_events_and_the_next_never_goes_back() -> None:
    kind, now = DagsterEventType.RUN_FAILURE, time.time()

    def happens(instance: DagsterInstance, at: float) -> None:
        failure = DagsterEvent(kind.value, "compile")
        instance.event_log_storage.store_event(EventLogEntry(None, logging.ERROR, "", "run", at, dagster_event=failure))

    with DagsterInstance.ephemeral() as instance:
        for seconds in (9.0, 9.1):
            happens(instance, now - seconds)
        first = read_on(instance, kind, None, now - 60, 0.0, 10)
        assert (len(first.events), first.place.time) == (2, now - 9.0)
        happens(instance, now - 9.2)
        then = read_on(instance, kind, first.place.model_dump_json(), now - 60, 0.0, 10)
        assert (len(then.events), then.place) == (1, Place(number=first.place.number + 1, time=now - 9.0))


def test_an_event_of_this_moment_is_left_to_the_next_tick(bare: Watch, receiver: Receiver) -> None:
    bare.settling_seconds = 3600.0
    report(bare)
    bare.tick()
    assert receiver.bodies == []
    bare.settling_seconds = 0.0
    bare.tick()
    assert len(receiver.bodies) == 1


def test_a_webhook_that_is_away_fails_nothing_and_gets_the_alert_at_the_next_tick(bare: Watch, receiver: Receiver) -> None:
    receiver.answers = [(500, {})] * 3
    report(bare)
    assert bare.tick()[1].endswith("1 new, 0 sent, 1 waiting, 0 held back.")
    bare.tick()
    assert [len(receiver.bodies), len(set(receiver.ids()))] == [4, 1]


def test_without_a_webhook_alerts_are_recorded_only(bare: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WIKI_ALERT_WEBHOOK", raising=False)
    report(bare)
    assert bare.tick()[1] == "Events: 1. Alerts: 1 new, 0 sent, 0 waiting, 0 held back."
    home = bare.bench.settings.home
    AuditResource(home=str(home)).fold()
    assert ask(home / "audit.duckdb", "SELECT alert_id <> '', delivery FROM recent_alerts")[1] == [(True, "recorded only")]


def test_an_audit_that_cannot_be_written_leaves_the_cursor_where_it_was_and_nothing_is_sent_twice(
    bare: Watch, receiver: Receiver
) -> None:
    report(bare)
    audit = bare.bench.settings.home / "audit"
    audit.parent.mkdir()
    audit.write_text("no folder", encoding="utf-8")
    assert "Alerts could not be told" in bare.tick()[1]
    audit.unlink()
    bare.tick()
    assert len(receiver.bodies) == 1
    assert len(list((audit / "alerts").iterdir())) == 1


def test_the_audit_knows_every_alert_and_no_file_of_the_home_knows_the_address(watch: Watch, receiver: Receiver) -> None:
    watch.bench.run("compile", BAD)
    locked(watch.bench).run("compile", GOOD)
    watch.tick()
    home = watch.bench.settings.home
    AuditResource(home=str(home)).fold()
    columns, rows = ask(home / "audit.duckdb", "SELECT kind, partition, delivery, answer FROM recent_alerts ORDER BY kind")
    assert columns == ["kind", "partition", "delivery", "answer"]
    assert rows == [("check", BAD, "delivered", "HTTP 200"), ("run", GOOD, "delivered", "HTTP 200")]
    assert len(receiver.bodies) == 2
    secret = SECRET_PATH.rpartition("/")[2].encode()
    assert not [path for path in home.rglob("*") if path.is_file() and secret in path.read_bytes()]


def test_alerts_work_on_an_instance_that_keeps_a_log_for_each_run(bench: Bench, receiver: Receiver, tmp_path: Path) -> None:
    (tmp_path / "instance").mkdir()
    with DagsterInstance.local_temp(str(tmp_path / "instance")) as instance:
        instance.add_dynamic_partitions("papers", list(PAPERS))
        instance.add_dynamic_partitions("concepts", list(CONCEPTS))
        stored = Bench(bench.settings, instance, bench.definitions, bench.model)
        watch = Watch(stored)
        watch.tick()
        stored.run("compile", BAD)
        locked(stored).run("compile", GOOD)
        watch.tick()
        assert sorted(str(body["kind"]) for body in receiver.bodies) == ["check", "run"]
        assert instance.get_materialized_partitions(AssetKey("concept_pages")) == {BAD}
