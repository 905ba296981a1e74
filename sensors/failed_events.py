"""Reading from an instance what failed, in order and from a place on, as plain values.

Belongs here: Dagster's event log. Does not belong here: what is told of it (`wiki_assets.alerting`).

Events of all runs are read from the index of the event log, as Dagster's own daemon does: `instance.get_event_records` would open the log
of every single run on SQLite (1.13). Runs that `wiki build` launched in its own process are there too; Dagster's `run_failure_sensor`
passes over them, for they come from no code location.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import orjson
from dagster import (
    AssetCheckKey,
    AssetCheckSeverity,
    AssetKey,
    BoolMetadataValue,
    DagsterEventType,
    DagsterInstance,
    DagsterRun,
    EventLogEntry,
    FloatMetadataValue,
    IntMetadataValue,
    MarkdownMetadataValue,
    MetadataValue,
    RepositoryDefinition,
    TextMetadataValue,
)
from dagster._core.definitions.asset_checks.asset_check_evaluation import AssetCheckEvaluation
from dagster._core.execution.plan.objects import StepFailureData

from jobs.launching import RANGE_END, RANGE_START
from wiki_assets.alerting.model import CheckOutcome, FailedRun, FailedStep, Figure, Place, Severity

EVENTS_A_LOOK = 300
RUNS_A_LOOK = 50  # on SQLite each has a log of its own to open: 45 ms of CPU (measured), of the 60 s that a sensor has
_PARTITION = "dagster/partition"
_WILL_RETRY = "dagster/will_retry"
_STEPS_READ = 50  # failed steps of a run that are looked at; the alert names one and counts the rest
_BY_CHECK = "DagsterAssetCheckFailedError"
_INTERRUPTIONS = ("DagsterExecutionInterruptedError", "KeyboardInterrupt")
_EVERYBODY = ("team:wiki",)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some events in order, and the place behind them."""

    events: tuple[tuple[int, EventLogEntry], ...]
    place: Place


def read_on(
    instance: DagsterInstance, kind: DagsterEventType, cursor: str | None, began: float, settling_seconds: float, limit: int
) -> Batch:
    """The next events of one kind.

    Args:
        cursor: A `Place` as JSON. Without one, events before `began` are history; the same where the log begins anew under old numbers.
        began: When whoever asks began to watch, in seconds since 1970.
        settling_seconds: Events younger than this are left to the next look, for one with a lower number may still appear.
        limit: At most this many.
    """
    place = Place.model_validate_json(cursor) if cursor else None
    last = instance.event_log_storage.get_maximum_record_id() or 0
    if place is None or place.number > last:
        since = place.time if place else began
        place = Place(number=_last_before(instance, kind, since, last), time=since)
    found = instance.event_log_storage.get_logs_for_all_runs_by_log_id(place.number, kind, limit)
    settled: list[tuple[int, EventLogEntry]] = []
    now = time.time()
    for number, event in sorted(found.items()):
        if now - settling_seconds < event.timestamp <= now:
            break
        settled.append((number, event))
    if settled:
        place = place.moved_to(settled[-1][0], (event.timestamp for _, event in settled))
    return Batch(tuple(settled), place)


def _last_before(instance: DagsterInstance, kind: DagsterEventType, since: float, last: int) -> int:
    """The number behind which all events are of `since` or later, found by halving: some twenty short queries, however long the log."""
    low, high = -1, last
    while low < high:
        middle = (low + high) // 2
        following = instance.event_log_storage.get_logs_for_all_runs_by_log_id(middle, kind, 1)
        number, event = next(iter(following.items()), (last, None))
        if event is None or event.timestamp >= since:
            high = middle
        else:
            low = number
    return low


def check_outcomes(batch: Batch, repository: RepositoryDefinition | None) -> list[CheckOutcome]:
    """Evaluations of checks; owners and expectations are those that the repository declares."""
    outcomes = []
    for number, event in batch.events:
        evaluation = event.dagster_event.event_specific_data if event.dagster_event else None
        if isinstance(evaluation, AssetCheckEvaluation):
            outcomes.append(_outcome_of(evaluation, number, event, repository))
    return outcomes


def failed_runs(batch: Batch, instance: DagsterInstance, repository: RepositoryDefinition | None) -> list[FailedRun]:
    """Runs that failed; one that has been deleted since is left out."""
    runs = ((number, event, instance.get_run_by_id(event.run_id)) for number, event in batch.events)
    return [_run_of(run, number, event, instance, repository) for number, event, run in runs if run is not None]


