"""`stale_wiki`: refreshes what spans pages when pages or concepts have changed, and has the audit folded."""

from dagster import DefaultSensorStatus, RunRequest, SensorEvaluationContext, SensorResult, SkipReason, sensor

from jobs.compilation import compile_job, report_job
from jobs.publication import publish_job
from resources import ArtifactStoreResource, EmbedderResource, LanguageModelResource, LibraryResource, PolicyResource
from sensors.attempts import due
from sensors.in_flight import backfill_under_way, unfinished_runs
from sensors.looking import INTERVAL_SECONDS, look


@sensor(name="stale_wiki", job=publish_job, minimum_interval_seconds=INTERVAL_SECONDS, default_status=DefaultSensorStatus.RUNNING)
def stale_wiki_sensor(
    context: SensorEvaluationContext,
    library: LibraryResource,
    artifacts: ArtifactStoreResource,
    policy: PolicyResource,
    embedder: EmbedderResource,
    language_model: LanguageModelResource,
) -> SensorResult | SkipReason:
    """Compares what index, log and cross-references were made from with the pages there are.

    A quarantined concept blocks what is downstream of it in a backfill, and so the `wiki` asset; this sensor runs it all the same.
    """
    if backfill_under_way(context.instance) or unfinished_runs(
        context.instance, [compile_job.name, report_job.name, publish_job.name]
    ):
        return SkipReason("Pages are being compiled now; the wiki is refreshed when that has ended.")
    seen = look(context, "wiki", library, artifacts, policy, embedder, language_model)
    if isinstance(seen, SkipReason):
        return seen
    plan = seen.plan
    if not plan.publish:
        return SkipReason("Index, log and cross-references are up to date.")
    if (plan.ingest or plan.evidence or plan.compile) and not any(concept.page for concept in seen.state.concepts):
        return SkipReason("The first pages are still to be composed; the wiki is refreshed after them.")
    refresh = due(
        context.instance, publish_job.name, [RunRequest(run_key=plan.publish_fingerprint, tags={"wiki/reason": plan.publish})]
    )
    return (
        SensorResult(run_requests=list(refresh.requests))
        if refresh.requests
        else SkipReason(f"Refreshing the wiki: {refresh.told}")
    )
