"""How parsed documents, records and chunks become bytes and come back. Equal values give equal bytes.

Belongs here: the stored form. Does not belong here: where it is stored (`storage.layout`).
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from wiki_assets.documents.model import (
    Box,
    Cell,
    Chunk,
    ChunkKind,
    DocumentMetadata,
    DocumentRecord,
    DocumentStatus,
    Element,
    ElementKind,
    Mark,
    ParsedDocument,
    TextSpan,
)
from wiki_assets.errors import ArtifactError

_REMEDY = "It was written by another version or is damaged; delete it and materialize the step again."


def encode_parsed(parsed: ParsedDocument) -> bytes:
    """A parsed document as JSON."""
    return orjson.dumps(
        {
            "format": "parsed/2",
            "media_type": parsed.media_type,
            "parser": parsed.parser,
            "parser_version": parsed.parser_version,
            "pages": parsed.pages,
            "pages_without_text": parsed.pages_without_text,
            "pages_lost": parsed.pages_lost,
            "reason": parsed.reason,
            "metadata": parsed.metadata,
            "pages_garbled": parsed.pages_garbled,
            "pages_recognised": parsed.pages_recognised,
            "attachments": parsed.attachments,
            "parts_lost": parsed.parts_lost,
            "redactions": parsed.redactions,
            "elements": [
                [
                    element.kind.value, element.text, element.original, _flat(element.spans), element.section_path,
                    element.place, element.marks, [(cell.address, cell.start, cell.end) for cell in element.cells],
                ]
                for element in parsed.elements
            ],
        }
    )  # fmt: skip


def decode_parsed(data: bytes) -> ParsedDocument:
    """The parsed document that `encode_parsed` wrote. Raises `ArtifactError` for other bytes."""
    content = _json(data, "parsed/2", "a parsed document")
    try:
        return ParsedDocument(
            media_type=content["media_type"],
            parser=content["parser"],
            parser_version=content["parser_version"],
            pages=content["pages"],
            elements=tuple(
                Element(
                    ElementKind(kind),
                    text,
                    original,
                    _spans(spans),
                    tuple(path),
                    place,
                    tuple(map(Mark, marks)),
                    tuple(Cell(*cell) for cell in cells),
                )
                for kind, text, original, spans, path, place, marks, cells in content["elements"]
            ),
            pages_without_text=tuple(content["pages_without_text"]),
            pages_lost=tuple(content["pages_lost"]),
            reason=content["reason"],
            metadata=_metadata(content["metadata"]),
            parts_lost=tuple(content["parts_lost"]),
            **_findings(content),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ArtifactError(f"A parsed document does not have the fields it should: {error!r}.", _REMEDY) from error


def encode_record(record: DocumentRecord) -> bytes:
    """A document record as JSON, indented, for people read it too."""
    return orjson.dumps({"format": "record/1", **_fields(record)}, option=orjson.OPT_INDENT_2)


def decode_record(data: bytes) -> DocumentRecord:
    """The record that `encode_record` wrote. Raises `ArtifactError` for other bytes."""
    content = _json(data, "record/1", "a document record")
    try:
        return DocumentRecord(
            bibkey=content["bibkey"],
            file=content["file"],
            sha256=content["sha256"],
            size=content["size"],
            media_type=content["media_type"],
            status=DocumentStatus(content["status"]),
            reason=content["reason"],
            pages=content["pages"],
            pages_without_text=tuple(content["pages_without_text"]),
            pages_lost=tuple(content["pages_lost"]),
            parser=content["parser"],
            parser_version=content["parser_version"],
            metadata=_metadata(content["metadata"]),
            text_digest=content.get("text_digest", ""),
            **_findings(content),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ArtifactError(f"A document record does not have the fields it should: {error!r}.", _REMEDY) from error


def encode_chunks(chunks: Sequence[Chunk]) -> bytes:
    """Chunks of one document as a Parquet file, a row for each, in order."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns: dict[str, Any] = {
        "chunk_id": pa.array([chunk.chunk_id for chunk in chunks], pa.string()),
        "bibkey": pa.array([chunk.bibkey for chunk in chunks], pa.string()),
        "document_sha256": pa.array([chunk.document_sha256 for chunk in chunks], pa.string()),
        "n": pa.array([chunk.n for chunk in chunks], pa.int32()),
        "kind": pa.array([chunk.kind.value for chunk in chunks], pa.string()),
        "text": pa.array([chunk.text for chunk in chunks], pa.string()),
        "original": pa.array([chunk.original for chunk in chunks], pa.string()),
        "section_path": pa.array([list(chunk.section_path) for chunk in chunks], pa.list_(pa.string())),
        "tokens": pa.array([chunk.tokens for chunk in chunks], pa.int32()),
        "span_starts": pa.array([[span.start for span in chunk.spans] for chunk in chunks], pa.list_(pa.int32())),
        "span_ends": pa.array([[span.end for span in chunk.spans] for chunk in chunks], pa.list_(pa.int32())),
        "span_pages": pa.array([[span.box.page for span in chunk.spans] for chunk in chunks], pa.list_(pa.int32())),
        "span_boxes": pa.array(
            [
                [value for span in chunk.spans for value in (span.box.x0, span.box.y0, span.box.x1, span.box.y1)]
                for chunk in chunks
            ],
            pa.list_(pa.float64()),
        ),
        "place": pa.array([chunk.place for chunk in chunks], pa.string()),
        "marks": pa.array([[mark.value for mark in chunk.marks] for chunk in chunks], pa.list_(pa.string())),
        "parent_id": pa.array([chunk.parent_id for chunk in chunks], pa.string()),
        "sizing": pa.array([chunk.sizing for chunk in chunks], pa.string()),
    }
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink, compression="zstd")
    return sink.getvalue()


