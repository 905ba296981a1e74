"""Completing runs that ended badly: what their steps had written but not told is told.

A run may end - killed, interrupted, out of space - after a step's last write and before its event, its check's result or its rows in the
audit. The plan goes by files, so nothing would ever run that step again, and the UI would show a page that stands in the wiki as never
made. Each such run is therefore looked at once, and its steps are run again. They find their work done and only tell of it: no model is
called, and nothing is written that is there.

Belongs here: which runs, and what is run again for them. Does not belong here: ending runs whose process died (`jobs.dead_runs`), or
work that has still to be done (`planning`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from dagster import (
    AssetKey,
    AssetMaterialization,
    AssetRecordsFilter,
    DagsterEventType,
    DagsterInstance,
    DagsterRun,
    DagsterRunStatus,
    RunsFilter,
)

from jobs.launching import RANGE_END, RANGE_START, Launcher, Ran
from wiki_assets.concepts.model import PageState
from wiki_assets.partitions import CONCEPTS, PAPERS
from wiki_assets.planning.plan import Task
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

LOOKED_AT = {"wiki/completed": "true"}
"""Tag of a run that ended badly and has been completed, or had nothing to complete."""
COMPLETES = "wiki/completes"
"""Tag of a run that a sensor requested to complete another, with the other's id."""
JOBS = ("ingest", "choose_evidence", "compile", "report", "publish")
"""Jobs whose runs are completed; measuring the guard again is its sensor's business."""
REASON = "an earlier run ended before it had told all"
# The latest: every refused page is among them, in a home of years thousands; every build and every tick of the sensor looks.
_MOST_LOOKED_THROUGH = 500
_PARTITION = "dagster/partition"
_REFUSED = "DagsterAssetCheckFailedError"


@dataclass(frozen=True, slots=True)
class Untold:
    """Work of a run that ended badly, which may not have been told.

    Attributes:
        keys: Partitions that it was about and that there still are; none for a job without partitions.
        completes: The run that it was to complete itself; empty for most.
    """

    run_id: str
    job: str
    keys: tuple[str, ...]
    completes: str = ""


class Completion:
    """What one build completes. Its parts are called in the order of the graph, each where the build comes to that part."""

    def __init__(self, launcher: Launcher, store: ArtifactStore) -> None:
        self._launcher = launcher
        self._store = store
        self._untold = untold_work(launcher.instance)

    @property
    def evidence(self) -> str:
        """Why evidence has to be chosen again; empty where nothing is untold of it."""
        return REASON if self._is_about("choose_evidence") else ""

    @property
    def publish(self) -> bool:
        """Whether something is untold of what spans pages."""
        return self._is_about("publish")

    def tell_papers(self) -> list[Ran]:
        """Runs papers again whose run ended badly. They are read and cut by now, so it takes no time."""
        keys = self._keys("ingest")
        return self._launcher.run_ranges("ingest", PAPERS, keys) if keys else []

    def pages(self) -> list[Task]:
        """Pages to judge and publish again; tells of those that were composed. One that was not kept is left to the plan."""
        tell_pages(self._launcher.instance, self._untold, self._made_by)
        return [Task(slug, REASON, "") for slug in self._keys("compile", "report") if self._made_by(slug)]

    def end(self) -> None:
        """All is told: none of it is looked at again."""
        look_at(self._launcher.instance, [work.run_id for work in self._untold])

    def _keys(self, *jobs: str) -> list[str]:
        return list(dict.fromkeys(key for work in self._untold if work.job in jobs for key in work.keys))

    def _is_about(self, job: str) -> bool:
        return any(work.job == job for work in self._untold)

    def _made_by(self, slug: str) -> str:
        state = self._store.find_current(layout.page_state(slug), PageState)
        return state.run_id if state else ""


def untold_work(instance: DagsterInstance, jobs: Collection[str] = JOBS) -> list[Untold]:
    """Runs of these jobs that ended badly and have not been looked at, oldest first. A refused page is not one: its run did its work."""
    found = []
    badly = RunsFilter(statuses=[DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED])
    for run in instance.get_runs(badly, limit=_MOST_LOOKED_THROUGH):
        if run.job_name not in jobs or LOOKED_AT.items() <= run.tags.items():
            continue
        if _was_refused(instance, run):
            look_at(instance, [run.run_id])
        else:
            found.append(Untold(run.run_id, run.job_name, _keys(instance, run), run.tags.get(COMPLETES, "")))
    return found[::-1]


def look_at(instance: DagsterInstance, run_ids: Iterable[str]) -> None:
    """Notes that these runs need not be looked at again."""
    for run_id in run_ids:
        instance.add_run_tags(run_id, LOOKED_AT)


def tell_pages(instance: DagsterInstance, untold: Iterable[Untold], made_by: Callable[[str], str]) -> list[str]:
    """Reports pages that a run kept but did not tell as materialized: composing them again would call the model again.

    Args:
        made_by: Gives the run that kept the latest page of a slug.

    Returns:
        Their slugs.
    """
    key, told = AssetKey("concept_pages"), []
    for work in untold:
        for slug in work.keys:
            if work.job != "compile" or made_by(slug) != work.run_id or _last_told(instance, key, slug) == work.run_id:
                continue
            note = f"Run {work.run_id} kept this page and ended before it could say so."
            instance.report_runless_asset_event(AssetMaterialization(key, metadata={"told afterwards": note}, partition=slug))
            told.append(slug)
    return told


def _was_refused(instance: DagsterInstance, run: DagsterRun) -> bool:
    """Whether the only thing that failed in a run is a check that blocks."""
    errors = [
        entry.dagster_event.step_failure_data.error
        for entry in instance.all_logs(run.run_id, of_type=DagsterEventType.STEP_FAILURE)
        if entry.dagster_event
    ]
    return bool(errors) and all(error is not None and error.cls_name == _REFUSED for error in errors)


def _keys(instance: DagsterInstance, run: DagsterRun) -> tuple[str, ...]:
    if RANGE_START in run.tags:
        keys = list(instance.get_dynamic_partitions(PAPERS))
        first, last = run.tags[RANGE_START], run.tags[RANGE_END]
        return tuple(keys[keys.index(first) : keys.index(last) + 1]) if first in keys and last in keys else ()
    key = run.tags.get(_PARTITION, "")
    return (key,) if key and key in instance.get_dynamic_partitions(CONCEPTS) else ()


def _last_told(instance: DagsterInstance, asset: AssetKey, partition: str) -> str:
    records = instance.fetch_materializations(AssetRecordsFilter(asset, asset_partitions=[partition]), limit=1).records
    return records[0].run_id if records else ""
