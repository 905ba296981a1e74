"""What the retrieval room hands on: ranked evidence for every concept, with a fingerprint.

Belongs here: the shapes and the fingerprint. Does not belong here: how passages are found (`search`, `selection`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from wiki_assets.documents.model import Chunk


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage found for one query.

    Attributes:
        score: Fused score; higher is better; comparable within one query only.
        dense_rank, sparse_rank: 1-based rank in either list, 0 where the passage is not in that list.
    """

    chunk_id: str
    bibkey: str
    n: int
    score: float
    dense_rank: int
    sparse_rank: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """One passage chosen for one concept.

    Attributes:
        concept: Slug of the concept.
        rank: 1-based rank among the concept's evidence.
        chunk: The passage itself.
        score: Fused retrieval score.
    """

    concept: str
    rank: int
    chunk: Chunk
    score: float
    dense_rank: int
    sparse_rank: int


@dataclass(frozen=True, slots=True)
class ConceptEvidence:
    """All evidence of one concept, best first."""

    concept: str
    rows: tuple[Evidence, ...]

    @property
    def fingerprint(self) -> str:
        """Hash over what a composer sees: the passages, in order, with their words. Scores do not count, for they move
        whenever any paper is added, though the passages stay the same.
        """
        return evidence_fingerprint((row.chunk.bibkey, row.chunk.n, row.chunk.text_hash) for row in self.rows)


def evidence_fingerprint(passages: Iterable[tuple[str, int, str]]) -> str:
    """Fingerprint over `(bibkey, n, text hash)` in rank order."""
    listing = json.dumps(list(passages), ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(listing.encode("utf-8")).hexdigest()
