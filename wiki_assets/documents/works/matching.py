"""Which file each entry of `sources.yaml` is about.

Belongs here: matching names of files and keys. Does not belong here: reading the file (`sources_file`), or giving keys (`library`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz, process

from wiki_assets.documents.model import DocumentMetadata
from wiki_assets.documents.works.metadata import merged_metadata
from wiki_assets.documents.works.sources_file import Statements

_ALIKE = 60.0
"""Likeness of two names, 0 to 100, from which one may be meant by the other."""


@dataclass(frozen=True, slots=True)
class Matched:
    """What is said of the files there are, by file, and which entries are about none."""

    metadata: Mapping[str, DocumentMetadata]
    passwords: Mapping[str, str] = field(repr=False)
    warnings: tuple[str, ...]

    def said_of(self, file: str) -> DocumentMetadata:
        """What is said of a file; nothing where no entry is about it."""
        return self.metadata.get(file, DocumentMetadata())


def match_statements(said: Statements, keys: Mapping[str, str], rejected: Sequence[str]) -> Matched:
    """Gives every entry to its file: the one it names, whole or without folder where no other is called so, else the one of that bibkey.

    Where a file has an entry by its name and one by its key, the one by name counts first.

    Args:
        said: What the person wrote.
        keys: Bibkey of every document, by file.
        rejected: Files without a key; an entry that names one is about no document, and that is told elsewhere.
    """
    files = {_folded(file): file for file in keys}
    by_key = {key.casefold(): file for file, key in keys.items()}
    metadata: dict[str, DocumentMetadata] = {}
    passwords: dict[str, str] = {}
    warnings: list[str] = []
    known_to_fail = {_folded(file) for file in rejected}
    named = [(name, _file_named(name, files)) for name in said.entries]
    rest = [(name, by_key.get(name.casefold(), "")) for name, file in named if not file]
    for name, file in [*(pair for pair in named if pair[1]), *rest]:
        entry = said.entries[name]
        if file:
            metadata[file] = merged_metadata(metadata.get(file, DocumentMetadata()), entry.metadata)
            passwords.update({file: entry.password} if entry.password and file not in passwords else {})
        elif _folded(name) not in known_to_fail:
            near = process.extractOne(name, [*keys, *keys.values()], scorer=fuzz.ratio, score_cutoff=_ALIKE)
            meant = (
                f" Did you mean {near[0]!r}?" if near else " Write the file's name as it is in the folder of papers, or its key."
            )
            warnings.append(f"{said.name}:{entry.line}: no document has the name or key {name!r}.{meant}")
    return Matched(metadata, passwords, tuple(warnings))


def _file_named(name: str, files: Mapping[str, str]) -> str:
    wanted = _folded(name)
    if wanted in files:
        return files[wanted]
    alike = list(_called(wanted, files))
    return alike[0] if len(alike) == 1 else ""


def _called(name: str, files: Mapping[str, str]) -> Iterator[str]:
    return (file for folded, file in files.items() if folded.rpartition("/")[2] == name)


def _folded(name: str) -> str:
    """Accents as one character each, whichever way the system or the editor writes them, and slashes forward."""
    return unicodedata.normalize("NFC", name).replace("\\", "/").removeprefix("./")
