"""`untold_work`: has what ended runs wrote, and did not tell, told: events, results of checks, rows of the audit."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from dagster import DagsterInstance, DefaultSensorStatus, RunRequest, SensorEvaluationContext, SensorResult, SkipReason, sensor

from jobs.about import bounded_ranges
from jobs.compilation import compile_job, report_job
from jobs.completing import (
    COMPLETES,
    JOBS,
    LEFT,
    Untold,
    cut_short,
    ended_badly,
    look_at,
    not_completed,
    tell_pages,
    told_since,
)
from jobs.ingestion import INGEST_TAG, ingest_job
from jobs.launching import RANGE_END, RANGE_START
from jobs.publication import publish_job
from jobs.retrieval import evidence_job
from resources import ArtifactStoreResource, EmbedderResource, LanguageModelResource, LibraryResource, PolicyResource
from resources.observation import Observation
from sensors.in_flight import backfill_under_way, unfinished_runs
from sensors.looking import look
from wiki_assets.concepts.model import PageState
from wiki_assets.documents.partitioning import PaperPartitions
from wiki_assets.partitions import PAPERS
from wiki_assets.planning.plan import plan_without_papers
from wiki_assets.planning.ranges import MOST_SCATTERED
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

INTERVAL_SECONDS = 60
_ALL_TOLD = "Every run that ended has told what it did."
# Runs looked at in one tick, some milliseconds each, for their log is opened; the others are for the next.
_MOST_LOOKED_AT = 500
# A later run over the same papers tells of these as well: their event is all that they tell, and no row of the audit.
_TOLD_BY_THE_NEXT = frozenset({"embeddings"})


# Either judges and publishes the page that is the latest by then; who composed it is told apart.
_OF_PAGES = (compile_job.name, report_job.name)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the plan wants, and sensors therefore ask for: what was left untold of it is told then, or after it.

    Attributes:
        papers: Partitions of papers.
        evidence: Whether evidence has to be chosen; which pages have to be made is not known before.
        pages: Slugs of pages to compose or to judge.
        publish: Whether what spans pages has to be refreshed.
    """

    papers: frozenset[str] = frozenset()
    evidence: bool = False
    pages: frozenset[str] = frozenset()
    publish: bool = False

    @classmethod
    def of(cls, seen: Observation, partitions: PaperPartitions) -> Self:
        """What is wanted in a home as it was seen."""
        beside_papers = plan_without_papers(seen.state)
        return cls(
            frozenset(partitions.keys_of(task.key for task in seen.plan.ingest)),
            bool(seen.plan.evidence),
            frozenset(task.key for task in (*beside_papers.compile, *beside_papers.report)),
            bool(seen.plan.publish),
        )

    def settled(self, work: Untold) -> Untold | None:
        """What of some work can be told now; None where that is not known yet.

        A run over papers that are wanted still leaves out their steps that are done in files, so these are told after it.
        """
        if work.job == ingest_job.name:
            keys = tuple(key for key in work.keys if key not in self.papers)
            return replace(work, keys=keys) if keys else None
        return None if self.evidence and work.job in _OF_PAGES else work

    def tells(self, work: Untold) -> bool:
        """Whether a run that is wanted anyway tells all of some work that is not about papers."""
        if work.job == evidence_job.name:
            return self.evidence
        return self.publish if work.job == publish_job.name else not self.pages.isdisjoint(work.keys)


@sensor(
    name="untold_work",
    jobs=[ingest_job, evidence_job, report_job, publish_job],
    minimum_interval_seconds=INTERVAL_SECONDS,
    default_status=DefaultSensorStatus.RUNNING,
)
def untold_work_sensor(
    context: SensorEvaluationContext,
    library: LibraryResource,
    artifacts: ArtifactStoreResource,
    policy: PolicyResource,
    embedder: EmbedderResource,
    language_model: LanguageModelResource,
) -> SensorResult | SkipReason:
    """Looks for runs that ended badly, each once; the other sensors go by files, and see nothing to do where only an event is missing."""
    instance = context.instance
    if backfill_under_way(instance) or unfinished_runs(instance, JOBS):
        return SkipReason("Runs are under way; what ended ones did not tell is looked for after them.")
    untold = _open_work(instance)
    if not untold:
        return SkipReason(_ALL_TOLD)
    seen = look(context, "home", library, artifacts, policy, embedder, language_model)
    if isinstance(seen, SkipReason):
        return seen
    made_by = _made_by(untold, artifacts.store())
    tell_pages(instance, untold, lambda slug: made_by.get(slug, ""))
    tellable, told = _part(instance, untold, Wanted.of(seen, library.partitions))
    requests = _requests(instance, tellable, made_by, library.papers_per_run)
    asked = {request.tags[COMPLETES] for request in requests}
    told += [work.run_id for work in tellable if work.job != ingest_job.name and work.run_id not in asked]
    look_at(instance, told)
    if requests:
        return SensorResult(run_requests=requests)
    waiting = len(untold) - len(told)
    return SkipReason(f"{waiting} runs that ended are told of after what the plan still wants of them." if waiting else _ALL_TOLD)


