"""What words and pairs of letters are usual in the languages of a script: whether an unknown text can be language at all.

Belongs here: word lists of languages and what is counted in them. Does not belong here: the verdict on a page (`garbled`).
"""

from __future__ import annotations

import math
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from statistics import fmean, pstdev

_LISTS = {
    "latin": "en de fr es it pt nl pl cs sk sv nb da fi hu ro tr id ms ca sh sl lt lv is vi fil",
    "cyrillic": "ru uk bg mk sh",
    "greek": "el",
    "arabic": "ar fa ur",
    "hebrew": "he",
    "devanagari": "hi",
    "bengali": "bn",
    "tamil": "ta",
}
_LETTERS = {
    "latin": re.compile(r"[a-z\xaa\xb5\xba\xdf-\u024f\u1e00-\u1eff]"),
    "cyrillic": re.compile(r"[\u0400-\u052f]"),
    "greek": re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]"),
    "arabic": re.compile(r"[\u0600-\u06ff]"),
    "hebrew": re.compile(r"[\u0590-\u05ff]"),
    "devanagari": re.compile(r"[\u0900-\u097f]"),
    "bengali": re.compile(r"[\u0980-\u09ff]"),
    "tamil": re.compile(r"[\u0b80-\u0bff]"),
}
_WORDS_COUNTED = 5000  # of each language, the most frequent ones
_RAREST_LETTER = 0.0008  # of all letters; rarer ones come from foreign names
_SHUFFLES = 60


def script_of(words: Sequence[str]) -> str:
    """The script that most letters of some lower-case words belong to; empty for one without word lists."""
    joined = "".join(words)
    counts = {script: len(letters.findall(joined)) for script, letters in _LETTERS.items()}
    script = max(counts, key=lambda name: counts[name])
    return script if counts[script] * 2 > len(joined) else ""


def known_shares(words: Sequence[str], script: str) -> Iterator[float]:
    """For one language of a script after another, the share of lower-case words that are in its list."""
    for language in _LISTS[script].split():
        known = _frequent_words(language)
        yield sum(word in known for word in words) / len(words)


@cache
def _frequent_words(language: str) -> dict[str, float]:
    """The words of a language that occur more often than once in a million, the most frequent first."""
    from wordfreq import get_frequency_dict

    return dict(get_frequency_dict(language, "small"))


@dataclass(frozen=True, slots=True)
class _Pairs:
    """How usual pairs of letters are in a script's languages together, as logarithms; a space stands for a word's border."""

    letters: tuple[str, ...]
    usual: dict[str, float]
    unseen: float


@cache
def _pairs_of(script: str) -> _Pairs:
    pairs: Counter[str] = Counter()
    letters: Counter[str] = Counter()
    for language in _LISTS[script].split():
        for word in islice(_frequent_words(language), _WORDS_COUNTED):
            plain = _plain(word)
            if plain.isalpha():
                pairs.update(_pairs_in(plain))
                letters.update(plain)
    total = pairs.total()
    frequent = tuple(sorted(letter for letter, count in letters.items() if count > _RAREST_LETTER * letters.total()))
    usual = {pair: math.log((count + 0.5) / total) for pair, count in pairs.items()}
    return _Pairs(frequent, usual, math.log(0.5 / total))


def _plain(word: str) -> str:
    """A word without accents."""
    if word.isascii():
        return word
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


def _pairs_in(word: str) -> list[str]:
    return [first + second for first, second in pairwise(f" {word} ")]


def lawfulness(words: Sequence[str], script: str) -> float:
    """How much better the words' pairs of letters are than those of the same words with their letters exchanged by a random rule.

    No language needs to be known for that: vowels and consonants take turns in all of them. In deviations: English has 5 to 6, 465
    of 485 languages have more than 3.2 in thirty words, and a cipher, which is such an exchange, has more than that once in fifty.
    """
    table = _pairs_of(script)
    signs = frozenset(table.letters) | {" "}
    counted = Counter(pair for word in words for pair in _pairs_in(_plain(word)) if pair[0] in signs and pair[1] in signs)

    def likelihood(exchange: dict[str, str]) -> float:
        return sum(
            count * table.usual.get(exchange[pair[0]] + exchange[pair[1]], table.unseen) for pair, count in counted.items()
        )

    shuffled = list(table.letters)
    order = random.Random(0)  # noqa: S311 the same text must get the same verdict
    chances = []
    for _ in range(_SHUFFLES):
        order.shuffle(shuffled)
        chances.append(likelihood({" ": " ", **dict(zip(table.letters, shuffled, strict=True))}))
    spread = pstdev(chances)
    return (likelihood({sign: sign for sign in signs}) - fmean(chances)) / spread if spread else 0.0
