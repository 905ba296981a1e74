"""Which bibliographies there are: the one for all papers, and a small one beside a single file.

Belongs here: which format a bibliography is in, and which sidecar belongs to which file. Does not belong here: reading BibTeX
(`bibliography`) or CSL-JSON (`csl`).

`Paper.bib` or `Paper.json` beside `Paper.pdf` holds one entry and speaks of that file whatever the entry's key: the paper's key stays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wiki_assets.documents.file_names import name_of, stem_of
from wiki_assets.documents.model import DocumentMetadata
from wiki_assets.documents.works.bibliography import Bibliography, read_bibliography
from wiki_assets.documents.works.csl import read_csl
from wiki_assets.errors import BibliographyError

_ENDINGS = (".bib", ".json", ".csl.json")


@dataclass(frozen=True, slots=True)
class Sidecar:
    """What a bibliography beside a file says of it, and what is wrong with it."""

    metadata: DocumentMetadata
    warnings: tuple[str, ...] = ()


NO_SIDECAR = Sidecar(DocumentMetadata())


def read_entries(path: Path | None) -> Bibliography:
    """Reads a bibliography: CSL-JSON where its name ends in `.json`, else BibTeX; no entries where `path` is None.

    Raises:
        BibliographyError: The file cannot be read at all.
    """
    if path is None:
        return Bibliography()
    try:
        state = path.stat()
    except OSError:  # it is said what is wrong with it where it is opened
        return _entries(path, 0, 0)
    return _entries(path, state.st_mtime_ns, state.st_size)


# Sensors look every few seconds, and 10,000 entries of BibTeX take twelve to read: read again only when the file changes.
@lru_cache(maxsize=4)
def _entries(path: Path, mtime_ns: int, size: int) -> Bibliography:  # noqa: ARG001 - what the cache goes by
    return read_csl(path) if path.suffix.lower() == ".json" else read_bibliography(path)


def sidecar_of(raw_folder: Path, file: str, beside: Collection[str]) -> Sidecar:
    """What the sidecars of a file say.

    Args:
        file: Relative to the raw folder, with forward slashes.
        beside: Names of all files in its folder, other than the bibliography of all papers.
    """
    for name in _sidecar_names(file):
        if name in beside:
            path = (raw_folder / file).with_name(name)
            try:
                state = path.stat()
            except OSError:  # it vanished: the same as not being there
                continue
            return _read(path, state.st_mtime_ns, state.st_size, name_of(file))
    return NO_SIDECAR


def _sidecar_names(file: str) -> Iterator[str]:
    stem, name = stem_of(file), name_of(file)
    for ending in _ENDINGS:
        yield f"{stem}{ending}"
        yield f"{name}{ending}"


# Sensors list the folder every few seconds; a sidecar is read again only when it changes.
@lru_cache(maxsize=10_000)
def _read(path: Path, mtime_ns: int, size: int, document: str) -> Sidecar:
    try:
        found = _entries(path, mtime_ns, size)
    except BibliographyError as error:
        return Sidecar(DocumentMetadata(), (f"{error} What it says of {document} is not known until then.",))
    entry = found.entries[0] if len(found.entries) == 1 else found.entry_for(document)
    if entry is None and found.entries:
        several = (
            f"{path.name} holds {len(found.entries)} entries, none of them named like {document}. Leave the one that is meant."
        )
        return Sidecar(DocumentMetadata(), (*found.warnings, several))
    return Sidecar(entry.metadata if entry else DocumentMetadata(), found.warnings)
