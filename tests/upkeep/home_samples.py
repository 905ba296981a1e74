"""A store as upkeep finds it, for the tests of this room."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from wiki_assets.concepts.model import Composer, Page, PageState, Recipe
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.states import ChunksState, SourceState
from wiki_assets.publication.model import LogAction, LogEvent
from wiki_assets.retrieval.states import EmbeddingState
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.upkeep.sweeping import DAY_SECONDS, find_unneeded

RECIPE = Recipe(evidence_fingerprint="e", definition_hash="d", composer=Composer.EXTRACTIVE, composer_version="1", model="")
KEEP = 90 * DAY_SECONDS


def page(slug: str, title: str) -> Page:
    return Page(slug=slug, title=title, description="", recipe=RECIPE)


class Home:
    """A store with one page of two versions, and papers as a test wants them; everything is a hundred days old."""

    def __init__(self, root: Path) -> None:
        self.store = ArtifactStore(root)
        self.root = root
        self.latest, self.former = page("a", "latest"), page("a", "former")
        for version in (self.latest, self.former):
            self.store.write_model(layout.page("a", version.page_sha), version)
            self.store.write(layout.report("a", version.page_sha, "g", "1", 0.5), b"{}")
            self.store.write(layout.report("a", version.page_sha, "g", "2", 0.5), b"{}")
        self.point_to(self.latest)

    def point_to(self, version: Page, **papers: str) -> None:
        state = PageState(slug="a", page_sha=version.page_sha, recipe=RECIPE, papers=papers)
        self.store.write_model(layout.page_state("a"), state)

    def paper(self, bibkey: str, status: DocumentStatus, digest: str, count: int = 0, points: int = 0) -> None:
        source = SourceState(file=f"{bibkey}.pdf", sha256="s", metadata_fingerprint="", parser_version="1", status=status)
        self.store.write_model(layout.document_state(bibkey), source)
        self.store.write(layout.document_record(bibkey), b"record")
        chunks = ChunksState(
            document_sha256="s",
            parser_version="1",
            chunker_version="1",
            target_tokens=250,
            count=count,
            citable=count,
            digest=digest,
        )
        self.store.write_model(layout.chunks_state(bibkey), chunks)
        self.store.write(layout.chunks(bibkey), b"now")
        self.store.write(layout.earlier_chunks(bibkey), b"earlier")
        embedding = EmbeddingState(chunks_digest=digest, index_version="1", points=points)
        self.store.write_model(layout.embedding_state("some/embedder", bibkey), embedding)
        self.store.write(layout.embedding_cache("some/embedder", bibkey), b"vectors")

    def logged(self, action: LogAction, version: Page, days_ago: float) -> None:
        """The log says that something happened to a version, so many days ago."""
        at = datetime.now(UTC) - timedelta(days=days_ago)
        event = LogEvent(
            at=at, action=action, slug=version.slug, title=version.title, page_sha=version.page_sha, rate=1.0, threshold=0.5, claims=1,
            reason="", run_id="",
        )  # fmt: skip
        self.store.write_model(layout.log_event(event.name), event)

    def age(self, days: float = 100.0) -> None:
        then = time.time() - days * DAY_SECONDS
        for path in self.root.rglob("*"):
            os.utime(path, (then, then))

    def unneeded(self) -> set[str]:
        return {one.key for one in find_unneeded(self.store, time.time(), KEEP)}


def keys_of(version: Page) -> set[str]:
    reports = {layout.report("a", version.page_sha, "g", number, 0.5) for number in "12"}
    return {layout.page("a", version.page_sha), *reports}
