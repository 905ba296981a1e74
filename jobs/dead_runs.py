"""Runs whose process died: reported as failed in plain words, and their slots freed at once.

Dagster's own monitoring cannot do this for processes on one machine (1.13): its launcher has no health check, a run of `wiki build` was
never launched by it, and slots are freed minutes after a run has ended. A run is judged only on the machine it lived on.

Belongs here: finding such runs and telling the instance. Does not belong here: the decision whether a process has ended
(`jobs.processes`), or which work there is (`planning`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from dagster import DagsterEventType, DagsterInstance, DagsterRun, DagsterRunStatus, RunsFilter
from dagster._core.events import EngineEventData, JobFailureData, RunFailureReason
from dagster._core.storage.dagster_run import FINISHED_STATUSES

from jobs.processes import (
    HOST_TAG,
    Life,
    Machine,
    RunProcess,
    Seen,
    find_process,
    judge,
    launched_process,
    process_of,
    this_machine,
)

logger = logging.getLogger(__name__)

_HAS_PROCESS = [DagsterRunStatus.NOT_STARTED, DagsterRunStatus.STARTING, DagsterRunStatus.STARTED, DagsterRunStatus.CANCELING]
_STARTED_PROCESS = "Started process for run"
_SENSOR = "dagster/sensor_name"
_MAX_RETRIES = "dagster/max_retries"


@dataclass(frozen=True, slots=True)
class DeadRun:
    """A run that was reported as ended because its process had died.

    Attributes:
        told: What happened, for a person.
    """

    run_id: str
    job: str
    told: str


def reap_dead_runs(
    instance: DagsterInstance, here: Machine | None = None, find: Callable[[int], Seen | None] = find_process
) -> list[DeadRun]:
    """Ends every run on this machine whose process is gone, and frees what they and other ended runs still hold.

    Args:
        here: This machine when None.
        find: Looks for a process by its number.
    """
    here = here or this_machine()
    reaped = []
    for run in instance.get_runs(RunsFilter(statuses=_HAS_PROCESS)):
        process = find_run_process(instance, run)
        if process is None or judge(process, here, find) is not Life.ENDED:
            continue
        fresh = instance.get_run_by_id(run.run_id)
        # It may have ended in good order between the two looks.
        if fresh is not None and not fresh.is_finished:
            reaped.append(_end(instance, fresh, process))
    _free_slots_of_the_dead(instance, here, find)
    return reaped


def find_run_process(instance: DagsterInstance, run: DagsterRun) -> RunProcess | None:
    """The process a run lives in; None where it has none yet or nobody recorded it.

    A run in a command's own process carries tags that name it. A launched run may have inherited such tags from the run it repeats:
    only machine and time are read from them, which the launcher writes anew, and the process from the event with which it began.
    """
    if run.remote_job_origin is None:
        return process_of(run.tags)
    if HOST_TAG not in run.tags:
        return None  # nobody marked it, so its log need not be opened
    for event in instance.all_logs(run.run_id, of_type=DagsterEventType.ENGINE_EVENT):
        data = event.dagster_event.event_specific_data if event.dagster_event else None
        if isinstance(data, EngineEventData) and event.message.startswith(_STARTED_PROCESS) and "pid" in data.metadata:
            return launched_process(run.tags, int(str(data.metadata["pid"].value)))
    return None


def _end(instance: DagsterInstance, run: DagsterRun, process: RunProcess) -> DeadRun:
    told = (
        f"The process of this run ({process.pid} on {process.machine.host}) ended without a word: it was killed, or the machine went "
        "down. Nothing is lost: what its finished steps wrote is kept, and the rest is done by the next `wiki build` or by the sensors."
    )
    if run.status is DagsterRunStatus.CANCELING:
        instance.report_run_canceled(run, told)
    else:
        if _SENSOR in run.tags:
            # The sensor asks again for what is still missing; Dagster repeating the run as well would do the work twice.
            instance.add_run_tags(run.run_id, {_MAX_RETRIES: "0"})
        instance.report_run_failed(run, told, JobFailureData(None, failure_reason=RunFailureReason.UNEXPECTED_TERMINATION))
    instance.event_log_storage.free_concurrency_slots_for_run(run.run_id)
    logger.warning("Run %s of %s: %s", run.run_id[:8], run.job_name, told)
    return DeadRun(run.run_id, run.job_name, told)


def _free_slots_of_the_dead(instance: DagsterInstance, here: Machine, find: Callable[[int], Seen | None]) -> None:
    """Frees slots of runs that have ended and whose process has too; Dagster waits minutes, as it cannot look.

    A step that asked for a slot at the very moment it was freed may be passed over for ever (1.13): pools with a free slot are served.
    """
    storage = instance.event_log_storage
    if not storage.supports_global_concurrency_limits:
        return
    holders = list(storage.get_concurrency_run_ids())
    for run in instance.get_runs(RunsFilter(run_ids=holders, statuses=list(FINISHED_STATUSES))) if holders else ():
        process = find_run_process(instance, run)
        if process is not None and judge(process, here, find) is Life.ENDED:
            storage.free_concurrency_slots_for_run(run.run_id)
    for pool in storage.get_concurrency_keys():
        waiting = [step for step in storage.get_concurrency_info(pool).pending_steps if step.assigned_timestamp is None]
        if waiting and storage.has_unassigned_slots(pool):  # type: ignore[attr-defined]
            storage.assign_pending_steps([pool])  # type: ignore[attr-defined]
