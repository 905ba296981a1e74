"""The Dagster instance of a home: its configuration, its pools, what it repeats and what it does not, and `wiki dev` around it."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from dagster import DagsterInstance, DagsterRunStatus, OpExecutionContext, job, op
from dagster._core.events import JobFailureData, RunFailureReason
from dagster._daemon.auto_run_reexecution.auto_run_reexecution import filter_runs_to_should_retry

from jobs.dead_runs import reap_dead_runs
from jobs.launching import Launcher, open_instance
from jobs.pools import AUDIT, MODEL_CALLS, VECTORS, pool_limits
from jobs.processes import PROCESS_TAG, own_tags
from resources.failures import as_failure
from tests.shell.conftest import Bench
from tests.shell.dev_server import clean_environment, wait_for
from wiki_assets.cli import instance_file
from wiki_assets.cli.home import export_settings, prepare_home
from wiki_assets.cli.instance_file import INSTANCE_TEMPLATE, is_ours
from wiki_assets.cli.process_group import supervise
from wiki_assets.cli.serving import require_free_port
from wiki_assets.errors import SettingsError, StoreLockedError
from wiki_assets.settings import Settings

POOL = "one_at_a_time"


@op(pool=POOL)
def holding(context: OpExecutionContext) -> None:
    """Holds the pool's slot for a moment and notes from when to when."""
    began = time.time()
    time.sleep(float(context.run.tags["seconds"]))
    Path(context.run.tags["notes"], context.run_id).write_text(f"{began} {time.time()}")


@job
def holding_job() -> None:
    holding()


@op
def finding_a_locked_store() -> None:
    """Fails as a step does that waited for another process in vain."""
    with as_failure():
        raise StoreLockedError("The store is held by another process.", "Wait for it.")


@job
def locked_job() -> None:
    finding_a_locked_store()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    prepare_home(Settings.load(home=folder))
    return folder


@pytest.fixture
def instance(home: Path) -> Iterator[DagsterInstance]:
    with open_instance(home / ".dagster", Settings.load(home=home)) as opened:
        yield opened


def limits(instance: DagsterInstance) -> dict[str, int]:
    return {pool.name: pool.limit for pool in instance.event_log_storage.get_pool_limits()}


def retried(instance: DagsterInstance, run_id: str) -> bool:
    """What the daemon decides about a run that has ended."""
    run = instance.get_run_by_id(run_id)
    assert run is not None
    assert run.status is DagsterRunStatus.FAILURE
    return bool(list(filter_runs_to_should_retry([run], instance)))


# The configuration file.


def test_the_template_is_one_that_dagster_takes_and_means_what_it_says(instance: DagsterInstance) -> None:
    queue = instance.get_concurrency_config().run_queue_config
    assert queue is not None
    assert queue.max_concurrent_runs == 4
    assert instance.run_retries_max_retries == 1
    assert instance.run_retries_retry_on_asset_or_op_failure is False
    assert instance.run_monitoring_enabled
    assert instance.global_op_concurrency_default_limit == 1
    assert instance.get_settings("sensors") == {"use_threads": True, "num_workers": 4}
    assert instance.get_settings("freshness") == {"enabled": True}
    assert type(instance.run_launcher).__name__ == "MarkingRunLauncher"


