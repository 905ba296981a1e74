"""`untold_work`: has what ended runs wrote, and did not tell, told: events, results of checks, rows of the audit."""

from collections.abc import Collection, Iterable

from dagster import DefaultSensorStatus, RunRequest, RunsFilter, SensorEvaluationContext, SensorResult, SkipReason, sensor

from jobs.compilation import compile_job, report_job
from jobs.completing import COMPLETES, JOBS, Untold, look_at, tell_pages, untold_work
from jobs.ingestion import INGEST_TAG, ingest_job
from jobs.launching import RANGE_END, RANGE_START
from jobs.publication import publish_job
from jobs.retrieval import evidence_job
from resources import ArtifactStoreResource
from sensors.in_flight import backfill_under_way, unfinished_runs
from wiki_assets.concepts.model import PageState
from wiki_assets.storage import layout

INTERVAL_SECONDS = 60


@sensor(
    name="untold_work",
    jobs=[ingest_job, evidence_job, report_job, publish_job],
    minimum_interval_seconds=INTERVAL_SECONDS,
    default_status=DefaultSensorStatus.RUNNING,
)
def untold_work_sensor(context: SensorEvaluationContext, artifacts: ArtifactStoreResource) -> SensorResult | SkipReason:
    """Looks for runs that ended badly, each once; the other sensors go by files, and see nothing to do where only an event is missing."""
    if backfill_under_way(context.instance) or unfinished_runs(context.instance, JOBS):
        return SkipReason("Runs are under way; what ended ones did not tell is looked for after them.")
    # What was to complete another and failed as well is left to a person's build: asked for here, it might fail for ever.
    untold = [work for work in untold_work(context.instance) if not work.completes]
    store = artifacts.store()
    states = {
        key: state.run_id
        for work in untold
        for key in work.keys
        if (state := store.find_current(layout.page_state(key), PageState)) is not None
    }
    tell_pages(context.instance, untold, lambda slug: states.get(slug, ""))
    open_work = [work for work in untold if not context.instance.get_runs_count(RunsFilter(tags={COMPLETES: work.run_id}))]
    requests = list(completions(open_work, states))
    requested = {request.tags[COMPLETES] for request in requests}
    look_at(context.instance, [work.run_id for work in untold if work.run_id not in requested])
    return SensorResult(run_requests=requests) if requests else SkipReason("Every run that ended has told what it did.")


def completions(untold: Iterable[Untold], kept: Collection[str]) -> Iterable[RunRequest]:
    """One run for each thing to tell. A page is judged and published again, never composed; one that was not kept is left to the plan.

    Args:
        kept: Slugs that have a page.
    """
    for work in untold:
        tags = {COMPLETES: work.run_id, "wiki/reason": f"run {work.run_id} ended before it had told all"}
        if work.job == ingest_job.name and work.keys:
            tags |= {RANGE_START: work.keys[0], RANGE_END: work.keys[-1], **INGEST_TAG}
            yield RunRequest(job_name=work.job, run_key=work.run_id, tags=tags)
        elif work.job in (evidence_job.name, publish_job.name):
            yield RunRequest(job_name=work.job, run_key=work.run_id, tags=tags)
        elif work.job in (compile_job.name, report_job.name) and work.keys and work.keys[0] in kept:
            yield RunRequest(job_name=report_job.name, run_key=work.run_id, partition_key=work.keys[0], tags=tags)