def _open_work(instance: DagsterInstance) -> list[Untold]:
    """Work of runs that ended badly that nobody has completed; marks what needs not be looked at again."""
    found = ended_badly(instance)
    look_at(instance, [work.run_id for work in found if work.completes], LEFT)
    untold = [work for work in found if not work.completes]
    left = not_completed(instance, [work for work in untold if work.keys or work.job != ingest_job.name])
    open_ids = {work.run_id for work in left}
    look_at(instance, [work.run_id for work in untold if work.run_id not in open_ids])
    return left


def _part(instance: DagsterInstance, untold: Sequence[Untold], wanted: Wanted) -> tuple[list[Untold], list[str]]:
    """Parts what has to be told now from runs that have nothing to tell; what has to wait is neither."""
    tellable: dict[tuple[str, tuple[str, ...]], Untold] = {}
    told: list[str] = []
    looked_at = 0
    for work in untold:
        settled = wanted.settled(work)
        if settled is None or looked_at == _MOST_LOOKED_AT:
            continue
        looked_at += 1
        if _is_told(instance, settled, wanted):
            told.append(settled.run_id)
            continue
        # Attempts at the same thing are told by one run, for the last of them.
        earlier = tellable.pop((work.job, work.keys), None)
        told += [earlier.run_id] if earlier else []
        tellable[work.job, work.keys] = settled
    return list(tellable.values()), told


def _is_told(instance: DagsterInstance, work: Untold, wanted: Wanted) -> bool:
    if work.job != ingest_job.name and (wanted.tells(work) or _told_since(instance, work)):
        return True
    steps = cut_short(instance, work.run_id)
    return not steps or (steps <= _TOLD_BY_THE_NEXT and told_since(instance, work))


def _told_since(instance: DagsterInstance, work: Untold) -> bool:
    jobs = _OF_PAGES if work.job in _OF_PAGES else (work.job,)
    return any(told_since(instance, replace(work, job=job)) for job in jobs)


def _requests(
    instance: DagsterInstance, tellable: Sequence[Untold], kept: Collection[str], papers_per_run: int
) -> list[RunRequest]:
    """Papers of few ranges at a time: new papers wait while they are told."""
    order = list(instance.get_dynamic_partitions(PAPERS))
    papers = [work for work in tellable if work.job == ingest_job.name]
    ingests = [request for work in papers for request in paper_completions(work, order, papers_per_run)]
    others = [request for work in tellable if (request := completion(work, kept)) is not None]
    return [*ingests[:MOST_SCATTERED], *others]


def _made_by(untold: Sequence[Untold], store: ArtifactStore) -> Mapping[str, str]:
    """The run that kept the latest page, for each slug that has one."""
    slugs = {key for work in untold if work.job in _OF_PAGES for key in work.keys}
    states = {slug: store.find_current(layout.page_state(slug), PageState) for slug in slugs}
    return {slug: state.run_id for slug, state in states.items() if state is not None}


def paper_completions(work: Untold, order: Sequence[str], papers_per_run: int) -> Iterator[RunRequest]:
    """Runs that tell papers, and only these, so many at a time.

    Args:
        order: All partition keys in order of insertion.
    """
    for first, last in bounded_ranges(order, work.keys, papers_per_run):
        tags = {RANGE_START: first, RANGE_END: last, **INGEST_TAG, **_tags(work)}
        yield RunRequest(job_name=ingest_job.name, run_key=f"{work.run_id}|{first}", tags=tags)


def completion(work: Untold, kept: Collection[str]) -> RunRequest | None:
    """The run that tells evidence, a page, or what spans pages; None where there is nothing to tell.

    A page is judged and published again, never composed; one that was not kept is left to the plan.

    Args:
        kept: Slugs that have a page.
    """
    if work.job in (evidence_job.name, publish_job.name):
        return RunRequest(job_name=work.job, run_key=work.run_id, tags=_tags(work))
    if work.job in _OF_PAGES and work.keys and work.keys[0] in kept:
        return RunRequest(job_name=report_job.name, run_key=work.run_id, partition_key=work.keys[0], tags=_tags(work))
    return None


def _tags(work: Untold) -> dict[str, str]:
    return {COMPLETES: work.run_id, "wiki/reason": f"run {work.run_id} ended before it had told all"}
