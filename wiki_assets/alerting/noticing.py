"""Which happening gives an alert, and which is known already. Pure.

Belongs here: what is the same failure, when it is told again, and what a run's failure is about. Does not belong here: the rate limit
(`ledger`) or the sentences around it (`wording`).

A failure is told when a check begins to fail, when what it fails on changes, and once a day while it is evaluated and still fails. That
it passes again is told once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TypeVar

import orjson

from wiki_assets.alerting.model import Alert, CheckOutcome, FailedRun, Kind, Place, Severity, alert_id_of
from wiki_assets.storage.frozen import Frozen

H = TypeVar("H", CheckOutcome, FailedRun)

REMINDED_AFTER = timedelta(days=1)
_READ_THE_LOG = "Open the run in Dagster and read the log of the step that failed."
_KILLED = "Start it again, or run `wiki build`: what it had completed is kept."
_WAIT = "Nothing yet: Dagster runs it again by itself."


class Standing(Frozen):
    """A check that failed when it was last evaluated: what it failed on, when that was told, and since when it fails."""

    facts: str
    told_at: datetime
    since: datetime


def beyond(place: Place | None, happenings: Iterable[H]) -> list[H]:
    """Those that were not looked at before; all where nothing was."""
    return [one for one in happenings if place is None or not place.is_behind(one.number, one.happened_at)]


def notice_checks(failing: Mapping[str, Standing], outcomes: Iterable[CheckOutcome]) -> tuple[dict[str, Standing], list[Alert]]:
    """Alerts for evaluations, in their order.

    Args:
        failing: The checks that fail as far as is known, by `CheckOutcome.key`.
        outcomes: The oldest first.

    Returns:
        The checks that fail now, and what is to be told.
    """
    now_failing, alerts = dict(failing), []
    for outcome in outcomes:
        standing = now_failing.get(outcome.key)
        if outcome.passed:
            if standing is not None:
                del now_failing[outcome.key]
                alerts.append(_recovery(outcome, standing))
            continue
        facts = _facts_of(outcome)
        if standing is None or standing.facts != facts or outcome.happened_at >= standing.told_at + REMINDED_AFTER:
            since = standing.since if standing else outcome.happened_at
            now_failing[outcome.key] = Standing(facts=facts, told_at=outcome.happened_at, since=since)
            alerts.append(_failure(outcome))
    return now_failing, alerts


def notice_runs(runs: Iterable[FailedRun]) -> list[Alert]:
    """Alerts for runs that failed. One that failed only because a blocking check did gives none: the check's alert tells it."""
    return [_run_failure(run) for run in runs if not run.steps or any(not step.by_check for step in run.steps)]


def _facts_of(outcome: CheckOutcome) -> str:
    return hashlib.sha256(orjson.dumps((outcome.severity, outcome.told, outcome.content))).hexdigest()[:20]


def _failure(outcome: CheckOutcome) -> Alert:
    return Alert(
        alert_id=_id_of(Kind.CHECK, outcome),
        kind=Kind.CHECK,
        severity=outcome.severity,
        asset=outcome.asset,
        check=outcome.check,
        partition=outcome.partition,
        why=outcome.told or f"This does not hold: {outcome.expected or outcome.check}",
        what_to_do=outcome.remedy
        or f"Look at the check {outcome.check} of {outcome.asset} in Dagster; its metadata says what fails.",
        owners=outcome.owners,
        figures=dict(outcome.figures),
        run_id=outcome.run_id,
        happened_at=outcome.happened_at,
    )


def _recovery(outcome: CheckOutcome, standing: Standing) -> Alert:
    return Alert(
        alert_id=_id_of(Kind.RECOVERY, outcome),
        kind=Kind.RECOVERY,
        severity=Severity.INFO,
        asset=outcome.asset,
        check=outcome.check,
        partition=outcome.partition,
        why=f"It failed since {standing.since:%Y-%m-%d %H:%M} UTC and passes again.",
        what_to_do="Nothing.",
        owners=outcome.owners,
        figures=dict(outcome.figures),
        run_id=outcome.run_id,
        happened_at=outcome.happened_at,
    )


def _run_failure(run: FailedRun) -> Alert:
    steps = [step for step in run.steps if not step.by_check]
    first = steps[0] if steps else None
    others = len(steps) - 1
    more = f" {others} more {'step' if others == 1 else 'steps'} failed." if others > 0 else ""
    remedy = (first.remedy or _READ_THE_LOG) if first else _KILLED
    return Alert(
        alert_id=alert_id_of(Kind.RUN, run.run_id),
        kind=Kind.RUN,
        severity=Severity.WARNING if run.retried else Severity.ERROR,
        partition=run.partition,
        job=run.job,
        step=first.step if first else "",
        why=f"{first.what if first else run.message}{more}",
        what_to_do=_WAIT if run.retried else remedy,
        owners=run.owners,
        run_id=run.run_id,
        happened_at=run.happened_at,
    )


def _id_of(kind: Kind, outcome: CheckOutcome) -> str:
    return alert_id_of(kind, outcome.key, outcome.run_id, outcome.happened_at.isoformat())
