"""Finds mentions of a concept in running text.

Belongs here: matching of titles and aliases by stems, blind to hyphens, spaces, accents and plural. Does not belong here:
making links of them (`cross_references`, which must match the letters that a reader sees).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from wiki_assets.concepts.model import Concept
from wiki_assets.text.words import STOPWORDS, stem, token_spans

TITLE_STRENGTH = 1.0
ALIAS_STRENGTH = 0.85
SHORTENED_STRENGTH = 0.7

# Head words that running text leaves out: "the Natural Questions dataset" is mostly called "Natural Questions".
_GENERIC_HEADS = frozenset(
    {"dataset", "model", "operator", "theorem", "mechanism", "system", "architecture", "algorithm", "service", "formula"}
)
_JOINERS = frozenset(" -‐‑–—−/'’_\n\t")
_GENITIVE = re.compile(r"^[’']s(?= )")
_HEAD = re.compile(r"^(?:The|This|These|Such an?) ([a-z-]+)\b")


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text: `text[start:end]`. Strength is 1.0 for the title, less for an alias or a shortened title."""

    start: int
    end: int
    strength: float


@dataclass(frozen=True, slots=True)
class _Name:
    strength: float
    acronym: bool
    agent: str


class ConceptNames:
    """All names of one concept, ready to be looked for."""

    def __init__(self, concept: Concept) -> None:
        self._names: dict[str, _Name] = {}
        self._longest = 1
        # Few places of a text begin like a name: only there is it worth stemming what stands in a row.
        self._beginnings: set[str] = set()
        self._heads = {_stemmed_head(name) for name in concept.names if " " in name}
        self._add(concept.title, TITLE_STRENGTH)
        for alias in concept.aliases:
            self._add(alias, ALIAS_STRENGTH)
        for shortened in _shortened(concept):
            self._add(shortened, SHORTENED_STRENGTH)

    def _add(self, name: str, strength: float) -> None:
        words = [_folded(token) for token, _, _ in token_spans(name)]
        if words:
            for key in _keys(words):
                self._names.setdefault(key, _Name(strength, is_acronym(name), _agent(name)))
                self._beginnings.add(key[:1])
            # One more than the name has: "reranker" is also written "re-ranker".
            self._longest = max(self._longest, len(words) + 1)

    def find(self, text: str) -> tuple[Mention, ...]:
        """Mentions in order, the longest at each place, not overlapping."""
        spans = [span for span in token_spans(text) if not _is_genitive(text, span)]
        words = [_folded(token) for token, _, _ in spans]
        mentions: list[Mention] = []
        position = 0
        while position < len(spans):
            mention, length = self._longest_at(text, spans, words, position)
            if mention is not None:
                mentions.append(mention)
            position += length
        return tuple(mentions)

    def opens_with_head(self, text: str) -> bool:
        """Whether a sentence opens with the last word of a name alone ("The gasket …"): after the full name it means the same."""
        opening = _HEAD.match(text)
        return opening is not None and stem(opening[1]) in self._heads

    def _longest_at(
        self, text: str, spans: list[tuple[str, int, int]], words: list[str], position: int
    ) -> tuple[Mention | None, int]:
        found: tuple[Mention | None, int] = (None, 1)
        if words[position][:1] not in self._beginnings:
            return found
        for length in range(1, min(self._longest, len(spans) - position) + 1):
            last = position + length - 1
            if length > 1 and not _JOINERS.issuperset(_GENITIVE.sub("", text[spans[last - 1][2] : spans[last][1]])):
                break
            name = next((self._names[key] for key in _keys(words[position : last + 1]) if key in self._names), None)
            start, end = spans[position][1], spans[last][2]
            if name is not None and _means(name, text[start:end]):
                found = (Mention(start, end, name.strength), length)
        return found


def is_acronym(name: str) -> bool:
    """Whether a name is written in capitals on purpose ("RAG", "FiD"), so that "rag" does not mean it."""
    return " " not in name and sum(letter.isupper() for letter in name) >= 2 and "-" not in name


def _means(name: _Name, words: str) -> bool:
    """Whether words with the stem of a name mean it."""
    return not (name.acronym and words.islower()) and words.lower().startswith(name.agent)


def _is_genitive(text: str, span: tuple[str, int, int]) -> bool:
    return span[0] == "s" and span[1] > 0 and text[span[1] - 1] in "'’"


def _stemmed_head(name: str) -> str:
    return stem(name.split()[-1].lower())


def _agent(name: str) -> str:
    """A name such as "Transformer", whose stem it shares with "transformation" and "transforms", must stand in full."""
    return name.lower() if name.lower().endswith(("er", "or")) and name.isalpha() else ""


def _keys(words: list[str]) -> tuple[str, str]:
    """Words in a row, blind to how they are cut: every word stemmed ("circles packings"), and all as one ("re ranker")."""
    return "".join(stem(word) for word in words), stem("".join(words))


def _folded(token: str) -> str:
    """A token without accents."""
    if token.isascii():
        return token
    return "".join(letter for letter in unicodedata.normalize("NFKD", token) if not unicodedata.combining(letter))


def _shortened(concept: Concept) -> list[str]:
    words = concept.title.split()
    shortened = []
    if len(words) > 1 and words[-1].lower() in _GENERIC_HEADS and not all(word.lower() in STOPWORDS for word in words[:-1]):
        shorter = " ".join(words[:-1])
        if len(words) > 2 or "-" in shorter:
            shortened.append(shorter)
    for alias in concept.aliases:
        # "Chubby lock service", also called "lock service", is also called "Chubby".
        proper = concept.title.removesuffix(alias).strip() if concept.title.endswith(f" {alias}") else ""
        if proper and " " not in proper:
            shortened.append(proper)
    return shortened
