"""Maintenance on a real home: what a person or a build sees stays as it was; and Dagster forgets only what nothing shows any more."""

import os
import time
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from jobs.launching import open_instance
from jobs.maintenance import maintenance_job, maintenance_schedules, nightly_check_job, old_runs, prune_runs
from resources import build_resources
from resources.observation import Observation, observe
from tests.shell.conftest import Bench
from wiki_assets.cli import reading
from wiki_assets.concepts.model import Page
from wiki_assets.definitions import ALL_ASSETS, ALL_CHECKS
from wiki_assets.publication.shelf import Shelf
from wiki_assets.settings import Settings
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.upkeep.assets import maintenance
from wiki_assets.upkeep.checks import wiki_check
from wiki_assets.upkeep.exclusion import upkeep_lock
from wiki_assets.upkeep.sweeping import DAY_SECONDS

ASSETS = [*ALL_ASSETS, *([] if maintenance in ALL_ASSETS else [maintenance])]
CHECKS = [*ALL_CHECKS, *([] if wiki_check in ALL_CHECKS else [wiki_check])]


def definitions(bench: Bench) -> dg.Definitions:
    """The product's own, with maintenance, whether or not it is wired yet."""
    return dg.Definitions(
        assets=ASSETS,
        asset_checks=CHECKS,
        jobs=[maintenance_job, nightly_check_job],
        schedules=maintenance_schedules,
        resources={**build_resources(bench.settings), "language_model": bench.definitions.resources["language_model"]},  # type: ignore[index]
        executor=dg.in_process_executor,
    )


def run(bench: Bench, job: str, **config: Any) -> dg.ExecuteInProcessResult:
    return (
        definitions(bench)
        .resolve_job_def(job)
        .execute_in_process(
            instance=bench.instance,
            run_config={"ops": {"maintenance": {"config": config}}} if config else {},
            raise_on_error=False,
        )
    )


def counts(result: dg.ExecuteInProcessResult) -> dict[str, int]:
    (materialization,) = result.asset_materializations_for_node("maintenance")
    return {name: value.value for name, value in materialization.metadata.items() if isinstance(value, dg.IntMetadataValue)}  # type: ignore[misc]


def seen(bench: Bench) -> Observation:
    resources = build_resources(bench.settings)
    resources["language_model"] = bench.definitions.resources["language_model"]  # type: ignore[index, assignment]
    names = ("library", "artifacts", "policy", "embedder", "language_model")
    return observe(**{name: resources[name] for name in names})  # type: ignore[arg-type]


def told(settings: Settings) -> dict[str, object]:
    store = ArtifactStore(settings.home / "artifacts")
    why = {}
    for standing in Shelf(settings.home, store, 5.0).standings():
        for shown in filter(None, (standing.published, standing.draft)):
            for number in range(shown.claims):
                why[shown.slug, shown.page_sha, number] = asdict(reading.why(settings, shown.slug, number))
    assert why
    return {"check": reading.check_as_object(reading.check(settings)), "status": reading.status(settings).as_object(), "why": why}


def age(home: Path, days: float) -> None:
    then = time.time() - days * DAY_SECONDS
    for room in ("artifacts", "wiki", "audit"):
        for path in (home / room).rglob("*"):
            if "vectors" not in path.parts:
                os.utime(path, (then, then))


def former_version(store: ArtifactStore, slug: str) -> set[str]:
    """A version of a page that was the latest once, with a report."""
    latest = store.read_model(store.keys(f"pages/{slug}")[0], Page)
    former = latest.model_copy(update={"title": "Former"})
    keys = {layout.page(slug, former.page_sha), layout.report(slug, former.page_sha, "edit-audit", "1", 0.5)}
    for key in keys:
        store.write_model(key, former)
    return keys


@pytest.fixture
def built(bench: Bench) -> Bench:
    """Two published pages and a draft, all told in the audit, everything up to date."""
    for slug in ("circle-packing", "angle-defect", "edge-flip"):
        bench.run("compile", slug)
    bench.run("publish")
    assert bench.published() == {"circle-packing", "angle-defect"} and bench.drafted() == {"edge-flip"}
    return bench


def test_after_a_sweep_every_command_says_the_same_and_nothing_is_to_be_done(built: Bench) -> None:
    store = ArtifactStore(built.settings.home / "artifacts")
    former = former_version(store, "circle-packing")
    (built.settings.home / ".backup-killed").mkdir()
    age(built.settings.home, 200)
    os.utime(built.settings.home / ".backup-killed", (0, 0))
    expected, files = told(built.settings), built.files()
    assert seen(built).plan.empty
    keys = set(store.keys(""))

    dry = counts(run(built, "maintain", dry_run=True))
    assert set(store.keys("")) == keys, "a dry run changes nothing"
    assert dry["artifacts.unneeded"] == len(former) and dry["leftovers.found"] == 1

    done = counts(run(built, "maintain"))
    assert done["artifacts.removed"] == len(former) and done["leftovers.removed"] == 1
    assert {key for key in keys - set(store.keys("")) if not key.startswith("vectors/")} == former
    assert told(built.settings) == expected and built.files() == files
    assert seen(built).plan.empty
    again = counts(run(built, "maintain"))
    assert again["artifacts.removed"] == 0 and again["leftovers.removed"] == 0 and again["vectors.stray_papers"] == 0


def test_a_part_that_has_to_wait_is_told_and_stops_no_other(built: Bench) -> None:
    age(built.settings.home, 200)
    former = former_version(ArtifactStore(built.settings.home / "artifacts"), "circle-packing")
    age(built.settings.home, 200)
    from wiki_assets.audit.locking import single_writer

    with single_writer(built.settings.home / "audit", 1.0):
        result = run(built, "maintain")
    assert result.success and counts(result)["artifacts.removed"] == len(former)
    (materialization,) = result.asset_materializations_for_node("maintenance")
    assert "fragments" in str(materialization.metadata["not done"].value)


