"""`run_failure_alerts` and `check_failure_alerts`: tell of runs that failed, and of checks that fail or pass again.

Edge-triggered, unlike the other sensors, for a failure is an event. The cursor says how far the event log was read, and survives a daemon
that is down; the memory beside it (`wiki_assets.alerting`) keeps a storm from becoming one of alerts.
"""

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from dagster import DagsterEventType, DefaultSensorStatus, SensorEvaluationContext, SensorResult, SkipReason, sensor

from resources.alerts import AlertsResource
from resources.artifacts import ArtifactStoreResource
from resources.audit import AuditResource
from sensors.failed_events import EVENTS_A_LOOK, RUNS_A_LOOK, Batch, check_outcomes, failed_runs, read_on
from wiki_assets.alerting.ledger import Ledger
from wiki_assets.alerting.model import Alert
from wiki_assets.alerting.noticing import Standing, beyond, notice_checks, notice_runs
from wiki_assets.alerting.steps import Notice, Told, tell
from wiki_assets.errors import WikiError

# The code location was loaded now: what failed before is history, and what fails before the first tick is not.
WATCHING_SINCE = time.time()
INTERVAL_SECONDS = 15


@sensor(name="run_failure_alerts", minimum_interval_seconds=INTERVAL_SECONDS, default_status=DefaultSensorStatus.RUNNING)
def run_failure_alerts_sensor(
    context: SensorEvaluationContext, alerts: AlertsResource, artifacts: ArtifactStoreResource, audit: AuditResource
) -> SensorResult | SkipReason:
    """Tells of every run that failed, save those that a blocking check stopped: the check's own alert tells of these."""
    kind = DagsterEventType.RUN_FAILURE
    batch = read_on(context.instance, kind, context.cursor, WATCHING_SINCE, alerts.settling_seconds, RUNS_A_LOOK)
    runs = failed_runs(batch, context.instance, context.repository_def)

    def notice(ledger: Ledger) -> tuple[Mapping[str, Standing], Sequence[Alert]]:
        return ledger.failing, notice_runs(beyond(ledger.read.get("runs"), runs))

    return _tell(notice, "runs", batch, alerts, artifacts, audit)


@sensor(name="check_failure_alerts", minimum_interval_seconds=INTERVAL_SECONDS, default_status=DefaultSensorStatus.RUNNING)
def check_failure_alerts_sensor(
    context: SensorEvaluationContext, alerts: AlertsResource, artifacts: ArtifactStoreResource, audit: AuditResource
) -> SensorResult | SkipReason:
    """Tells of checks that began to fail or fail on something else, once a day of those that still do, and once that one passes again."""
    kind = DagsterEventType.ASSET_CHECK_EVALUATION
    batch = read_on(context.instance, kind, context.cursor, WATCHING_SINCE, alerts.settling_seconds, EVENTS_A_LOOK)
    outcomes = check_outcomes(batch, context.repository_def)

    def notice(ledger: Ledger) -> tuple[Mapping[str, Standing], Sequence[Alert]]:
        return notice_checks(ledger.failing, beyond(ledger.read.get("checks"), outcomes))

    return _tell(notice, "checks", batch, alerts, artifacts, audit)


def _tell(
    notice: Notice, source: str, batch: Batch, alerts: AlertsResource, artifacts: ArtifactStoreResource, audit: AuditResource
) -> SensorResult | SkipReason:
    """Moves the cursor only when everything was taken in; what cannot be told now is told at a later tick."""
    try:
        told = tell(alerts.desk(artifacts, audit), source, batch.place, notice, datetime.now(UTC))
    except WikiError as error:
        return SkipReason(f"Alerts could not be told, so the same events are read again: {error}")
    return SensorResult(cursor=batch.place.model_dump_json(), skip_reason=_summary(told, len(batch.events)))


def _summary(told: Told, events: int) -> str:
    return f"Events: {events}. Alerts: {told.new} new, {told.sent} sent, {told.waiting} waiting, {told.held} held back."
