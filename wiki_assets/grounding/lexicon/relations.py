"""How one word of a claim relates to one word of its source.

Belongs here: same meaning, more general, contrary; by WordNet and by the closed classes. Does not belong here: which words to compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from wiki_assets.grounding.lexicon import wordnet
from wiki_assets.grounding.lexicon.closed_classes import OPPOSED

_KNOWN_PAIRS = 200_000
_GENERALITY = 2
"""Steps up WordNet's hypernyms that still name the thing ("patient" to "person"); further up everything is an entity."""
_FREQUENT_SENSES = 3
"""Of the senses of a word, in WordNet's order of frequency, that are followed further; with rare ones a line is a point."""

_NEGATIVE_PREFIXES = ("un", "non", "in", "im", "il", "ir", "dis", "a", "anti", "de")
_SHORTEST_STEM = 3

_OPPOSED = frozenset(pair for one, other in OPPOSED for pair in ((one, other), (other, one)))


class Relation(StrEnum):
    """What follows for a claim that has one word where its source has the other."""

    SAME = "same"
    """It says the same."""
    GENERAL = "general"
    """The claim's word is more general: what holds of the source's holds of it."""
    CONTRARY = "contrary"
    """It says the contrary."""
    NONE = "none"


@lru_cache(maxsize=_KNOWN_PAIRS)
def relation(claim: str, source: str) -> Relation:
    """Relation of a lower-case word of a claim to one of its source."""
    claim, source = wordnet.SINGULAR.get(claim, claim), wordnet.SINGULAR.get(source, source)
    if claim == source:
        return Relation.SAME
    if contrary(claim, source):
        return Relation.CONTRARY
    if _same(claim, source):
        return Relation.SAME
    return Relation.GENERAL if _more_general(claim, source) else Relation.NONE


def contrary(one: str, other: str) -> bool:
    """Whether two words are opposed: function words, a negative prefix or suffix, or antonyms of WordNet in any of their senses."""
    return (one, other) in _OPPOSED or _opposed(one, other) or _opposed(other, one)


def _opposed(one: str, other: str) -> bool:
    return _differ_by_prefix(one, other) or _differ_by_suffix(one, other) or _antonymous(one, other)


def _differ_by_prefix(longer: str, shorter: str) -> bool:
    """Whether one is the other with a negative prefix; where both say the same ("arise", "await", "around") it is none."""
    if len(shorter) < _SHORTEST_STEM or not longer.endswith(shorter):
        return False
    return longer[: -len(shorter)].rstrip("-") in _NEGATIVE_PREFIXES and not _same(longer, shorter)


def _differ_by_suffix(one: str, other: str) -> bool:
    """Whether one is without what the other has: "harmless" against "harmful" and "harm"."""
    return one.endswith("less") and other in (one[:-4], f"{one[:-4]}ful") and len(one) > len("less") + _SHORTEST_STEM - 1


def _antonymous(one: str, other: str) -> bool:
    opposed = _antonyms(one)
    return not opposed.isdisjoint(_lemmas(other))


@lru_cache(maxsize=_KNOWN_PAIRS)
def _antonyms(word: str) -> frozenset[str]:
    return frozenset(wordnet.antonyms(word)) | frozenset(
        antonym for base in _adjectives_of(word) for antonym in wordnet.antonyms(base)
    )


@lru_cache(maxsize=_KNOWN_PAIRS)
def _lemmas(word: str) -> frozenset[str]:
    return frozenset({word}.union(lemma for lemma, _ in wordnet.senses(word))) | _adjectives_of(word)


@lru_cache(maxsize=_KNOWN_PAIRS)
def _adjectives_of(word: str) -> frozenset[str]:
    """What an adverb or adjective is derived from ("negatively" from "negative"), for WordNet opposes the adjectives."""
    return frozenset(_targets(word, {"\\"}))


def _targets(word: str, symbols: set[str]) -> Iterator[str]:
    for _, sense in wordnet.senses(word):
        for pointer in sense.pointers:
            if pointer.symbol in symbols:
                yield from wordnet.sense(pointer.part, pointer.offset).words


@lru_cache(maxsize=_KNOWN_PAIRS)
def _senses(word: str) -> frozenset[tuple[str, int]]:
    return frozenset((sense.part, sense.offset) for _, sense in wordnet.senses(word))


@lru_cache(maxsize=_KNOWN_PAIRS)
def _near_senses(word: str) -> frozenset[tuple[str, int]]:
    """Senses of a word, those that WordNet calls similar to them, and the verb, noun or adjective that it is derived from."""
    near = {
        (pointer.part, pointer.offset)
        for _, sense in wordnet.senses(word)
        for pointer in sense.pointers
        if pointer.symbol in ("&", "+", "\\")
    }
    return _senses(word) | near


def _same(one: str, other: str) -> bool:
    if not _senses(one).isdisjoint(_near_senses(other)) or not _senses(other).isdisjoint(_near_senses(one)):
        return True
    return not _fellow_words(one).isdisjoint(_fellow_words(other))


@lru_cache(maxsize=_KNOWN_PAIRS)
def _fellow_words(word: str) -> frozenset[str]:
    """Synonyms of a verb, adjective or adverb: two that share one mean nearly the same ("reduce", "lower": "cut").

    None for a word that can be a noun: nouns that share a synonym are often different things ("mean", "median": "average").
    """
    if wordnet.lemmas(word, "noun"):
        return frozenset()
    return frozenset(
        synonym
        for part in ("verb", "adj", "adv")
        for lemma in wordnet.lemmas(word, part)
        for offset in wordnet.offsets(lemma, part)[:_FREQUENT_SENSES]
        for synonym in wordnet.sense(part, offset).words
    )


@lru_cache(maxsize=_KNOWN_PAIRS)
def _frequent_senses(word: str) -> frozenset[tuple[str, int]]:
    return frozenset(
        (part, offset)
        for part in ("noun", "verb")
        for lemma in wordnet.lemmas(word, part)[:1]
        for offset in wordnet.offsets(lemma, part)[:_FREQUENT_SENSES]
    )


def _more_general(claim: str, source: str) -> bool:
    wanted = _frequent_senses(claim)
    level = set(_frequent_senses(source))
    for _ in range(_GENERALITY if wanted else 0):
        level = {
            (pointer.part, pointer.offset)
            for part, offset in level
            for pointer in wordnet.sense(part, offset).pointers
            if pointer.symbol in ("@", "@i")
        }
        if not wanted.isdisjoint(level):
            return True
    return False
