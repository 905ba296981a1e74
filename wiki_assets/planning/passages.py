"""Passages: how many a paper has or will have, and how many of them have to be embedded.

Belongs here: counting where that is known, and estimating where it is not. Does not belong here: cutting (`documents.chunking`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from wiki_assets.planning.effects import Effect, effect_of
from wiki_assets.planning.quantities import NOTHING, Quantity
from wiki_assets.planning.shapes import PaperState, Versions
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

_ANY = ""


@dataclass(frozen=True, slots=True)
class Density:
    """Passages for each byte of a file, and the share of them that may be cited, by ending (and over all under the empty one).

    A name is all that is known of a file before it is read.
    """

    passages: dict[str, float]
    citable: dict[str, float]

    def passages_of(self, file: str, size: int) -> int | None:
        """Estimate for a file of this size in bytes; None where no paper has been read yet."""
        rate = self.passages.get(_ending(file), self.passages.get(_ANY))
        return None if rate is None else max(1, round(rate * size))

    def citable_share(self, file: str) -> float:
        """Share of its passages that may be cited."""
        return self.citable.get(_ending(file), self.citable.get(_ANY, 1.0))


def measured_density(papers: Iterable[PaperState]) -> Density:
    """Measures over the papers whose passages are those of the file as it lies there."""
    sizes: dict[str, int] = {}
    counts: dict[str, int] = {}
    citable: dict[str, int] = {}
    for paper in papers:
        source, chunks = paper.source, paper.chunks
        if source is None or chunks is None or not chunks.count or chunks.document_sha256 != source.sha256:
            continue
        for name in (_ending(source.file), _ANY):
            sizes[name] = sizes.get(name, 0) + source.size
            counts[name] = counts.get(name, 0) + chunks.count
            citable[name] = citable.get(name, 0) + chunks.citable
    return Density(
        {name: counts[name] / size for name, size in sizes.items() if size},
        {name: citable[name] / count for name, count in counts.items()},
    )


@dataclass(frozen=True, slots=True)
class Passages:
    """Of one paper: how many it will have, and how many the embedding model will be given; None where nothing tells."""

    count: Quantity | None
    embedded: Quantity | None


def passages_of(paper: PaperState, versions: Versions, density: Density, store: ArtifactStore) -> Passages:
    """What ingesting a paper comes to."""
    effect = effect_of(paper, versions)
    if effect is Effect.GONE:
        return Passages(NOTHING, NOTHING)
    if effect is Effect.NONE and paper.chunks is not None:
        return Passages(Quantity.exactly(paper.chunks.count), _embedded_anew(paper, versions, store))
    return _estimated(paper, versions, density)


def _embedded_anew(paper: PaperState, versions: Versions, store: ArtifactStore) -> Quantity:
    """Of passages that stay as they are: none where the cache has them all, all where there is no cache."""
    chunks, embedding = paper.chunks, paper.embedding
    if chunks is None or not chunks.citable:
        return NOTHING
    if not store.exists(layout.embedding_cache(versions.embedder, paper.bibkey)):
        return Quantity.exactly(chunks.citable)
    held = embedding is not None and embedding.chunks_digest == chunks.digest
    return NOTHING if held else Quantity.between(0, chunks.citable)


def _estimated(paper: PaperState, versions: Versions, density: Density) -> Passages:
    source, chunks = paper.source, paper.chunks
    if source is None:
        return Passages(NOTHING, NOTHING)
    if chunks is not None and chunks.count and paper.read is not None and paper.read.sha256 == source.sha256:
        count: int | None = round(chunks.count * chunks.target_tokens / versions.target_tokens)
        share = chunks.citable / chunks.count
    else:
        count, share = density.passages_of(source.file, source.size), density.citable_share(source.file)
    if count is None:
        return Passages(None, None)
    citable = round(count * share)
    return Passages(Quantity.about(count), Quantity.about(citable) if paper.chunks is None else Quantity.between(0, citable))


def _ending(file: str) -> str:
    return PurePosixPath(file).suffix.lower()
