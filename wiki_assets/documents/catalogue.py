"""The catalogue: the last listing of the folder of papers, kept so that unchanged files are not hashed again and keys stay put.

Belongs here: remembering a listing. Does not belong here: making one (`library`).
"""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from wiki_assets.documents.library import Library, scan_library
from wiki_assets.documents.model import Source
from wiki_assets.errors import ArtifactMissingError
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

_SOURCES = TypeAdapter(tuple[Source, ...])


def scan_with_memory(raw_folder: Path, bibliography: Path | None, store: ArtifactStore) -> Library:
    """Lists the papers. A file keeps the key it has; a file of unchanged size and time is not hashed again.

    Raises:
        LibraryError: The folder cannot be listed.
    """
    known = _remembered(store)
    library = scan_library(
        raw_folder,
        bibliography,
        owners={source.bibkey: source.file for source in known},
        known={source.file: source for source in known},
    )
    listing = tuple(library.sources.values())
    if listing != known:
        store.write(layout.LIBRARY, _SOURCES.dump_json(listing, indent=1))
    return library


def _remembered(store: ArtifactStore) -> tuple[Source, ...]:
    try:
        return _SOURCES.validate_json(store.read(layout.LIBRARY))
    except (ArtifactMissingError, ValueError):
        # Only a memory: without it every file is hashed once more.
        return ()
