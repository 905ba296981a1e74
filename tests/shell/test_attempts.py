"""What was wanted and not reached is requested again, later each time and not for ever."""

import time
from collections.abc import Iterator

import pytest
from dagster import DagsterInstance, DagsterRunStatus, OpExecutionContext, RunRequest, job, op

from sensors.attempts import ATTEMPT, DELAYS, MAX_ATTEMPTS, Due, due
from wiki_assets.errors import GateRefusedError, StoreLockedError

JOB = "work_job"
WANTED = RunRequest(run_key="state A", partition_key="edge-flip")
OTHER = RunRequest(run_key="state B", partition_key="edge-flip")
_ERRORS = {
    "refused": GateRefusedError("No verdict lets it pass.", "Read the draft."),
    "locked": StoreLockedError("Locked.", "Wait."),
}


@op
def work(context: OpExecutionContext) -> None:
    error = _ERRORS.get(context.run.tags.get("fails", ""))
    if error is not None:
        raise error


@job(name=JOB)
def work_job() -> None:
    work()


@pytest.fixture
def instance() -> Iterator[DagsterInstance]:
    with DagsterInstance.ephemeral() as found:
        yield found


def ask(instance: DagsterInstance, request: RunRequest, later: float = 0.0) -> Due:
    """What is due so many seconds from now."""
    return due(instance, JOB, [request], time.time() + later)


def tags_of(request: RunRequest) -> dict[str, str]:
    """The tags Dagster gives to the run of a request."""
    return {**request.tags, "dagster/run_key": request.run_key or "", "dagster/partition": request.partition_key or ""}


def run(instance: DagsterInstance, request: RunRequest, fails: str = "") -> RunRequest:
    """Asks, and runs what is due to its end."""
    (numbered,) = ask(instance, request, later=DELAYS[-1]).requests
    result = work_job.execute_in_process(instance=instance, tags={**tags_of(numbered), "fails": fails}, raise_on_error=False)
    assert result.success == (not fails)
    return numbered


def leave(instance: DagsterInstance, request: RunRequest, status: DagsterRunStatus) -> None:
    """Asks, and leaves the run in that status, without a step."""
    (numbered,) = ask(instance, request, later=DELAYS[-1]).requests
    instance.create_run_for_job(work_job, tags=tags_of(numbered), status=status)


def test_what_was_never_wanted_is_requested_at_once(instance: DagsterInstance) -> None:
    (request,) = ask(instance, WANTED).requests
    assert (request.run_key, request.partition_key, request.tags[ATTEMPT]) == ("state A|0", "edge-flip", "1")


def test_what_is_under_way_is_not_requested(instance: DagsterInstance) -> None:
    leave(instance, WANTED, DagsterRunStatus.STARTED)
    found = ask(instance, WANTED, later=DELAYS[-1])
    assert (found.requests, found.under_way, found.told) == ((), ("state A",), "1 under way.")


@pytest.mark.parametrize("status", [DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED])
def test_a_run_that_was_killed_or_cancelled_is_requested_again_a_little_later(
    instance: DagsterInstance, status: DagsterRunStatus
) -> None:
    leave(instance, WANTED, status)
    assert ask(instance, WANTED).later == ("state A",)
    (request,) = ask(instance, WANTED, later=DELAYS[0] + 1).requests
    assert (request.run_key, request.tags[ATTEMPT]) == ("state A|1", "2")


def test_a_run_that_found_a_store_locked_is_requested_again(instance: DagsterInstance) -> None:
    run(instance, WANTED, fails="locked")
    assert ask(instance, WANTED, later=DELAYS[0] + 1).requests


def test_after_so_many_attempts_with_nothing_changed_it_is_left_to_a_person(instance: DagsterInstance) -> None:
    for _ in range(MAX_ATTEMPTS):
        leave(instance, WANTED, DagsterRunStatus.FAILURE)
    found = ask(instance, WANTED, later=DELAYS[-1] * 100)
    assert found.given_up == ("state A",)
    assert "launch it by hand" in found.told


def test_a_change_that_is_taken_back_and_made_again_is_requested_at_once(instance: DagsterInstance) -> None:
    run(instance, WANTED)
    run(instance, OTHER)
    (request,) = ask(instance, WANTED).requests
    assert (request.run_key, request.tags[ATTEMPT]) == ("state A|1", "1")


def test_a_refused_page_whose_inputs_changed_to_and_fro_is_composed_again_each_time(instance: DagsterInstance) -> None:
    for _ in range(MAX_ATTEMPTS + 1):
        run(instance, WANTED, fails="refused")
        run(instance, OTHER, fails="refused")
    assert ask(instance, WANTED).requests


def test_another_concept_is_no_change(instance: DagsterInstance) -> None:
    run(instance, WANTED)
    run(instance, RunRequest(run_key="state B", partition_key="circle-packing"))
    assert ask(instance, WANTED).later == ("state A",)


def test_numbers_go_on_where_old_runs_were_cleared_away(instance: DagsterInstance) -> None:
    for _ in range(3):
        run(instance, WANTED, fails="locked")
    oldest = instance.get_runs(ascending=True)[0]
    instance.delete_run(oldest.run_id)
    (request,) = ask(instance, WANTED, later=DELAYS[-1]).requests
    assert request.run_key == "state A|3"
