"""Finds two sentences of different papers that say opposite things of a concept.

Belongs here: the strict test that puts a pair of claims under "Disagreements". Does not belong here: the looser signal over
whole passages that the grounding room records.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from wiki_assets.concepts.extractive.candidates import Candidate

_NEGATION = re.compile(
    r"\b(?:not|no|never|cannot|neither|nor|without|fails?|failed|incorrect|false|wrong|impossible|contradicts?|contrary|refut\w+|disprov\w+)\b|n't\b",
    re.I,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SHARED_WORDS = 5
_SHARED_SHARE = 0.75
"""Both papers must speak of the same thing in the same words, or a "not" says nothing. Measured on the evidence of 45 concepts
from 40 papers: these values find no pair, four words and half of them find two, both false. A share
of 0.6 finds two false pairs in the sample corpus."""


def opposed(candidates: Sequence[Candidate]) -> tuple[Candidate, Candidate] | None:
    """The most alike pair of sentences from two papers where one denies what the other says, or gives another number."""
    pairs = [
        (_likeness(first, second), -position, first, second)
        for position, (first, second) in enumerate(combinations(candidates, 2))
        if first.bibkey != second.bibkey and _opposed(first, second)
    ]
    if not pairs:
        return None
    _, _, first, second = max(pairs, key=lambda pair: pair[:2])
    return first, second


def _likeness(first: Candidate, second: Candidate) -> float:
    return len(first.words & second.words) / max(1, min(len(first.words), len(second.words)))


def _opposed(first: Candidate, second: Candidate) -> bool:
    shared = {word for word in first.words & second.words if not word.isdigit()}
    if len(shared) < _SHARED_WORDS or _likeness(first, second) < _SHARED_SHARE:
        return False
    if bool(_NEGATION.search(first.text)) != bool(_NEGATION.search(second.text)):
        return True
    numbers, others = set(_NUMBER.findall(first.text)), set(_NUMBER.findall(second.text))
    return bool(numbers) and bool(others) and numbers.isdisjoint(others)
