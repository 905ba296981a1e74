"""Runs whose process died: found on their own machine only, told in plain words, and their work is done all the same."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from dagster import (
    DagsterInstance,
    DagsterRunStatus,
    EventLogEntry,
    OpExecutionContext,
    RunsFilter,
    build_sensor_context,
    job,
    op,
)
from dagster._core.events import DagsterEvent, EngineEventData
from dagster._core.remote_origin import RegisteredCodeLocationOrigin, RemoteJobOrigin, RemoteRepositoryOrigin

from jobs.dead_runs import find_run_process, reap_dead_runs
from jobs.launching import open_instance
from jobs.processes import (
    HOST_TAG,
    LAUNCH_SECONDS,
    LAUNCHED_TAG,
    MACHINE_TAG,
    PROCESS_TAG,
    Life,
    Machine,
    RunProcess,
    Seen,
    find_process,
    judge,
    launch_tags,
    launch_tags_elsewhere,
    launched_process,
    machine_tags,
    own_tags,
    process_of,
    this_machine,
    ticks_now,
)
from sensors.dead_runs import dead_runs_sensor
from sensors.in_flight import unfinished_runs
from tests.shell.dev_server import clean_environment, free_port, group_of, wait_for, wiki_dev
from tests.shell.homes import make_home

WIKI = str(Path(sys.executable).with_name("wiki"))
ORIGIN = RemoteJobOrigin(RemoteRepositoryOrigin(RegisteredCodeLocationOrigin("wiki"), "__repository__"), "looking_job")
HERE = Machine("here", "boot-1", "pid:[1]")
LATEST_START = int(LAUNCH_SECONDS * os.sysconf("SC_CLK_TCK"))
UNFINISHED = [DagsterRunStatus.NOT_STARTED, DagsterRunStatus.QUEUED, DagsterRunStatus.STARTING, DagsterRunStatus.STARTED]


@op
def looking(context: OpExecutionContext) -> None:
    """Looks for dead runs while its own run is under way."""
    context.log.info(f"{len(reap_dead_runs(context.instance))} found dead")


@job
def looking_job() -> None:
    looking()


@pytest.fixture(scope="module")
def shared_instance() -> Iterator[DagsterInstance]:
    with DagsterInstance.ephemeral() as made:
        yield made


@pytest.fixture
def instance(shared_instance: DagsterInstance) -> DagsterInstance:
    """With no run in it; making one anew takes half a second."""
    shared_instance.wipe()
    return shared_instance


def run_with(instance: DagsterInstance, status: DagsterRunStatus, tags: dict[str, str]) -> str:
    origin = ORIGIN if status is DagsterRunStatus.QUEUED else None
    return instance.create_run_for_job(looking_job, status=status, tags=tags, remote_job_origin=origin).run_id


def status_of(instance: DagsterInstance, run_id: str) -> DagsterRunStatus:
    run = instance.get_run_by_id(run_id)
    assert run is not None
    return run.status


def ended_process() -> str:
    """Tags' value for a process that is no more."""
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()
    return f"{process.pid} 1"


@pytest.mark.parametrize(
    ("process", "seen", "life"),
    [
        (RunProcess(HERE, 7, start=100), Seen(100), Life.ALIVE),
        (RunProcess(HERE, 7, start=100), None, Life.ENDED),
        (RunProcess(HERE, 7, start=100), Seen(101), Life.ENDED),
        (RunProcess(HERE, 7, start=100), Seen(None), Life.ALIVE),
        (RunProcess(HERE, 7, launched=500), Seen(501), Life.ALIVE),
        (RunProcess(HERE, 7, launched=500), Seen(500 + LATEST_START), Life.ALIVE),
        (RunProcess(HERE, 7, launched=500), Seen(501 + LATEST_START), Life.ENDED),
        (RunProcess(HERE, 7, launched=500), Seen(None), Life.ALIVE),
        (RunProcess(HERE, 7, launched=500), None, Life.ENDED),
        (RunProcess(HERE, 7), Seen(100), Life.ALIVE),
        (RunProcess(Machine("there", "boot-1", "pid:[1]"), 7, start=100), None, Life.UNKNOWN),
        (RunProcess(Machine("here", "boot-0", "pid:[1]"), 7, start=100), Seen(100), Life.ENDED),
        (RunProcess(Machine("here", "boot-1", "pid:[2]"), 7, start=100), None, Life.UNKNOWN),
        (RunProcess(Machine("here", "", ""), 7, start=100), None, Life.UNKNOWN),
    ],
)
def test_a_process_is_judged_by_machine_number_and_start_and_doubt_spares_it(
    process: RunProcess, seen: Seen | None, life: Life
) -> None:
    assert judge(process, HERE, lambda _pid: seen) is life


