"""`new_papers`: ingests papers that are new, changed, renamed, back, or gone."""

import hashlib
import time
from collections.abc import Mapping, Sequence

from dagster import DagsterInstance, DefaultSensorStatus, RunRequest, SensorEvaluationContext, SensorResult, SkipReason, sensor

from jobs.about import range_tags
from jobs.ingestion import INGEST_TAG, ingest_job
from resources import ArtifactStoreResource, EmbedderResource, LanguageModelResource, LibraryResource, PolicyResource
from resources.observation import Observation
from sensors.attempts import Due, due
from sensors.in_flight import backfill_under_way, unfinished_runs
from sensors.looking import INTERVAL_SECONDS, look
from wiki_assets.documents.model import Source
from wiki_assets.partitions import KEYS_PER_CALL, ONLY_STALE, PAPERS, papers_partitions
from wiki_assets.planning.plan import Plan, Task, plan_without_papers
from wiki_assets.planning.ranges import PartitionRange, ranges_to_run

# A file written to within this time may still be being written; it is looked at again at the next tick.
QUIET_SECONDS = 3.0


@sensor(name="new_papers", job=ingest_job, minimum_interval_seconds=INTERVAL_SECONDS, default_status=DefaultSensorStatus.RUNNING)
def new_papers_sensor(
    context: SensorEvaluationContext,
    library: LibraryResource,
    artifacts: ArtifactStoreResource,
    policy: PolicyResource,
    embedder: EmbedderResource,
    language_model: LanguageModelResource,
) -> SensorResult | SkipReason:
    """Compares the folder of papers with what has been read. A batch of papers is one run; a vanished paper is retired, never deleted."""
    if backfill_under_way(context.instance) or unfinished_runs(context.instance, [ingest_job.name]):
        return SkipReason("Papers are being ingested now; what is new is looked at when that has ended.")
    seen = look(context, "papers", library, artifacts, policy, embedder, language_model)
    if isinstance(seen, SkipReason):
        return seen
    tasks, waiting = settled(seen.plan.ingest, seen.library.sources, time.time())
    if not tasks:
        if waiting:
            return SkipReason(f"{len(waiting)} files are still being written: {', '.join(waiting[:5])}.")
        return SkipReason(f"All {len(seen.library.sources)} papers are up to date.")
    ingest, new = ingest_due(context.instance, library, tasks)
    if not ingest.requests:
        return SkipReason(f"Papers to ingest: {ingest.told}")
    adding = [papers_partitions.build_add_request(new[at : at + KEYS_PER_CALL]) for at in range(0, len(new), KEYS_PER_CALL)]
    return SensorResult(run_requests=list(ingest.requests), dynamic_partitions_requests=adding)


def ingest_due(instance: DagsterInstance, library: LibraryResource, tasks: Sequence[Task]) -> tuple[Due, list[str]]:
    """What is to be requested for these papers now, and the partition keys that are not there yet."""
    by_key = {task.key: task for task in tasks}
    spread = library.partitions.keys_of(by_key)
    known = list(instance.get_dynamic_partitions(PAPERS))
    known_keys = set(known)
    new = [key for key in spread if key not in known_keys]
    requests = range_requests([*known, *new], spread, by_key, library.papers_per_run)
    return due(instance, ingest_job.name, requests), new


def plan_beside_papers(instance: DagsterInstance, library: LibraryResource, seen: Observation) -> Plan:
    """The plan for all that comes after papers. It waits for papers only while something is going to happen to them: neither a file that
    somebody writes to for hours nor one whose ingestion fails again and again holds up the pages of all the others.
    """
    if not seen.plan.ingest:
        return seen.plan
    tasks, _ = settled(seen.plan.ingest, seen.library.sources, time.time())
    ingest, _ = ingest_due(instance, library, tasks)
    return seen.plan if ingest.requests or ingest.under_way else plan_without_papers(seen.state)


def settled(tasks: Sequence[Task], sources: Mapping[str, Source], now: float) -> tuple[list[Task], list[str]]:
    """Parts tasks whose file has been quiet for a while from those still being written.

    Args:
        now: Seconds since the epoch.

    Returns:
        Tasks to request, and the files to wait for.
    """
    ready, waiting = [], []
    for task in tasks:
        source = sources.get(task.key)
        if source is not None and 0 <= now - source.mtime_ns / 1e9 < QUIET_SECONDS:
            waiting.append(source.file)
        else:
            ready.append(task)
    return ready, waiting


def range_requests(
    order: Sequence[str], spread: Mapping[str, Sequence[str]], tasks: Mapping[str, Task], papers_per_run: int
) -> list[RunRequest]:
    """One request for each range of partitions; its key names what every paper in it would be brought up to.

    Args:
        order: All partition keys in order of insertion.
        spread: Papers to do, by partition key.
        tasks: What is to be done, by paper.
    """
    return [_range_request(batch, order, spread, tasks) for batch in ranges_to_run(order, spread, papers_per_run)]


def _range_request(
    batch: PartitionRange, order: Sequence[str], spread: Mapping[str, Sequence[str]], tasks: Mapping[str, Task]
) -> RunRequest:
    wanted = "\n".join(f"{paper}|{tasks[paper].fingerprint}" for paper in batch.papers)
    reasons = ", ".join(dict.fromkeys(tasks[paper].reason for paper in batch.papers))
    tags = {**range_tags(batch, order, spread), **ONLY_STALE, **INGEST_TAG, "wiki/reason": reasons[:200]}
    return RunRequest(run_key=hashlib.sha256(wanted.encode("utf-8")).hexdigest(), tags=tags)
