"""`wiki/log.md`: what happened to the pages, as a projection of the log's events.

Belongs here: the words of the log (headings `## YYYY-MM-DD` in UTC, newest first, bullets that begin with the bold action). Does
not belong here: recording events (`shelf`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from itertools import groupby

from wiki_assets.publication.model import LogAction, LogEvent
from wiki_assets.publication.words import one_line, per_cent
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

LOG_FILE = "log.md"


def read_events(store: ArtifactStore) -> list[LogEvent]:
    """All events, newest first; those of one instant in the order of their names, so that the order never changes."""
    return [event for _, event in sorted(store.all_models(layout.EVENTS, LogEvent).items(), reverse=True)]


def render_log(events: Iterable[LogEvent]) -> str:
    """The log of events that are given newest first."""
    blocks = ["# Log"]
    for day, of_day in groupby(events, key=lambda event: event.at.astimezone(UTC).date()):
        blocks += [f"## {day.isoformat()}", "\n".join(_line(event) for event in of_day)]
    return "\n\n".join(blocks) + "\n"


def _line(event: LogEvent) -> str:
    counted = f"{per_cent(event.rate)} of {event.claims} claims grounded, {per_cent(event.threshold)} needed"
    told = [f"* **{event.action}** {one_line(event.title)} (`{event.slug}`)"]
    if event.action in (LogAction.PROMOTED, LogAction.QUARANTINED, LogAction.WITHDRAWN):
        told.append(f": {counted}")
    if event.reason:
        told.append(f" - {one_line(event.reason)}")
    run = f" Run `{one_line(event.run_id)}`." if event.run_id else ""
    return "".join(told) + f" ({event.at.astimezone(UTC):%H:%M:%S} UTC){run}"