def decode_chunks(data: bytes) -> list[Chunk]:
    """The chunks that `encode_chunks` wrote. Raises `ArtifactError` for other bytes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows = pq.ParquetFile(io.BytesIO(data)).read(use_threads=False).to_pylist()
        return [_chunk(row) for row in rows]
    except (pa.ArrowException, OSError, KeyError, TypeError, ValueError) as error:
        raise ArtifactError(f"These bytes are not a file of chunks: {str(error).splitlines()[0]}.", _REMEDY) from error


def _chunk(row: Mapping[str, Any]) -> Chunk:
    boxes = row["span_boxes"]
    spans = tuple(
        TextSpan(start, end, Box(page, *boxes[4 * index : 4 * index + 4]))
        for index, (start, end, page) in enumerate(zip(row["span_starts"], row["span_ends"], row["span_pages"], strict=True))
    )
    return Chunk(
        chunk_id=row["chunk_id"],
        bibkey=row["bibkey"],
        document_sha256=row["document_sha256"],
        n=row["n"],
        kind=ChunkKind(row["kind"]),
        text=row["text"],
        original=row["original"],
        spans=spans,
        section_path=tuple(row["section_path"]),
        tokens=row["tokens"],
        place=row["place"],
        marks=tuple(map(Mark, row["marks"])),
        parent_id=row["parent_id"],
        sizing=row["sizing"],
    )


def _fields(record: DocumentRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in DocumentRecord.__dataclass_fields__}


def _flat(spans: Sequence[TextSpan]) -> list[float]:
    """Spans as one list of numbers, seven each: a third of the bytes and of the time of nested objects."""
    return [
        value for span in spans
        for value in (span.start, span.end, span.box.page, span.box.x0, span.box.y0, span.box.x1, span.box.y1)
    ]  # fmt: skip


def _spans(flat: Sequence[float]) -> tuple[TextSpan, ...]:
    if len(flat) % 7:
        raise ValueError("spans come in sevens")
    return tuple(
        TextSpan(int(flat[at]), int(flat[at + 1]), Box(int(flat[at + 2]), *flat[at + 3 : at + 7]))
        for at in range(0, len(flat), 7)
    )


def _metadata(content: Mapping[str, Any]) -> DocumentMetadata:
    """Metadata; what records written before it was known do not say is unknown."""
    return DocumentMetadata(
        title=content["title"],
        authors=tuple(content["authors"]),
        year=content["year"],
        venue=content["venue"],
        doi=content["doi"],
        arxiv_id=content.get("arxiv_id", ""),
        flag=content.get("flag", ""),
        flag_note=content.get("flag_note", ""),
        origins=tuple((name, origin) for name, origin in content.get("origins", ())),
    )


def _findings(content: Mapping[str, Any]) -> dict[str, Any]:
    """What was found besides text; records written before it was looked for say nothing."""
    return {
        "pages_garbled": tuple(content.get("pages_garbled", ())),
        "pages_recognised": tuple(content.get("pages_recognised", ())),
        "attachments": tuple(content.get("attachments", ())),
        "redactions": tuple((kind, count) for kind, count in content.get("redactions", ())),
    }


def _json(data: bytes, form: str, name: str) -> dict[str, Any]:
    try:
        content = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise ArtifactError(f"These bytes are not {name}: {error}.", _REMEDY) from error
    if not isinstance(content, dict) or content.get("format") != form:
        raise ArtifactError(f"These bytes are not {name}: their format is not {form!r}.", _REMEDY)
    return content