def test_a_backup_that_is_being_taken_holds_maintenance_back(built: Bench) -> None:
    quick = built.with_settings(store_wait_seconds=0.2)
    with upkeep_lock(built.settings.home, 1.0):
        assert not run(quick, "maintain").success
    assert run(quick, "maintain").success


def test_at_night_the_wiki_is_checked_without_anything_being_made(built: Bench) -> None:
    result = run(built, "nightly_check")
    assert result.success, "what waits for a person is a warning and fails no run"
    evaluations = {evaluation.check_name: evaluation for evaluation in result.get_asset_check_evaluations()}
    assert {"wiki_check", "every_link_resolves", "every_published_page_passes"} <= evaluations.keys()
    found = evaluations["wiki_check"]
    assert not found.passed and found.severity is dg.AssetCheckSeverity.WARN
    assert found.metadata["exit_code"].value == 2 and found.metadata["drafts"].value == 1
    assert "wiki/draft/edge-flip.md" in str(found.metadata["what waits"].value)
    assert not result.get_asset_materialization_events()


def test_both_nightly_jobs_run_by_themselves_in_utc() -> None:
    for schedule in maintenance_schedules:
        assert schedule.default_status is dg.DefaultScheduleStatus.RUNNING and schedule.execution_timezone == "UTC"
    assert {schedule.cron_schedule for schedule in maintenance_schedules} == {"30 3 * * *", "0 4 * * *"}


PARTS = dg.DynamicPartitionsDefinition(name="parts")


@dg.asset(partitions_def=PARTS)
def parted() -> None:
    """An asset of two partitions."""


@dg.asset_check(asset=parted, partitions_def=PARTS)
def parted_is_fine() -> dg.AssetCheckResult:
    """A check of each."""
    return dg.AssetCheckResult(passed=True)


@dg.asset
def whole(context: dg.AssetExecutionContext) -> None:
    """An asset without partitions that fails when told so."""
    if context.run.tags.get("fail"):
        raise dg.Failure("told so")


TOYS = dg.Definitions(
    assets=[parted, whole],
    asset_checks=[parted_is_fine],
    jobs=[dg.define_asset_job("parted_job", [parted]), dg.define_asset_job("whole_job", [whole])],
    executor=dg.in_process_executor,
)


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    (tmp_path / "dagster.yaml").write_text("telemetry: {enabled: false}\n")
    with open_instance(tmp_path) as opened:
        opened.add_dynamic_partitions("parts", ["a", "b"])
        yield opened


def toy(instance: dg.DagsterInstance, job: str, partition: str | None = None, **tags: str) -> str:
    done = TOYS.resolve_job_def(job).execute_in_process(
        instance=instance, partition_key=partition, tags=tags, raise_on_error=False, run_config={"loggers": QUIET}
    )
    return done.run_id


QUIET = {"console": {"config": {"log_level": "CRITICAL"}}}


def test_only_runs_that_nothing_shows_any_more_are_forgotten(instance: dg.DagsterInstance, tmp_path: Path) -> None:
    old = [toy(instance, "parted_job", "a"), toy(instance, "whole_job"), toy(instance, "parted_job", "a")]
    last = [toy(instance, "parted_job", "a"), toy(instance, "parted_job", "b"), toy(instance, "whole_job")]
    unfinished = instance.create_run_for_job(TOYS.resolve_job_def("whole_job")).run_id
    failed = toy(instance, "whole_job", fail="yes")
    # A run that only planned is the last word on what became of the asset, and one that made it on what there is.
    kept = {*last, failed, unfinished}
    soon = datetime.now(UTC) + timedelta(minutes=1)
    assert [run_id for batch in old_runs(instance, soon) for run_id in batch] == old, "the oldest first"
    assert prune_runs(instance, datetime.now(UTC) - timedelta(days=1), 60.0).runs == 0, "too young"
    shown = shown_by(instance)

    assert prune_runs(instance, soon, 60.0).runs == len(old)

    assert {record.run_id for record in instance.get_runs()} == kept
    assert shown_by(instance) == shown
    left = {path.stem for path in (tmp_path / "history" / "runs").glob("*.db")}
    assert not left & set(old) and kept - {unfinished} <= left
    assert not any((tmp_path / "storage" / run_id).exists() for run_id in old)
    assert prune_runs(instance, soon, 60.0).runs == 0, "twice is once"


def shown_by(instance: dg.DagsterInstance) -> dict[str, object]:
    """What the UI and automation go by."""
    materialization = dg.DagsterEventType.ASSET_MATERIALIZATION
    checks = instance.event_log_storage.get_latest_asset_check_execution_by_key([parted_is_fine.check_key])
    return {
        "partitions": instance.get_materialized_partitions(parted.key),
        "latest": dict(instance.get_latest_storage_id_by_partition(parted.key, materialization)),
        "whole": instance.get_latest_materialization_event(whole.key),
        "checks": {key: record.run_id for key, record in checks.items()},
    }


def test_without_time_the_rest_is_left_for_another_night(instance: dg.DagsterInstance) -> None:
    for _ in range(3):
        toy(instance, "whole_job")
    soon = datetime.now(UTC) + timedelta(minutes=1)
    pruned = prune_runs(instance, soon, -1.0)
    assert pruned.runs == 0 and pruned.more
    assert prune_runs(instance, soon, 60.0).runs == 2
