"""Where a text names a concept: in full, or by something like its name.

Belongs here: names compiled to something that can be looked for, and counts. Does not belong here: what a mention is worth
(`selection`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from wiki_assets.text.words import STOPWORDS, stem, token_spans

# Longer words in capitals are a careless title, not an acronym.
_LONGEST_ACRONYM = 6
# Shorter names have no part that still means the concept: "state machine" does, "machine" does not.
_SHORTEST_WITH_PARTS = 3


@dataclass(frozen=True, slots=True)
class Mentions:
    """How often a text names a concept. Every place counts once, for the best name that fits there.

    Attributes:
        title: In full, by its title.
        alias: In full, by another of its names, or by the beginning of one name and the last word of another.
        partial: By a long name that lacks its first or its last word, or by a name whose words have other endings: "linearizable"
            for "linearizability" means the same, "transformation" for "transformer" does not.
    """

    title: int = 0
    alias: int = 0
    partial: int = 0

    @property
    def full(self) -> int:
        """Mentions by a whole name."""
        return self.title + self.alias


class IndexedText:
    """A text's words, and where each stem stands, so that looking for a name is quick."""

    def __init__(self, text: str) -> None:
        spans = token_spans(text)
        self.stems = tuple(stem(token) for token, _, _ in spans)
        self.words = tuple(_singular(token) for token, _, _ in spans)
        self.spellings = tuple(text[start:end] for _, start, end in spans)
        self.places: dict[str, list[int]] = defaultdict(list)
        for place, one in enumerate(self.stems):
            self.places[one].append(place)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a name: its stem, its singular, and its spelling where capitals matter, as they do in an acronym."""

    stem: str
    word: str
    spelling: str = ""

    def like(self, text: IndexedText, place: int) -> bool:
        """Whether the stem is the same."""
        return (text.stems[place] == self.stem and not self.spelling) or self.at(text, place)

    def at(self, text: IndexedText, place: int) -> bool:
        """Whether the word is the same but for a plural."""
        return text.words[place] == self.word and (
            not self.spelling or text.spellings[place] in (self.spelling, f"{self.spelling}s")
        )


_Name = tuple[_Word, ...]


class NameFinder:
    """Finds the names of one concept by stems in sequence, so inflected too; a hyphen or a slash is as good as a space."""

    def __init__(self, title: str, aliases: Iterable[str]) -> None:
        self._title = _words(title)
        names = [self._title, *(_words(alias) for alias in aliases)]
        mixed = [(*one[:-1], other[-1]) for one in names for other in names if len(one) > 1 and len(other) > 1]
        self._aliases = _longest_first({*names, *mixed} - {self._title})
        parts = {part for name in names for part in _parts(name)}
        self._parts = _longest_first(parts - {self._title, *self._aliases})

    def count(self, text: IndexedText) -> Mentions:
        """Mentions in a text."""
        taken: set[int] = set()
        title = _take(text, taken, [self._title], _Word.at)
        alias = _take(text, taken, self._aliases, _Word.at)
        partial = _take(text, taken, (self._title, *self._aliases), _Word.like) + _take(text, taken, self._parts, _Word.at)
        return Mentions(title, alias, partial)


def _take(text: IndexedText, taken: set[int], names: Sequence[_Name], fits: Callable[[_Word, IndexedText, int], bool]) -> int:
    """Counts places that no better name took, and takes them."""
    count = 0
    for name in names:
        for start in text.places.get(name[0].stem, ()) if name else ():
            places = range(start, start + len(name))
            if places.stop > len(text.stems) or not taken.isdisjoint(places):
                continue
            if all(fits(word, text, place) for word, place in zip(name, places, strict=True)):
                count += 1
                taken.update(places)
    return count


def _longest_first(names: Iterable[_Name]) -> tuple[_Name, ...]:
    return tuple(sorted(names, key=lambda name: (-len(name), [(word.word, word.spelling) for word in name])))


def _words(name: str) -> _Name:
    spelled = [(token, name[start:end]) for token, start, end in token_spans(name)]
    return tuple(_Word(stem(token), _singular(token), spelling if _acronym(spelling) else "") for token, spelling in spelled)


def _singular(token: str) -> str:
    """A token without its plural ending. Rough, but equal words stay equal."""
    if token.endswith("ies") and len(token) > len("ties"):
        return f"{token[:-3]}y"
    return token[:-1] if token.endswith("s") and not token.endswith(("ss", "us", "is")) else token


def _acronym(spelling: str) -> bool:
    """Whether capitals belong to the word: DEC, T5, FiD. In "DEC" they tell a calculus from a month."""
    capitals = any(letter.isupper() for letter in spelling[1:])
    letter_and_digits = spelling[0].isupper() and spelling[1:].isdigit()
    return (capitals and len(spelling) <= _LONGEST_ACRONYM) or letter_and_digits


def _parts(name: _Name) -> list[_Name]:
    """A long name without its last and without its first word: "Natural Questions" of "Natural Questions dataset"."""
    if sum(word.stem not in STOPWORDS for word in name) < _SHORTEST_WITH_PARTS:
        return []
    return [part for part in (name[:-1], name[1:]) if part[0].stem not in STOPWORDS and part[-1].stem not in STOPWORDS]
