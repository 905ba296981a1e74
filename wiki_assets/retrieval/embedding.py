"""Chunks become points: vectors from the cache where the text is known, from the model where it is not.

Belongs here: what text of a chunk is embedded and indexed, the cache of dense vectors. Does not belong here: models (`dense`)
or stores (`store`).
"""

from __future__ import annotations

import hashlib
import io
import logging
import math
import zipfile
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from wiki_assets.documents.model import Chunk
from wiki_assets.errors import ArtifactMissingError
from wiki_assets.retrieval.dense import Embedder, Vectors
from wiki_assets.retrieval.sparse import passage_vector
from wiki_assets.retrieval.store import StoredPoint
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.layout import embedding_cache

INDEX_VERSION = "1"
"""Changes whenever equal chunks may give other points (tokens, stems, BM25's constants, the text indexed): papers are indexed again."""

_log = logging.getLogger(__name__)

# Texts given to the model at once: enough to fill its batches, and progress is told between.
_STRIDE = 1024


@dataclass(frozen=True, slots=True)
class EmbeddedPaper:
    """One paper, ready for the store.

    Attributes:
        points: Of the citable chunks, in order.
        embedded: How many chunks the model had to embed.
        reused: How many vectors came from the cache.
    """

    bibkey: str
    points: tuple[StoredPoint, ...]
    embedded: int
    reused: int


def indexed_text(chunk: Chunk) -> str:
    """The words by which a chunk is found: its section's headings, then its text."""
    return "\n".join((*chunk.section_path, chunk.text))


def embed_papers(papers: Mapping[str, Sequence[Chunk]], embedder: Embedder, artifacts: ArtifactStore) -> list[EmbeddedPaper]:
    """Points of every paper's citable chunks; texts new to the cache are embedded together, over all papers.

    The cache then holds, for each paper and model, exactly the vectors of its present chunks.

    Args:
        papers: Chunks by bibkey; an empty sequence is a paper without text.
        embedder: The model.
        artifacts: Where the caches lie.

    Raises:
        EmbedderError: As `Embedder.embed` does.
        StoreUnavailableError: A hosted model does not answer.
        ArtifactError: A cache cannot be written.
    """
    texts = {bibkey: _texts(chunks, embedder.window_words) for bibkey, chunks in papers.items()}
    known = {bibkey: _cached(artifacts, embedding_cache(embedder.name, bibkey), embedder.name) for bibkey in papers}
    missing = {key: text for bibkey, wanted in texts.items() for key, text in wanted.items() if key not in known[bibkey]}
    fresh = _embed(missing, embedder)
    done = []
    for bibkey, chunks in papers.items():
        vectors = {key: known[bibkey][key] if key in known[bibkey] else fresh[key] for key in texts[bibkey]}
        if vectors.keys() != known[bibkey].keys():
            artifacts.write(embedding_cache(embedder.name, bibkey), _encoded(vectors, embedder.dimensions))
        done.append(_paper(bibkey, chunks, vectors, known[bibkey].keys(), embedder.window_words))
    return done


def parts(chunk: Chunk, window_words: int) -> list[str]:
    """The indexed text in parts of about equal length, none of them longer than `window_words` words; whole where that is 0."""
    text = indexed_text(chunk)
    words = text.split()
    count = math.ceil(len(words) / window_words) if window_words else 1
    if count <= 1:
        return [text]
    size = math.ceil(len(words) / count)
    return [" ".join(words[start : start + size]) for start in range(0, len(words), size)]


def _paper(
    bibkey: str, chunks: Sequence[Chunk], vectors: Mapping[str, Vectors], known: Set[str], window_words: int
) -> EmbeddedPaper:
    points = []
    reused = 0
    for chunk in chunks:
        if chunk.kind.citable:
            keys = [_key(part) for part in parts(chunk, window_words)]
            points.append(_point(chunk, np.stack([vectors[key] for key in keys])))
            reused += all(key in known for key in keys)
    return EmbeddedPaper(bibkey, tuple(points), len(points) - reused, reused)


def _texts(chunks: Sequence[Chunk], window_words: int) -> dict[str, str]:
    """Every text of the citable chunks that gets a vector, by its key."""
    return {_key(part): part for chunk in chunks if chunk.kind.citable for part in parts(chunk, window_words)}


def _embed(texts: Mapping[str, str], embedder: Embedder) -> dict[str, Vectors]:
    keys = list(texts)
    vectors: dict[str, Vectors] = {}
    for start in range(0, len(keys), _STRIDE):
        batch = keys[start : start + _STRIDE]
        vectors.update(zip(batch, embedder.embed([texts[key] for key in batch]), strict=True))
        _log.info("Embedded %d of %d new passages with %s", len(vectors), len(keys), embedder.name)
    return vectors


def _point(chunk: Chunk, dense: Vectors) -> StoredPoint:
    sparse = passage_vector(indexed_text(chunk))
    return StoredPoint(
        chunk.chunk_id, chunk.bibkey, chunk.n, chunk.kind.value, chunk.kind.citable, chunk.text_hash, dense, sparse
    )


def _key(text: str) -> str:
    """Identity of an embedded text, hex. Not the chunk's text hash: headings are embedded too, and may change alone."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _cached(artifacts: ArtifactStore, key: str, embedder: str) -> dict[str, Vectors]:
    """Vectors that a paper's cache holds; a cache that cannot be read is empty, for it can be made again."""
    try:
        data = artifacts.read(key)
    except ArtifactMissingError:
        return {}
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            return dict(zip(archive["keys"].tolist(), archive["vectors"], strict=True))
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile) as error:
        _log.warning("The cache %s of %s's vectors cannot be read (%s); its passages are embedded again.", key, embedder, error)
        return {}


def _encoded(vectors: Mapping[str, Vectors], dimensions: int) -> bytes:
    keys = sorted(vectors)
    rows = np.array([vectors[key] for key in keys], dtype=np.float32).reshape(len(keys), dimensions)
    buffer = io.BytesIO()
    np.savez(buffer, keys=np.array(keys, dtype="U64"), vectors=rows)
    return buffer.getvalue()
