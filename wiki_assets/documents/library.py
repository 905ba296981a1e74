"""The folder of raw documents as a whole: which file owns which key, and which files cannot have one.

Belongs here: listing, keys, and conflicts between files. Does not belong here: reading a document's content (`reading`).
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from wiki_assets.documents.bibkeys import is_bibkey, safe_bibkey
from wiki_assets.documents.file_names import ending_of, stem_of
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, Source
from wiki_assets.documents.works.bibliographies import NO_SIDECAR, Sidecar, read_entries, sidecar_of
from wiki_assets.documents.works.bibliography import Bibliography
from wiki_assets.documents.works.matching import match_statements
from wiki_assets.documents.works.metadata import Flag, flagged_by_id, merged_metadata
from wiki_assets.documents.works.sources_file import NOTHING_SAID, Statements
from wiki_assets.errors import LibraryError

DOCUMENT_SUFFIXES = frozenset((
    ".pdf", ".doc", ".docx", ".docm", ".dotx", ".odt", ".rtf", ".ppt", ".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".odp",
    ".xls", ".xlsx", ".xlsm", ".xlsb", ".xltx", ".ods", ".csv", ".tsv", ".eml", ".msg", ".mht", ".mhtml",
    ".htm", ".html", ".xhtml", ".xml", ".md", ".markdown", ".mdown", ".rst", ".txt", ".text", ".tex", ".latex", ".ps", ".eps",
    ".djvu", ".epub", ".mobi", ".azw3", ".xps", ".oxps",
))  # fmt: skip
"""Endings of what people keep as documents. Those we cannot read yet get a record that says so, rather than being passed over."""

_SIDE_FILES = frozenset({"readme", "license", "licence", "changelog", "contributing"})
_UNFINISHED = ("~$", "~")


@dataclass(frozen=True, slots=True)
class Rejection:
    """A file that can have no partition, and for a person why and what to do."""

    file: str
    status: DocumentStatus
    reason: str


@dataclass(frozen=True, slots=True)
class Library:
    """What a folder holds.

    Attributes:
        sources: By partition key, in order of file name.
        rejected: Files without a partition, in order of file name.
        warnings: What is wrong with bibliographies and `sources.yaml`, for a person.
        flags: Works that somebody says are retracted or superseded, by `identifiers.identifier_key`.
        passwords: By file, for those that have one. Never shown.
    """

    sources: dict[str, Source]
    rejected: tuple[Rejection, ...] = ()
    warnings: tuple[str, ...] = ()
    flags: Mapping[str, Flag] = field(default_factory=dict)
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)

    def source_as_read(self, bibkey: str, own: DocumentMetadata) -> Source:
        """A source with the flag that belongs to an id which only the document itself states.

        Args:
            bibkey: One of `sources`.
            own: What is known of the document after reading it.
        """
        source = self.sources[bibkey]
        return replace(source, metadata=flagged_by_id(source.metadata, self.flags, own))


@dataclass(frozen=True, slots=True)
class _Found:
    file: str
    size: int
    mtime_ns: int
    ordinary: bool = True
    unicode: bool = True
    sidecar: Sidecar = NO_SIDECAR


def scan_library(
    raw_folder: Path,
    bibliography: Path | None,
    owners: Mapping[str, str],
    known: Mapping[str, Source],
    said: Statements = NOTHING_SAID,
) -> Library:
    """Lists a folder and gives every document its key.

    Args:
        raw_folder: Searched with its sub-folders; hidden and unfinished files are passed over.
        bibliography: BibTeX or CSL-JSON file, or None. One beside a single file is found by its name.
        owners: File that owned a key at the last scan, by key. It keeps the key while it is there.
        known: Source at the last scan, by file. A file of unchanged size and time is not hashed again.
        said: What `sources.yaml` says of single files.

    Raises:
        LibraryError: A folder cannot be listed. This is never taken for an empty folder.
        BibliographyError: The bibliography cannot be read at all.
    """
    books = read_entries(bibliography)
    found = sorted(_list(raw_folder, bibliography), key=lambda item: item.file)
    owned = {file: key for key, file in owners.items()}
    claims = _Claims(raw_folder, books, known)
    keys = {item.file: _wanted_key(item.file, books, owned.get(item.file, "")) for item in found}
    for item in sorted(found, key=lambda item: (owned.get(item.file) != keys[item.file], ending_of(item.file) != ".pdf")):
        claims.claim(item, keys[item.file])
    rejected = tuple(sorted(claims.rejected, key=lambda rejection: rejection.file))
    matched = match_statements(said, {source.file: source.bibkey for source in claims.sources}, [item.file for item in rejected])
    sources = [
        replace(source, metadata=flagged_by_id(merged_metadata(matched.said_of(source.file), source.metadata), said.flags))
        for source in sorted(claims.sources, key=lambda source: source.file)
    ]
    beside = dict.fromkeys(warning for item in found for warning in item.sidecar.warnings)
    return Library(
        {source.bibkey: source for source in sources},
        rejected,
        (*books.warnings, *beside, *said.warnings, *matched.warnings),
        said.flags,
        matched.passwords,
    )


def _list(raw_folder: Path, bibliography: Path | None) -> Iterator[_Found]:
    def fail(error: OSError) -> None:
        where = Path(error.filename or raw_folder).name
        problem = f"The folder {where} of raw documents cannot be listed: {error.strerror or error}."
        raise LibraryError(problem, "Check that it exists and may be read, or set WIKI_RAW.") from error

    for folder, subfolders, files in os.walk(raw_folder, onerror=fail):
        subfolders[:] = [name for name in subfolders if not name.startswith(".")]
        below = Path(folder).relative_to(raw_folder).as_posix()
        before = "" if below == "." else f"{below}/"
        beside = set(files)
        if bibliography is not None and Path(folder) == bibliography.parent:
            beside.discard(bibliography.name)
        for name in files:
            if not _is_document(name):
                continue
            try:
                state = os.stat(os.path.join(folder, name))  # noqa: PTH116, PTH118 - a Path for each of 10,000 papers takes longer
            except OSError:  # it vanished between listing and looking: the same as not being there
                continue
            file = f"{before}{name}"
            if not _is_unicode(file):
                yield _Found(os.fsencode(file).decode("utf-8", "replace"), state.st_size, state.st_mtime_ns, unicode=False)
                continue
            ordinary = stat.S_ISREG(state.st_mode)  # opening a named pipe would wait for ever
            yield _Found(file, state.st_size, state.st_mtime_ns, ordinary, sidecar=sidecar_of(raw_folder, file, beside))


def _is_unicode(file: str) -> bool:
    try:
        file.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_document(name: str) -> bool:
    hidden = name.startswith((".", *_UNFINISHED)) or name.endswith("~")
    return not hidden and ending_of(name) in DOCUMENT_SUFFIXES and stem_of(name).lower() not in _SIDE_FILES


def _wanted_key(file: str, books: Bibliography, owned: str) -> str:
    """The key that a file asks for: that of its entry or its name, or its second one where that is what it has."""
    entry = books.entry_for(file)
    name = entry.key if entry and entry.key else stem_of(file)
    key = name if is_bibkey(name) else safe_bibkey(name)
    return owned if key and owned.startswith(f"{key[:90]}-") and owned == _second_key(key, file) else key


def _second_key(key: str, file: str) -> str:
    """The key of a file whose name without ending is that of another: `Talk2020-pptx` beside `Talk2020`."""
    return safe_bibkey(f"{key[:90]}-{ending_of(file).removeprefix('.')}")


class _Claims:
    """Keys as they are given out, one file after the other: who comes first keeps the key."""

    def __init__(self, raw_folder: Path, books: Bibliography, known: Mapping[str, Source]) -> None:
        self.sources: list[Source] = []
        self.rejected: list[Rejection] = []
        self._raw_folder = raw_folder
        self._books = books
        self._known = known
        self._by_key: dict[str, Source] = {}
        self._by_hash: dict[str, Source] = {}

    def claim(self, item: _Found, key: str) -> None:
        """Gives a file its key, or rejects it."""
        if not key:
            self._reject(
                item, DocumentStatus.REJECTED, f"{item.file}: no letter or digit of its name can be part of a key. Rename it."
            )
            return
        if not item.unicode:
            self._reject(item, DocumentStatus.REJECTED, f"{item.file}: its name is not UTF-8. Rename it.")
            return
        if not item.ordinary:
            problem = f"{item.file} is no ordinary file. Put a copy of what it stands for in its place."
            self._reject(item, DocumentStatus.UNREADABLE, problem)
            return
        try:
            sha256 = self._hash(item)
        except OSError as error:
            problem = f"{item.file} cannot be read: {error.strerror or error}. Check its permissions."
            self._reject(item, DocumentStatus.UNREADABLE, problem)
            return
        twin = self._by_hash.get(sha256) if item.size else None
        if twin is not None:
            self._reject(
                item,
                DocumentStatus.DUPLICATE,
                f"{item.file} holds the same bytes as {twin.file}, which is {twin.bibkey!r}. Remove one of them.",
            )
            return
        holder = self._by_key.get(key.casefold())
        if holder is not None and ending_of(holder.file) != ending_of(item.file):
            key = _second_key(key, item.file)
            holder = self._by_key.get(key.casefold())
        if holder is not None:
            same = "the same key" if holder.bibkey == key else "a key that differs only by case"
            reason = (
                f"{item.file} would get {same} as {holder.file} ({key!r}). Rename one, or give it an entry in the bibliography."
            )
            self._reject(item, DocumentStatus.REJECTED, reason)
            return
        entry = self._books.entry_for(item.file)
        known = merged_metadata(item.sidecar.metadata, entry.metadata if entry else DocumentMetadata())
        source = Source(key, item.file, sha256, item.size, item.mtime_ns, known)
        self.sources.append(source)
        self._by_key[key.casefold()] = source
        self._by_hash[sha256] = source

    def _reject(self, item: _Found, status: DocumentStatus, reason: str) -> None:
        self.rejected.append(Rejection(item.file, status, reason))

    def _hash(self, item: _Found) -> str:
        known = self._known.get(item.file)
        if known is not None and known.sha256 and (known.size, known.mtime_ns) == (item.size, item.mtime_ns):
            return known.sha256
        with (self._raw_folder / item.file).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
