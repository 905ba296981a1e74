"""Reads `concepts.yaml`: which concepts the wiki has a page for.

Belongs here: parsing, checking and the messages about both, each with file name and line. Does not belong here: what a
concept is (`model`) or what is done with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import YAMLError

from wiki_assets.concepts.model import Concept
from wiki_assets.errors import ConceptsError

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SLUG_LENGTH = 80
RESERVED_SLUGS = frozenset({"index", "log", "draft"})
"""`index` and `log` are reserved by the Open Knowledge Format; `draft` is the folder of refused pages."""

_KEYS = ("slug", "title", "aliases", "description", "query")
_REMEDY = "Correct the file; an entry looks like `- {slug: circle-packing, title: Circle packing, aliases: [coin graph]}`."
_LINES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ConceptList:
    """All concepts in file order, and what a person should know about the file though it can be used."""

    concepts: tuple[Concept, ...]
    warnings: tuple[str, ...] = ()


def load_concepts(path: Path) -> ConceptList:
    """Concepts of a YAML file: a list of entries, or a mapping whose `concepts` holds that list.

    Raises:
        ConceptsError: The file is missing, is not YAML, holds no concepts, or has entries that cannot be used; the text
            lists every problem with its line.
    """
    return _read(path.name, _text(path))


# A build asks for the concepts several times a page, and parsing with line numbers takes 0.2 s for 15 concepts with notes.
@lru_cache(maxsize=4)
def _read(name: str, text: str) -> ConceptList:
    reading = _Reading(name)
    entries = reading.entries(_parse(name, text))
    drafts = [draft for entry in entries if (draft := reading.entry(*entry)) is not None]
    concepts = reading.without_shared_names(drafts)
    if reading.problems:
        listing = "\n".join(f"  {problem}" for problem in reading.problems)
        raise ConceptsError(f"The concepts file {name} cannot be used:\n{listing}\n", _REMEDY)
    return ConceptList(concepts, (*reading.unknown_key_warnings(), *reading.warnings))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise ConceptsError(
            f"There is no concepts file {path.name} in {path.parent.name or 'this folder'}.",
            "Create it, or name another with WIKI_CONCEPTS.",
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConceptsError(
            f"The concepts file {path.name} cannot be read: {error}.", "It must be a readable UTF-8 text file."
        ) from error


def _parse(name: str, text: str) -> object:
    try:
        return YAML(typ="rt").load(text)
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{name}:{mark.line + 1}" if mark is not None else name
        what = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise ConceptsError(f"{where}: not valid YAML: {what}.", _REMEDY) from error


@dataclass(frozen=True, slots=True)
class _Entry:
    concept: Concept
    lines: Mapping[str, int]


@dataclass
class _Reading:
    """Collects problems and warnings while the entries of one file are read."""

    file: str
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    unknown_keys: dict[str, list[int]] = field(default_factory=dict)

    def entries(self, content: object) -> list[tuple[int, object]]:
        """Line and content of every entry."""
        if isinstance(content, CommentedMap) and "concepts" in content:
            content = content["concepts"]
        if content is None or (isinstance(content, list) and not content):
            self.problems.append(f"{self.file}:1: no concepts: the list is empty.")
            return []
        if not isinstance(content, CommentedSeq):
            self.problems.append(f"{self.file}:1: no concepts: expected a list of entries, or a mapping with `concepts:`.")
            return []
        return [(content.lc.item(position)[0] + 1, entry) for position, entry in enumerate(content)]

    def entry(self, line: int, content: object) -> _Entry | None:
        """One entry, or None where it has a problem."""
        if not isinstance(content, CommentedMap):
            self._problem(line, f"an entry must be a mapping with slug and title, not {_kind(content)}.")
            return None
        lines = {str(key): content.lc.key(key)[0] + 1 for key in content}
        for key in lines:
            if key not in _KEYS:
                self.unknown_keys.setdefault(key, []).append(lines[key])
        count = len(self.problems)
        slug = self._slug(content, lines, line)
        title = self._text(content, "title", lines, line)
        aliases = self._aliases(content, lines)
        description = self._optional_text(content, "description", lines)
        query = self._optional_text(content, "query", lines)
        if len(self.problems) > count:
            return None
        concept = Concept(slug=slug, title=title, aliases=aliases, description=description, query=query)
        return _Entry(concept, {**lines, "entry": line})

    def without_shared_names(self, entries: list[_Entry]) -> tuple[Concept, ...]:
        """Concepts whose names lead to one page each: a title twice is a problem, an alias twice belongs to the first."""
        titles = self._unique(entries, "slug") and self._unique(entries, "title")
        owners = dict(titles)
        return tuple(self._with_own_aliases(entry, owners) for entry in entries)

    def unknown_key_warnings(self) -> Iterator[str]:
        """One line for each unknown key, however often it occurs."""
        for key, lines in self.unknown_keys.items():
            shown = ", ".join(str(line) for line in lines[:_LINES_SHOWN])
            more = f" and {len(lines) - _LINES_SHOWN} more" if len(lines) > _LINES_SHOWN else ""
            yield f"{self.file}:{lines[0]}: unknown key `{key}` is ignored (line {shown}{more}); known keys: {', '.join(_KEYS)}."

    def _problem(self, line: int, text: str) -> None:
        self.problems.append(f"{self.file}:{line}: {text}")

    def _unique(self, entries: list[_Entry], key: str) -> dict[str, str]:
        """Slug of the concept that owns each folded value of a key."""
        first: dict[str, _Entry] = {}
        for entry in entries:
            value = str(getattr(entry.concept, key))
            earlier = first.setdefault(_fold(value), entry)
            if earlier is not entry:
                self._problem(entry.lines[key], f"duplicate {key} {value!r}, first used in line {earlier.lines[key]}.")
        return {folded: entry.concept.slug for folded, entry in first.items()}

    def _with_own_aliases(self, entry: _Entry, owners: dict[str, str]) -> Concept:
        kept: list[str] = []
        for alias in entry.concept.aliases:
            owner = owners.setdefault(_fold(alias), entry.concept.slug)
            if owner != entry.concept.slug:
                line = entry.lines["aliases"]
                self.warnings.append(
                    f"{self.file}:{line}: alias {alias!r} of {entry.concept.slug} already leads to {owner}, which keeps it."
                )
            elif _fold(alias) != _fold(entry.concept.title) and _fold(alias) not in {_fold(other) for other in kept}:
                kept.append(alias)
        return entry.concept.model_copy(update={"aliases": tuple(kept)})

    def _slug(self, entry: CommentedMap, lines: Mapping[str, int], line: int) -> str:
        slug = self._text(entry, "slug", lines, line)
        at = lines.get("slug", line)
        if not slug:
            return ""
        if SLUG.fullmatch(slug) is None:
            self._problem(at, f"slug {slug!r} must be lower case letters and digits, in words joined by single hyphens.")
        elif len(slug) > SLUG_LENGTH:
            self._problem(at, f"slug {slug[:20]!r}… has {len(slug)} characters; at most {SLUG_LENGTH} are allowed.")
        elif slug in RESERVED_SLUGS:
            self._problem(at, f"slug {slug!r} is reserved; choose another.")
        return slug

    def _text(self, entry: CommentedMap, key: str, lines: Mapping[str, int], line: int) -> str:
        if entry.get(key) is None:
            self._problem(lines.get(key, line), f"the entry has no {key}.")
            return ""
        return self._string(entry[key], key, lines[key])

    def _optional_text(self, entry: CommentedMap, key: str, lines: Mapping[str, int]) -> str:
        if entry.get(key) is None:
            return ""
        value = entry[key]
        if isinstance(value, str) and not value.strip():
            return ""
        return self._string(value, key, lines[key])

    def _string(self, value: object, key: str, line: int) -> str:
        if not isinstance(value, str):
            self._problem(line, f"{key} must be a text, not {_kind(value)}; put it in quotes.")
            return ""
        folded = " ".join(value.split())
        if not folded:
            self._problem(line, f"{key} is empty.")
        return folded

    def _aliases(self, entry: CommentedMap, lines: Mapping[str, int]) -> tuple[str, ...]:
        value = entry.get("aliases")
        if value is None:
            return ()
        if not isinstance(value, list):
            self._problem(lines["aliases"], f"aliases must be a list such as [coin graph], not {_kind(value)}.")
            return ()
        return tuple(self._string(alias, "an alias", lines["aliases"]) for alias in value)


def _fold(name: str) -> str:
    return name.casefold()


def _kind(value: object) -> str:
    kinds: list[tuple[type, str]] = [
        (bool, "true or false"),
        (str, "a text"),
        (int, "a number"),
        (float, "a number"),
        (list, "a list"),
        (dict, "a mapping"),
    ]
    return next((name for kind, name in kinds if isinstance(value, kind)), "nothing" if value is None else "a date")
