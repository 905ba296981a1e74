"""Steps on a Dask cluster: one task a step, through Dagster's own interface for executors that hand steps to others.

Belongs here: handing a step to the cluster, watching it, ending it. Does not belong here: which executor is used (`executors`).

Not dagster-dask: its latest release (0.29.27) fails with Dask from 2024.12 on, names a task by job and step, so that two runs on one
scheduler would get each other's results, and starts what is downstream of a failed step (docs/decisions/0016).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

from dagster import DagsterEvent, DagsterEventType, DagsterInstance, executor, multiple_process_executor_requirements
from dagster._core.execution.context.system import PlanOrchestrationContext
from dagster._core.execution.plan.plan import ExecutionPlan
from dagster._core.execution.retries import RetryMode
from dagster._core.executor.init import InitExecutorContext
from dagster._core.executor.step_delegating import CheckStepHealthResult, StepDelegatingExecutor, StepHandler, StepHandlerContext
from dagster._grpc.types import ExecuteStepArgs
from dagster._serdes import deserialize_value, serialize_value

if TYPE_CHECKING:
    from distributed import Future

LOCAL_WORKERS = 2
_SLEEP_SECONDS = 0.5
_HEALTH_SECONDS = 5
_BEGINNINGS = (DagsterEventType.STEP_START, DagsterEventType.STEP_RESTARTED)
_NOT_REPEATED = (
    "It is not repeated unasked, for it may have called a model: the next build or the sensors go on from what is in files."
)
# States of a task that will never say how its step ended.
_LOST = ("error", "lost", "cancelled")


def run_step(arguments: str) -> None:
    """What a worker does: the step, in its own process, which keeps the code loaded from one step to the next.

    The worker needs this product, its settings in the environment, and the same stores; it is started anew when any of these changes.
    No secret travels with the task.

    Args:
        arguments: `ExecuteStepArgs`, serialized as for a process of its own.
    """
    from dagster._cli.api import _execute_step_command_body  # the `dagster` command's own way to run a step
    from dagster._cli.utils import get_instance_for_cli

    given = deserialize_value(arguments, ExecuteStepArgs)
    with get_instance_for_cli(instance_ref=given.instance_ref) as instance:
        run = instance.get_run_by_id(given.run_id)
        if run is None:
            raise RuntimeError(
                f"The run {given.run_id} is unknown to the instance of this worker; it must share the run's instance."
            )
        for step in given.step_keys_to_execute or ():
            if has_begun(instance, given.run_id, step):
                raise RuntimeError(f"The worker of step {step} died while it was at work. {_NOT_REPEATED}")
        for _ in _execute_step_command_body(given, instance, run):
            pass  # every event is in the instance already


def has_begun(instance: DagsterInstance, run_id: str, step: str) -> bool:
    """Whether the present attempt at a step has begun: since its start, nothing says that it is to be tried again.

    The scheduler gives a task to another worker, up to three times, where a worker died with it. The step may have called a model.
    """
    last = None
    for entry in instance.all_logs(run_id, of_type={*_BEGINNINGS, DagsterEventType.STEP_UP_FOR_RETRY}):
        if entry.dagster_event is not None and entry.dagster_event.step_key == step:
            last = entry.dagster_event.event_type
    return last in _BEGINNINGS


class DaskStepHandler(StepHandler):
    """Hands steps to one cluster, for one run."""

    def __init__(self, scheduler: str) -> None:
        self._scheduler = scheduler
        self._tasks: dict[str, Future] = {}
        self._held = ExitStack()

    @property
    def name(self) -> str:
        """As events call it."""
        return "DaskStepHandler"

    def open(self) -> None:
        """Connects to the scheduler, or starts a cluster on this machine where none is named."""
        from distributed import Client, LocalCluster

        cluster: object = self._scheduler
        if not self._scheduler:
            cluster = self._held.enter_context(
                LocalCluster(n_workers=LOCAL_WORKERS, threads_per_worker=1, dashboard_address=None)
            )
        self._client = self._held.enter_context(Client(cluster, set_as_default=False))

    def close(self) -> None:
        """Lets the cluster go; one that was started here ends."""
        self._tasks.clear()
        self._held.close()

    def launch_step(self, step_handler_context: StepHandlerContext) -> Iterator[DagsterEvent]:
        """Submits the step. Its key names run, step and attempt: Dask takes tasks of equal keys for one."""
        step, arguments = _step_of(step_handler_context), step_handler_context.execute_step_args
        attempts = arguments.known_state.get_retry_state().get_attempt_count(step) if arguments.known_state else 0
        yield DagsterEvent.step_worker_starting(
            step_handler_context.get_step_context(step), message=f'Step "{step}" is handed to the Dask cluster.', metadata={}
        )
        self._tasks[step] = self._client.submit(
            run_step, serialize_value(arguments), key=f"{arguments.run_id}-{step}-{attempts}", pure=False, retries=0
        )

    def check_step_health(self, step_handler_context: StepHandlerContext) -> CheckStepHealthResult:
        """Whether the task still has a worker, or ended well."""
        step = _step_of(step_handler_context)
        task = self._tasks.get(step)
        if task is None or task.status not in _LOST:
            return CheckStepHealthResult.healthy()
        reason = task.exception(timeout=1) if task.status == "error" else task.status
        return CheckStepHealthResult.unhealthy(f"The task of step {step} on the Dask cluster did not end well: {reason}")

    def terminate_step(self, step_handler_context: StepHandlerContext) -> Iterator[DagsterEvent]:
        """Takes the task back; a step that has begun runs to its end, which harms nothing, for writes are whole or not at all."""
        task = self._tasks.pop(_step_of(step_handler_context), None)
        if task is not None:
            task.cancel(force=True)
        yield from ()


class DaskExecutor(StepDelegatingExecutor):
    """Runs the steps of one run on a cluster, and holds the connection only so long."""

    def __init__(self, handler: DaskStepHandler, retries: RetryMode) -> None:
        super().__init__(handler, retries, sleep_seconds=_SLEEP_SECONDS, check_step_health_interval_seconds=_HEALTH_SECONDS)
        self._handler = handler

    def execute(self, plan_context: PlanOrchestrationContext, execution_plan: ExecutionPlan) -> Iterator[DagsterEvent]:
        """See `Executor.execute`."""
        self._handler.open()
        try:
            yield from super().execute(plan_context, execution_plan)
        finally:
            self._handler.close()


@executor(name="dask", config_schema={"scheduler": str}, requirements=multiple_process_executor_requirements())
def dask_executor(context: InitExecutorContext) -> DaskExecutor:
    """Steps on a Dask cluster; on one of two local workers where `scheduler` is empty."""
    return DaskExecutor(DaskStepHandler(str(context.executor_config["scheduler"])), RetryMode.ENABLED)


def _step_of(context: StepHandlerContext) -> str:
    (step,) = context.execute_step_args.step_keys_to_execute or ()
    return step
