"""What is under way: runs of a job, and runs that make its assets without it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from dagster import AssetCheckKey, AssetKey, DagsterInstance, DagsterRun, DagsterRunStatus
from dagster._core.remote_origin import RegisteredCodeLocationOrigin, RemoteJobOrigin, RemoteRepositoryOrigin
from dagster._core.storage.runs import SqlRunStorage
from dagster._core.storage.runs.schema import RunsTable

from jobs import all_jobs
from sensors.in_flight import ABANDONED_SECONDS, unfinished_partitions, unfinished_runs

WITHOUT_JOB = "__ASSET_JOB"
ENDED = [DagsterRunStatus.SUCCESS, DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED]
UNFINISHED = [
    status for status in DagsterRunStatus if status not in (*ENDED, DagsterRunStatus.MANAGED, DagsterRunStatus.SUSPENDED)
]
NUMBERS = count()
ORIGIN = RemoteJobOrigin(RemoteRepositoryOrigin(RegisteredCodeLocationOrigin("wiki"), "__repository__"), "any")


@pytest.fixture
def instance() -> Iterator[DagsterInstance]:
    with DagsterInstance.ephemeral() as found:
        yield found


def add(
    instance: DagsterInstance,
    job: str,
    status: DagsterRunStatus,
    *assets: str,
    checks: frozenset[AssetCheckKey] | None = None,
    tags: dict[str, str] | None = None,
) -> None:
    selection = frozenset(AssetKey(name) for name in assets) or (None if checks is None else frozenset[AssetKey]())
    run = DagsterRun(
        job,
        f"run-{next(NUMBERS)}",
        status=status,
        asset_selection=selection,
        asset_check_selection=checks,
        tags=tags or {},
        remote_job_origin=ORIGIN,
    )
    instance.run_storage.add_run(run)


@pytest.mark.parametrize("status", UNFINISHED)
def test_a_run_in_any_state_before_its_end_is_under_way_also_one_that_is_being_cancelled(
    instance: DagsterInstance, status: DagsterRunStatus
) -> None:
    add(instance, "ingest", status, tags={"dagster/partition": "Alder2020"})
    assert (unfinished_runs(instance, ["ingest"]), unfinished_runs(instance, ["publish"])) == (1, 0)
    assert unfinished_partitions(instance) == {"Alder2020"}


@pytest.mark.parametrize("status", ENDED)
def test_a_run_that_ended_is_not_under_way(instance: DagsterInstance, status: DagsterRunStatus) -> None:
    add(instance, "ingest", status)
    add(instance, WITHOUT_JOB, status, "chunks")
    assert unfinished_runs(instance, ["ingest"]) == 0


@pytest.mark.parametrize(
    ("asset", "jobs"),
    [
        ("raw_documents", {"ingest"}),
        ("evidence", {"choose_evidence"}),
        ("concept_pages", {"compile"}),
        ("promoted_pages", {"compile", "report"}),
        ("wiki", {"publish"}),
        ("guard_calibration", {"calibrate"}),
        ("an_asset_of_none", set[str]()),
    ],
)
def test_what_a_person_makes_without_a_job_is_under_way_for_every_job_that_makes_it(
    instance: DagsterInstance, asset: str, jobs: set[str]
) -> None:
    add(instance, WITHOUT_JOB, DagsterRunStatus.STARTED, asset, "another")
    assert {job.name for job in all_jobs if unfinished_runs(instance, [job.name])} == jobs


def test_a_run_over_all_assets_makes_those_of_every_job_and_one_of_checks_makes_none(instance: DagsterInstance) -> None:
    add(instance, WITHOUT_JOB, DagsterRunStatus.STARTED, checks=frozenset({AssetCheckKey(AssetKey("wiki"), "any")}))
    assert unfinished_runs(instance, ["ingest", "publish"]) == 0
    add(instance, WITHOUT_JOB, DagsterRunStatus.STARTED)
    assert unfinished_runs(instance, ["ingest", "publish"]) == 1


@pytest.mark.parametrize("job", ["ingest", WITHOUT_JOB])
def test_a_run_that_was_made_and_never_handed_over_holds_nobody_up_for_long(instance: DagsterInstance, job: str) -> None:
    add(instance, job, DagsterRunStatus.NOT_STARTED, "chunks")
    assert unfinished_runs(instance, ["ingest"]) == 1
    storage = instance.run_storage
    assert isinstance(storage, SqlRunStorage)
    with storage.connect() as connection:
        old = datetime.now(UTC) - timedelta(seconds=ABANDONED_SECONDS + 1)
        connection.execute(RunsTable.update().values(create_timestamp=old.replace(tzinfo=None)))
    assert unfinished_runs(instance, ["ingest"]) == 0
