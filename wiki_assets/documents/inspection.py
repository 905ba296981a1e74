"""Looking at one file as ingest sees it, without any home: what `wiki parse` shows.

Belongs here: reading one file through the same confined process as ingest, and what of it lies on one page. Does not belong here:
printing (`cli`) or drawing (`drawing`).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
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
        content = file.read_bytes() if state.st_size <= choices.common.limits.file_bytes else b""
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror or error}.", "Give the path of a file.") from error
    sha256 = hashlib.sha256(content).hexdigest()
    source = Source(safe_bibkey(file.stem) or "document", file.name, sha256, state.st_size, state.st_mtime_ns)
    started = time.monotonic()
    (read,) = read_documents(file.parent, [source], 1, choices)
    seconds = time.monotonic() - started
    parsed = codec.decode_parsed(read.parsed) if read.parsed is not None else None
    chunks = tuple(chunk_document(read.record, parsed, chunk_tokens)) if parsed is not None else ()
    return Inspection(read.record, parsed, chunks, seconds)


def pages_of(element: Element) -> tuple[int, ...]:
    """1-based pages (or slides) an element was drawn on; empty where its place is not known."""
    return tuple(sorted({span.box.page for span in element.spans}))


def on_page(elements: tuple[Element, ...], page: int) -> Iterator[tuple[int, Element]]:
    """Elements with their ordinals; only those of one page, or all where `page` is 0."""
    for ordinal, element in enumerate(elements):
        if not page or page in pages_of(element) or element.place.endswith(f" {page}"):
            yield ordinal, element
