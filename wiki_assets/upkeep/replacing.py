"""Since when nothing leads to a version of a page: when it was replaced, not when it was written.

Belongs here: following the log, and the pointers where it does not say. Does not belong here: what is in use (`references`) or how long the
rest is kept (`sweeping`).

A page may be published for months and be replaced this night; what says so is the log, which is never swept. A pointer was written when
something was replaced, but also whenever a page was linked anew: where pages change often it is always young, and nothing would ever go. So
it is asked only of versions that the log does not know or saw leave before they were written again (a model's fallback, a run that was
killed).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from wiki_assets.publication.log import read_events
from wiki_assets.publication.model import LogAction, LogEvent
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


@dataclass(frozen=True, slots=True)
class Replacements:
    """When versions were replaced.

    Attributes:
        left: By slug and version, when the log saw it leave for the last time.
        pointed: By slug, when its youngest pointer was written.
    """

    left: Mapping[tuple[str, str], float]
    pointed: Mapping[str, float]

    def unneeded_since(self, slug: str, page_sha: str, written: float) -> float:
        """Since when nothing leads to a version at the latest, in seconds since 1970.

        Args:
            slug: Page.
            page_sha: A version of it that no pointer leads to now.
            written: When the youngest of its files was written.
        """
        left = self.left.get((slug, page_sha), 0.0)
        return left if left > written else max(written, self.pointed.get(slug, 0.0))


def find_replacements(store: ArtifactStore) -> Replacements:
    """Reads the whole log. Raises `ArtifactError` where it cannot be read: then nothing may be concluded."""
    return Replacements(_left(reversed(read_events(store))), _pointed(store))


class _Shown(NamedTuple):
    """Versions of one page that pointers may lead to, as far as the log tells; empty where there is none.

    One that was withdrawn is in doubt: it may have been composed again, as the latest one, before it was judged and withdrawn.
    """

    latest: str = ""
    published: str = ""
    draft: str = ""
    withdrawn: str = ""


def _left(events: Iterable[LogEvent]) -> dict[tuple[str, str], float]:
    """When versions left that are not shown now, from events that are given oldest first."""
    shown: dict[str, _Shown] = {}
    left: dict[tuple[str, str], float] = {}
    for event in events:
        before = shown.get(event.slug, _Shown())
        shown[event.slug] = after = _after(before, event)
        left |= {(event.slug, page_sha): event.at.timestamp() for page_sha in {*before} - {*after, ""}}
        for page_sha in after:
            left.pop((event.slug, page_sha), None)
    return left


def _after(shown: _Shown, event: LogEvent) -> _Shown:
    """What is shown after an event. A page that is retired stays the latest one."""
    match event.action:
        case LogAction.PROMOTED:
            return _Shown(event.page_sha, event.page_sha)
        case LogAction.QUARANTINED:
            return _Shown(event.page_sha, shown.published, event.page_sha)
        case LogAction.WITHDRAWN:
            published = "" if shown.published == event.page_sha else shown.published
            return _Shown(shown.latest, published, shown.draft or event.page_sha, event.page_sha)
        case LogAction.RETIRED:
            return shown._replace(published="", draft="")
        case _:
            return shown


def _pointed(store: ArtifactStore) -> dict[str, float]:
    found = [(entry.key.split("/")[1], entry.modified) for entry in store.backend.entries("pages", "/latest.json")]
    start, end = len(layout.STANDINGS.folder) + 1, len(layout.STANDINGS.ending)
    found += [
        (entry.key[start:-end], entry.modified)
        for entry in store.backend.entries(layout.STANDINGS.folder, layout.STANDINGS.ending)
    ]
    pointed: dict[str, float] = {}
    for slug, modified in found:
        pointed[slug] = max(modified, pointed.get(slug, 0.0))
    return pointed
