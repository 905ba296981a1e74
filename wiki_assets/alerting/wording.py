"""An alert in words, and as the JSON that is posted.

Belongs here: sentences and fields. Does not belong here: what an alert is about (`noticing`) or what may not be told (`cleaning`).
"""

from __future__ import annotations

import re

from wiki_assets.alerting.model import Alert, Figure, Kind, Severity

_SIGNS = {Severity.ERROR: "🔴", Severity.WARNING: "🟡", Severity.INFO: "🟢"}
# Words that call everybody in a channel, in Slack or Mattermost; an error's message must not.
_CALLS = re.compile(r"@(?=(?:channel|all|here|everyone)\b)", re.IGNORECASE)


def headline(alert: Alert) -> str:
    """What failed, in a line."""
    partition = f", {alert.partition}" if alert.partition else ""
    if alert.kind is Kind.DIGEST:
        return f"{alert.count} more alerts"
    if alert.kind is Kind.RUN:
        step = f", step {alert.step}" if alert.step else ""
        return f"Run failed: {alert.job}{step}{partition}"
    verb = "passes again" if alert.kind is Kind.RECOVERY else "failed" if alert.severity is Severity.ERROR else "warns"
    return f"Check {verb}: {alert.check} of {alert.asset}{partition}"


def text_of(alert: Alert) -> str:
    """The whole alert for a person: what failed, why, what to do, for whom, and where to look."""
    figures = ", ".join(f"{name} {_shown(value)}" for name, value in alert.figures.items())
    place = f"Run {alert.run_id}, " if alert.run_id else ""
    lines = [
        f"{_SIGNS[alert.severity]} *{headline(alert)}*",
        alert.why,
        figures,
        f"What to do: {alert.what_to_do}",
        f"For: {', '.join(alert.owners) or 'nobody in particular'}",
        f"{place}{alert.happened_at:%Y-%m-%d %H:%M} UTC",
    ]
    return _CALLS.sub("@ ", "\n".join(line for line in lines if line))


def payload_of(alert: Alert) -> dict[str, object]:
    """The JSON object that is posted. Slack and Mattermost read `text`; the rest is for programs.

    `alert_id` is the same whenever the same alert is sent again, and `run_path` leads to the run below the address of Dagster's UI.
    """
    return {
        "text": _escaped(text_of(alert)),
        "alert_id": alert.alert_id,
        "kind": alert.kind.value,
        "severity": alert.severity.value,
        "what_failed": headline(alert),
        "asset": alert.asset,
        "check": alert.check,
        "partition": alert.partition,
        "job": alert.job,
        "step": alert.step,
        "why": alert.why,
        "what_to_do": alert.what_to_do,
        "owners": list(alert.owners),
        "figures": alert.figures,
        "count": alert.count,
        "run_id": alert.run_id,
        "run_path": f"/runs/{alert.run_id}" if alert.run_id else "",
        "happened_at": alert.happened_at.isoformat(),
    }


def _escaped(text: str) -> str:
    """Slack reads `<…>` as links and calls; these three characters are all that it wants escaped."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _shown(value: Figure) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
