"""`dead_runs`: ends runs whose process died, so that a killed run holds nothing up."""

from dagster import DefaultSensorStatus, SensorEvaluationContext, SkipReason, sensor

from jobs.dead_runs import reap_dead_runs

# A look costs a few queries; the other sensors wait for what a dead run seems to be doing.
INTERVAL_SECONDS = 30


@sensor(name="dead_runs", minimum_interval_seconds=INTERVAL_SECONDS, default_status=DefaultSensorStatus.RUNNING)
def dead_runs_sensor(context: SensorEvaluationContext) -> SkipReason:
    """Looks for the process of every unfinished run on this machine. It requests none itself: other sensors ask for what is missing."""
    reaped = reap_dead_runs(context.instance)
    if not reaped:
        return SkipReason("Every unfinished run of this machine has its process.")
    return SkipReason(f"Ended, as their process had died: {', '.join(f'{dead.job} {dead.run_id[:8]}' for dead in reaped)}.")
