"""Finds quoted words in a text: where they stand in its own characters.

Belongs here: what a quote may differ in from the text, and offsets. Does not belong here: judging whether the words support a claim
(`grounding`), or what page and box they stand on (`documents`).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, islice

from wiki_assets.text.normalising import NormalisedText, normalise, with_plain_characters
from wiki_assets.text.signs import OPERATORS

# What a quote must agree in: words with their digits, and the signs that carry meaning: a sign before a number, a decimal point, per
# cent, currency, relations, operators and arrows. Punctuation proper is ignored, and so is what raises a number, which files lose. Marks
# belong to their letter, and in scripts written without spaces every character is a word.
_ALONE = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"
_MARKS = r"\u0300-\u036f\u0591-\u05c7\u0610-\u06ed\u0900-\u0963\u0966-\u109f\u1ab0-\u1aff\u20d0-\u20ff"
_LETTERS = rf"(?:[^\W_{_ALONE}]|[{_MARKS}])+"
_WORD = re.compile(
    rf"""(?:-(?=\d)(?<![\w)\]'"%^-]-))?{_LETTERS}(?:\.(?<=\d\.)(?=\d){_LETTERS})*(?:%(?<=\d%))?
    | [{_ALONE}][{_MARKS}]*
    | [{OPERATORS}]
    | \$(?=\d)""",
    re.VERBOSE,
)
# A place in a text as it is written where no quote may begin or end without a closer look: within a word or a number, behind the sign of a
# number, and where a word may be broken.
_HIDDEN = r"\u00ad\u200b-\u200f\u2060\ufeff\ue000-\uf8ff"  # invisible characters, and codes in which fonts hide letters
_WITHIN = re.compile(
    rf"""(?<=[^\W_{_ALONE}²³¹⁰-₟]|[{_HIDDEN}])(?=[^\W_{_ALONE}²³¹⁰-₟]|[{_MARKS}{_HIDDEN}])
    | (?<=\d)(?=\.\d|,\d{{3}}(?!\d)|\s?%)
    | (?<=\d\.)(?=\d)
    | (?<=\d,)(?=\d{{3}}(?!\d))
    | (?<=[-−])(?=\d)(?<![\w)\]'"%^-].)
    | (?<=[^\W\d_])(?=[-\u2010]\s)
    | (?<=[-\u2010]\s)(?=[^\W\d_])""",
    re.VERBOSE,
)
_ANY_LETTER = re.compile(r"[^\W_]")
_FEW = 16


@dataclass(frozen=True, slots=True)
class QuoteSpan:
    """Where a quote stands in a text.

    Attributes:
        start, end: Offsets in the text as it was given.
        exact: Whether `text[start:end]` is the quote to the letter, white space at its ends aside.
    """

    start: int
    end: int
    exact: bool


def find_quote(quote: str, text: str) -> QuoteSpan | None:
    """Where a quote stands in a text, in time linear in both.

    It may differ in case, accents, white space, punctuation, and in all that `normalise` makes one: hyphenation, ligatures, dashes, LaTeX,
    separators in numbers, numbers in words. Words, numbers with their sign and point, and signs of mathematics must agree one by one, and
    it must begin and end with whole words.

    Returns:
        Its first occurrence, the first that agrees to the letter if any does; None where it does not stand or has no letter or digit.
    """
    quote = quote.strip()
    if not _ANY_LETTER.search(quote):
        return None
    return (
        _verbatim(quote, text)
        or _in_other_characters(normalise(quote), normalise(text))
        # A quote that begins within a number in words ("... and two hundred papers") is none of it when words are made digits.
        or _in_other_characters(with_plain_characters(quote), with_plain_characters(text))
    )


def _verbatim(quote: str, text: str) -> QuoteSpan | None:
    start = text.find(quote)
    for _ in range(_FEW):
        if start < 0:
            break
        end = start + len(quote)
        if not _WITHIN.match(text, start) and not _WITHIN.match(text, end):
            return QuoteSpan(start, end, exact=True)
        start = text.find(quote, start + 1)
    return None


def _in_other_characters(quote: NormalisedText, text: NormalisedText) -> QuoteSpan | None:
    wanted = "".join(_words(quote.text))
    words = _words(text.text)
    letters = "".join(words)
    if not wanted or wanted not in letters:
        return None
    bounds = list(accumulate(map(len, words), initial=0))
    for found in _occurrences(wanted, letters):
        first = bisect_right(bounds, found) - 1
        behind = bisect_left(bounds, found + len(wanted))
        if bounds[first] == found and bounds[behind] == found + len(wanted):
            spans = [match.span() for match in islice(_WORD.finditer(text.text), first, behind)]
            return QuoteSpan(*text.original_span(spans[0][0], spans[-1][1]), exact=False)
    return None


def _words(text: str) -> list[str]:
    """What a quote must agree in, in order, without case and accents."""
    if text.isascii():
        return _WORD.findall(text.lower())
    return [word.lower() if word.isascii() else _folded(word) for word in _WORD.findall(text)]


def _folded(word: str) -> str:
    if not _ANY_LETTER.search(word):
        return word  # a stroke through "=" is no accent
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _occurrences(wanted: str, letters: str) -> Iterator[int]:
    """Every place where `wanted` begins in `letters`.

    The first by plain search. Where many fail to begin or end with whole words, the search goes on as Knuth, Morris and Pratt have it, for
    to look anew behind each would take quadratic time in a text that repeats itself.
    """
    found = letters.find(wanted)
    for _ in range(_FEW):
        if found < 0:
            return
        yield found
        found = letters.find(wanted, found + 1)
    if found < 0:
        return
    borders = _borders(wanted)
    matched = 0
    for offset in range(found, len(letters)):
        while matched and (matched == len(wanted) or wanted[matched] != letters[offset]):
            matched = borders[matched - 1]
        matched += wanted[matched] == letters[offset]
        if matched == len(wanted):
            yield offset - matched + 1


def _borders(wanted: str) -> list[int]:
    """For every prefix, the length of its longest proper prefix that it ends with."""
    borders = [0] * len(wanted)
    border = 0
    for offset in range(1, len(wanted)):
        while border and wanted[border] != wanted[offset]:
            border = borders[border - 1]
        border += wanted[border] == wanted[offset]
        borders[offset] = border
    return borders
