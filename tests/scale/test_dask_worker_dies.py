"""A step whose Dask worker died is not repeated unasked, and one that is to be tried again is."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from dagster import DagsterEventType, DagsterInstance, DagsterRun, JobDefinition, execute_job, reconstructable
from dagster._core.events import DagsterEvent

from jobs.dask_steps import has_begun
from tests.scale import dask_jobs
from tests.scale.test_dask_and_object_store import running_cluster

START, RESTARTED, AGAIN = DagsterEventType.STEP_START, DagsterEventType.STEP_RESTARTED, DagsterEventType.STEP_UP_FOR_RETRY


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[DagsterInstance]:
    with DagsterInstance.local_temp(str(tmp_path)) as found:
        yield found


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    with running_cluster() as address:
        yield address


def run_noting(job: JobDefinition, instance: DagsterInstance, scheduler: str, notes: Path) -> tuple[bool, list[str]]:
    """Whether the run ended well, and the steps that did their work in it, as often as they did."""
    config = {"execution": {"config": {"scheduler": scheduler}}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ended = execute_job(reconstructable(job), instance=instance, run_config=config, tags={"noted in": str(notes)})
    return ended.success, notes.read_text("utf-8").split()


def test_a_step_whose_worker_died_fails_and_does_its_work_once(instance: DagsterInstance, scheduler: str, tmp_path: Path) -> None:
    assert run_noting(dask_jobs.dying, instance, scheduler, tmp_path / "notes") == (False, ["dying_with_its_worker"])
    (run,) = instance.get_runs()
    (failure,) = instance.all_logs(run.run_id, of_type=DagsterEventType.STEP_FAILURE)
    assert "may have called a model" in str(failure.dagster_event)


def test_a_step_with_a_retry_policy_is_tried_again(instance: DagsterInstance, scheduler: str, tmp_path: Path) -> None:
    assert run_noting(dask_jobs.trying_again, instance, scheduler, tmp_path / "notes") == (True, ["failing_once", "failing_once"])


@pytest.mark.parametrize(
    ("events", "begun"),
    [
        ([], False),
        ([START], True),
        ([START, AGAIN], False),
        ([START, AGAIN, RESTARTED], True),
        ([START, AGAIN, RESTARTED, AGAIN], False),
    ],
)
def test_an_attempt_has_begun_if_nothing_since_its_start_says_that_it_is_tried_again(
    events: list[DagsterEventType], begun: bool
) -> None:
    with DagsterInstance.ephemeral() as instance:
        run = instance.run_storage.add_run(DagsterRun("dying", "the-run"))
        for event in events:
            instance.report_dagster_event(DagsterEvent(event.value, "dying", step_key="one"), run.run_id)
        assert (has_begun(instance, run.run_id, "one"), has_begun(instance, run.run_id, "another")) == (begun, False)
