"""From what became of an alert to a row of the audit's table `alerts`.

Belongs here: which field becomes which column. Does not belong here: the columns (`audit.rows`) or writing them.
"""

from __future__ import annotations

import orjson

from wiki_assets.alerting.ledger import Fate
from wiki_assets.audit.rows import AlertRow


def alert_row(fate: Fate) -> AlertRow:
    """One state of one alert."""
    alert = fate.alert
    return AlertRow(
        run_id=alert.run_id,
        recorded_at=fate.at,
        alert_id=alert.alert_id,
        kind=alert.kind.value,
        severity=alert.severity.value,
        asset=alert.asset,
        check_name=alert.check,
        partition=alert.partition,
        job=alert.job,
        step=alert.step,
        why=alert.why,
        what_to_do=alert.what_to_do,
        owners=alert.owners,
        figures=orjson.dumps(alert.figures).decode(),
        count=alert.count,
        happened_at=alert.happened_at,
        delivery=fate.delivery.value,
        answer=fate.answer,
        attempts=fate.attempts,
    )
