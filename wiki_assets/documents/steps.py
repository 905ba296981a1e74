"""The work of this room's two steps on an artifact store: reading papers, and cutting them into chunks.

Belongs here: the order of reading and writing. Does not belong here: how a file is read (`reading`), how text is cut (`chunking`), or
anything of Dagster (`assets`).
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import orjson

from wiki_assets.documents import codec
from wiki_assets.documents.chunking import CHUNKER_VERSION, chunk_document
from wiki_assets.documents.library import Library
from wiki_assets.documents.model import Chunk, DocumentMetadata, DocumentRecord, DocumentStatus, ReadDocument, Source
from wiki_assets.documents.options import READ_PLAINLY, Choices
from wiki_assets.documents.reading.batch import read_documents
from wiki_assets.documents.redaction import REDACTION_VERSION
from wiki_assets.documents.states import ChunksState, SourceState, metadata_fingerprint
from wiki_assets.documents.twins import find_twins
from wiki_assets.documents.versions import reader_version
from wiki_assets.documents.works.metadata import flagged_by_id
from wiki_assets.errors import ArtifactError, ArtifactMissingError
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChunkedPaper:
    """One paper after cutting."""

    record: DocumentRecord
    chunks: tuple[Chunk, ...]
    state: ChunksState


def ingest(
    keys: Sequence[str], library: Library, raw_folder: Path, store: ArtifactStore, workers: int, choices: Choices = READ_PLAINLY
) -> Iterator[DocumentRecord]:
    """Reads papers and stores what came of each, as each is done. A bad paper costs only itself.

    A paper that this very reader has read from these very bytes is not read again: an interrupted run goes on where it stopped.

    Args:
        keys: Bibkeys to read. One whose file is gone is recorded as retired.
        library: The listing of the folder now.
        choices: How to read them.

    Yields:
        The record of each paper, once all are read: only then is it known which of them say the same.
    """
    present = [library.sources[key] for key in keys if key in library.sources]
    records = {key: _retire(key, store) for key in keys if key not in library.sources}
    known = {source.bibkey: record for source in present if (record := _read_before(source, store, choices)) is not None}
    records |= known
    todo = [source for source in present if source.bibkey not in known]
    for read in read_documents(raw_folder, todo, workers, choices):
        records[read.record.bibkey] = _store_document(read, library, store, choices)
    records |= _give_up_twins(library, [source.bibkey for source in todo], store)
    yield from records.values()


def _store_document(read: ReadDocument, library: Library, store: ArtifactStore, choices: Choices) -> DocumentRecord:
    """Stores what came of a document, flagged where `sources.yaml` flags an id that only the document itself states."""
    record = replace(read.record, metadata=flagged_by_id(read.record.metadata, library.flags))
    if read.parsed is None:
        store.delete(layout.parsed_document(record.bibkey))
    else:
        store.write(layout.parsed_document(record.bibkey), read.parsed)
    store.write(layout.document_record(record.bibkey), codec.encode_record(record))
    source = library.source_as_read(record.bibkey, record.metadata)
    state = SourceState(
        file=record.file,
        sha256=record.sha256,
        metadata_fingerprint=metadata_fingerprint(source),
        parser_version=reader_version(record.media_type),
        status=record.status,
        media_type=record.media_type,
        options_fingerprint=choices.of(record.file).fingerprint(record.sha256),
        text_digest=record.text_digest,
    )
    store.write_model(layout.document_state(record.bibkey), state)
    return record


def _read_before(source: Source, store: ArtifactStore, choices: Choices) -> DocumentRecord | None:
    """The record of a paper that was read, and well, from the file as it is now; None where it has to be read."""
    state = store.find_current(layout.document_state(source.bibkey), SourceState)
    if state is None or state.status is not DocumentStatus.OK or not store.exists(layout.parsed_document(source.bibkey)):
        return None
    made = (state.file, state.sha256, state.metadata_fingerprint, state.parser_version, state.options_fingerprint)
    options = choices.of(source.file).fingerprint(source.sha256)
    wanted = (source.file, source.sha256, metadata_fingerprint(source), reader_version(state.media_type), options)
    return read_record(source.bibkey, store) if made == wanted else None


def _give_up_twins(library: Library, fresh: Sequence[str], store: ArtifactStore) -> dict[str, DocumentRecord]:
    """Records as duplicates the papers that say only what another says, and gives up their words."""
    states = {
        key: state
        for key in library.sources
        if (state := store.find_current(layout.document_state(key), SourceState)) is not None
    }
    given_up: dict[str, DocumentRecord] = {}
    for key, owner in find_twins(states, fresh).items():
        if states[key].status is DocumentStatus.DUPLICATE and states[key].twin_of == owner:
            continue
        reason = f"{states[key].file} holds the same words as {states[owner].file}, which is {owner!r}. Remove one of them."
        given_up[key] = replace(read_record(key, store), status=DocumentStatus.DUPLICATE, reason=reason)
        store.delete(layout.parsed_document(key))
        store.write(layout.document_record(key), codec.encode_record(given_up[key]))
        told = {"status": DocumentStatus.DUPLICATE, "twin_of": owner}
        store.write_model(layout.document_state(key), states[key].model_copy(update=told))
    return given_up


def _retire(bibkey: str, store: ArtifactStore) -> DocumentRecord:
    known = find_record(bibkey, store) or _unknown(bibkey)
    reason = f"No file in the folder of papers has the key {bibkey} any more; put it back to bring the paper back."
    record = replace(known, status=DocumentStatus.RETIRED, reason=reason)
    store.delete(layout.parsed_document(bibkey))
    store.write(layout.document_record(bibkey), codec.encode_record(record))
    state = SourceState(
        file=record.file,
        sha256=record.sha256,
        metadata_fingerprint="",
        parser_version=reader_version(record.media_type),
        status=record.status,
        media_type=record.media_type,
    )
    store.write_model(layout.document_state(bibkey), state)
    return record


def _unknown(bibkey: str) -> DocumentRecord:
    return DocumentRecord(bibkey, "", "", 0, "", DocumentStatus.RETIRED, "", 0, (), (), "", "", DocumentMetadata())


def find_record(bibkey: str, store: ArtifactStore) -> DocumentRecord | None:
    """The record of a paper, None where it has never been read."""
    try:
        return codec.decode_record(store.read(layout.document_record(bibkey)))
    except ArtifactMissingError:
        return None


def read_record(bibkey: str, store: ArtifactStore) -> DocumentRecord:
    """The record of a paper. Raises `ArtifactMissingError` where it has never been read."""
    return codec.decode_record(store.read(layout.document_record(bibkey)))


def cut(keys: Sequence[str], store: ArtifactStore, target_tokens: int) -> Iterator[ChunkedPaper]:
    """Cuts papers into chunks and stores them. A paper that could not be read has no chunks.

    Raises:
        ArtifactMissingError: A paper has never been read.
    """
    for key in keys:
        record = read_record(key, store)
        chunks: tuple[Chunk, ...] = ()
        if record.status.readable:
            parsed = codec.decode_parsed(store.read(layout.parsed_document(key)))
            chunks = tuple(chunk_document(record, parsed, target_tokens))
        table, redaction = codec.encode_chunks(chunks), _redaction(key, store)
        _keep_earlier(key, table, redaction, store)
        store.write(layout.chunks(key), table)
        _DECODED.put(table, chunks)
        state = _chunks_state(record, chunks, target_tokens, redaction)
        store.write_model(layout.chunks_state(key), state)
        yield ChunkedPaper(record, chunks, state)
    logger.info("Cut %d papers into chunks.", len(keys))


def read_chunks(bibkey: str, store: ArtifactStore) -> tuple[Chunk, ...]:
    """The chunks of a paper. Raises `ArtifactMissingError` where it has never been cut."""
    return _DECODED.get(store.read(layout.chunks(bibkey)))


def _keep_earlier(bibkey: str, table: bytes, redaction: str, store: ArtifactStore) -> None:
    """Sets aside the chunks that are about to be replaced by others; not those from which less was taken out than should be now."""
    state = store.find_current(layout.chunks_state(bibkey), ChunksState)
    if state is None or state.redaction != redaction:
        store.delete(layout.earlier_chunks(bibkey))
        return
    with contextlib.suppress(ArtifactMissingError):
        before = store.read(layout.chunks(bibkey))
        if before != table:
            store.write(layout.earlier_chunks(bibkey), before)


def _redaction(bibkey: str, store: ArtifactStore) -> str:
    """By which version and which options secrets were taken out of a paper when it was read."""
    state = store.find_current(layout.document_state(bibkey), SourceState)
    return f"{REDACTION_VERSION} {state.options_fingerprint}" if state else ""


def read_earlier_chunks(bibkey: str, digest: str, store: ArtifactStore) -> tuple[Chunk, ...]:
    """The chunks of a paper as they were when their digest was this; none where they are not kept any more."""
    for key in (layout.chunks(bibkey), layout.earlier_chunks(bibkey)):
        with contextlib.suppress(ArtifactError):
            found = _DECODED.get(store.read(key))
            if chunks_digest(found) == digest:
                return found
    return ()


class _DecodedChunks:
    """Chunks by the bytes they are stored as, the last papers only.

    Embedding, choosing evidence and judging each page read the same papers again. Kept by content, an entry can never be stale.
    """

    _MOST = 64  # papers: some tens of megabytes

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, tuple[Chunk, ...]] = OrderedDict()

    def get(self, table: bytes) -> tuple[Chunk, ...]:
        """The chunks that a table holds."""
        found = self._known.get(table)
        return self.put(table, tuple(codec.decode_chunks(table))) if found is None else found

    def put(self, table: bytes, chunks: tuple[Chunk, ...]) -> tuple[Chunk, ...]:
        """Keeps what a table holds, for whoever reads it next."""
        self._known[table] = chunks
        while len(self._known) > self._MOST:
            self._known.popitem(last=False)
        return chunks


_DECODED = _DecodedChunks()


def _chunks_state(record: DocumentRecord, chunks: Sequence[Chunk], target_tokens: int, redaction: str) -> ChunksState:
    return ChunksState(
        document_sha256=record.sha256,
        parser_version=reader_version(record.media_type),
        chunker_version=CHUNKER_VERSION,
        target_tokens=target_tokens,
        count=len(chunks),
        citable=sum(chunk.kind.citable for chunk in chunks),
        digest=chunks_digest(chunks),
        redaction=redaction,
    )


def chunks_digest(chunks: Iterable[Chunk]) -> str:
    """Hash of what the vector store and the composers see of a paper's chunks."""
    return hashlib.sha256(orjson.dumps([(chunk.chunk_id, chunk.kind, chunk.text_hash) for chunk in chunks])).hexdigest()


def read_all_records(store: ArtifactStore) -> list[DocumentRecord]:
    """The record of every paper that was ever read, by bibkey."""
    return [codec.decode_record(store.read(key)) for key in store.keys("documents") if key.endswith("/record.json")]
