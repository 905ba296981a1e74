"""`stale_calibration`: has the guard measured again when pages or their reports have changed, once they have all been judged."""

from dagster import DefaultSensorStatus, RunRequest, SensorEvaluationContext, SensorResult, SkipReason, sensor

from jobs.calibration import calibrate_job
from jobs.compilation import compile_job, report_job
from jobs.publication import publish_job
from resources import ArtifactStoreResource, LibraryResource, PolicyResource
from sensors.attempts import due
from sensors.in_flight import backfill_under_way, unfinished_runs
from wiki_assets.errors import WikiError
from wiki_assets.grounding.calibration.steps import find_judged, find_latest

# A build is over in less; looking more often would only find pages still to be judged, and calibrate for each few of them.
INTERVAL_SECONDS = 600


@sensor(
    name="stale_calibration",
    job=calibrate_job,
    minimum_interval_seconds=INTERVAL_SECONDS,
    default_status=DefaultSensorStatus.RUNNING,
)
def stale_calibration_sensor(
    context: SensorEvaluationContext, library: LibraryResource, artifacts: ArtifactStoreResource, policy: PolicyResource
) -> SensorResult | SkipReason:
    """Compares the pages and reports that the latest calibration was made from with those there are."""
    if backfill_under_way(context.instance) or unfinished_runs(
        context.instance, [compile_job.name, report_job.name, publish_job.name, calibrate_job.name]
    ):
        return SkipReason("Pages are being compiled or the guard is being measured now.")
    try:
        slugs, store = [concept.slug for concept in library.load_concepts().concepts], artifacts.store()
        wanted = find_judged(slugs, store, policy.load_verified_guard(), policy.min_grounding_rate).fingerprint
    except WikiError as error:
        return SkipReason(f"Pages and reports could not be looked at, so nothing is concluded: {error}")
    latest = find_latest(store)
    if not wanted or (latest is not None and latest.fingerprint == wanted):
        return SkipReason("The guard was measured on these pages." if wanted else "No page has been judged yet.")
    calibration = due(context.instance, calibrate_job.name, [RunRequest(run_key=wanted)])
    if not calibration.requests:
        return SkipReason(f"Measuring the guard: {calibration.told}")
    return SensorResult(run_requests=list(calibration.requests))
