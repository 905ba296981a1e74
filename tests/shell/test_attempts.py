"""What was wanted and not reached is requested again, later each time and not for ever."""

import time
from collections.abc import Iterator

import pytest
from dagster import DagsterInstance, DagsterRunStatus, OpExecutionContext, RunRequest, job, op

from jobs.launching import RANGE_END, RANGE_START
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
    partition = {"dagster/partition": request.partition_key} if request.partition_key else {}
    return {**request.tags, "dagster/run_key": request.run_key or "", **partition}


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


def run_unsettled(instance: DagsterInstance, request: RunRequest) -> str:
    """Runs what is due well; the same is wanted still right after it. Returns which attempt it was."""
    attempt = run(instance, request).tags[ATTEMPT]
    assert not ask(instance, request).requests
    return attempt


def test_what_was_settled_and_is_wanted_again_after_long_is_a_new_want_however_often(instance: DagsterInstance) -> None:
    """A published file that a person edits now and then is repaired each time."""
    month = 30 * 86_400.0
    for _ in range(MAX_ATTEMPTS + 1):
        (request,) = ask(instance, WANTED, later=month).requests
        assert request.tags[ATTEMPT] == "1"
        work_job.execute_in_process(instance=instance, tags=tags_of(request))


def test_what_runs_well_and_is_wanted_still_is_left_to_a_person_for_ever(instance: DagsterInstance) -> None:
    attempts = [run_unsettled(instance, WANTED) for _ in range(MAX_ATTEMPTS)]
    assert attempts == [str(number) for number in range(1, MAX_ATTEMPTS + 1)]
    assert ask(instance, WANTED, later=DELAYS[-1] * 100).given_up == ("state A",)


def test_what_failed_long_ago_is_not_wanted_anew_for_that(instance: DagsterInstance) -> None:
    run(instance, WANTED, fails="locked")
    (request,) = ask(instance, WANTED, later=DELAYS[-1] * 100).requests
    assert request.tags[ATTEMPT] == "2"


def over(first: str, last: str, **tags: str) -> RunRequest:
    return RunRequest(run_key=f"{first} {last} {tags}", tags={RANGE_START: first, RANGE_END: last, **tags})


@pytest.mark.parametrize(
    ("papers", "others"),
    [
        (over("Alder2020", "Cedar2022"), over("Dogwood2023", "Elm2024")),
        (over("A", "F", **{"wiki/about-1": "A C F"}), over("A", "F", **{"wiki/about-1": "A D F"})),
    ],
    ids=["other papers", "others of the same range"],
)
def test_ranges_of_papers_that_never_settle_do_not_keep_each_other_going(
    instance: DagsterInstance, papers: RunRequest, others: RunRequest
) -> None:
    for _ in range(MAX_ATTEMPTS):
        run_unsettled(instance, papers)
        run_unsettled(instance, others)
    assert ask(instance, papers, later=DELAYS[-1] * 2).given_up
    assert ask(instance, others, later=DELAYS[-1] * 2).given_up


def test_papers_that_were_brought_to_something_else_meanwhile_are_ingested_at_once(instance: DagsterInstance) -> None:
    papers = over("Alder2020", "Cedar2022")
    run(instance, papers)
    run(instance, RunRequest(run_key="their other bytes", tags=papers.tags))
    (request,) = ask(instance, papers).requests
    assert request.tags[ATTEMPT] == "1"


def test_what_is_about_no_partition_is_wanted_anew_after_any_other_run_of_its_job(instance: DagsterInstance) -> None:
    evidence = RunRequest(run_key="evidence A")
    run(instance, evidence)
    run(instance, RunRequest(run_key="evidence B"))
    (request,) = ask(instance, evidence).requests
    assert request.tags[ATTEMPT] == "1"


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
