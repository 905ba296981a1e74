"""`sources.yaml`: what a person knows of single files. Passwords, metadata, and which papers are retracted or superseded.

Belongs here: reading that file, with messages that name file and line. Does not belong here: whose word counts (`metadata`), or which file
an entry is about (`library`).

The file may hold passwords. No message here quotes a value of one, an error carries no text of the file, and nothing shows one with `repr`.
"""

from __future__ import annotations

import difflib
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from wiki_assets.documents.model import DocumentMetadata
from wiki_assets.documents.works.identifiers import identifier_key, normal_arxiv, normal_doi
from wiki_assets.documents.works.imprint import in_reading_order, split_names
from wiki_assets.documents.works.metadata import RETRACTED, SOURCES_FILE, SUPERSEDED, Flag, stated_by
from wiki_assets.documents.works.yaml_nodes import compose, is_null, is_true, kind_of, line_of
from wiki_assets.errors import BibliographyError

_KEYS = ("password", "title", "authors", "year", "venue", "doi", "arxiv", "retracted", "superseded_by")
_FLAGGED = (RETRACTED, SUPERSEDED)
_READABLE_BY_OTHERS = stat.S_IRGRP | stat.S_IROTH
_REMEDY = "An entry looks like `Paper.pdf: {title: …, year: 2008, retracted: why}`. Text with special characters goes in quotes."


@dataclass(frozen=True, slots=True)
class Entry:
    """What is said of one file.

    Attributes:
        line: 1-based, in `sources.yaml`.
        password: Empty where none is given. Never shown.
    """

    line: int
    metadata: DocumentMetadata
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Statements:
    """All that a person said.

    Attributes:
        entries: By file, relative to the raw folder with forward slashes, or by bibkey; as written.
        flags: Flags of works, by `identifiers.identifier_key`.
        warnings: What is wrong with the file, for a person.
    """

    name: str = SOURCES_FILE
    entries: Mapping[str, Entry] = field(default_factory=dict)
    flags: Mapping[str, Flag] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


NOTHING_SAID = Statements()


def read_statements(path: Path | None) -> Statements:
    """Reads the file; nothing is said where it is absent. An entry that is wrong costs itself, or the one field that is wrong.

    Raises:
        BibliographyError: It cannot be read, or is no YAML of that kind at all.
    """
    if path is None:
        return NOTHING_SAID
    try:
        content = path.read_bytes()
        mode = path.stat().st_mode
    except FileNotFoundError:
        return NOTHING_SAID
    except OSError as error:
        problem = f"{path.name} cannot be read: {error.strerror or error}."
        raise BibliographyError(problem, "Check its permissions, or correct WIKI_SOURCES.") from error
    said = _read(path.name, content)
    if os.name == "posix" and mode & _READABLE_BY_OTHERS and any(entry.password for entry in said.entries.values()):
        open_to_all = f"{path.name} holds passwords and others on this machine may read it. Run `chmod 600 {path.name}`."
        return Statements(said.name, said.entries, said.flags, (*said.warnings, open_to_all))
    return said


# Sensors look every few seconds, and finding line numbers takes long.
@lru_cache(maxsize=2)
def _read(name: str, content: bytes) -> Statements:
    root = compose(name, content, _REMEDY)
    if root is None or is_null(root):
        return Statements(name)
    if not isinstance(root, MappingNode):
        problem = f"{name}:{line_of(root)}: expected names of files with what you know of each, not {kind_of(root)}."
        raise BibliographyError(problem, _REMEDY)
    reading = _Reading(name)
    entries: dict[str, Entry] = {}
    for key, line, value in reading.items(root, "the file"):
        if key in _FLAGGED and not _is_entry(value):
            reading.flags(key, value)
        elif (entry := reading.entry(key, line, value)) is not None:
            entries[key] = entry
    return Statements(name, entries, reading.by_id, tuple(reading.warnings))


def _is_entry(value: Any) -> bool:
    """Whether what stands under `retracted` speaks of a file of that name: a mapping with keys of entries."""
    return isinstance(value, MappingNode) and any(getattr(key, "value", None) in _KEYS for key, _ in value.value)


class _WrongError(Exception):
    """A value cannot be used; the text says why, without the value where it may be secret."""


