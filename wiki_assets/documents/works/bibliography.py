"""The BibTeX file: entries by key, and which of them a file belongs to.

Belongs here: reading BibTeX and its `file` fields. Does not belong here: conflicts between files (`library`).
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bibtexparser
from bibtexparser import middlewares

from wiki_assets.documents.file_names import name_of, stem_of
from wiki_assets.documents.model import DocumentMetadata
from wiki_assets.documents.works.identifiers import normal_arxiv, normal_doi
from wiki_assets.documents.works.imprint import in_reading_order
from wiki_assets.documents.works.metadata import BIBLIOGRAPHY, stated_by
from wiki_assets.errors import BibliographyError

logging.getLogger("bibtexparser").setLevel(logging.ERROR)  # our warnings say the same and name the file

_YEAR = re.compile(r"\b(1[5-9]|20)\d\d\b")
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_BRACES = re.compile(r"[{}]")
_UNESCAPED_SEMICOLON = re.compile(r"(?<!\\);")
_UNESCAPED_COLON = re.compile(r"(?<!\\):")
_ESCAPE = re.compile(r"\\([:;\\])")
_SAYS_ARXIV = re.compile(r"arxiv:|https?://(?:www\.|export\.)?arxiv\.org/", re.IGNORECASE)
_SEPARATOR = re.compile(r"[/\\]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry.

    Attributes:
        key: What people cite it by; empty where the entry has no such name.
        files: The base names, lower case, that it says belong to it.
    """

    key: str
    files: tuple[str, ...]
    metadata: DocumentMetadata


@dataclass(frozen=True, slots=True)
class Bibliography:
    """The entries that could be read, in file order, and what was wrong with the others."""

    entries: tuple[Entry, ...] = ()
    warnings: tuple[str, ...] = ()
    _by_file: dict[str, Entry] = field(default_factory=dict, init=False, repr=False, compare=False)
    _by_key: dict[str, Entry] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Files the entries by what they are asked for by; the first of several keeps the name."""
        for entry in self.entries:
            for name in entry.files:
                self._by_file.setdefault(name, entry)
            if entry.key:
                self._by_key.setdefault(entry.key.lower(), entry)

    def entry_for(self, file: str) -> Entry | None:
        """The entry of a file: the one whose `file` field names it, else the one whose key is its name without suffix."""
        if not self.entries:
            return None
        normal = unicodedata.normalize("NFC", file)
        return self._by_file.get(name_of(normal).lower()) or self._by_key.get(stem_of(normal).lower())


def read_bibliography(path: Path) -> Bibliography:
    """Reads a BibTeX file. An entry that is broken costs a warning, not the file.

    Raises:
        BibliographyError: The file cannot be read at all.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BibliographyError(
            f"The bibliography {path.name} cannot be read: {error.strerror or error}.", "Correct WIKI_BIBLIOGRAPHY, or unset it."
        ) from error
    warnings: list[str] = []
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        warnings.append(f"{path.name}, line {line}: not UTF-8; read as Latin-1. Save the file as UTF-8.")
        text = content.decode("latin-1")
    library = bibtexparser.parse_string(text)
    warnings.extend(_problem(path.name, block) for block in library.failed_blocks)
    files = {entry.key: _field(entry, "file") for entry in library.entries}
    decoded = middlewares.LatexDecodingMiddleware(allow_inplace_modification=False).transform(library)
    entries = tuple(Entry(entry.key, tuple(_file_names(files.get(entry.key, ""))), _metadata(entry)) for entry in decoded.entries)
    return Bibliography(entries, tuple(warnings))


def _problem(name: str, block: Any) -> str:
    line = (block.start_line or 0) + 1
    if type(block).__name__ == "DuplicateBlockKeyBlock":
        return f"{name}, line {line}: the key {block.key!r} is already taken by an earlier entry; this one is ignored. Give it another key."
    problem = getattr(block.error, "abort_reason", "") or str(block.error) or type(block.error).__name__
    return f"{name}, line {line}: this entry cannot be read and is ignored: {' '.join(problem.split()).rstrip('.')}. Correct it."


def _field(entry: Any, *names: str) -> str:
    fields = {key.lower(): field for key, field in entry.fields_dict.items()}
    return next((str(fields[name].value).strip() for name in names if name in fields and str(fields[name].value).strip()), "")


def base_name(path: str) -> str:
    """Name of a file, lower case, from a path of any system; accents as one character each, whatever system wrote them."""
    return unicodedata.normalize("NFC", _SEPARATOR.split(path.strip())[-1].strip().lower())


def _file_names(field: str) -> Iterator[str]:
    """Base names in a `file` field: a bare path, or `description:path:type` as JabRef and Zotero write it, several with `;`."""
    for linked in _UNESCAPED_SEMICOLON.split(field):
        for part in _UNESCAPED_COLON.split(linked):
            name = base_name(_ESCAPE.sub(r"\1", part))
            if "." in name:
                yield name


def _metadata(entry: Any) -> DocumentMetadata:
    year = _YEAR.search(_field(entry, "year", "date"))
    doi = normal_doi(_field(entry, "doi")) or normal_doi(_doi_address(_field(entry, "url")))
    return stated_by(
        BIBLIOGRAPHY,
        DocumentMetadata(
            title=_plain(_field(entry, "title")),
            authors=tuple(
                in_reading_order(author) for author in _AND.split(_plain(_field(entry, "author", "editor"))) if author.strip()
            ),
            year=int(year.group()) if year else 0,
            venue=_plain(_field(entry, "journal", "journaltitle", "booktitle", "school", "institution", "publisher")),
            doi=doi,
            arxiv_id=_arxiv(entry) or normal_arxiv(doi),
        ),
    )


def _doi_address(url: str) -> str:
    return url if "doi.org/" in url.lower() else ""


def _arxiv(entry: Any) -> str:
    """From `eprint`, where it says of arXiv or looks like nothing else; else from the address or the note."""
    kind = _field(entry, "archiveprefix", "eprinttype").lower()
    if kind in ("", "arxiv") and (eprint := normal_arxiv(_field(entry, "eprint", "arxivid", "arxiv"))):
        return eprint
    stated = f"{_field(entry, 'url')} {_field(entry, 'note')} {_field(entry, 'journal', 'howpublished')}"
    return next(
        (found for word in stated.split() if _SAYS_ARXIV.match(word) and (found := normal_arxiv(word.rstrip(".,;)")))), ""
    )


def _plain(text: str) -> str:
    return " ".join(_BRACES.sub("", text).split())
