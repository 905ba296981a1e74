"""What of a home's artifacts is in use: what the gate, a reader, the planner or a new reading of a paper may still ask for.

Belongs here: following every pointer there is. Does not belong here: age, or removing anything (`sweeping`).

A pointer that cannot be read (another version wrote it) is no reason to remove what it may point to: its page, or in the end every
paper's passages, then count as in use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from wiki_assets.concepts.model import Page, PageState
from wiki_assets.documents.states import ChunksState
from wiki_assets.errors import ArtifactError
from wiki_assets.publication.model import Standing
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


@dataclass(frozen=True, slots=True)
class InUse:
    """What pointers lead to.

    Attributes:
        versions: `(slug, page_sha)` of pages that are the latest, the reviewer's fallback, published or drafted.
        unreadable: Slugs with a pointer that cannot be read; all their versions are in use.
        cited: Bibkeys that any of those pages cites, names, or was composed from.
        wanted_chunks: By bibkey, digests of the chunks that latest pages were composed from: re-anchoring compares with them.
        sure: Whether every page in use could be read; if not, no paper's passages may go.
    """

    versions: frozenset[tuple[str, str]]
    unreadable: frozenset[str]
    cited: frozenset[str]
    wanted_chunks: Mapping[str, frozenset[str]]
    sure: bool

    def page(self, slug: str, page_sha: str) -> bool:
        """Whether a version of a page may still be asked for."""
        return slug in self.unreadable or (slug, page_sha) in self.versions

    def earlier_chunks(self, bibkey: str, present: ChunksState | None) -> bool:
        """Whether the chunks of a paper before the present ones may be compared with."""
        digests = self.wanted_chunks.get(bibkey, frozenset())
        return not self.sure or bool(digests - ({present.digest} if present else set()))


def find_in_use(store: ArtifactStore) -> InUse:
    """Follows all pointers of a home. Standings that cannot be read raise `ArtifactError`: then nothing may be concluded."""
    standings = [store.read_model(key, Standing) for key in store.keys(layout.PUBLICATIONS)]
    latest, unreadable = _latest(store)
    versions = {version for state in latest for version in _of_state(state)} | {
        (shown.slug, shown.page_sha) for standing in standings for shown in (standing.published, standing.draft) if shown
    }
    pages, sure = _pages(versions, store)
    cited = {bibkey for page in pages for bibkey in page.bibkeys} | {bibkey for state in latest for bibkey in state.papers}
    named = {
        bibkey
        for standing in standings
        for shown in (standing.published, standing.draft)
        if shown
        for bibkey in shown.cited.papers
    }
    return InUse(
        versions=frozenset(versions),
        unreadable=frozenset(unreadable),
        cited=frozenset(cited | named),
        wanted_chunks=_wanted_chunks(latest),
        sure=sure and not unreadable,
    )


def _latest(store: ArtifactStore) -> tuple[list[PageState], set[str]]:
    states: list[PageState] = []
    unreadable: set[str] = set()
    for key in store.keys("pages"):
        if key.endswith("/latest.json"):
            try:
                states.append(store.read_model(key, PageState))
            except ArtifactError:
                unreadable.add(key.split("/")[1])
    return states, unreadable


def _of_state(state: PageState) -> Iterator[tuple[str, str]]:
    yield state.slug, state.page_sha
    if state.fallback_sha:
        yield state.slug, state.fallback_sha


def _pages(versions: Iterable[tuple[str, str]], store: ArtifactStore) -> tuple[list[Page], bool]:
    found: list[Page] = []
    sure = True
    for slug, page_sha in sorted(versions):
        try:
            found.append(store.read_model(layout.page(slug, page_sha), Page))
        except ArtifactError:
            sure = False
    return found, sure


def _wanted_chunks(latest: Iterable[PageState]) -> dict[str, frozenset[str]]:
    wanted: dict[str, set[str]] = {}
    for state in latest:
        for bibkey, digest in state.papers.items():
            wanted.setdefault(bibkey, set()).add(digest)
    return {bibkey: frozenset(digests) for bibkey, digests in wanted.items()}
