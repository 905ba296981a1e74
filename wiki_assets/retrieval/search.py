"""Hybrid search: a dense and a BM25 ranking fused into one by reciprocal rank.

Belongs here: queries in, fused `Hit`s out. Does not belong here: which hits become a concept's evidence (`selection`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wiki_assets.retrieval.dense import Embedder
from wiki_assets.retrieval.model import Hit
from wiki_assets.retrieval.sparse import query_vector
from wiki_assets.retrieval.store import StoreAnswer, StoredHit, StoreQuery, VectorStore


@dataclass(frozen=True, slots=True)
class Fusion:
    """How two rankings become one.

    Attributes:
        dense_weight: Weight of the dense ranking; BM25 counts 1.0.
        rrf_k: Rank constant: the larger, the less a first rank outweighs a tenth.
    """

    dense_weight: float
    rrf_k: int


@dataclass(frozen=True, slots=True)
class HybridSearch:
    """A store, the embedder whose vectors it holds, and how to fuse."""

    store: VectorStore
    embedder: Embedder
    fusion: Fusion

    def find(self, queries: Sequence[str], limit: int, bibkeys: frozenset[str] | None = None) -> list[tuple[Hit, ...]]:
        """The best passages for each query, at most `limit` of each of the two rankings, fused, best first.

        All queries are embedded at once and asked in one opening of the store. Raises as `Embedder.embed` and
        `VectorStore.search` do.
        """
        if not queries:
            return []
        vectors = self.embedder.embed(queries)
        asked = [StoreQuery(vector, query_vector(text), limit, bibkeys) for vector, text in zip(vectors, queries, strict=True)]
        return [fuse(answer, self.fusion) for answer in self.store.search(asked)]


def fuse(answer: StoreAnswer, fusion: Fusion) -> tuple[Hit, ...]:
    """Reciprocal rank fusion of both rankings of an answer; equal scores are ordered by paper and ordinal."""
    dense = {hit.chunk_id: rank for rank, hit in enumerate(answer.dense, 1)} if fusion.dense_weight else {}
    sparse = {hit.chunk_id: rank for rank, hit in enumerate(answer.sparse, 1)}
    found: dict[str, StoredHit] = {
        hit.chunk_id: hit for hit in (*answer.sparse, *answer.dense) if hit.chunk_id in dense or hit.chunk_id in sparse
    }
    hits = (_fused(hit, dense.get(key, 0), sparse.get(key, 0), fusion) for key, hit in found.items())
    return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.bibkey, hit.n)))


def _fused(hit: StoredHit, dense_rank: int, sparse_rank: int, fusion: Fusion) -> Hit:
    score = fusion.dense_weight / (fusion.rrf_k + dense_rank) if dense_rank else 0.0
    score += 1.0 / (fusion.rrf_k + sparse_rank) if sparse_rank else 0.0
    return Hit(hit.chunk_id, hit.bibkey, hit.n, score, dense_rank, sparse_rank)