def test_a_process_finds_itself_and_its_tags_name_it() -> None:
    found, named = find_process(os.getpid()), process_of(own_tags())
    assert found is not None
    assert named is not None
    assert (named.pid, named.start, named.machine) == (os.getpid(), found.start, this_machine())
    assert judge(named, this_machine(), find_process) is Life.ALIVE


def test_ticks_count_as_start_times_of_processes_do() -> None:
    before = ticks_now()
    child = subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE)
    found = find_process(child.pid)
    child.communicate(b"\n")
    if before is None:
        pytest.skip("this system has no such clock")
    assert found is not None
    assert found.start is not None
    assert -1 <= found.start - before <= LATEST_START


def test_tags_of_a_launch_say_when_and_on_which_machine_and_nothing_of_a_place_where_nobody_can_look() -> None:
    near, far = launched_process(launch_tags(this_machine()), 7), launched_process(launch_tags_elsewhere("far"), 7)
    assert near is not None
    assert (near.machine, near.launched is None) == (this_machine(), ticks_now() is None)
    assert far == RunProcess(Machine("far", "", ""), 7)
    assert judge(far, HERE, lambda _pid: None) is Life.UNKNOWN
    assert launched_process({}, 7) is None


@pytest.mark.parametrize("step", [-90_000.0, 90_000.0], ids=["back", "forth"])
def test_no_clock_that_is_put_back_or_forth_ends_a_live_launched_run(instance: DagsterInstance, step: float) -> None:
    """The time of day of the first event is another one than the process would be said to have begun at; ticks are the same."""
    made = instance.create_run_for_job(
        looking_job, status=DagsterRunStatus.STARTED, tags=launch_tags(this_machine()), remote_job_origin=ORIGIN
    )
    child = subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE)
    message = f"Started process for run (pid: {child.pid})."
    entry = EventLogEntry(
        error_info=None,
        level=logging.DEBUG,
        user_message=message,
        run_id=made.run_id,
        timestamp=time.time() + step,
        dagster_event=DagsterEvent("ENGINE_EVENT", "looking_job", event_specific_data=EngineEventData.in_process(child.pid)),
    )
    instance.store_event(entry)
    assert reap_dead_runs(instance) == []
    assert find_run_process(instance, made) is not None
    child.communicate(b"\n")
    assert [dead.run_id for dead in reap_dead_runs(instance)] == [made.run_id]


def test_a_launched_run_whose_number_was_given_to_a_process_of_later_is_ended(instance: DagsterInstance) -> None:
    if ticks_now() is None:
        pytest.skip("this system has no such clock")
    tags = {**launch_tags(this_machine()), LAUNCHED_TAG: "0"}
    made = instance.create_run_for_job(looking_job, status=DagsterRunStatus.STARTED, tags=tags, remote_job_origin=ORIGIN)
    instance.report_engine_event(f"Started process for run (pid: {os.getpid()}).", made, EngineEventData.in_process(os.getpid()))
    assert [dead.run_id for dead in reap_dead_runs(instance)] == [made.run_id]


