"""What is under way on an instance. Belongs here: questions about runs and backfills. Does not belong here: what to do about them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from dagster import DagsterInstance, DagsterRunStatus, RunsFilter
from dagster._core.execution.backfill import BulkActionsFilter, BulkActionStatus

# A run that was made and never handed over: Dagster takes it up within a minute or never, and it must not hold others up for ever.
ABANDONED_SECONDS = 600.0
UNFINISHED = [DagsterRunStatus.QUEUED, DagsterRunStatus.NOT_STARTED, DagsterRunStatus.STARTING, DagsterRunStatus.STARTED]
_PARTITION = "dagster/partition"


def unfinished_runs(instance: DagsterInstance, jobs: Iterable[str]) -> int:
    """How many runs of these jobs have not ended."""
    return sum(_living(instance, RunsFilter(job_name=job, statuses=UNFINISHED)) for job in jobs)


def _living(instance: DagsterInstance, wanted: RunsFilter) -> int:
    before = datetime.now(UTC) - timedelta(seconds=ABANDONED_SECONDS)
    abandoned = RunsFilter(job_name=wanted.job_name, statuses=[DagsterRunStatus.NOT_STARTED], created_before=before)
    return instance.get_runs_count(wanted) - instance.get_runs_count(abandoned)


def unfinished_partitions(instance: DagsterInstance) -> frozenset[str]:
    """Partitions that some unfinished run of one partition is about."""
    runs = instance.get_runs(RunsFilter(statuses=UNFINISHED))
    return frozenset(run.tags[_PARTITION] for run in runs if _PARTITION in run.tags)


def backfill_under_way(instance: DagsterInstance) -> bool:
    """Whether somebody's backfill is at work; sensors then keep still, for it may be about to do the same."""
    return bool(instance.get_backfills(filters=BulkActionsFilter(statuses=[BulkActionStatus.REQUESTED]), limit=1))
