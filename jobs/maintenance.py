"""The nightly jobs and their schedules, and the pruning of Dagster's own history.

Belongs here: what runs at night, and which runs the instance forgets. Does not belong here: maintenance of the home's own files
(`wiki_assets.upkeep`); ticks of sensors and schedules, which `retention` in dagster.yaml bounds.

Which runs stay, however old: all that have not ended; the last to materialize, observe, or even plan each partition of each asset; the
last to evaluate each check of each partition. So the UI shows every asset as it did, no automation sees anything missing, and a sensor's
run key that is still asked for, which Dagster finds by the run that carries it, is still found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as db
from dagster import (
    AssetCheckKey,
    AssetKey,
    AssetSelection,
    DagsterInstance,
    DagsterRunStatus,
    DefaultScheduleStatus,
    RunsFilter,
    ScheduleDefinition,
    define_asset_job,
)
from dagster._core.storage.event_log import SqlEventLogStorage, SqliteEventLogStorage
from dagster._core.storage.event_log.schema import AssetCheckExecutionsTable, AssetEventTagsTable, SqlEventLogStorageTable
from dagster._core.storage.runs import SqlRunStorage
from dagster._core.storage.runs.schema import RunsTable, RunTagsTable

NIGHTLY = {"wiki/launched_by": "schedule"}
HISTORY_SECONDS = 600.0
"""What a night may spend on old runs; a backlog of years is worked off over some nights."""

_BATCH = 200  # runs forgotten in one transaction: it keeps other writers out for some tens of milliseconds
_ENDED = [DagsterRunStatus.SUCCESS, DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED]
_LASTING_EVENTS = (
    "ASSET_MATERIALIZATION",
    "ASSET_OBSERVATION",
    "ASSET_MATERIALIZATION_PLANNED",
    "ASSET_FAILED_TO_MATERIALIZE",
)

_INTEGRITY = AssetCheckKey(AssetKey("promoted_pages"), "every_published_page_passes")

maintenance_job = define_asset_job(
    "maintain",
    selection=AssetSelection.assets("maintenance"),
    tags=NIGHTLY,
    description="Remove what nothing refers to any more, compact the audit, forget old runs.",
)

nightly_check_job = define_asset_job(
    "nightly_check",
    selection=AssetSelection.checks_for_assets("wiki") | AssetSelection.checks(_INTEGRITY),
    tags=NIGHTLY,
    description="Evaluate the checks of the wiki as it lies there, without making anything.",
)

maintenance_schedule = ScheduleDefinition(
    name="nightly_maintenance",
    job=maintenance_job,
    cron_schedule="30 3 * * *",
    execution_timezone="UTC",
    default_status=DefaultScheduleStatus.RUNNING,
    description="Every night at 03:30 UTC.",
)

nightly_check_schedule = ScheduleDefinition(
    name="nightly_check",
    job=nightly_check_job,
    cron_schedule="0 4 * * *",
    execution_timezone="UTC",
    default_status=DefaultScheduleStatus.RUNNING,
    description="Every night at 04:00 UTC, after maintenance.",
)

maintenance_schedules = [maintenance_schedule, nightly_check_schedule]


@dataclass(frozen=True, slots=True)
class Pruned:
    """What became of the history: runs forgotten, and whether more were left for want of time."""

    runs: int
    more: bool


def history_part(instance: DagsterInstance, keep_days: int, *, dry_run: bool) -> Callable[[], Mapping[str, int]]:
    """The part of maintenance that forgets old runs."""
    before = datetime.now(UTC) - timedelta(days=keep_days)

    def count() -> Mapping[str, int]:
        return {"old": sum(len(batch) for batch in old_runs(instance, before))}

    def prune() -> Mapping[str, int]:
        pruned = prune_runs(instance, before, HISTORY_SECONDS)
        return {"forgotten": pruned.runs, "more": int(pruned.more)}

    return count if dry_run else prune


def prune_runs(instance: DagsterInstance, before: datetime, seconds: float) -> Pruned:
    """Forgets runs that ended before a time and that nothing shows any more, with their events and logs.

    May be interrupted at any time: events go before runs, so that what is left of a run is found again.

    Args:
        before: With a time zone.
        seconds: When to stop.
    """
    deadline, forgotten = time.monotonic() + seconds, 0
    for batch in old_runs(instance, before):
        if time.monotonic() > deadline:
            return Pruned(forgotten, more=True)
        _forget(instance, batch)
        forgotten += len(batch)
    return Pruned(forgotten, more=False)


def old_runs(instance: DagsterInstance, before: datetime) -> Iterator[list[str]]:
    """Ids of runs that may be forgotten, oldest first, some at a time."""
    kept = _lasting_runs(instance)
    ended = instance.get_run_ids(RunsFilter(statuses=_ENDED, updated_before=before))
    going = [run_id for run_id in reversed(ended) if run_id not in kept]
    for start in range(0, len(going), _BATCH):
        yield going[start : start + _BATCH]


def _lasting_runs(instance: DagsterInstance) -> frozenset[str]:
    """Runs that hold the last word on a partition of an asset or of a check."""
    storage = instance.event_log_storage
    assert isinstance(storage, SqlEventLogStorage)  # noqa: S101 # for the type checker; SQLite and PostgreSQL both are
    events, checks = SqlEventLogStorageTable.c, AssetCheckExecutionsTable.c
    last_events = (
        db.select(db.func.max(events.id))
        .where(events.asset_key.is_not(None), events.dagster_event_type.in_(_LASTING_EVENTS))
        .group_by(events.asset_key, events.partition, events.dagster_event_type)
    )
    last_checks = db.select(db.func.max(checks.id)).group_by(checks.asset_key, checks.check_name, checks.partition)
    last_words = (
        db.select(events.run_id).where(events.id.in_(last_events)),
        db.select(checks.run_id).where(checks.id.in_(last_checks)),
    )
    with storage.index_connection() as connection:
        return frozenset(str(run_id) for query in last_words for (run_id,) in connection.execute(query))


def _forget(instance: DagsterInstance, batch: Sequence[str]) -> None:
    """Removes what there is of some runs. By `DagsterInstance.delete_run` each takes several transactions, and its file of events stays."""
    events, runs = instance.event_log_storage, instance.run_storage
    assert isinstance(events, SqlEventLogStorage) and isinstance(runs, SqlRunStorage)  # noqa: S101 # for the type checker
    of_batch = SqlEventLogStorageTable.c.run_id.in_(batch)
    event_ids = db.select(SqlEventLogStorageTable.c.id).where(of_batch)
    with events.index_connection() as connection:
        connection.execute(AssetEventTagsTable.delete().where(AssetEventTagsTable.c.event_id.in_(event_ids)))
        connection.execute(SqlEventLogStorageTable.delete().where(of_batch))
        connection.execute(AssetCheckExecutionsTable.delete().where(AssetCheckExecutionsTable.c.run_id.in_(batch)))
    for run_id in batch:
        if isinstance(events, SqliteEventLogStorage):
            _remove_database(Path(events.path_for_shard(run_id)))
        instance.compute_log_manager.delete_logs(prefix=[run_id])
    with runs.connect() as connection:
        connection.execute(RunTagsTable.delete().where(RunTagsTable.c.run_id.in_(batch)))
        connection.execute(RunsTable.delete().where(RunsTable.c.run_id.in_(batch)))


def _remove_database(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)
