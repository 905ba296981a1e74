"""Numbers of a text, for the edits that change one. No edit of its own.

Belongs here: where a number stands, what it is worth, and whether it counts something. Does not belong here: changing it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from wiki_assets.grounding.calibration.edits.places import bracketed_spans

NUMBER_WORDS = {
    word: Decimal(value)
    for value, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), start=2
    )
}
""""One" is left out: it is a pronoun as often as a number."""

_DIGITS = re.compile(
    r"(?<![\w/^_$\\{(\[.,+*=<>-])(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\w/^_({\[*+=<>-]|[.,]\d)"
    rf"|(?<![\w'’-])(?P<word>{'|'.join(NUMBER_WORDS)})(?![\w'’-])",
    re.IGNORECASE,
)
_ANY_DIGITS = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_REFERENCE = re.compile(
    r"\b(?:theorems?|thm|figures?|figs?|sections?|sec|tables?|tab|lemmas?|equations?|eqs?|eqn|algorithms?|alg|definitions?|propositions?"
    r"|corollary|corollaries|chapters?|appendix|remarks?|examples?|steps?|parts?|lines?|pages?|pp?|vol|no|version|refs?|notes?|case"
    r"|problems?|exercises?|claims?|conditions?|property|axioms?|rules?)\.?\s*$",
    re.IGNORECASE,
)

_OPERATOR = re.compile(r"[+*/^−–∗×·-] ?$")


@dataclass(frozen=True, slots=True)
class Number:
    """A number at `[start, end)` of a text; `spelled` where it is a word."""

    start: int
    end: int
    text: str
    value: Decimal
    spelled: bool


def counting_numbers(text: str) -> Iterator[Number]:
    """Numbers that say how many or how much: no reference ("Theorem 3"), citation, or part of a formula or a name ("H2O", "x = 3")."""
    closed = bracketed_spans(text)
    for match in _DIGITS.finditer(text):
        before = text[max(0, match.start() - 20) : match.start()]
        if _REFERENCE.search(before) or _OPERATOR.search(before):
            continue
        if any(start <= match.start() < end for start, end in closed):
            continue
        word = match.group("word")
        value = NUMBER_WORDS[word.lower()] if word else value_of(match.group())
        yield Number(match.start(), match.end(), match.group(), value, word is not None)


def all_values(text: str) -> set[Decimal]:
    """Values of whatever could be read as a number, number words included."""
    values = {value_of(match.group()) for match in _ANY_DIGITS.finditer(text)}
    return values | {NUMBER_WORDS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in NUMBER_WORDS}


def value_of(digits: str) -> Decimal:
    """Value of digits with thousands separators, without trailing zeros: "1,500.0" and "1500" are equal."""
    return Decimal(digits.replace(",", ""))
