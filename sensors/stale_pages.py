"""`stale_pages`: has exactly those pages compiled or judged again whose evidence, definition, prompt, model or guard changed."""

from collections.abc import Collection

from dagster import DefaultSensorStatus, RunRequest, SensorEvaluationContext, SensorResult, SkipReason, sensor

from jobs.compilation import compile_job, report_job
from jobs.ingestion import ingest_job
from jobs.retrieval import evidence_job
from resources import ArtifactStoreResource, EmbedderResource, LanguageModelResource, LibraryResource, PolicyResource
from sensors.attempts import due
from sensors.in_flight import backfill_under_way, unfinished_partitions, unfinished_runs
from sensors.looking import INTERVAL_SECONDS, look
from sensors.new_papers import plan_beside_papers
from wiki_assets.partitions import CONCEPTS, ONLY_STALE
from wiki_assets.planning.plan import Plan


@sensor(
    name="stale_pages",
    jobs=[compile_job, report_job],
    minimum_interval_seconds=INTERVAL_SECONDS,
    default_status=DefaultSensorStatus.RUNNING,
)
def stale_pages_sensor(
    context: SensorEvaluationContext,
    library: LibraryResource,
    artifacts: ArtifactStoreResource,
    policy: PolicyResource,
    embedder: EmbedderResource,
    language_model: LanguageModelResource,
) -> SensorResult | SkipReason:
    """Compares every page's recipe and verdict with what they would be now. A refused page is not tried again until something changes."""
    if backfill_under_way(context.instance) or unfinished_runs(context.instance, [ingest_job.name, evidence_job.name]):
        return SkipReason("Papers or evidence are changing now; pages are compared when that has ended.")
    seen = look(context, "pages", library, artifacts, policy, embedder, language_model)
    if isinstance(seen, SkipReason):
        return seen
    plan = plan_beside_papers(context.instance, library, seen)
    if plan.ingest or plan.evidence:
        return SkipReason("Papers or evidence have to be brought up to date first.")
    registered = set(context.instance.get_dynamic_partitions(CONCEPTS))
    wanted = page_requests(plan, registered - unfinished_partitions(context.instance))
    pages = due(context.instance, compile_job.name, wanted)
    if pages.requests:
        return SensorResult(run_requests=list(pages.requests))
    if not (plan.compile or plan.report):
        return SkipReason("Every page is as its evidence, definition and guard want it.")
    return SkipReason(f"Pages: {pages.told or 'those to be done are being worked on.'}")


def page_requests(plan: Plan, free: Collection[str]) -> list[RunRequest]:
    """One run for each page that has to be compiled or judged again and is not being worked on."""
    tasks = [(compile_job.name, task) for task in plan.compile] + [(report_job.name, task) for task in plan.report]
    return [
        RunRequest(
            job_name=job,
            run_key=f"{job}|{task.key}|{task.fingerprint}",
            partition_key=task.key,
            tags={"wiki/reason": task.reason, **ONLY_STALE},
        )
        for job, task in tasks
        if task.key in free
    ]
