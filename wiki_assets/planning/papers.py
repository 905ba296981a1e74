"""The state of papers: their files now, and what was made of them.

Belongs here: reading that, and the identity of all that evidence is chosen from. Does not belong here: why a paper has to be ingested
again (`plan`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self, TypeVar

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
from wiki_assets.storage.frozen import Frozen

F = TypeVar("F", bound=Frozen)


def inputs_of(papers: Iterable[PaperState], concepts: Iterable[Concept], versions: Versions) -> str:
    """Identity of all that evidence would be chosen from now.

    It goes by what the vector store holds: a run that was cancelled between cutting and embedding leaves chunks that no search finds, and
    evidence chosen meanwhile must be out of date as soon as their vectors are there.
    """
    embedded = [
        (paper.bibkey, paper.embedding.chunks_digest)
        for paper in papers
        if paper.chunks and paper.chunks.citable and paper.embedding
    ]
    return evidence_inputs(
        embedded, [(c.slug, c.definition_hash) for c in concepts], (versions.embedder, versions.index, *versions.retrieval)
    )


def read_papers(store: ArtifactStore, versions: Versions) -> tuple[PaperState, ...]:
    """Every paper that was ever read, without looking at the folder of papers."""
    made = _Made.of_all(store, versions)
    return tuple(_paper(key, None, made, versions) for key in sorted(made.read))


def read_listed_papers(library: Library, store: ArtifactStore, versions: Versions) -> tuple[PaperState, ...]:
    """Every paper that is in the folder of papers now, then every other that was ever read."""
    made = _Made.of_all(store, versions)
    keys = dict.fromkeys([*library.sources, *sorted(made.read)])
    papers = [_paper(key, library.sources.get(key), made, versions) for key in keys]
    states = {paper.bibkey: paper.read for paper in papers if paper.read is not None and paper.source is not None}
    return tuple(
        replace(paper, twin_gone=twin_is_gone(paper.read, states)) if paper.read and paper.read.twin_of else paper
        for paper in papers
    )


@dataclass(frozen=True, slots=True)
class _Made:
    """What was made of all papers, by bibkey: three listings, however many papers there are."""

    read: Mapping[str, SourceState]
    chunks: Mapping[str, ChunksState]
    embedding: Mapping[str, EmbeddingState]

    @classmethod
    def of_all(cls, store: ArtifactStore, versions: Versions) -> Self:
        return cls(
            _by_paper(layout.DOCUMENT_STATES, SourceState, store),
            _by_paper(layout.CHUNKS_STATES, ChunksState, store),
            _by_paper(layout.embedding_states(versions.embedder), EmbeddingState, store),
        )


def _by_paper(states: layout.States, model: type[F], store: ArtifactStore) -> dict[str, F]:
    start, end = len(states.folder) + 1, len(states.ending)
    return {key[start:-end]: state for key, state in store.all_current(states, model).items()}


def _paper(bibkey: str, source: Source | None, made: _Made, versions: Versions) -> PaperState:
    read = made.read.get(bibkey)
    return PaperState(
        bibkey=bibkey,
        source=source,
        read=read,
        chunks=made.chunks.get(bibkey),
        embedding=made.embedding.get(bibkey),
        wanted_parser=reader_version(read.media_type) if read else "",
        wanted_options=versions.reading.of(source.file).fingerprint(source.sha256) if source else "",
    )
