"""The evidence table as a Parquet file, and back. Equal evidence gives equal bytes.

Belongs here: the columns. Does not belong here: where the file lies (`storage.layout`), or the audit's own table of evidence.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from wiki_assets.documents.model import Box, Chunk, ChunkKind, TextSpan
from wiki_assets.errors import ArtifactError
from wiki_assets.retrieval.model import ConceptEvidence, Evidence

# Names every concept the table was made for, so that one without evidence is not the same as one never asked about.
_CONCEPTS = b"concepts"

_SCHEMA = pa.schema(
    [
        ("concept", pa.string()),
        ("rank", pa.int32()),
        ("bibkey", pa.string()),
        ("chunk", pa.int32()),
        ("chunk_id", pa.string()),
        ("document_sha256", pa.string()),
        ("page", pa.int32()),
        ("text", pa.string()),
        ("text_hash", pa.string()),
        ("score", pa.float64()),
        ("dense_rank", pa.int32()),
        ("sparse_rank", pa.int32()),
        ("kind", pa.string()),
        ("section", pa.list_(pa.string())),
        ("original", pa.string()),
        ("tokens", pa.int32()),
        ("span_starts", pa.list_(pa.int32())),
        ("span_ends", pa.list_(pa.int32())),
        ("span_pages", pa.list_(pa.int32())),
        ("span_boxes", pa.list_(pa.float64())),
    ]
)


def encode_evidence(evidence: Sequence[ConceptEvidence]) -> bytes:
    """All concepts' evidence, one row a passage, in the order given. `page` is the page a passage begins on, 0 for none."""
    rows = [_row(row) for one in evidence for row in one.rows]
    schema = _SCHEMA.with_metadata({_CONCEPTS: json.dumps([one.concept for one in evidence]).encode("utf-8")})
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows, schema), sink, compression="zstd")
    return sink.getvalue()


def decode_evidence(data: bytes) -> list[ConceptEvidence]:
    """What `encode_evidence` wrote, concepts without evidence included. Raises `ArtifactError` for other bytes."""
    try:
        table = pq.ParquetFile(io.BytesIO(data)).read(use_threads=False)
        concepts: list[str] = json.loads(table.schema.metadata[_CONCEPTS])
        return list(_grouped(concepts, (_evidence(row) for row in table.to_pylist())))
    except (pa.ArrowException, OSError, KeyError, TypeError, ValueError) as error:
        raise ArtifactError(
            f"These bytes are not a table of evidence: {(str(error).splitlines() or ['?'])[0]}.",
            "It was written by another version or is damaged; delete it and materialize evidence again.",
        ) from error


def _grouped(concepts: Iterable[str], rows: Iterable[Evidence]) -> Iterable[ConceptEvidence]:
    found = {concept: tuple(group) for concept, group in groupby(rows, key=lambda row: row.concept)}
    return (ConceptEvidence(concept, found.get(concept, ())) for concept in concepts)


def _row(row: Evidence) -> dict[str, Any]:
    chunk = row.chunk
    return {
        "concept": row.concept,
        "rank": row.rank,
        "bibkey": chunk.bibkey,
        "chunk": chunk.n,
        "chunk_id": chunk.chunk_id,
        "document_sha256": chunk.document_sha256,
        "page": chunk.page_of(0, len(chunk.text)),
        "text": chunk.text,
        "text_hash": chunk.text_hash,
        "score": row.score,
        "dense_rank": row.dense_rank,
        "sparse_rank": row.sparse_rank,
        "kind": chunk.kind.value,
        "section": list(chunk.section_path),
        "original": chunk.original,
        "tokens": chunk.tokens,
        "span_starts": [span.start for span in chunk.spans],
        "span_ends": [span.end for span in chunk.spans],
        "span_pages": [span.box.page for span in chunk.spans],
        "span_boxes": [value for span in chunk.spans for value in (span.box.x0, span.box.y0, span.box.x1, span.box.y1)],
    }


def _evidence(row: Mapping[str, Any]) -> Evidence:
    chunk = Chunk(
        chunk_id=row["chunk_id"],
        bibkey=row["bibkey"],
        document_sha256=row["document_sha256"],
        n=row["chunk"],
        kind=ChunkKind(row["kind"]),
        text=row["text"],
        original=row["original"],
        spans=_spans(row),
        section_path=tuple(row["section"]),
        tokens=row["tokens"],
    )
    return Evidence(row["concept"], row["rank"], chunk, row["score"], row["dense_rank"], row["sparse_rank"])


def _spans(row: Mapping[str, Any]) -> tuple[TextSpan, ...]:
    corners = row["span_boxes"]
    places = zip(row["span_starts"], row["span_ends"], row["span_pages"], strict=True)
    return tuple(
        TextSpan(start, end, Box(page, *corners[4 * index : 4 * index + 4])) for index, (start, end, page) in enumerate(places)
    )
