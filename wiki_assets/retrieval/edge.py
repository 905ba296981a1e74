"""The embedded vector store: Qdrant's in-process engine on a folder.

Belongs here: short, exclusive openings of the folder and the engine's own shapes. Does not belong here: the server
(`client`). The engine lets one opener in at a time, in this process or another, so every method opens, works and closes.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import filelock
import qdrant_edge as qdrant

from wiki_assets.errors import ArtifactError, StoreLockedError
from wiki_assets.retrieval.store import (
    BIBKEY,
    DENSE,
    ORDINAL,
    SPARSE,
    TEXT_HASH,
    StoreAnswer,
    StoredHit,
    StoredPoint,
    StoreQuery,
    ordered,
)

_PAYLOAD = [BIBKEY, ORDINAL, TEXT_HASH]
# Points in one write: bounds the memory of the write-ahead log's entry.
_BATCH = 500
_POLL_SECONDS = 0.05
# How the engine words that somebody else has the folder open.
_BUSY = "WouldBlock"
_MOST_PAPERS = 1_000_000
# 0 builds no graph of neighbours. A search looks at every point then: 4 ms for 20,000, and so about 0.2 s for a million, always with the
# same answer; building the graph took 65 s of CPU for those 20,000, again and again as papers came (measured on 0.9).
_NO_GRAPH = 0
_ENGINE_CONFIGURATION = "edge_config.json"


class EmbeddedStore:
    """One collection in one folder. Safe between threads and processes, and after a kill: the engine replays its log."""

    def __init__(self, folder: Path, dimensions: int, wait_seconds: float) -> None:
        self._folder = folder
        self._configuration = _configuration(dimensions)
        self._wait_seconds = wait_seconds

    def replace(self, papers: Mapping[str, Sequence[StoredPoint]]) -> None:
        """See `VectorStore.replace`."""
        if not papers:
            return
        points = [_point(point) for bibkey in papers for point in papers[bibkey]]
        with self._opened() as shard:
            for start in range(0, len(points), _BATCH):
                shard.update(qdrant.UpdateOperation.upsert_points(points[start : start + _BATCH]))
            for bibkey, kept in papers.items():
                shard.update(
                    qdrant.UpdateOperation.delete_points_by_filter(_stale(bibkey, {UUID(point.chunk_id) for point in kept}))
                )
            shard.optimize()
            shard.flush()

    def delete(self, bibkeys: Collection[str]) -> None:
        """See `VectorStore.delete`."""
        if not bibkeys or not self._folder.exists():
            return
        with self._opened() as shard:
            shard.update(qdrant.UpdateOperation.delete_points_by_filter(_of_papers(bibkeys)))
            shard.flush()

    def search(self, queries: Sequence[StoreQuery]) -> list[StoreAnswer]:
        """See `VectorStore.search`."""
        if not queries or not self._folder.exists():
            return [StoreAnswer((), ()) for _ in queries]
        requests = [request for query in queries for request in _requests(query)]
        with self._opened() as shard:
            found = [_hits(points) for points in shard.query_batch(qdrant.QueryBatchRequest(requests))]
        return [
            StoreAnswer(dense, sparse if query.sparse.indices else ())
            for query, dense, sparse in zip(queries, found[::2], found[1::2], strict=True)
        ]

    def count(self) -> int:
        """See `VectorStore.count`."""
        if not self._folder.exists():
            return 0
        with self._opened() as shard:
            return int(shard.count(qdrant.CountRequest()))

    def papers(self) -> dict[str, int]:
        """See `VectorStore.papers`."""
        if not self._folder.exists():
            return {}
        with self._opened() as shard:
            answer = shard.facet(qdrant.FacetRequest(BIBKEY, limit=_MOST_PAPERS, exact=True))
        return {str(hit.value): int(hit.count) for hit in answer.hits}

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        deadline = time.monotonic() + self._wait_seconds
        try:
            self._folder.parent.mkdir(parents=True, exist_ok=True)
            # Beside the folder: the engine wants its folder to itself. Waiting here is fair and cheap; the engine's own lock
            # below is for openers that do not know of ours, such as a notebook.
            lock = filelock.FileLock(
                self._folder.with_name(f"{self._folder.name}.lock"), timeout=self._wait_seconds, poll_interval=_POLL_SECONDS
            )
            with lock:
                shard = self._open(deadline)
                try:
                    yield shard
                finally:
                    shard.close()
        except filelock.Timeout as error:
            raise self._locked() from error
        except OSError as error:
            raise ArtifactError(
                f"The folder of the vector store, {self._folder}, cannot be used: {error.strerror or error}.",
                "Check space and permissions.",
            ) from error
        except BaseException as error:
            if not _of_the_engine(error):
                raise
            raise ArtifactError(
                f"The vector store in {self._folder} cannot be used: {error}.",
                "Delete that folder and materialize embeddings again; the vectors themselves are cached, so it takes seconds.",
            ) from error

    def _open(self, deadline: float) -> Any:
        while True:
            try:
                return self._load() if self._folder.exists() else self._create()
            except Exception as error:
                if not _of_the_engine(error) or _BUSY not in str(error):
                    raise
                if time.monotonic() >= deadline:
                    raise self._locked() from error
            time.sleep(_POLL_SECONDS)

    def _load(self) -> Any:
        # With our configuration, so that a folder from before a change of it follows; only where there is one, for the engine would
        # otherwise make a store of any folder.
        known = (self._folder / _ENGINE_CONFIGURATION).is_file()
        return qdrant.EdgeShard.load(str(self._folder), self._configuration if known else None)

    def _create(self) -> Any:
        """A new collection, made under another name and renamed, so that a kill halfway leaves nothing that looks like one."""
        unfinished = self._folder.with_name(f"{self._folder.name}.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        shard = qdrant.EdgeShard.create(str(unfinished), self._configuration)
        shard.update(qdrant.UpdateOperation.create_field_index(BIBKEY, qdrant.PayloadSchemaType.Keyword))
        shard.flush()
        shard.close()
        unfinished.replace(self._folder)
        return self._load()

    def _locked(self) -> StoreLockedError:
        return StoreLockedError(
            f"Another process has held the vector store {self._folder} for {self._wait_seconds:g} seconds.",
            "Wait for the other build or stop it, raise WIKI_STORE_WAIT_SECONDS, or use a server (QDRANT_URL).",
        )


def _of_the_engine(error: BaseException) -> bool:
    """Whether the engine raised it: plain `Exception` for everything it foresees, a panic, which is no `Exception`, for the rest."""
    return type(error) is Exception or type(error).__name__ == "PanicException"


def _configuration(dimensions: int) -> Any:
    best_part = qdrant.MultiVectorConfig(qdrant.MultiVectorComparator.MaxSim)
    return qdrant.EdgeConfig(
        # The vectors have length 1 already, so the dot product is the cosine.
        vectors={DENSE: qdrant.EdgeVectorParams(dimensions, qdrant.Distance.Dot, multivector_config=best_part)},
        sparse_vectors={SPARSE: qdrant.EdgeSparseVectorParams(modifier=qdrant.Modifier.Idf)},
        optimizers=qdrant.EdgeOptimizersConfig(indexing_threshold=_NO_GRAPH),
    )


def _point(point: StoredPoint) -> Any:
    sparse = qdrant.SparseVector(list(point.sparse.indices), list(point.sparse.values))
    return qdrant.Point(point.chunk_id, {DENSE: point.dense.tolist(), SPARSE: sparse}, point.payload)


def _of_papers(bibkeys: Collection[str]) -> Any:
    return qdrant.Filter(must=[qdrant.FieldCondition(BIBKEY, match=qdrant.MatchAny(sorted(bibkeys)))])


def _stale(bibkey: str, kept: set[int | UUID | str]) -> Any:
    """Points of a paper other than the kept ones."""
    return qdrant.Filter(
        must=[qdrant.FieldCondition(BIBKEY, match=qdrant.MatchValue(bibkey))],
        must_not=[qdrant.HasIdCondition(kept)] if kept else None,
    )


def _requests(query: StoreQuery) -> tuple[Any, Any]:
    chosen = None if query.bibkeys is None else _of_papers(query.bibkeys)
    sparse = qdrant.SparseVector(list(query.sparse.indices), list(query.sparse.values))
    return (
        qdrant.QueryRequest(
            query.limit, query=qdrant.Query.Nearest([query.dense.tolist()], using=DENSE), with_payload=_PAYLOAD, filter=chosen
        ),
        qdrant.QueryRequest(query.limit, query=qdrant.Query.Nearest(sparse, using=SPARSE), with_payload=_PAYLOAD, filter=chosen),
    )


def _hits(points: Sequence[Any]) -> tuple[StoredHit, ...]:
    return ordered(
        StoredHit(str(point.id), point.payload[BIBKEY], point.payload[ORDINAL], point.payload[TEXT_HASH], float(point.score))
        for point in points
    )
