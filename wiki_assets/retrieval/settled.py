"""Which papers of a run have to be embedded again. Belongs here: that one comparison; `documents.settled` has those before it."""

from __future__ import annotations

from collections.abc import Iterable

from wiki_assets.documents.states import ChunksState
from wiki_assets.retrieval.embedding import INDEX_VERSION
from wiki_assets.retrieval.states import EmbeddingState
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


def papers_to_embed(keys: Iterable[str], store: ArtifactStore, embedder: str) -> list[str]:
    """Papers of which the vector store does not hold the present chunks, as the embedder's own state tells.

    Args:
        embedder: Its name.
    """
    return [key for key in keys if _must_be_embedded(key, store, embedder)]


def _must_be_embedded(key: str, store: ArtifactStore, embedder: str) -> bool:
    chunks = store.find_current(layout.chunks_state(key), ChunksState)
    done = store.find_current(layout.embedding_state(embedder, key), EmbeddingState)
    if chunks is None:
        return False
    return done is None or (done.chunks_digest, done.index_version) != (chunks.digest, INDEX_VERSION)
