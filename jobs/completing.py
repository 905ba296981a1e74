"""Completing runs that ended badly: what their steps had written but not told is told.

A run may end - killed, interrupted, out of space - after a step's last write and before its event, its check's result or its rows in the
audit. The plan goes by files, so nothing would ever run that step again, and the UI would show a page that stands in the wiki as never
made. Each such run is therefore looked at once, and its steps are run again over what it was about. They find their work done and only
tell of it: no model is called, and no paper that was read well is read again.

Belongs here: which runs, and what is run again for them. Does not belong here: ending runs whose process died (`jobs.dead_runs`), or
work that has still to be done (`planning`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

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
from dagster._core.storage.dagster_run import RunRecord

from jobs.about import bounded_ranges, partitions_about, same_thing
from jobs.launching import Launcher, Ran
from wiki_assets.concepts.model import PageState
from wiki_assets.partitions import CONCEPTS, PAPERS
from wiki_assets.planning.plan import Task
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

LOOKED_AT = "wiki/completed"
"""Tag of a run that ended badly and need not be looked at again: by anybody, or by sensors."""
DONE = "true"
"""Its value for a run that has been completed, or had nothing to complete."""
LEFT = "left to wiki build"
"""Its value for a run that was to complete another and ended badly as well: asked for again by a sensor, it might fail for ever."""
COMPLETES = "wiki/completes"
"""Tag of a run that a sensor requested to complete another, with the other's id."""
INGEST = "ingest"
JOBS = (INGEST, "choose_evidence", "compile", "report", "publish")
"""Jobs whose runs are completed; measuring the guard again is its sensor's business."""
_OF_PAGES = ("compile", "report")
REASON = "an earlier run ended before it had told all"
PAPERS_AT_ONCE = 500
"""Papers whose records a run holds in memory at the same time, where nobody says otherwise."""
_BADLY = (DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED)
_RUNS_PER_QUERY = 500
_STEPS = {
    DagsterEventType.STEP_START,
    DagsterEventType.STEP_RESTARTED,
    DagsterEventType.STEP_SUCCESS,
    DagsterEventType.STEP_FAILURE,
}
_REFUSED = "DagsterAssetCheckFailedError"
_TOLD_OF = "run"


@dataclass(frozen=True, slots=True)
class Untold:
    """Work of a run that ended badly, which may not have been told.

    Attributes:
        keys: Partitions that it was about and that there still are; none for a job without partitions.
        completes: The run that it was to complete itself; empty for most.
        same: Tags of every run of its job that is about the same.
        number: Larger for a later run.
    """

    run_id: str
    job: str
    keys: tuple[str, ...]
    completes: str = ""
    same: Mapping[str, str] = field(default_factory=dict, compare=False)
    number: int = field(default=0, compare=False)


class Completion:
    """What one build completes. Its parts are called in the order of the graph, each where the build comes to that part."""

    def __init__(self, launcher: Launcher, store: ArtifactStore, papers_per_run: int = PAPERS_AT_ONCE) -> None:
        self._launcher = launcher
        self._store = store
        self._papers_per_run = papers_per_run
        self._untold = untold_work(launcher.instance)
        self._pages_told = False

    @property
    def evidence(self) -> str:
        """Why evidence has to be chosen again; empty where nothing is untold of it."""
        return REASON if self._is_about("choose_evidence") else ""

    @property
    def publish(self) -> bool:
        """Whether something is untold of what spans pages."""
        return self._is_about("publish")

    def tell_papers(self) -> list[Ran]:
        """Runs papers again whose run ended badly. All are cut again; what was read well is not read again, nor what was embedded."""
        order = self._launcher.partition_keys(PAPERS)
        ranges = bounded_ranges(order, self._keys(INGEST), self._papers_per_run)
        return [
            ran
            for first, last in ranges
            for ran in self._launcher.run_ranges(INGEST, PAPERS, order[order.index(first) : order.index(last) + 1])
        ]

    def pages(self) -> list[Task]:
        """Pages to judge and publish again; tells of those that were composed. One that was not kept is left to the plan."""
        tell_pages(self._launcher.instance, self._untold, self._made_by)
        self._pages_told = True
        return [Task(slug, REASON, "") for slug in self._keys(*_OF_PAGES) if self._made_by(slug)]

    def end(self) -> None:
        """What the build came to is told, and is not looked at again; it may not have come to pages, where their evidence failed."""
        told = [work.run_id for work in self._untold if self._pages_told or work.job not in _OF_PAGES]
        look_at(self._launcher.instance, told)

    def _keys(self, *jobs: str) -> list[str]:
        return list(dict.fromkeys(key for work in self._untold if work.job in jobs for key in work.keys))

    def _is_about(self, job: str) -> bool:
        return any(work.job == job for work in self._untold)

    def _made_by(self, slug: str) -> str:
        state = self._store.find_current(layout.page_state(slug), PageState)
        return state.run_id if state else ""


def untold_work(instance: DagsterInstance, jobs: Collection[str] = JOBS) -> list[Untold]:
    """Work that may be untold, the oldest of each job first. Looks into the log of every run that ended badly, once."""
    untold = []
    for work in ended_badly(instance, jobs, (DONE,)):
        if cut_short(instance, work.run_id):
            untold.append(work)
        else:
            look_at(instance, [work.run_id])
    return untold


