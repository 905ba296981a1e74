"""Words as the guard compares them: what two spellings have in common, how much a word weighs, and its class.

Belongs here: everything that can be said of a word without its sentence. Does not belong here: reading a text (`reading`), or what
two different words mean to each other (`lexicon`).
"""

from __future__ import annotations

import math
import re
import unicodedata
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from wiki_assets.grounding.lexicon import closed_classes, wordnet
from wiki_assets.grounding.lexicon.units import unit_of
from wiki_assets.text.words import stem

_MOST_WORDS = 500_000  # kept, about 150 MB; the vocabulary of some ten thousand papers
_LEAST_FREQUENT = -6.5  # log10 of the share of a word that the list of 29,000 does not have; its rarest has -6
_HEAVIEST = -3.0  # words more frequent than one in a thousand are weighed alike


class WordClass(IntEnum):
    """What kind of word it is for the audit."""

    LIGHT = 0
    FUNCTION = 1
    CONTENT = 2
    NUMBER = 3
    SYMBOL = 4


class Word(NamedTuple):
    """One spelling.

    Attributes:
        surface: As the text has it.
        lower: Lower case, without accents and without a possessive ending.
        key: Equal for words that are the same word (inflected, accented, capitalised). Says nothing else.
        weight: How much it tells: bits of surprise over frequent words, about 1 to 5; 0 for light words.
        kind: Its class.
        capital: It begins with a capital letter.
    """

    surface: str
    lower: str
    key: int
    weight: float
    kind: WordClass
    capital: bool


_FUNCTION = (
    frozenset(
        closed_classes.NEGATORS
        | closed_classes.STRONG
        | closed_classes.HEDGES
        | closed_classes.APPROXIMATORS
        | closed_classes.DOWNWARD
        | closed_classes.CONDITIONS
        | closed_classes.UPWARD_RANKS.keys()
        | {word for pair in closed_classes.OPPOSED for word in pair}
    )
    - closed_classes.LIGHT
)

_BRITISH = re.compile(r"(?<=[a-z]{5})is(?=(?:e|ed|es|er|ers|ing|ation|ations)$)")
"""Behind five letters "-ise" is another spelling of "-ize" ("discretise"), or the same in every form of a word ("exercise")."""

_POSSESSIVES = ("'s", "'re", "'ve", "'ll", "'d", "'m", "'")
_NUMBER_WEIGHT = 4.0
_SYMBOL_WEIGHT = 1.0
_FUNCTION_WEIGHT = 0.5
_LABEL_WEIGHT = 1.0

_LONGEST_UNIT = 3  # letters of a symbol that another case makes another; "mmHg" and "mmhg" are one


class _Words(dict[str, Word]):
    """Every spelling met, worked out once."""

    def __missing__(self, surface: str) -> Word:
        if len(self) >= _MOST_WORDS:
            self.clear()
        found = self[surface] = _word(surface)
        return found


_KEYS: dict[str, int] = {}
WORDS = _Words()
"""Word by spelling."""


def key_of(identity: str) -> int:
    """A number that stands for an identity, the same for the whole process; numbers are quicker to align than strings."""
    return _KEYS.setdefault(identity, len(_KEYS))


def _word(surface: str) -> Word:
    if surface[0].isdigit():
        return Word(surface, surface, key_of(_number_identity(surface)), _NUMBER_WEIGHT, WordClass.NUMBER, capital=False)
    if not surface[0].isalpha():
        return Word(surface, surface, key_of(surface), _SYMBOL_WEIGHT, WordClass.SYMBOL, capital=False)
    lower = _without_possessive(_plain(surface.lower()))
    capital = surface[0].isupper()
    if surface == "May":
        return Word(
            surface, lower, key_of(surface), _NUMBER_WEIGHT, WordClass.CONTENT, capital
        )  # the month; no sentence asks here
    if surface in closed_classes.NAMES_IN_CAPITALS:
        return Word(surface, lower, key_of(surface), _weight(lower), WordClass.CONTENT, capital)
    if lower in closed_classes.LIGHT:
        return Word(surface, lower, key_of(lower), 0.0, WordClass.LIGHT, capital)
    if lower in _FUNCTION:
        return Word(surface, lower, key_of(lower), _FUNCTION_WEIGHT, WordClass.FUNCTION, capital)
    return Word(surface, lower, key_of(_identity(surface, lower)), _weight(lower), WordClass.CONTENT, capital)


def _identity(surface: str, lower: str) -> str:
    if len(surface) == 1:
        return _plain(surface)
    return surface if _says_its_case(surface) else stem(_regular(_BRITISH.sub("iz", lower)))


def label(letter: str) -> Word:
    """A letter that counts or names ("hepatitis A", "phase I"), where alone it would be an article or a pronoun.

    Its key is that of the letter alone, for what a line begins with may be either.
    """
    return Word(letter, letter.lower(), key_of(letter.lower()), _LABEL_WEIGHT, WordClass.CONTENT, capital=False)


def _says_its_case(surface: str) -> bool:
    """Whether it is a unit that another case makes another unit: "mW" and "MW", "meV" and "MeV"."""
    return surface[0] in "mM" and len(surface) <= _LONGEST_UNIT and surface[1:] != surface[1:].lower() and bool(unit_of(surface))


def _number_identity(surface: str) -> str:
    whole, _, part = surface.partition(".")
    if "." in part or not surface.isascii():
        return surface
    return f"{whole.lstrip('0')}.{part.rstrip('0')}"


def _plain(text: str) -> str:
    if text.isascii():
        return text
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter)) or text


def _without_possessive(lower: str) -> str:
    for ending in _POSSESSIVES:
        if lower.endswith(ending) and len(lower) > len(ending):
            return lower[: -len(ending)]
    return lower


@cache
def _irregular_forms() -> dict[str, str]:
    """Base form of irregular plurals and past tenses ("made", "indices"), which a stemmer leaves as they are."""
    return {form: bases[0] for part in ("noun", "verb") for form, bases in wordnet.exceptions(part).items() if "_" not in form}


def _regular(lower: str) -> str:
    return wordnet.SINGULAR.get(lower) or _irregular_forms().get(lower, lower)


@cache
def _frequencies() -> dict[str, float]:
    from wordfreq import get_frequency_dict  # here, for it takes half a second and most processes weigh no word

    return dict(get_frequency_dict("en", wordlist="small"))


def _weight(lower: str) -> float:
    share = _frequencies().get(lower)
    logarithm = math.log10(share) if share else _LEAST_FREQUENT
    return 1.0 + _HEAVIEST - min(_HEAVIEST, max(_LEAST_FREQUENT, logarithm))
