"""`dead_runs`: ends runs whose process died and lets their work be asked for again, so that a killed run holds nothing up."""

import datetime

from dagster import DefaultSensorStatus, SensorEvaluationContext, SkipReason, sensor

from jobs.dead_runs import reap_dead_runs
from jobs.second_chances import give_chances_back

# A look costs a few queries; the other sensors wait for what a dead run seems to be doing.
INTERVAL_SECONDS = 30


@sensor(name="dead_runs", minimum_interval_seconds=INTERVAL_SECONDS, default_status=DefaultSensorStatus.RUNNING)
def dead_runs_sensor(context: SensorEvaluationContext) -> SkipReason:
    """Looks for the process of every unfinished run on this machine. It requests none itself: other sensors ask for what is missing."""
    reaped = reap_dead_runs(context.instance)
    again = give_chances_back(context.instance, datetime.datetime.now(datetime.UTC))
    if not reaped and not again:
        return SkipReason("Every unfinished run has its process.")
    ended = ", ".join(f"{dead.job} {dead.run_id[:8]}" for dead in reaped) or "none"
    return SkipReason(f"Runs ended whose process had died: {ended}. Failed runs whose work may be asked for again: {len(again)}.")