def test_a_killed_process_counts_as_ended_before_its_parent_takes_note() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert find_process(child.pid) is not None
    child.kill()
    wait_for(lambda: find_process(child.pid) is None)
    assert child.stdin is not None
    child.stdin.close()
    child.wait()


def test_tags_that_name_no_process_are_no_process() -> None:
    assert process_of({}) is None
    assert process_of({HOST_TAG: "here"}) is None
    assert process_of({HOST_TAG: "here", PROCESS_TAG: "many"}) is None


def test_a_run_never_reaps_itself(instance: DagsterInstance) -> None:
    result = looking_job.execute_in_process(instance=instance, tags=own_tags())
    assert result.success
    assert status_of(instance, result.run_id) is DagsterRunStatus.SUCCESS


@pytest.mark.parametrize("status", UNFINISHED)
def test_a_live_run_is_left_alone_in_every_state(instance: DagsterInstance, status: DagsterRunStatus) -> None:
    run_id = run_with(instance, status, own_tags())
    assert reap_dead_runs(instance) == []
    assert status_of(instance, run_id) is status


@pytest.mark.parametrize("status", UNFINISHED)
def test_a_run_that_nobody_marked_is_left_alone(instance: DagsterInstance, status: DagsterRunStatus) -> None:
    run_id = run_with(instance, status, {})
    assert reap_dead_runs(instance) == []
    assert status_of(instance, run_id) is status


def test_a_run_of_another_machine_is_left_alone(instance: DagsterInstance) -> None:
    tags = {HOST_TAG: "elsewhere", MACHINE_TAG: "boot pid:[1]", PROCESS_TAG: "1 1"}
    run_id = run_with(instance, DagsterRunStatus.STARTED, tags)
    assert reap_dead_runs(instance) == []
    assert status_of(instance, run_id) is DagsterRunStatus.STARTED


def test_a_queued_run_is_never_judged_though_it_inherited_the_tags_of_a_dead_one(instance: DagsterInstance) -> None:
    run_id = run_with(instance, DagsterRunStatus.QUEUED, {**own_tags(), PROCESS_TAG: ended_process()})
    assert reap_dead_runs(instance) == []
    assert status_of(instance, run_id) is DagsterRunStatus.QUEUED


def test_a_run_of_a_process_whose_number_was_given_away_is_ended_in_plain_words(instance: DagsterInstance) -> None:
    run_id = run_with(instance, DagsterRunStatus.STARTED, {**own_tags(), PROCESS_TAG: f"{os.getpid()} 1"})
    (dead,) = reap_dead_runs(instance)
    assert dead.run_id == run_id
    assert status_of(instance, run_id) is DagsterRunStatus.FAILURE
    assert f"({os.getpid()} on {this_machine().host}) ended without a word" in dead.told
    assert "Nothing is lost" in dead.told


@pytest.mark.parametrize(
    ("alive", "status"), [(True, DagsterRunStatus.STARTED), (False, DagsterRunStatus.FAILURE)], ids=["alive", "dead"]
)
def test_a_launched_run_is_judged_by_the_process_that_its_first_event_names(
    instance: DagsterInstance, alive: bool, status: DagsterRunStatus
) -> None:
    """The tag of a process may be inherited from the run that this one repeats."""
    tags = {**machine_tags(this_machine()), PROCESS_TAG: ended_process()}
    made = instance.create_run_for_job(looking_job, status=DagsterRunStatus.STARTED, tags=tags, remote_job_origin=ORIGIN)
    assert reap_dead_runs(instance) == []
    number = os.getpid() if alive else int(ended_process().split()[0])
    instance.report_engine_event(f"Started process for run (pid: {number}).", made, EngineEventData.in_process(number))
    reap_dead_runs(instance)
    assert status_of(instance, made.run_id) is status


def test_a_run_that_was_being_cancelled_is_cancelled_and_not_failed(instance: DagsterInstance) -> None:
    run_id = run_with(instance, DagsterRunStatus.CANCELING, {**own_tags(), PROCESS_TAG: ended_process()})
    assert [dead.run_id for dead in reap_dead_runs(instance)] == [run_id]
    assert status_of(instance, run_id) is DagsterRunStatus.CANCELED