def _outcome_of(
    evaluation: AssetCheckEvaluation, number: int, event: EventLogEntry, repository: RepositoryDefinition | None
) -> CheckOutcome:
    remedy = evaluation.metadata.get("what to do")
    return CheckOutcome(
        number=number,
        asset=evaluation.asset_key.to_user_string(),
        check=evaluation.check_name,
        partition=evaluation.partition or "",
        passed=evaluation.passed,
        severity=Severity.WARNING if evaluation.severity is AssetCheckSeverity.WARN else Severity.ERROR,
        told=evaluation.description or "",
        expected=_expectation(evaluation.asset_check_key, repository),
        remedy=remedy.text or "" if isinstance(remedy, TextMetadataValue) else "",
        figures=_figures(evaluation.metadata),
        content=_content(evaluation.metadata),
        owners=_owners([evaluation.asset_key], repository),
        run_id=event.run_id,
        happened_at=datetime.fromtimestamp(event.timestamp, UTC),
    )


def _figures(metadata: Mapping[str, MetadataValue]) -> dict[str, Figure]:
    numbers = (IntMetadataValue, FloatMetadataValue, BoolMetadataValue)
    return {name: entry.value for name, entry in metadata.items() if isinstance(entry, numbers) and entry.value is not None}


def _content(metadata: Mapping[str, MetadataValue]) -> str:
    """What the verdict is about: the page by its hash, else the texts, else the tables. Counts of what is well would differ each time."""
    page = metadata.get("page_sha")
    if isinstance(page, TextMetadataValue):
        return page.text or ""
    texts = {name: entry.text for name, entry in metadata.items() if isinstance(entry, TextMetadataValue)}
    tables = {name: entry.md_str for name, entry in metadata.items() if isinstance(entry, MarkdownMetadataValue)}
    return hashlib.sha256(orjson.dumps(texts or tables, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _run_of(
    run: DagsterRun, number: int, event: EventLogEntry, instance: DagsterInstance, repository: RepositoryDefinition | None
) -> FailedRun:
    records = instance.get_records_for_run(run.run_id, of_type=DagsterEventType.STEP_FAILURE, limit=_STEPS_READ).records
    failures = [record.event_log_entry.dagster_event for record in records]
    steps = tuple(_step_of(failure.step_key or "", failure.step_failure_data) for failure in failures if failure is not None)
    assets = [AssetKey(step.step.split("__")) for step in steps] + sorted(run.asset_selection or ())
    told = event.dagster_event.message if event.dagster_event else None
    return FailedRun(
        number=number,
        run_id=run.run_id,
        job=run.job_name,
        partition=_partition_of(run),
        steps=steps,
        message=told or "The run failed, and Dagster does not say why.",
        retried=run.tags.get(_WILL_RETRY) == "true",
        owners=_owners(assets, repository),
        happened_at=datetime.fromtimestamp(event.timestamp, UTC),
    )


def _step_of(step: str, data: StepFailureData) -> FailedStep:
    error, told = data.error, data.user_failure_data
    name = error.cls_name or "" if error else ""
    if name in _INTERRUPTIONS:
        return FailedStep(step, "It was interrupted.", "Start it again: what it had completed is kept.", by_check=False)
    if told is None:
        while error is not None and error.cause is not None:
            error = error.cause
        return FailedStep(step, error.message.strip() if error else "It failed.", "", by_check=name == _BY_CHECK)
    what, remedy = told.metadata.get("what is wrong"), told.metadata.get("what to do")
    return FailedStep(
        step,
        what.text or "" if isinstance(what, TextMetadataValue) else told.description or "It failed.",
        remedy.text or "" if isinstance(remedy, TextMetadataValue) else "",
        by_check=False,
    )


def _partition_of(run: DagsterRun) -> str:
    first, last = run.tags.get(RANGE_START), run.tags.get(RANGE_END)
    if first and last:
        return first if first == last else f"{first} to {last}"
    return run.tags.get(_PARTITION, "")


def _owners(assets: list[AssetKey], repository: RepositoryDefinition | None) -> tuple[str, ...]:
    graph = repository.asset_graph if repository else None
    known = [graph.get(asset).owners for asset in assets if graph.has(asset)] if graph else []
    return tuple(dict.fromkeys(owner for owners in known for owner in owners)) or _EVERYBODY


def _expectation(check: AssetCheckKey, repository: RepositoryDefinition | None) -> str:
    graph = repository.asset_graph if repository else None
    return (graph.get_check_spec(check).description or "") if graph and check in graph.asset_check_keys else ""
