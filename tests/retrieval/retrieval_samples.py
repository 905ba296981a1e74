"""Chunks, embedders and points that this room's tests share."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import numpy as np

from wiki_assets.documents.model import Box, Chunk, ChunkKind, TextSpan, chunk_id
from wiki_assets.retrieval.dense import Vectors, normalised
from wiki_assets.retrieval.sparse import passage_vector
from wiki_assets.retrieval.store import StoredPoint
from wiki_assets.text.words import stems


class CountingEmbedder:
    """Hashes stems into eight dimensions: texts that share words are near. Remembers what it was asked."""

    def __init__(self, name: str = "counting-1", window_words: int = 0) -> None:
        self.name = name
        self.window_words = window_words
        self.dimensions = 8
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for one in stems(text):
                rows[row, hashlib.sha256(one.encode()).digest()[0] % self.dimensions] += 1.0
        return normalised(rows, self.name)


def chunk(bibkey: str, n: int, text: str, kind: ChunkKind = ChunkKind.PROSE, section: tuple[str, ...] = ()) -> Chunk:
    sha256 = hashlib.sha256(bibkey.encode()).hexdigest()
    span = TextSpan(0, len(text), Box(n + 1, 10.0, 20.5, 300.25, 31.0))
    return Chunk(chunk_id(sha256, "test", n), bibkey, sha256, n, kind, text, text, (span,), section, len(text.split()))


def paper(bibkey: str, *texts: str) -> list[Chunk]:
    return [chunk(bibkey, n, text) for n, text in enumerate(texts)]


def point(one: Chunk, embedder: CountingEmbedder) -> StoredPoint:
    dense = embedder.embed([one.text])
    return StoredPoint(
        one.chunk_id, one.bibkey, one.n, one.kind.value, one.kind.citable, one.text_hash, dense, passage_vector(one.text)
    )


def points(papers: Mapping[str, Sequence[Chunk]], embedder: CountingEmbedder) -> dict[str, list[StoredPoint]]:
    return {bibkey: [point(one, embedder) for one in chunks] for bibkey, chunks in papers.items()}