def ended_badly(instance: DagsterInstance, jobs: Collection[str] = JOBS, marks: Sequence[str] = (DONE, LEFT)) -> list[Untold]:
    """Runs of these jobs that ended badly and were not looked at, the oldest of each job first; opens no log.

    Every one, however many refused pages came after it: each is marked when it was looked at, so that few are left.

    Args:
        marks: Values of the tag that spare a run.
    """
    papers, concepts = (list(instance.get_dynamic_partitions(name)) for name in (PAPERS, CONCEPTS))
    return [
        _untold(record.dagster_run, record.storage_id, papers if job == INGEST else concepts)
        for job in jobs
        for record in _not_looked_at(instance, job, marks)
    ]


def not_completed(instance: DagsterInstance, untold: Sequence[Untold]) -> list[Untold]:
    """What of some work no run was requested for that completes it."""
    papers = list(instance.get_dynamic_partitions(PAPERS))
    asked: dict[str, list[Untold]] = {}
    for ids in _batches([work.run_id for work in untold]):
        for run in instance.get_runs(RunsFilter(tags={COMPLETES: ids})):
            asked.setdefault(run.tags[COMPLETES], []).append(_untold(run, 0, papers))
    return [rest for work in untold if (rest := _without(work, asked.get(work.run_id, ()))) is not None]


def cut_short(instance: DagsterInstance, run_id: str) -> frozenset[str]:
    """Steps of a run that are untold: what they wrote, or, of a check that never began, what it would have said of what was written.

    A step that was refused did its work, and none that comes after a refused or a failed one was to run. A run that began no step wrote
    nothing.
    """
    begun, ended = set[str](), set[str]()
    refused = False
    for entry in instance.all_logs(run_id, of_type=_STEPS):
        event = entry.dagster_event
        if event is None or event.step_key is None:
            continue
        if event.event_type in (DagsterEventType.STEP_START, DagsterEventType.STEP_RESTARTED):
            begun.add(event.step_key)
        elif event.is_step_success or ((error := event.step_failure_data.error) is not None and error.cls_name == _REFUSED):
            ended.add(event.step_key)
            refused |= not event.is_step_success
    if not begun or refused or begun != ended:
        return frozenset(begun - ended)
    return _planned(instance, run_id) - ended


def told_since(instance: DagsterInstance, work: Untold) -> bool:
    """Whether a later run of the same job about the same ended well."""
    well = RunsFilter(job_name=work.job, tags=work.same, statuses=[DagsterRunStatus.SUCCESS])
    return any(record.storage_id > work.number for record in instance.get_run_records(well, limit=1))


def look_at(instance: DagsterInstance, run_ids: Iterable[str], mark: str = DONE) -> None:
    """Notes that these runs need not be looked at again."""
    for run_id in run_ids:
        instance.add_run_tags(run_id, {LOOKED_AT: mark})


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
            metadata = {"told afterwards": note, _TOLD_OF: work.run_id}
            instance.report_runless_asset_event(AssetMaterialization(key, metadata=metadata, partition=slug))
            told.append(slug)
    return told


def _not_looked_at(instance: DagsterInstance, job: str, marks: Sequence[str]) -> Iterator[RunRecord]:
    """Records of runs that ended badly and have none of these marks, the oldest first."""
    marked = frozenset(instance.get_run_ids(RunsFilter(job_name=job, statuses=_BADLY, tags={LOOKED_AT: list(marks)})))
    ids = [run_id for run_id in instance.get_run_ids(RunsFilter(job_name=job, statuses=_BADLY)) if run_id not in marked]
    for batch in _batches(ids[::-1]):
        yield from instance.get_run_records(RunsFilter(run_ids=batch), ascending=True)


def _batches(ids: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(ids), _RUNS_PER_QUERY):
        yield ids[start : start + _RUNS_PER_QUERY]


def _untold(run: DagsterRun, number: int, order: Sequence[str]) -> Untold:
    return Untold(
        run.run_id,
        run.job_name,
        partitions_about(run.tags, order),
        run.tags.get(COMPLETES, ""),
        same_thing(run.tags),
        number,
    )


def _planned(instance: DagsterInstance, run_id: str) -> frozenset[str]:
    """Steps that a run was to make."""
    run = instance.get_run_by_id(run_id)
    if run is None or run.execution_plan_snapshot_id is None:
        return frozenset()
    return frozenset(instance.get_execution_plan_snapshot(run.execution_plan_snapshot_id).step_keys_to_execute)


def _without(work: Untold, asked: Sequence[Untold]) -> Untold | None:
    """What is left of some work; papers are completed range by range, everything else at once."""
    if work.job != INGEST:
        return None if asked else work
    told = frozenset(key for run in asked for key in run.keys)
    rest = tuple(key for key in work.keys if key not in told)
    return replace(work, keys=rest) if rest else None


def _last_told(instance: DagsterInstance, asset: AssetKey, partition: str) -> str:
    """The run of which the latest event of a partition tells: an event that was told afterwards is no run's own."""
    records = instance.fetch_materializations(AssetRecordsFilter(asset, asset_partitions=[partition]), limit=1).records
    if not records:
        return ""
    told = records[0].asset_materialization
    return str(told.metadata[_TOLD_OF].value) if told is not None and _TOLD_OF in told.metadata else records[0].run_id
