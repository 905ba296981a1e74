"""The vector store: one interface over an embedded engine and a server.

Belongs here: what a stored point is, the `VectorStore` protocol, `open_store`. Does not belong here: either engine (`edge`,
`client`), or how two rankings become one (`search`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from wiki_assets.retrieval.dense import Embedder
from wiki_assets.retrieval.sparse import SparseVector

DENSE = "dense"
SPARSE = "bm25"
# Fields of a point's payload.
BIBKEY, ORDINAL, KIND, CITABLE, TEXT_HASH = "bibkey", "n", "kind", "citable", "text_hash"


@dataclass(frozen=True, slots=True, eq=False)
class StoredPoint:
    """What the store holds of one chunk.

    Attributes:
        chunk_id: A UUID; the point's id.
        dense: float32 of shape `(parts, dimensions)`, rows of length 1; the best of them counts in a search.
    """

    chunk_id: str
    bibkey: str
    n: int
    kind: str
    citable: bool
    text_hash: str
    dense: NDArray[np.float32]
    sparse: SparseVector

    @property
    def payload(self) -> dict[str, str | int | bool]:
        """What is stored beside the vectors."""
        return {BIBKEY: self.bibkey, ORDINAL: self.n, KIND: self.kind, CITABLE: self.citable, TEXT_HASH: self.text_hash}


@dataclass(frozen=True, slots=True)
class StoredHit:
    """A point found by one vector. `score` is a cosine or a BM25 score."""

    chunk_id: str
    bibkey: str
    n: int
    text_hash: str
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class StoreQuery:
    """One question to the store.

    Attributes:
        dense: float32 of shape `(dimensions,)`.
        sparse: May be empty, then the sparse list is.
        limit: Length of either list.
        bibkeys: Only these papers; None for all.
    """

    dense: NDArray[np.float32]
    sparse: SparseVector
    limit: int
    bibkeys: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class StoreAnswer:
    """The two rankings of one query, best first. Only citable points are in them."""

    dense: tuple[StoredHit, ...]
    sparse: tuple[StoredHit, ...]


class VectorStore(Protocol):
    """Points of all papers under one embedder. Every method opens and closes what it needs."""

    def replace(self, papers: Mapping[str, Sequence[StoredPoint]]) -> None:
        """Makes the store hold exactly these points of these papers.

        New and changed ones are written, others of the same papers deleted, other papers left alone. Doing it twice leaves
        what doing it once left.

        Raises:
            StoreLockedError: Another process held the embedded store too long.
            StoreUnavailableError: The server does not answer.
            ArtifactError: The embedded store's folder is damaged.
        """

    def delete(self, bibkeys: Collection[str]) -> None:
        """Removes all points of these papers. Raises as `replace` does."""

    def search(self, queries: Sequence[StoreQuery]) -> list[StoreAnswer]:
        """Answers in the order of the queries; all empty where nothing was ever stored. Raises as `replace` does."""

    def count(self) -> int:
        """Number of points. Raises as `replace` does."""

    def papers(self) -> dict[str, int]:
        """Number of points of every paper that has any. Raises as `replace` does.

        With it a store that was deleted or lost something is noticed, and filled again from the vector cache.
        """


def open_store(folder: Path, embedder: Embedder, url: str = "", api_key: str = "", wait_seconds: float = 60.0) -> VectorStore:
    """The store of one embedder. Nothing is opened, created or contacted yet.

    Args:
        folder: Where the embedded engine keeps its collections, one sub-folder each.
        embedder: Its name is in the collection's, so that another embedder starts another collection.
        url: Address of a Qdrant server; the embedded engine when empty.
        api_key: Key of that server.
        wait_seconds: How long to wait for an embedded store that another process holds.
    """
    collection = collection_name(embedder)
    if url:
        from wiki_assets.retrieval.client import ServerStore, connect

        return ServerStore(connect(url, api_key), collection, embedder.dimensions)
    from wiki_assets.retrieval.edge import EmbeddedStore

    return EmbeddedStore(folder / collection, embedder.dimensions, wait_seconds)


def is_shared(store: VectorStore) -> bool:
    """Whether another home may keep points in a store, too: in any but the engine in a folder of this home."""
    from wiki_assets.retrieval.edge import EmbeddedStore

    return not isinstance(store, EmbeddedStore)


def collection_name(embedder: Embedder) -> str:
    """Name of the collection that holds an embedder's vectors."""
    return "passages-" + re.sub(r"[^A-Za-z0-9._-]+", "-", embedder.name)


def ordered(hits: Iterable[StoredHit]) -> tuple[StoredHit, ...]:
    """Best first, the same on every engine and after every order of writing.

    Engines add the terms of a score in an order of their own, so that equal passages differ in the last digits: scores are
    compared to four, and paper and ordinal decide among equals.
    """
    return tuple(sorted(hits, key=lambda hit: (-round(hit.score, 4), hit.bibkey, hit.n)))