class _Reading:
    """Collects warnings while one file is read."""

    def __init__(self, name: str) -> None:
        self.warnings: list[str] = []
        self.by_id: dict[str, Flag] = {}
        self._name = name

    def items(self, node: Any, of: str, show: Callable[[str], str] = repr) -> Iterator[tuple[str, int, Any]]:
        """Key, line and value of a mapping; a key that is there twice counts once, as it first stands."""
        first: dict[str, int] = {}
        for key_node, value in node.value:
            line = line_of(key_node)
            if not isinstance(key_node, ScalarNode):
                self._warn(line, f"a name in {of} has to be a text, not {kind_of(key_node)}; it is ignored.")
                continue
            key = str(key_node.value).strip()
            if key in first:
                twice = f"{show(key)} is there twice in {of}, first in line {first[key]}"
                self._warn(line, f"{twice}; this one is ignored. Join them.")
                continue
            first[key] = line
            yield key, line, value

    def entry(self, name: str, line: int, node: Any) -> Entry | None:
        """What is said of one file; None where it is no mapping."""
        if not isinstance(node, MappingNode):
            told = (
                "says nothing"
                if is_null(node)
                else f"has to be a mapping such as {{title: …, retracted: why}}, not {kind_of(node)}"
            )
            self._warn(line, f"the entry of {name!r} {told}; it is ignored.")
            return None
        read: dict[str, Any] = {}
        for key, at, value in self.items(node, f"the entry of {name!r}", _without_value):
            if key not in _FIELDS:
                near = difflib.get_close_matches(_first_word(key).lower(), _FIELDS, n=1, cutoff=0.5)
                meant = f"Did you mean {near[0]!r}?" if near else f"Known keys: {', '.join(_KEYS)}."
                self._warn(at, f"unknown key {_without_value(key)} in the entry of {name!r} is ignored. {meant}")
            elif not is_null(value):
                try:
                    read[key] = _FIELDS[key](value, partial(self._warn, line_of(value)))
                except _WrongError as error:
                    self._warn(line_of(value), f"{key} of {name!r} {error}")
        return Entry(line, _metadata(read), read.get("password", ""))

    def flags(self, kind: str, node: Any) -> None:
        """The list of ids under `retracted` or `superseded`, or a mapping from id to why."""
        if isinstance(node, MappingNode):
            listed = [(key, line, value) for key, line, value in self.items(node, f"the list {kind!r}")]
        elif isinstance(node, SequenceNode):
            listed = [(getattr(item, "value", ""), line_of(item), None) for item in node.value]
        elif is_null(node):
            return
        else:
            listed = [(str(node.value), line_of(node), None)]
        for text, line, why in listed:
            key = identifier_key(text) if isinstance(text, str) else ""
            if not key:
                self._warn(line, f"{_short(text)} under {kind!r} is neither a DOI nor an arXiv id; it is ignored.")
                continue
            note = str(why.value).strip() if isinstance(why, ScalarNode) and not is_null(why) and not is_true(why) else ""
            self.by_id.setdefault(key, Flag(kind, note))

    def _warn(self, line: int, text: str) -> None:
        self.warnings.append(f"{self._name}:{line}: {text}")


Warn = Callable[[str], None]


def _scalar(node: Any) -> str:
    """The text of a value as it is written."""
    if not isinstance(node, ScalarNode):
        raise _WrongError(f"has to be a text, not {kind_of(node)}; it is ignored.")
    return " ".join(str(node.value).split())


def _password(node: Any, warn: Warn) -> str:
    """A password is taken as it is written; one that YAML would read otherwise should be quoted, for elsewhere it might be."""
    if not isinstance(node, ScalarNode):
        raise _WrongError(f"has to be a text in quotes, not {kind_of(node)}; it is ignored.")
    if kind_of(node) != "a text":
        warn(f"a password that YAML reads as {kind_of(node)} has to stand in quotes; it is taken as it is written.")
    return str(node.value)


def _line(node: Any, _warn: Warn) -> str:
    return _scalar(node)


def _authors(node: Any, _warn: Warn) -> tuple[str, ...]:
    if isinstance(node, SequenceNode):
        return tuple(in_reading_order(_scalar(item)) for item in node.value if not is_null(item))
    return split_names(_scalar(node))


def _year(node: Any, _warn: Warn) -> int:
    text = _scalar(node)
    if not (text.isdecimal() and len(text) == 4):
        raise _WrongError(f"has to be a year of four digits, not {_short(text)}; it is ignored.")
    return int(text)


def _doi(node: Any, _warn: Warn) -> str:
    doi = normal_doi(_scalar(node))
    if not doi:
        raise _WrongError(f"is no DOI: {_short(_scalar(node))}; it is ignored. A DOI looks like 10.1145/1360612.1360676.")
    return doi


def _arxiv(node: Any, _warn: Warn) -> str:
    arxiv_id = normal_arxiv(_scalar(node))
    if not arxiv_id:
        raise _WrongError(f"is no arXiv id: {_short(_scalar(node))}; it is ignored. An id looks like 2104.08663 or math/0506203.")
    return arxiv_id


def _flag(kind: str, node: Any, _warn: Warn) -> Flag | None:
    """`true`, or a text that says why or by what; `false` says nothing."""
    if kind_of(node) == "true or false":
        return Flag(kind) if is_true(node) else None
    return Flag(kind, _scalar(node))


_FIELDS: dict[str, Callable[[Any, Warn], Any]] = {
    "password": _password,
    "title": _line,
    "authors": _authors,
    "year": _year,
    "venue": _line,
    "doi": _doi,
    "arxiv": _arxiv,
    "retracted": partial(_flag, RETRACTED),
    "superseded_by": partial(_flag, SUPERSEDED),
}


def _metadata(read: Mapping[str, Any]) -> DocumentMetadata:
    flag = read.get("retracted") or read.get("superseded_by") or Flag("")
    return stated_by(
        SOURCES_FILE,
        DocumentMetadata(
            title=read.get("title", ""),
            authors=read.get("authors", ()),
            year=read.get("year", 0),
            venue=read.get("venue", ""),
            doi=read.get("doi", ""),
            arxiv_id=read.get("arxiv", ""),
            flag=flag.kind,
            flag_note=flag.note,
        ),
    )


def _first_word(key: str) -> str:
    match = re.match(r"\w*", key)
    return match.group() if match else ""


def _without_value(key: str) -> str:
    """A key to be shown. `{password:1234}` without the blank is a key to YAML, and what stands behind its first word is not for showing."""
    word = _first_word(key)
    return repr(key if word == key else f"{word}…")


def _short(text: object) -> str:
    shown = " ".join(str(text).split())
    return repr(shown if len(shown) <= 60 else f"{shown[:59]}…")
