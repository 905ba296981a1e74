"""Looking at one file as ingest sees it, without any home: what `wiki parse` shows.

Belongs here: reading one file through the same confined process as ingest, and what of it lies on one page. Does not belong here:
printing (`cli`) or drawing (`drawing`).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from wiki_assets.documents import codec
from wiki_assets.documents.bibkeys import safe_bibkey
from wiki_assets.documents.chunking import chunk_document
from wiki_assets.documents.model import Chunk, DocumentRecord, Element, ParsedDocument, Source
from wiki_assets.documents.options import Choices
from wiki_assets.documents.reading.batch import read_documents
from wiki_assets.errors import InputError


@dataclass(frozen=True, slots=True)
class Inspection:
    """What the product sees in one file.

    Attributes:
        parsed: None where it cannot be read; the record says why.
        chunks: As they would be cut; none where it cannot be read.
        seconds: Time of reading, the start of the reading process included.
    """

    record: DocumentRecord
    parsed: ParsedDocument | None
    chunks: tuple[Chunk, ...]
    seconds: float


def inspect(file: Path, choices: Choices, chunk_tokens: int) -> Inspection:
    """Reads one file as ingest does.

    Args:
        choices: Passwords are looked up by the file's name.

    Raises:
        InputError: There is no such file.
        LibraryError: No process to read it can be started.
    """
    try:
        state = file.stat()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror or error}.", "Give the path of a file.") from error
    source = Source(safe_bibkey(file.stem) or "document", file.name, "", state.st_size, state.st_mtime_ns)
    started = time.monotonic()
    (read,) = read_documents(file.parent, [source], 1, choices)
    seconds = time.monotonic() - started
    parsed = codec.decode_parsed(read.parsed) if read.parsed is not None else None
    chunks = tuple(chunk_document(read.record, parsed, chunk_tokens)) if parsed is not None else ()
    return Inspection(read.record, parsed, chunks, seconds)


def stands_on(part: Element | Chunk, page: int) -> bool:
    """Whether an element or a chunk stands on a page or slide, if only in part; everything does where `page` is 0."""
    return not page or page in part.pages or part.place == f"slide {page}"
