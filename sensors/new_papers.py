"""`new_papers`: ingests papers that are new, changed, renamed, back, or gone."""

import hashlib
import time
from collections.abc import Mapping, Sequence

from dagster import DefaultSensorStatus, RunRequest, SensorEvaluationContext, SensorResult, SkipReason, sensor

from jobs.ingestion import INGEST_TAG, ingest_job
from jobs.launching import RANGE_END, RANGE_START
from resources import ArtifactStoreResource, EmbedderResource, LanguageModelResource, LibraryResource, PolicyResource
from resources.observation import observe
from sensors.in_flight import backfill_under_way, unfinished_runs
from wiki_assets.documents.model import Source
from wiki_assets.errors import WikiError
from wiki_assets.partitions import KEYS_PER_CALL, PAPERS, contiguous_ranges, papers_partitions
from wiki_assets.planning.plan import Task

# A file written to within this time may still be being written; it is looked at again at the next tick.
QUIET_SECONDS = 3.0


@sensor(name="new_papers", job=ingest_job, minimum_interval_seconds=15, default_status=DefaultSensorStatus.RUNNING)
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
    try:
        seen = observe(library, artifacts, policy, embedder, language_model)
    except WikiError as error:
        return SkipReason(f"The papers could not be looked at, so nothing is concluded: {error}")
    tasks, waiting = settled(seen.plan.ingest, seen.library.sources, time.time())
    if not tasks:
        if waiting:
            return SkipReason(f"{len(waiting)} files are still being written: {', '.join(waiting[:5])}.")
        return SkipReason(f"All {len(seen.library.sources)} papers are up to date.")
    known = list(context.instance.get_dynamic_partitions(PAPERS))
    new = [task.key for task in tasks if task.key not in set(known)]
    requests = range_requests([*known, *new], tasks)
    adding = [papers_partitions.build_add_request(new[at : at + KEYS_PER_CALL]) for at in range(0, len(new), KEYS_PER_CALL)]
    return SensorResult(run_requests=requests, dynamic_partitions_requests=adding)


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


def range_requests(order: Sequence[str], tasks: Sequence[Task]) -> list[RunRequest]:
    """One request for each contiguous range of keys; its key names what every paper in it would be brought up to."""
    by_key = {task.key: task for task in tasks}
    requests = []
    for first, last in contiguous_ranges(order, by_key):
        keys = order[order.index(first) : order.index(last) + 1]
        wanted = "\n".join(f"{key}|{by_key[key].fingerprint}" for key in keys)
        requests.append(
            RunRequest(
                run_key=hashlib.sha256(wanted.encode("utf-8")).hexdigest(),
                tags={RANGE_START: first, RANGE_END: last, **INGEST_TAG, "wiki/reason": by_key[first].reason},
            )
        )
    return requests
