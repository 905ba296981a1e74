"""What things would be made with now, put together from the resources' settings and the code's own versions."""

from __future__ import annotations

from resources.policy import PolicyResource
from wiki_assets.documents.chunking import CHUNKER_VERSION
from wiki_assets.documents.options import READ_PLAINLY, Choices
from wiki_assets.documents.versions import READER_VERSION
from wiki_assets.planning.state import Versions
from wiki_assets.retrieval.embedding import INDEX_VERSION
from wiki_assets.retrieval.selection import SELECTION_VERSION


def versions_of(policy: PolicyResource, embedder: str, model_name: str, reading: Choices = READ_PLAINLY) -> Versions:
    """Versions for the planner.

    Args:
        embedder: Name of the loaded embedder.
        model_name: litellm name of the composing model; empty for the extractive composer.
        reading: How documents are read; of no matter to whoever does not look at files.
    """
    return Versions(
        parser=READER_VERSION,
        chunker=CHUNKER_VERSION,
        target_tokens=policy.chunk_tokens,
        embedder=embedder,
        index=INDEX_VERSION,
        retrieval=(SELECTION_VERSION, policy.evidence_count, policy.evidence_per_paper, policy.dense_weight, policy.rrf_k),
        model=model_name,
        reading=reading,
    )
