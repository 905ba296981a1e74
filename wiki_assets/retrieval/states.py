"""What each step of this room leaves behind for the planner: from what its output was made."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import orjson
from pydantic import Field

from wiki_assets.storage.frozen import Frozen


class EmbeddingState(Frozen):
    """Which chunks of a paper the vector store holds (`ChunksState.digest`), and how they were made into points."""

    chunks_digest: str
    index_version: str
    points: int


class EvidenceState(Frozen):
    """From what the evidence was chosen, and the fingerprint each concept got."""

    inputs: str
    fingerprints: dict[str, str] = Field(description="Slug to evidence fingerprint.")


def evidence_inputs(
    papers: Iterable[tuple[str, str]], definitions: Iterable[tuple[str, str]], retrieval: Iterable[str | float]
) -> str:
    """Hash of all that evidence is chosen from.

    Args:
        papers: `(bibkey, digest of the chunks)` of every paper in the vector store.
        definitions: `(slug, definition hash)` of every concept.
        retrieval: Embedder, version of the selection and its settings.
    """
    return hashlib.sha256(orjson.dumps([sorted(papers), sorted(definitions), list(retrieval)])).hexdigest()
