"""What is under way on an instance. Belongs here: questions about runs and backfills. Does not belong here: what to do about them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from dagster import AssetKey, DagsterInstance, DagsterRunStatus, RunsFilter
from dagster._core.definitions.asset_selection import KeysAssetSelection
from dagster._core.definitions.assets.job.asset_job import IMPLICIT_ASSET_JOB_NAME
from dagster._core.execution.backfill import BulkActionsFilter, BulkActionStatus
from dagster._core.storage.dagster_run import RunRecord

from jobs import all_jobs

# A run that was made and never handed over: Dagster takes it up within a minute or never, and it must not hold others up for ever.
ABANDONED_SECONDS = 600.0
# A run that is being cancelled works on until its step comes to an end or its time is up (dagster.yaml).
UNFINISHED = [
    DagsterRunStatus.QUEUED,
    DagsterRunStatus.NOT_STARTED,
    DagsterRunStatus.STARTING,
    DagsterRunStatus.STARTED,
    DagsterRunStatus.CANCELING,
]
_PARTITION = "dagster/partition"
_ASSETS = {
    job.name: frozenset(job.selection.selected_keys) if isinstance(job.selection, KeysAssetSelection) else frozenset[AssetKey]()
    for job in all_jobs
}


def unfinished_runs(instance: DagsterInstance, jobs: Iterable[str]) -> int:
    """How many runs have not ended that are runs of these jobs, or make assets of theirs: a person makes any asset, without a job."""
    names = list(jobs)
    assets = frozenset[AssetKey]().union(*(_ASSETS.get(name, ()) for name in names))
    return sum(_living(instance, name) for name in names) + _living_without_job(instance, assets)


def _living(instance: DagsterInstance, job: str) -> int:
    abandoned = RunsFilter(job_name=job, statuses=[DagsterRunStatus.NOT_STARTED], created_before=_abandoned_before())
    return instance.get_runs_count(RunsFilter(job_name=job, statuses=UNFINISHED)) - instance.get_runs_count(abandoned)


def _living_without_job(instance: DagsterInstance, assets: frozenset[AssetKey]) -> int:
    records = instance.get_run_records(RunsFilter(job_name=IMPLICIT_ASSET_JOB_NAME, statuses=UNFINISHED))
    return sum(_makes(record, assets) and not _abandoned(record) for record in records)


def _makes(record: RunRecord, assets: frozenset[AssetKey]) -> bool:
    """Whether a run without a job makes one of these assets; one that selects nothing makes all, one that selects checks makes none."""
    run = record.dagster_run
    selected = run.asset_selection
    if selected is None and run.asset_check_selection is None:
        return bool(assets)
    return not assets.isdisjoint(selected or ())


def _abandoned(record: RunRecord) -> bool:
    return record.dagster_run.status is DagsterRunStatus.NOT_STARTED and record.create_timestamp < _abandoned_before()


def _abandoned_before() -> datetime:
    return datetime.now(UTC) - timedelta(seconds=ABANDONED_SECONDS)


def unfinished_partitions(instance: DagsterInstance) -> frozenset[str]:
    """Partitions that some unfinished run of one partition is about."""
    runs = instance.get_runs(RunsFilter(statuses=UNFINISHED))
    return frozenset(run.tags[_PARTITION] for run in runs if _PARTITION in run.tags)


def backfill_under_way(instance: DagsterInstance) -> bool:
    """Whether somebody's backfill is at work; sensors then keep still, for it may be about to do the same."""
    return bool(instance.get_backfills(filters=BulkActionsFilter(statuses=[BulkActionStatus.REQUESTED]), limit=1))
