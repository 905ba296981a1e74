"""The work of this room's two steps on an artifact store: embedding papers, and choosing evidence.

Belongs here: the order of reading and writing. Does not belong here: models, stores, or how passages are chosen.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from wiki_assets.documents.model import Chunk
from wiki_assets.documents.states import ChunksState
from wiki_assets.documents.steps import read_chunks
from wiki_assets.errors import ArtifactMissingError, StoreLockedError
from wiki_assets.retrieval import codec
from wiki_assets.retrieval.dense import Embedder
from wiki_assets.retrieval.embedding import INDEX_VERSION, EmbeddedPaper, embed_papers
from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.retrieval.selection import ChunksOf
from wiki_assets.retrieval.states import EmbeddingState, EvidenceState
from wiki_assets.retrieval.store import VectorStore
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

logger = logging.getLogger(__name__)

# Papers embedded and stored together: bounds memory, whatever the corpus, to some thousand chunks at a time.
PAPERS_TOGETHER = 200
# Each writes for some milliseconds, minutes after the other began: two in a row is chance, so many is none.
_MOST_WRITES = 10


def embed(keys: Sequence[str], store: ArtifactStore, vectors: VectorStore, embedder: Embedder) -> Iterator[EmbeddedPaper]:
    """Embeds what is new of these papers and makes the vector store hold exactly their present chunks.

    Yields:
        Each paper when it is stored; nothing happens to the next ones until it is asked for.

    Raises:
        ArtifactMissingError: A paper has never been cut.
        StoreLockedError, StoreUnavailableError, EmbedderError: As the store and the embedder raise them.
    """
    for start in range(0, len(keys), PAPERS_TOGETHER):
        group = keys[start : start + PAPERS_TOGETHER]
        states = {key: store.read_model(layout.chunks_state(key), ChunksState) for key in group}
        papers = embed_papers({key: read_chunks(key, store) for key in group}, embedder, store)
        vectors.replace({paper.bibkey: paper.points for paper in papers})
        for paper in papers:
            state = EmbeddingState(
                chunks_digest=states[paper.bibkey].digest, index_version=INDEX_VERSION, points=len(paper.points)
            )
            store.write_model(layout.embedding_state(embedder.name, paper.bibkey), state)
        yield from papers


def refill(store: ArtifactStore, vectors: VectorStore, embedder: Embedder, keys: Iterable[str]) -> list[str]:
    """Puts back into the vector store what it has lost: it is derived, and the vectors are in the cache.

    Args:
        keys: Every paper that was ever embedded.

    Returns:
        Papers of which it held more or fewer points than it should have.
    """
    held = vectors.papers()
    states = {key: store.find_current(layout.embedding_state(embedder.name, key), EmbeddingState) for key in keys}
    lost = [key for key, state in states.items() if state is not None and held.get(key, 0) != state.points]
    if lost:
        logger.warning(
            "The vector store does not hold what was stored of %d papers; it is filled again from the cache.", len(lost)
        )
        for _ in embed(lost, store, vectors, embedder):
            pass
    return lost


def chunk_reader(store: ArtifactStore) -> ChunksOf:
    """Gives a paper's chunks by chunk id, and reads each paper once; nothing for a paper that was never cut."""
    known: dict[str, dict[str, Chunk]] = {}

    def read(bibkey: str) -> dict[str, Chunk]:
        if bibkey not in known:
            try:
                known[bibkey] = {chunk.chunk_id: chunk for chunk in read_chunks(bibkey, store)}
            except ArtifactMissingError:
                known[bibkey] = {}
        return known[bibkey]

    return read


def keep_evidence(evidence: Sequence[ConceptEvidence], inputs: str, store: ArtifactStore) -> EvidenceState:
    """Stores all concepts' evidence, then from what it was chosen.

    Another build may choose from other papers at the same time. Its table with our state would look up to date and never fit, so whoever
    finds another table after writing the state writes both again: of two, the last to write has both.

    Raises:
        StoreLockedError: Another build writes again and again.
    """
    table = codec.encode_evidence(evidence)
    state = EvidenceState(inputs=inputs, fingerprints={item.concept: item.fingerprint for item in evidence})
    for _ in range(_MOST_WRITES):
        store.write(layout.EVIDENCE, table)
        store.write_model(layout.EVIDENCE_STATE, state)
        if store.read(layout.EVIDENCE) == table:
            return state
    raise StoreLockedError(
        f"Another build has written other evidence {_MOST_WRITES} times while this one wrote its own.",
        "Wait for it to end, then build again.",
    )


def read_evidence(store: ArtifactStore) -> dict[str, ConceptEvidence]:
    """Evidence by slug. Raises `ArtifactMissingError` where none has been chosen yet."""
    return {item.concept: item for item in _decoded(store.read(layout.EVIDENCE))}


# Composing, judging and publishing one page ask for the same table four times.
@lru_cache(maxsize=2)
def _decoded(table: bytes) -> tuple[ConceptEvidence, ...]:
    return tuple(codec.decode_evidence(table))


def find_evidence(slug: str, store: ArtifactStore) -> ConceptEvidence:
    """One concept's evidence, empty where none has been chosen."""
    try:
        return read_evidence(store).get(slug, ConceptEvidence(slug, ()))
    except ArtifactMissingError:
        return ConceptEvidence(slug, ())
