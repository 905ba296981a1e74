"""Running a job in this process, recorded in the same instance as the UI's runs.

Belongs here: the one place that turns "run this job for this partition" into Dagster calls. Does not belong here: deciding what to run
(`wiki_assets.planning`).
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dagster import DagsterInstance, Definitions, ExecuteInProcessResult, FloatMetadataValue, IntMetadataValue
from filelock import FileLock, Timeout

from jobs.dead_runs import reap_dead_runs
from jobs.pools import pool_limits, set_pool_limits
from jobs.processes import own_tags
from wiki_assets.errors import StoreLockedError
from wiki_assets.partitions import CONCEPTS, ONLY_STALE, add_missing_keys, contiguous_ranges
from wiki_assets.settings import Settings
from wiki_assets.storage.database import require_database

RANGE_START = "dagster/asset_partition_range_start"
RANGE_END = "dagster/asset_partition_range_end"
OPENING_SECONDS = 60.0
_INTERRUPTIONS = ("DagsterExecutionInterruptedError", "KeyboardInterrupt")
# The instance keeps every line for the UI; the terminal shows the rooms' own progress instead.
_SILENT_CONSOLE = {"console": {"config": {"log_level": "CRITICAL"}}}


@dataclass(frozen=True, slots=True)
class Ran:
    """What one run came to.

    Attributes:
        failures: One line for each step that raised: what is wrong and what to do.
        refused: Names of blocking checks that failed.
        totals: Sum of every numeric metadata entry over the materializations, by `asset.entry`.
    """

    run_id: str
    success: bool
    failures: tuple[str, ...]
    refused: tuple[str, ...]
    totals: Mapping[str, float]


def open_instance(folder: Path, settings: Settings | None = None) -> DagsterInstance:
    """The Dagster instance of a home folder; its `dagster.yaml` is there already. Pools get their limits, and dead runs end.

    The first opening creates the instance's tables, which two processes at once do not survive (dagster 1.13): one at a time.

    Args:
        folder: Where its `dagster.yaml` lies.
        settings: Read from the environment when None.

    Raises:
        SettingsError: A setting cannot be used, or a package for PostgreSQL is missing.
        StoreLockedError: Another process has been opening the instance for too long.
        StoreUnavailableError: The PostgreSQL server of the instance does not answer.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)
    settings = settings or Settings.load()
    require_database(settings)
    try:
        with FileLock(str(folder / ".opening.lock"), timeout=OPENING_SECONDS):
            instance = DagsterInstance.from_config(str(folder))
            instance.get_runs_count()
            instance.get_dynamic_partitions(CONCEPTS)
            instance.all_instigator_state()
            set_pool_limits(instance, pool_limits(settings))
            reap_dead_runs(instance)
    except Timeout as error:
        raise StoreLockedError(
            f"Another process has been opening the Dagster instance of this home for more than {OPENING_SECONDS:g} seconds.",
            "Wait for it to end, then try again.",
        ) from error
    return instance


class Launcher:
    """Runs jobs of one set of definitions on one instance, one after another."""

    def __init__(self, instance: DagsterInstance, definitions: Definitions) -> None:
        self.instance = instance
        self._definitions = definitions

    def register(self, name: str, keys: list[str]) -> list[str]:
        """Adds partition keys that are not there yet, and returns them."""
        return add_missing_keys(self.instance, name, keys)

    def partition_keys(self, name: str) -> list[str]:
        """Keys of a partition dimension in order of insertion, by which one run's range goes."""
        return list(self.instance.get_dynamic_partitions(name))

    def run(self, job: str, partition: str | None = None, *, only_stale: bool = False) -> Ran:
        """Runs a job, for one partition where it has any.

        Args:
            only_stale: Whether it leaves alone what another run has brought up to date by the time it starts.
        """
        return self._execute(job, partition=partition, tags=ONLY_STALE if only_stale else {})

    def run_ranges(self, job: str, name: str, keys: list[str]) -> list[Ran]:
        """Runs a job over the given keys, each contiguous range of them in one run."""
        ranges = contiguous_ranges(list(self.instance.get_dynamic_partitions(name)), keys)
        return [self._execute(job, partition=None, tags={RANGE_START: first, RANGE_END: last}) for first, last in ranges]

    def run_range(self, job: str, tags: Mapping[str, str]) -> Ran:
        """Runs a job over a contiguous range of partitions, for what is out of date among them.

        Args:
            tags: The ends of the range, and what the run is about (`jobs.about`).
        """
        return self._execute(job, partition=None, tags={**tags, **ONLY_STALE})

    def _execute(self, job: str, partition: str | None, tags: dict[str, str]) -> Ran:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = self._definitions.resolve_job_def(job).execute_in_process(
                run_config={"loggers": _SILENT_CONSOLE},
                instance=self.instance,
                partition_key=partition,
                tags={**tags, **own_tags(), "wiki/launched_by": "wiki build"},
                raise_on_error=False,
            )
        return _ran(result)


def _ran(result: ExecuteInProcessResult) -> Ran:
    failures = []
    for event in result.all_events:
        if not event.is_step_failure:
            continue
        data, error = event.step_failure_data, event.step_failure_data.error
        if error is not None and error.cls_name in _INTERRUPTIONS:
            # Dagster turns Ctrl-C into a failed step and goes on; whoever pressed it wants all of it to end.
            raise KeyboardInterrupt
        if error is None or error.cls_name == "DagsterAssetCheckFailedError":
            continue
        told = data.user_failure_data.description if data.user_failure_data else None
        failures.append(told or _root_cause(error))
    refused = tuple(check.check_name for check in result.get_asset_check_evaluations() if check.blocking and not check.passed)
    return Ran(result.run_id, result.success, tuple(failures), refused, _totals(result))


def _totals(result: ExecuteInProcessResult) -> dict[str, float]:
    totals: dict[str, float] = {}
    for event in result.all_events:
        if not event.is_step_materialization:
            continue
        materialization = event.step_materialization_data.materialization
        for entry, value in materialization.metadata.items():
            if isinstance(value, IntMetadataValue | FloatMetadataValue) and value.value is not None:
                name = f"{materialization.asset_key.to_user_string()}.{entry}"
                totals[name] = totals.get(name, 0) + value.value
    return totals


def _root_cause(error: object) -> str:
    cause = error
    while getattr(cause, "cause", None) is not None:
        cause = cause.cause  # type: ignore[attr-defined]
    return str(getattr(cause, "message", cause)).strip()