def test_what_a_sensor_asked_for_is_not_repeated_by_dagster_as_well(instance: DagsterInstance) -> None:
    tags = {**own_tags(), PROCESS_TAG: ended_process(), "dagster/sensor_name": "new_papers"}
    run_id = run_with(instance, DagsterRunStatus.STARTED, tags)
    reap_dead_runs(instance)
    run = instance.get_run_by_id(run_id)
    assert run is not None
    assert run.tags["dagster/max_retries"] == "0"


def test_the_sensor_says_what_it_ended_and_else_that_all_is_well(instance: DagsterInstance) -> None:
    def told() -> str:
        result = dead_runs_sensor(build_sensor_context(instance=instance))
        return getattr(result, "skip_message", "") or ""

    assert told() == "Every unfinished run of this machine has its process."
    run_id = run_with(instance, DagsterRunStatus.STARTED, {**own_tags(), PROCESS_TAG: ended_process()})
    assert told() == f"Ended, as their process had died: looking_job {run_id[:8]}."


def test_a_killed_build_is_ended_and_the_next_one_completes_it(tmp_path: Path) -> None:
    settings = make_home(tmp_path / "home")
    command = [WIKI, "build", "--home", str(settings.home)]
    environment = clean_environment()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    with process.stderr:
        assert any("Parsed 1 of 3" in line for line in process.stderr)
        process.kill()
        process.wait()
    with open_instance(settings.home / ".dagster", settings) as instance:
        assert unfinished_runs(instance, ["ingest"]) == 0
        (run,) = instance.get_runs()
        assert (run.job_name, run.status) == ("ingest", DagsterRunStatus.FAILURE)
        assert instance.event_log_storage.get_concurrency_run_ids() == set()
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=900)
        assert done.returncode == 0, done.stderr
        assert instance.get_runs_count(RunsFilter(statuses=UNFINISHED)) == 0
    assert {path.stem for path in (settings.home / "wiki").glob("*.md")} >= {"circle-packing", "angle-defect", "edge-flip"}


def test_a_killed_worker_of_the_daemon_holds_nothing_up_nor_does_a_machine_that_went_down(tmp_path: Path) -> None:
    settings = make_home(tmp_path / "home")
    folder = settings.home / ".dagster"

    def started(jobs: set[str]) -> list[str]:
        runs = watcher.get_runs(RunsFilter(statuses=[DagsterRunStatus.STARTED]))
        return [run.run_id for run in runs if run.job_name in jobs and find_run_process(watcher, run)]

    with wiki_dev(settings.home, free_port(), tmp_path / "log") as dev, open_instance(folder, settings) as watcher:
        wait_for(lambda: started({"ingest"}))
        (first,) = started({"ingest"})
        run = watcher.get_run_by_id(first)
        assert run is not None
        assert {key: run.tags[key] for key in machine_tags(this_machine())} == machine_tags(this_machine())
        assert 0 < int(run.tags[LAUNCHED_TAG]) <= (ticks_now() or 0)
        worker = find_run_process(watcher, run)
        assert worker is not None
        assert reap_dead_runs(watcher) == []
        os.kill(worker.pid, signal.SIGKILL)
        wait_for(lambda: status_of(watcher, first) is DagsterRunStatus.FAILURE)
        wait_for(lambda: watcher.get_runs_count(RunsFilter(job_name="ingest", statuses=[DagsterRunStatus.SUCCESS])))
        after = {"choose_evidence", "compile", "publish"}
        wait_for(lambda: started(after))
        os.killpg(group_of(dev.pid), signal.SIGKILL)
        dev.wait()
        left = started(after)
        assert left
        with open_instance(folder, settings) as instance:
            assert all(status_of(instance, run_id) is DagsterRunStatus.FAILURE for run_id in left)
            assert instance.event_log_storage.get_concurrency_run_ids() == set()
