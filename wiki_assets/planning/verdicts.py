"""Verdicts on pages as the plan sees them, remembered while neither page nor report has changed.

Belongs here: reading them, and the memory. Does not belong here: where a page stands (`pages`), or the gate's decision (`publication`).

Sensors ask for the verdicts of every page at every tick. Reading two pages and two reports of each concept, and hashing the pages, took
most of the time that is spent on concepts; two listings tell that nothing has changed.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from wiki_assets.concepts.steps import read_page
from wiki_assets.errors import ArtifactError
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.steps import find_report
from wiki_assets.grounding.verifiers.opinions import misses_an_answer
from wiki_assets.publication.gate import recounted_rate, refusal
from wiki_assets.publication.model import GateRule, PublishedPage
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.remembering import SETTLED_SECONDS

MOST_VERDICTS = 20_000
"""Two for each of some thousand concepts, under a few rules; each takes about a kilobyte."""

_Identity = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """What the present rule says of one version of a page.

    Attributes:
        judged: Whether there is a verdict.
        rate: 0.0 where there is none.
        refusal: Why the gate would refuse it; empty where it would pass.
        cited: Papers that the page cites.
        unanswered: Whether the verifier owes an answer.
    """

    judged: bool = False
    rate: float = 0.0
    refusal: str = ""
    cited: tuple[str, ...] = ()
    unanswered: bool = False


NO_PAGE = PageVerdict()


class Verdicts:
    """The verdicts of one look at a home."""

    def __init__(self, store: ArtifactStore, guard: Guard, threshold: float) -> None:
        """Lists the pages and reports that there are."""
        self._store = store
        self._guard = guard
        self.rule = GateRule(guard.name, guard.version, threshold)
        self._identities: Mapping[str, str] = {**_settled("pages", store), **_settled("reports", store)}

    def on(self, slug: str, page_sha: str, published: PublishedPage | None) -> PageVerdict:
        """The verdict on a version of a page by the present rule; nothing for no version.

        Args:
            published: What is published under the slug now.
        """
        if not page_sha:
            return NO_PAGE
        identity = self._identity(slug, page_sha, published)
        known = _MEMORY.find(identity) if identity else None
        if known is None:
            known = self._read(slug, page_sha, published)
            if identity:
                _MEMORY.keep(identity, known)
        return known

    def _identity(self, slug: str, page_sha: str, published: PublishedPage | None) -> _Identity | None:
        """All that a verdict depends on; None where that cannot be told from a listing."""
        rule = self.rule
        page = layout.page(slug, page_sha)
        report = layout.report(slug, page_sha, rule.guard, rule.guard_version, rule.threshold)
        identities = self._identities.get(page), self._identities.get(report)
        if identities[0] is None or identities[1] is None:
            return None
        shown = published.page_sha if published else ""
        return (self._store.backend.address, page, report, identities[0], identities[1], shown)

    def _read(self, slug: str, page_sha: str, published: PublishedPage | None) -> PageVerdict:
        try:
            page = read_page(slug, page_sha, self._store)
        except ArtifactError:
            return PageVerdict(refusal="its words are missing from the artifact store, or another version wrote them")
        report = find_report(slug, page_sha, self._store, self._guard, self.rule.threshold)
        return PageVerdict(
            judged=report is not None,
            rate=recounted_rate(report) if report else 0.0,
            refusal=refusal(page, report, self.rule, published),
            cited=page.bibkeys,
            unanswered=report is not None and misses_an_answer(report),
        )


def _settled(prefix: str, store: ArtifactStore) -> dict[str, str]:
    """Identities of what was written long enough ago that a later write cannot look the same."""
    before = time.time() - SETTLED_SECONDS
    return {entry.key: entry.identity for entry in store.backend.entries(prefix) if entry.identity and entry.modified < before}


class _Memory:
    """The verdicts asked for last, over all looks of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[_Identity, PageVerdict] = OrderedDict()

    def find(self, identity: _Identity) -> PageVerdict | None:
        with self._lock:
            return self._known.get(identity)

    def keep(self, identity: _Identity, verdict: PageVerdict) -> None:
        with self._lock:
            self._known[identity] = verdict
            while len(self._known) > MOST_VERDICTS:
                self._known.popitem(last=False)


_MEMORY = _Memory()
