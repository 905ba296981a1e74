"""Density: how much a text says with each of its tokens, and so how large a chunk of it should be.

Belongs here: the measure, the size it asks for, and the words that tell it. Does not belong here: cutting (`chunking`).

Dense text is full of signs, numbers, names and formulae: a passage of the usual size mixes several matters. Prose needs more words for one
matter. Three things are measured, of the text alone:

- signs: of the characters that are not white space, the share of digits and of signs other than the punctuation of sentences;
- terms: of the words, the share of those no ordinary word is written like: with a digit, with a capital behind the first letter, or as
  one letter alone, as variables are;
- fineness: tokens for each character, for short words, fragments of formulae and signs give many.

The density is their weighted sum, about 0.03 for plain prose and 0.3 for mathematics.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wiki_assets.documents.passages import estimate_tokens

_SIGN = re.compile(r"[^\w\s.,;:?!'’\"“”()\-–—]|[\d_]")
_WORD = re.compile(r"\w+")
_TERM = re.compile(r"\b(?:[^\W\d_]*\d\w*|\w+[A-Z]\w*|[B-HJ-Zb-zα-ωΑ-Ω])\b")  # `a`, `A` and `I` are words

# Weights that give the three about the same spread on the 4,429 passages of running text of our 40 papers (halves of them lie within .003
# to .040, .03 to .18 and .26 to .33).
_TERM_WEIGHT = 0.25
_FINENESS_WEIGHT = 0.5
_PROSE_FINENESS = 0.24  # tokens for each character of the plainest prose

# On those papers, by tokens: 10 % have a density below the first, half below the second, 10 % above the third.
_PLAIN, _USUAL, _DENSE = 0.013, 0.065, 0.27
LARGEST, SMALLEST = 1.2, 0.8
"""Size of a chunk of plain prose, and of dense text, as shares of the setting. Text of usual density gets the setting itself.

Of five pairs tried on 54 questions with wordllama this found most: recall@10 fused rose from .74 to .84 where question and passage share
some words, and recall fell nowhere. 1.4 and 0.6 gave .79; with 1.0 and 1.0 all is as before. One question is .05.
"""


@dataclass(frozen=True, slots=True)
class Density:
    """How dense a text is.

    Attributes:
        signs, terms: Shares from 0 to 1.
        fineness: Tokens for each character that is not white space.
        tokens: Size of what was measured.
    """

    signs: float
    terms: float
    fineness: float
    tokens: int

    @property
    def value(self) -> float:
        """The density, from 0."""
        above_prose = max(0.0, self.fineness - _PROSE_FINENESS)
        return self.signs + _TERM_WEIGHT * self.terms + _FINENESS_WEIGHT * above_prose


def density_of(text: str) -> Density:
    """How dense a text is; a text without characters is as dense as plain prose."""
    characters = sum(map(len, text.split()))
    words = len(_WORD.findall(text))
    tokens = estimate_tokens(text)
    if not characters:
        return Density(0.0, 0.0, _PROSE_FINENESS, 0)
    terms = len(_TERM.findall(text)) / words if words else 0.0
    return Density(len(_SIGN.findall(text)) / characters, terms, tokens / characters, tokens)


def blended(own: Density, around: Density, weight: int) -> Density:
    """The density of a short text seen with its surroundings, which count as much as `weight` tokens of its own."""
    total = own.tokens + weight
    if not total:
        return own

    def mean(first: float, second: float) -> float:
        return (first * own.tokens + second * weight) / total

    return Density(mean(own.signs, around.signs), mean(own.terms, around.terms), mean(own.fineness, around.fineness), own.tokens)


def size_for(density: Density, target_tokens: int) -> float:
    """The size in tokens that a chunk of such text aims at: `LARGEST` to `SMALLEST` times the setting, straight lines between."""
    value = density.value
    if value <= _USUAL:
        share = 1.0 + (LARGEST - 1.0) * min(1.0, (_USUAL - value) / (_USUAL - _PLAIN))
    else:
        share = 1.0 - (1.0 - SMALLEST) * min(1.0, (value - _USUAL) / (_DENSE - _USUAL))
    return share * target_tokens


def sizing_of(density: Density, aim: float, target_tokens: int) -> str:
    """Why a chunk has its size, for a person: `dense: 14 % signs and digits, 31 % terms, aims at 180 tokens`."""
    share = aim / target_tokens
    name = (
        "dense" if share < 0.9 else "prose" if share > 1.1 else "usual"
    )  # within a tenth of the setting nobody sees a difference
    return f"{name}: {density.signs:.0%} signs and digits, {density.terms:.0%} terms, aims at {aim:.0f} tokens".replace("%", " %")
