"""Runs that ended badly, as an instance has them, for tests of what is told afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dagster import DagsterInstance, DagsterRunStatus, JobDefinition
from dagster._core.events import DagsterEvent, DagsterEventType, StepSuccessData


def ended_run(
    instance: DagsterInstance,
    job: JobDefinition,
    tags: Mapping[str, str],
    *,
    began: Sequence[str] = (),
    ended: Sequence[str] = (),
    status: DagsterRunStatus = DagsterRunStatus.FAILURE,
) -> str:
    """A run that ended after it had begun some steps, of which some had ended well, too."""
    run = instance.create_run_for_job(job, tags=dict(tags), status=status)

    def tell(kind: DagsterEventType, step: str, data: StepSuccessData | None = None) -> None:
        instance.report_dagster_event(DagsterEvent(kind.value, job.name, step_key=step, event_specific_data=data), run.run_id)

    for step in (*ended, *began):
        tell(DagsterEventType.STEP_START, step)
    for step in ended:
        tell(DagsterEventType.STEP_SUCCESS, step, StepSuccessData(1.0))
    return run.run_id
