"""Runs that ended badly, as an instance has them, for tests of what is told afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dagster import DagsterInstance, DagsterRunStatus, JobDefinition
from dagster._core.events import DagsterEvent, DagsterEventType


def ended_run(
    instance: DagsterInstance,
    job: JobDefinition,
    tags: Mapping[str, str],
    *,
    began: Sequence[str] = (),
    status: DagsterRunStatus = DagsterRunStatus.FAILURE,
) -> str:
    """A run that ended after it had begun these steps, and none of them had ended."""
    run = instance.create_run_for_job(job, tags=dict(tags), status=status)
    for step in began:
        instance.report_dagster_event(DagsterEvent(DagsterEventType.STEP_START.value, job.name, step_key=step), run.run_id)
    return run.run_id
