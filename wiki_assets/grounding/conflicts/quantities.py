"""Quantities: the numbers of a sentence that measure or count something, and whether two of them can both be true.

Belongs here: what a number with the words around it allows. Does not belong here: which numbers of two sentences stand in the same
place (`contrary`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf, isfinite

from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass
from wiki_assets.grounding.lexicon.closed_classes import APPROXIMATORS, NEGATORS
from wiki_assets.grounding.lexicon.units import unit_of

# Numbers that only name something: "(Ash, 2001)", "[4]", "BERT-3", "v1.1", "no. 7", "1-forms".
_LABELS = re.compile(
    r"\([^()]*\b(?:1[89]|20)\d\d[a-z]?\b[^()]*\)|\[[^\[\]]*\]|(?<=[^\W\d_])[-.]?\d[\d.]*|(?:\bno\. ?|#)\d+|\d+(?=-[^\W\d_])",
    re.IGNORECASE,
)
_MAGNITUDES = {"hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_TIMES = {"twice": 2.0, "thrice": 3.0, "double": 2.0, "triple": 3.0}
_AT_LEAST = frozenset(
    {"more", "over", "above", "least", "exceeds", "exceed", "exceeding", "beyond", "greater", "larger", "minimum"}
)
_AT_MOST = frozenset({"less", "fewer", "under", "below", "most", "within", "maximum", "smaller"})
_UP_TO = re.compile(r"\bup to$", re.IGNORECASE)
_ABOUT = APPROXIMATORS | {"some", "order"}
_BOUNDED_FROM = 3
"""Words in front of a number among which its bound stands: "at least", "more than", "less than about"."""
_ROUGHLY = 0.1
"""Share by which a number said to be approximate may be off."""
_ROUNDED = 0.49
"""The same of any other, in units of the last digit that is given: "3.5" may stand for 3.549."""
_ROUND_FROM = 100
"""Whole numbers from which zeros at the end may be rounding: "12,000"."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a number allows: from `low` to `high`, of `unit`, empty for none."""

    low: float
    high: float
    unit: str

    def agrees(self, other: Quantity) -> bool:
        """Whether one thing can measure both. Of other units it is not known."""
        return self.unit != other.unit or (self.low <= other.high and other.low <= self.high)


def quantities(reading: Reading, indices: Iterable[int]) -> list[Quantity]:
    """The quantities among some words of a sentence."""
    labels = [match.span() for match in _LABELS.finditer(reading.text)]
    return [found for index in indices for found in _quantity(reading, index, labels)]


def disagree(some: list[Quantity], others: list[Quantity]) -> bool:
    """Whether both sides give quantities, and none of one side goes with one of the other."""
    return bool(some and others) and not any(one.agrees(other) for one in some for other in others)


def _quantity(reading: Reading, index: int, labels: list[tuple[int, int]]) -> Iterator[Quantity]:
    word = reading.words[index]
    if word.lower in _TIMES:
        value, step = _TIMES[word.lower], 0.0
    elif word.kind is WordClass.NUMBER and not _is_label(reading, index, labels) and word.lower.count(".") <= 1:
        value, step = float(word.lower), _last_digit(word.lower)
    else:
        return
    behind = index + 1
    while behind < len(reading.words) and (scale := _MAGNITUDES.get(reading.words[behind].lower.removesuffix("s"))):
        value, step, behind = value * scale, step * scale, behind + 1
    if isfinite(value):
        low, high = _bounded(reading, index, value, _ROUNDED * step)
        yield Quantity(low, high, _unit(reading, behind))


def _is_label(reading: Reading, index: int, labels: list[tuple[int, int]]) -> bool:
    start, end = reading.span(index)
    return any(first < end and start < last for first, last in labels) or _counts_things_off(reading, index)


def _counts_things_off(reading: Reading, index: int) -> bool:
    """Whether a number stands behind what it numbers, as in "phase 2": a whole number behind an open word, with none behind it."""
    if not index or "." in reading.words[index].lower or reading.words[index - 1].kind is not WordClass.CONTENT:
        return False
    return index + 1 == len(reading.words) or reading.words[index + 1].kind < WordClass.CONTENT


def _last_digit(number: str) -> float:
    """What the last digit given counts: 0.1 for "3.5", 1000 for "12000"."""
    whole, _, decimals = number.partition(".")
    if decimals:
        return 10.0 ** -len(decimals)
    return 10.0 ** (len(whole) - len(whole.rstrip("0"))) if float(whole) >= _ROUND_FROM else 1.0


def _bounded(reading: Reading, index: int, value: float, tolerance: float) -> tuple[float, float]:
    before = {word.lower for word in reading.words[max(0, index - _BOUNDED_FROM) : index]}
    if not before.isdisjoint(_ABOUT):
        tolerance = max(tolerance, _ROUGHLY * abs(value))
    low, high = value - tolerance, value + tolerance
    at_least, at_most = not before.isdisjoint(_AT_LEAST), not before.isdisjoint(_AT_MOST)
    if not before.isdisjoint(NEGATORS):  # "no more than"
        at_least, at_most = at_most, at_least
    if at_least:
        return low, inf
    if at_most or _UP_TO.search(reading.text[: reading.starts[index]].rstrip()):
        return -inf, high
    return low, high


def _unit(reading: Reading, index: int) -> str:
    if index >= len(reading.words) or reading.words[index].kind < WordClass.CONTENT:
        return ""  # "as" is no attosecond
    word = reading.words[index]
    return unit_of(word.surface) or unit_of(word.lower)
