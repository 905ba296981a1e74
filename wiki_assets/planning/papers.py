"""The state of papers: their files now, and what was made of them.

Belongs here: reading that, and the identity of all that evidence is chosen from. Does not belong here: why a paper has to be ingested
again (`plan`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from wiki_assets.concepts.model import Concept
from wiki_assets.documents.library import Library
from wiki_assets.documents.model import Source
from wiki_assets.documents.states import ChunksState, SourceState
from wiki_assets.documents.twins import twin_is_gone
from wiki_assets.documents.versions import reader_version
from wiki_assets.planning.shapes import PaperState, Versions
from wiki_assets.retrieval.states import EmbeddingState, evidence_inputs
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


def inputs_of(papers: Iterable[PaperState], concepts: Iterable[Concept], versions: Versions) -> str:
    """Identity of all that evidence would be chosen from now."""
    embedded = [(paper.bibkey, paper.chunks.digest) for paper in papers if paper.chunks and paper.chunks.citable]
    return evidence_inputs(
        embedded, [(c.slug, c.definition_hash) for c in concepts], (versions.embedder, versions.index, *versions.retrieval)
    )


def read_papers(store: ArtifactStore, versions: Versions) -> tuple[PaperState, ...]:
    """Every paper that was ever read, without looking at the folder of papers."""
    return tuple(_paper(key, None, store, versions) for key in _read_before(store))


def read_listed_papers(library: Library, store: ArtifactStore, versions: Versions) -> tuple[PaperState, ...]:
    """Every paper that is in the folder of papers now, then every other that was ever read."""
    keys = dict.fromkeys([*library.sources, *_read_before(store)])
    papers = [_paper(key, library.sources.get(key), store, versions) for key in keys]
    states = {paper.bibkey: paper.read for paper in papers if paper.read is not None and paper.source is not None}
    return tuple(
        replace(paper, twin_gone=twin_is_gone(paper.read, states)) if paper.read and paper.read.twin_of else paper
        for paper in papers
    )


def _read_before(store: ArtifactStore) -> list[str]:
    return [key.split("/")[1] for key in store.keys("documents") if key.endswith("/state.json")]


def _paper(bibkey: str, source: Source | None, store: ArtifactStore, versions: Versions) -> PaperState:
    read = store.find_current(layout.document_state(bibkey), SourceState)
    return PaperState(
        bibkey=bibkey,
        source=source,
        read=read,
        chunks=store.find_current(layout.chunks_state(bibkey), ChunksState),
        embedding=store.find_current(layout.embedding_state(versions.embedder, bibkey), EmbeddingState),
        wanted_parser=reader_version(read.media_type) if read else "",
        wanted_options=versions.reading.of(source.file).fingerprint(source.sha256) if source else "",
    )