def test_a_file_that_nobody_changed_follows_the_template(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = tmp_path / "newer.yaml"
    newer.write_text(INSTANCE_TEMPLATE.read_text("utf-8") + "# one line more\n", encoding="utf-8")
    monkeypatch.setattr(instance_file, "INSTANCE_TEMPLATE", newer)
    prepare_home(Settings.load(home=home))
    assert (home / ".dagster/dagster.yaml").read_text("utf-8").endswith("# one line more\n")


def test_a_file_that_a_person_changed_is_left_alone_and_a_newer_template_is_told_of(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    target = home / ".dagster/dagster.yaml"
    mine = target.read_text("utf-8").replace("max_concurrent_runs: 4", "max_concurrent_runs: 2")
    target.write_text(mine, encoding="utf-8")
    os.utime(target, (1, 1))
    prepare_home(Settings.load(home=home))
    assert target.read_text("utf-8") == mine
    assert caplog.messages == []
    newer = tmp_path / "newer.yaml"
    newer.write_text(INSTANCE_TEMPLATE.read_text("utf-8") + "# one line more\n", encoding="utf-8")
    monkeypatch.setattr(instance_file, "INSTANCE_TEMPLATE", newer)
    prepare_home(Settings.load(home=home))
    assert target.read_text("utf-8") == mine
    assert "was changed by hand and is left alone" in caplog.text
    prepare_home(Settings.load(home=home, postgres_url="postgresql://host/db"))
    assert "does not use WIKI_POSTGRES_URL" in caplog.text
    assert target.read_text("utf-8") == mine


def test_a_copy_of_the_old_kind_is_replaced_and_a_person_s_own_is_not(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = home / ".dagster/dagster.yaml"
    old = "telemetry:\n  enabled: false\n"
    target.write_text(old, encoding="utf-8")
    prepare_home(Settings.load(home=home))
    assert target.read_text("utf-8") == old
    monkeypatch.setattr(instance_file, "_HASHES_WITHOUT_HEADER", frozenset({instance_file._hash(old)}))
    prepare_home(Settings.load(home=home))
    assert is_ours(target.read_text("utf-8"))
    assert "run_launcher" in target.read_text("utf-8")


def test_another_dagster_home_is_not_used_and_the_note_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("WIKI_HOME", "DAGSTER_HOME"):
        monkeypatch.setenv(name, "/somewhere/else")
    export_settings(Settings.load(home=home), home / ".dagster")
    assert os.environ["DAGSTER_HOME"] == str(home / ".dagster")
    assert os.environ["WIKI_HOME"] == str(home)
    assert "DAGSTER_HOME=/somewhere/else is not used" in caplog.text
    caplog.clear()
    export_settings(Settings.load(home=home), home / ".dagster")
    assert caplog.messages == []


# Pools.


def test_pools_get_their_limits_from_the_settings_whenever_the_instance_is_opened(home: Path) -> None:
    with open_instance(home / ".dagster", Settings.load(home=home)) as instance:
        assert limits(instance) == {MODEL_CALLS: 4, VECTORS: 1, AUDIT: 1}
    changed = Settings.load(home=home, model_calls_at_once=2, qdrant_url="http://localhost:6333")
    with open_instance(home / ".dagster", changed) as instance:
        assert limits(instance) == pool_limits(changed) == {MODEL_CALLS: 2, VECTORS: 4, AUDIT: 1}
        slots = instance.event_log_storage.get_concurrency_info(MODEL_CALLS)
        assert slots.slot_count == 2


HOLD = """
import sys
from pathlib import Path
from dagster import DagsterInstance
from jobs.processes import own_tags
from tests.shell.test_instance import holding_job
home, seconds = sys.argv[1:]
with DagsterInstance.from_config(home + "/.dagster") as instance:
    holding_job.execute_in_process(instance=instance, tags={**own_tags(), "seconds": seconds, "notes": home + "/notes"})
"""


def test_a_pool_of_one_is_held_by_one_run_at_a_time_and_a_killed_holder_gives_it_up(
    home: Path, instance: DagsterInstance
) -> None:
    notes = home / "notes"
    notes.mkdir()
    storage = instance.event_log_storage

    def start(seconds: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-W", "ignore", "-c", HOLD, str(home), seconds]
        root = Path(__file__).parents[2]
        return subprocess.Popen(command, cwd=root, env=clean_environment(), stderr=subprocess.DEVNULL)

    holder = start("600")
    wait_for(lambda: POOL in limits(instance) and storage.get_concurrency_info(POOL).claimed_slots)
    waiting = [start("0.5"), start("0.5")]
    wait_for(lambda: len(storage.get_concurrency_info(POOL).pending_steps) == 3)
    assert reap_dead_runs(instance) == []
    holder.kill()
    holder.wait()
    assert [dead.job for dead in reap_dead_runs(instance)] == ["holding_job"]
    assert [process.wait(900) for process in waiting] == [0, 0]
    first, second = sorted(tuple(map(float, path.read_text().split())) for path in notes.iterdir())
    assert first[1] <= second[0]
    assert storage.get_concurrency_info(POOL).claimed_slots == []
    assert storage.get_concurrency_run_ids() == set()


def test_a_step_that_asked_while_its_slot_was_being_freed_is_served(instance: DagsterInstance) -> None:
    """Between looking for a free slot and asking for one, the last holder may end: nobody would give it to the one who asked."""
    storage = instance.event_log_storage
    storage.set_concurrency_slots(POOL, 1)
    storage.add_pending_step(POOL, "waiting", "step", should_assign=False)  # type: ignore[attr-defined]
    assert not storage.claim_concurrency_slot(POOL, "waiting", "step").is_claimed
    reap_dead_runs(instance)
    assert storage.claim_concurrency_slot(POOL, "waiting", "step").is_claimed


# What is run again.


def test_a_refused_page_is_never_run_again(bench: Bench, instance: DagsterInstance) -> None:
    instance.add_dynamic_partitions("concepts", ["edge-flip"])
    ran = Launcher(instance, bench.definitions).run("compile", "edge-flip")
    assert ran.refused
    assert not retried(instance, ran.run_id)


def test_a_run_that_found_a_store_locked_is_left_to_the_sensors(instance: DagsterInstance) -> None:
    result = locked_job.execute_in_process(instance=instance, raise_on_error=False)
    assert not result.success
    assert not retried(instance, result.run_id)


def test_a_run_whose_process_died_is_run_again_once(instance: DagsterInstance) -> None:
    def dead(**lineage: str) -> str:
        # Dagster counts the runs of a group by these tags.
        tags = {**own_tags(), PROCESS_TAG: f"{os.getpid()} 1", **{f"dagster/{name}": run_id for name, run_id in lineage.items()}}
        run = instance.create_run_for_job(locked_job, status=DagsterRunStatus.STARTED, tags=tags, **lineage)
        reap_dead_runs(instance)
        return run.run_id

    first = dead()
    assert retried(instance, first)
    assert not retried(instance, dead(root_run_id=first, parent_run_id=first))


def test_a_run_that_never_started_is_run_again(instance: DagsterInstance) -> None:
    run = instance.create_run_for_job(locked_job, status=DagsterRunStatus.STARTING)
    instance.report_run_failed(run, "too late", JobFailureData(None, failure_reason=RunFailureReason.START_TIMEOUT))
    assert retried(instance, run.run_id)


# `wiki dev`.


def test_a_port_in_use_is_told_before_anything_is_started() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match=f"Port {port} on 127.0.0.1 is in use.*--port"):
            require_free_port("127.0.0.1", port)
    require_free_port("127.0.0.1", port)


def test_an_address_of_another_machine_is_told() -> None:
    with pytest.raises(SettingsError, match=r"cannot listen on 192\.0\.2\.1, port 3000"):
        require_free_port("192.0.2.1", 3000)


STUBBORN = """
import signal, subprocess, sys, time
from pathlib import Path
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "600"])
Path(sys.argv[1]).write_text(f"{child.pid}")
time.sleep(600)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_services_that_do_not_listen_are_ended_with_all_their_processes(tmp_path: Path, number: signal.Signals) -> None:
    noted = tmp_path / "child"
    former = signal.getsignal(number)

    def tell() -> None:
        wait_for(lambda: noted.is_file() and noted.read_text())
        os.kill(os.getpid(), number)

    teller = threading.Thread(target=tell)
    teller.start()
    assert supervise([sys.executable, "-S", "-c", STUBBORN, str(noted)], os.environ, grace_seconds=0.2)
    teller.join()
    assert not _lives(int(noted.read_text()))
    assert signal.getsignal(number) is former


def test_services_that_end_by_themselves_are_told_apart(tmp_path: Path) -> None:
    command: Sequence[str] = [sys.executable, "-S", "-c", ""]
    assert not supervise(command, os.environ, grace_seconds=0.2)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
