"""Where contrary statements may stand: the concept's evidence, and what else its papers say of it.

Belongs here: which passages beyond the evidence name the concept. Does not belong here: their sentences (`statements`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set

from wiki_assets.documents.model import Chunk, ChunkKind
from wiki_assets.text.words import stems

MOST_PASSAGES = 200
"""For one concept, beyond its evidence: bounds the time where a library holds books."""


def passages_naming(names: Iterable[str], chunks: Iterable[Chunk], known: Set[str]) -> list[Chunk]:
    """Prose that has every word of one of a concept's names, what names it most often first.

    Args:
        known: Chunk ids to leave out.
    """
    wanted = [frozenset(stems(name)) for name in names]
    prose = (chunk for chunk in chunks if chunk.kind is ChunkKind.PROSE and chunk.chunk_id not in known)
    naming = [(count, chunk) for chunk in prose if (count := _mentions(chunk.text, wanted))]
    naming.sort(key=lambda entry: (-entry[0], entry[1].bibkey, entry[1].n))
    return [chunk for _, chunk in naming[:MOST_PASSAGES]]


def _mentions(text: str, names: list[frozenset[str]]) -> int:
    """How often the rarest word of a name occurs, for the name of which it occurs most often."""
    counts = Counter(stems(text))
    return max((min(counts[stem] for stem in name) for name in names if name), default=0)
