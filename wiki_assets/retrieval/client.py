"""The vector store on a Qdrant server.

Belongs here: the client's shapes and its errors. Does not belong here: the embedded engine (`edge`). Tests hand in the client's
own local mode, which has the same interface.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ApiException, ResponseHandlingException, UnexpectedResponse

from wiki_assets.errors import SettingsError, StoreUnavailableError
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
# Points in one request: about a megabyte, far below the server's limit of 32.
_BATCH = 256
_TIMEOUT_SECONDS = 60
_MOST_PAPERS = 1_000_000


def connect(url: str, api_key: str = "") -> QdrantClient:
    """A client; nothing is sent yet.

    Raises:
        SettingsError: The address is no address.
    """
    try:
        return QdrantClient(url=url, api_key=api_key or None, timeout=_TIMEOUT_SECONDS, check_compatibility=False)
    except (ValueError, TypeError) as error:
        raise SettingsError(f"QDRANT_URL={url!r} is not an address: {error}.", "Give it as http://host:6333.") from error


class ServerStore:
    """One collection on a server, made when first written. Any number of readers and writers."""

    def __init__(self, client: QdrantClient, collection: str, dimensions: int) -> None:
        self._client = client
        self._collection = collection
        self._dimensions = dimensions
        self._creation = threading.Lock()

    def replace(self, papers: Mapping[str, Sequence[StoredPoint]]) -> None:
        """See `VectorStore.replace`."""
        if not papers:
            return
        points = [_point(point) for bibkey in papers for point in papers[bibkey]]
        with _translated():
            self._create_if_missing()
            for start in range(0, len(points), _BATCH):
                self._client.upsert(self._collection, points[start : start + _BATCH], wait=True)
            for bibkey, kept in papers.items():
                stale = _stale(bibkey, [point.chunk_id for point in kept])
                self._client.delete(self._collection, models.FilterSelector(filter=stale), wait=True)

    def delete(self, bibkeys: Collection[str]) -> None:
        """See `VectorStore.delete`."""
        if not bibkeys:
            return
        with _translated():
            if self._client.collection_exists(self._collection):
                self._client.delete(self._collection, models.FilterSelector(filter=_of_papers(bibkeys)), wait=True)

    def search(self, queries: Sequence[StoreQuery]) -> list[StoreAnswer]:
        """See `VectorStore.search`."""
        requests = [request for query in queries for request in _requests(query)]
        with _translated():
            if not requests or not self._client.collection_exists(self._collection):
                return [StoreAnswer((), ()) for _ in queries]
            responses = self._client.query_batch_points(self._collection, requests)
        found = [_hits(response.points) for response in responses]
        return [
            StoreAnswer(dense, sparse if query.sparse.indices else ())
            for query, dense, sparse in zip(queries, found[::2], found[1::2], strict=True)
        ]

    def count(self) -> int:
        """See `VectorStore.count`."""
        with _translated():
            return self._client.count(self._collection).count if self._client.collection_exists(self._collection) else 0

    def papers(self) -> dict[str, int]:
        """See `VectorStore.papers`."""
        with _translated():
            if not self._client.collection_exists(self._collection):
                return {}
            answer = self._client.facet(self._collection, BIBKEY, limit=_MOST_PAPERS, exact=True)
        return {str(hit.value): hit.count for hit in answer.hits}

    def _create_if_missing(self) -> None:
        with self._creation:
            if self._client.collection_exists(self._collection):
                return
            try:
                self._client.create_collection(
                    self._collection,
                    # The vectors have length 1 already, so the dot product is the cosine.
                    vectors_config={
                        DENSE: models.VectorParams(
                            size=self._dimensions,
                            distance=models.Distance.DOT,
                            multivector_config=models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM),
                        )
                    },
                    sparse_vectors_config={SPARSE: models.SparseVectorParams(modifier=models.Modifier.IDF)},
                )
            except UnexpectedResponse as error:
                if error.status_code != _CONFLICT:  # another process made it in between
                    raise
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the client's local mode warns that it needs no payload index
                self._client.create_payload_index(self._collection, BIBKEY, models.PayloadSchemaType.KEYWORD)


_CONFLICT = 409
_REFUSED = (401, 403)


@contextmanager
def _translated() -> Iterator[None]:
    """The client's errors as ours."""
    try:
        yield
    except UnexpectedResponse as error:
        if error.status_code in _REFUSED:
            raise SettingsError("The Qdrant server refuses the key.", "Correct QDRANT_API_KEY.") from error
        raise StoreUnavailableError(
            f"The Qdrant server answers {error.status_code} {error.reason_phrase}.", "Look at the server's log."
        ) from error
    except (ResponseHandlingException, ApiException) as error:
        raise StoreUnavailableError(
            f"The Qdrant server does not answer: {error}.",
            "Start it, correct QDRANT_URL, or unset QDRANT_URL to use the embedded engine.",
        ) from error


def _point(point: StoredPoint) -> models.PointStruct:
    sparse = models.SparseVector(indices=list(point.sparse.indices), values=list(point.sparse.values))
    return models.PointStruct(
        id=point.chunk_id, vector={DENSE: point.dense.tolist(), SPARSE: sparse}, payload=dict(point.payload)
    )


def _of_papers(bibkeys: Collection[str]) -> models.Filter:
    return models.Filter(must=[models.FieldCondition(key=BIBKEY, match=models.MatchAny(any=sorted(bibkeys)))])


def _stale(bibkey: str, kept: Sequence[str]) -> models.Filter:
    """Points of a paper other than the kept ones."""
    of_paper = models.FieldCondition(key=BIBKEY, match=models.MatchValue(value=bibkey))
    return models.Filter(must=[of_paper], must_not=[models.HasIdCondition(has_id=[*kept])] if kept else None)


def _requests(query: StoreQuery) -> tuple[models.QueryRequest, models.QueryRequest]:
    chosen = None if query.bibkeys is None else _of_papers(query.bibkeys)
    sparse = models.SparseVector(indices=list(query.sparse.indices), values=list(query.sparse.values))
    return (
        models.QueryRequest(query=[query.dense.tolist()], using=DENSE, limit=query.limit, with_payload=_PAYLOAD, filter=chosen),
        models.QueryRequest(query=sparse, using=SPARSE, limit=query.limit, with_payload=_PAYLOAD, filter=chosen),
    )


def _hits(points: Sequence[models.ScoredPoint]) -> tuple[StoredHit, ...]:
    return ordered(_hit(point) for point in points)


def _hit(point: models.ScoredPoint) -> StoredHit:
    payload = point.payload or {}
    return StoredHit(str(point.id), payload[BIBKEY], payload[ORDINAL], payload[TEXT_HASH], float(point.score))
