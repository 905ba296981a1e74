"""The catalogue: the last listing of the folder of papers, kept so that unchanged files are not hashed again and keys stay put.

Belongs here: remembering a listing. Does not belong here: making one (`library`).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter

from wiki_assets.documents import codec
from wiki_assets.documents.library import Library, scan_library
from wiki_assets.documents.model import DocumentMetadata, Source
from wiki_assets.documents.works.sources_file import read_statements
from wiki_assets.errors import ArtifactError, ArtifactMissingError
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

_SOURCES = TypeAdapter(tuple[Source, ...])


def scan_with_memory(
    raw_folder: Path, bibliography: Path | None, store: ArtifactStore, sources_file: Path | None = None
) -> Library:
    """Lists the papers. A file keeps the key it has; a file of unchanged size and time is not hashed again.

    A work that `sources.yaml` flags by an id which only the document itself states is found by the record of its last reading.

    Args:
        sources_file: `sources.yaml`; it need not exist.

    Raises:
        LibraryError: The folder cannot be listed.
        BibliographyError: The bibliography or `sources.yaml` cannot be read at all.
    """
    known = _remembered(store)
    library = scan_library(
        raw_folder,
        bibliography,
        owners={source.bibkey: source.file for source in known},
        known={source.file: source for source in known},
        said=read_statements(sources_file),
    )
    if library.flags:
        library = replace(
            library, sources={key: library.source_as_read(key, _own(library.sources[key], store)) for key in library.sources}
        )
    listing = tuple(library.sources.values())
    if listing != known:
        store.write(layout.LIBRARY, _SOURCES.dump_json(listing, indent=1))
    return library


def _own(source: Source, store: ArtifactStore) -> DocumentMetadata:
    """What is known of a document from reading these very bytes; nothing where they have not been read."""
    try:
        record = codec.decode_record(store.read(layout.document_record(source.bibkey)))
    except ArtifactError:
        return DocumentMetadata()
    return record.metadata if record.sha256 == source.sha256 else DocumentMetadata()


def _remembered(store: ArtifactStore) -> tuple[Source, ...]:
    try:
        return _SOURCES.validate_json(store.read(layout.LIBRARY))
    except (ArtifactMissingError, ValueError):
        # Only a memory: without it every file is hashed once more.
        return ()
