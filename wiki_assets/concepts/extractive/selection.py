"""Chooses among candidates: what goes into the summary, what into which section, and in which order.

Belongs here: weights, caps and the greedy choice. Does not belong here: reading a sentence (`roles`) or building the page
(`composer`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from wiki_assets.concepts.extractive.candidates import Candidate
from wiki_assets.concepts.extractive.disagreements import opposed
from wiki_assets.concepts.extractive.quality import Standard
from wiki_assets.concepts.extractive.roles import Role

MOST_CLAIMS = 15
SUMMARY_CLAIMS = 3
FEWEST_CLAIMS = 2
_CAPS = {Role.RESULT: 6, Role.METHOD: 8, Role.RELATION: 5, Role.OPEN: 2}
_DUPLICATE = 0.7
"""Share of the shorter sentence's content words that also stand in another: from here on it says nothing new."""

# Sentences that name a concept by its title: median 3.2, lower quartile 2.5, best 5.2 (45 concepts, 40 papers).
_LEAST_VALUE = 0.8
_ENOUGH_CLAIMS = 12
_FEW_CLAIMS = 8
"""Up to here even a sentence about what the authors did is better than none."""
_LEAST_VALUE_WHILE_FEW = 0.3
"""Until a page has enough claims, plainer sentences ("We use …") are better than none."""
_MOST_SEQUELS = 5
_LEAST_SUMMARY_VALUE = 3.0


@dataclass
class Selection:
    """Chosen candidates by place on the page, each in reading order."""

    summary: list[Candidate] = field(default_factory=list)
    roles: dict[Role, list[Candidate]] = field(default_factory=lambda: {role: [] for role in Role})
    disagreements: list[Candidate] = field(default_factory=list)

    @property
    def chosen(self) -> list[Candidate]:
        """All chosen candidates."""
        return [*self.summary, *(candidate for role in Role for candidate in self.roles[role]), *self.disagreements]


def select(candidates: Sequence[Candidate]) -> Selection:
    """The best few candidates, woven from several papers, without repetitions. Equal input gives equal output."""
    pool = _Pool(candidates)
    selection = Selection()
    first, second = opposed(pool.candidates) or (None, None)
    if first is not None and second is not None:
        selection.disagreements = [pool.take(first), pool.take(second)]
    for _ in range(SUMMARY_CLAIMS):
        best = pool.best(lambda candidate: pool.summary_value(candidate, selection))
        if best is None:
            break
        selection.summary.append(pool.take(best))
    for standard, most in ((Standard.STRICT, MOST_CLAIMS), (Standard.PLAIN, _ENOUGH_CLAIMS), (Standard.TALK, _FEW_CLAIMS)):
        while len(selection.chosen) < most:
            best = pool.best(partial(pool.section_value, selection=selection, standard=standard))
            if best is None:
                break
            selection.roles[best.reading.role].append(pool.take(best))
    selection.roles = {role: _chained(chosen) for role, chosen in selection.roles.items()}
    _add_leads(selection)
    _add_sequels(selection)
    return selection


def _add_leads(selection: Selection) -> None:
    """Puts before a sentence that leans on another the one on which it leans."""
    for group in (selection.summary, *selection.roles.values()):
        for candidate in list(group):
            if candidate.lead is not None:
                group.insert(group.index(candidate), candidate.lead)


def _add_sequels(selection: Selection) -> None:
    """Lets a few sentences be followed by what their source says next of the same thing."""
    left = min(_MOST_SEQUELS, MOST_CLAIMS + 2 - len(selection.chosen))
    # A sequel of a sentence about something else is taken only where there is little to say.
    for few, about in ((MOST_CLAIMS + 2, True), (_ENOUGH_CLAIMS, False)):
        for group in (selection.summary, *selection.roles.values()):
            for candidate in list(group):
                sequel = candidate.sequel
                wanted = left > 0 and candidate.subject is about and len(selection.chosen) < few
                if wanted and sequel is not None and all(_repeats(sequel, other) < _DUPLICATE for other in selection.chosen):
                    group.insert(group.index(candidate) + 1, sequel)
                    left -= 1


class _Pool:
    """Candidates not yet taken, with what is needed to value them."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._frequency = Counter(word for candidate in candidates for word in candidate.words)
        self._count = len(candidates)
        self._centrality = {id(candidate): self._central(candidate, candidates) for candidate in candidates}
        self._taken: list[Candidate] = []
        self._papers: Counter[str] = Counter()
        self.candidates = list(candidates)

    def take(self, candidate: Candidate) -> Candidate:
        """Takes a candidate and drops it and its near-duplicates from the pool."""
        self._taken.append(candidate)
        self._papers[candidate.bibkey] += 1
        self.candidates = [
            other for other in self.candidates if other is not candidate and _repeats(other, candidate) < _DUPLICATE
        ]
        return candidate

    def best(self, value: Callable[[Candidate], float]) -> Candidate | None:
        """The candidate of highest value, the better ranked one of two equals; None where no value is a number."""
        scored = [
            (score, -position) for position, candidate in enumerate(self.candidates) if (score := value(candidate)) > -math.inf
        ]
        return self.candidates[-max(scored)[1]] if scored else None

    def summary_value(self, candidate: Candidate, selection: Selection) -> float:
        """Value as an opening sentence: definitions before all; later ones only if they define and add a paper."""
        if candidate.lead is not None or (selection.summary and candidate.standard is Standard.TALK):
            return -math.inf
        value = self._value(candidate) + 2.0 * candidate.reading.definition + (0.5 if candidate.subject else 0.0)
        value -= 0.5 * candidate.standard
        if selection.summary and (candidate.reading.definition <= 2 or value < _LEAST_SUMMARY_VALUE):
            return -math.inf
        return value

    def section_value(self, candidate: Candidate, selection: Selection, standard: Standard) -> float:
        """Value as a sentence of the section for its role."""
        taken = selection.roles[candidate.reading.role]
        value = self._value(candidate) + candidate.reading.strength
        full = len(taken) >= _CAPS[candidate.reading.role] or candidate.standard > standard
        least = _LEAST_VALUE if len(selection.chosen) >= _ENOUGH_CLAIMS else _LEAST_VALUE_WHILE_FEW
        return -math.inf if full or value < least else value

    def _value(self, candidate: Candidate) -> float:
        rank = 1.0 / (1.0 + candidate.evidence.rank / 6.0)
        novelty = max((_repeats(candidate, other) for other in self._taken), default=0.0)
        return (
            2.2 * candidate.topic
            + (0.6 if candidate.subject else 0.0)
            + self._centrality[id(candidate)]
            + 0.6 * rank
            - candidate.roughness
            - 0.3 * self._papers[candidate.bibkey]
            - 1.2 * novelty
        )

    def _central(self, candidate: Candidate, candidates: Sequence[Candidate]) -> float:
        """0 to 1: how much of its weight of words other papers use too, which tells the field's words from a paper's own."""
        weights = {word: math.log(1 + self._count / self._frequency[word]) for word in candidate.words}
        shared = {word for other in candidates if other.bibkey != candidate.bibkey for word in other.words & candidate.words}
        total = sum(weights.values())
        return sum(weights[word] for word in shared) / total if total else 0.0


def _repeats(first: Candidate, second: Candidate) -> float:
    """Share of the shorter sentence's content words that the other has too."""
    return len(first.words & second.words) / max(1, min(len(first.words), len(second.words)))


def _chained(chosen: list[Candidate]) -> list[Candidate]:
    """The best first, then always the one that shares most words with the one before, so that a paragraph has a thread."""
    if not chosen:
        return []
    rest = list(chosen[1:])
    chain = [chosen[0]]
    while rest:
        following = max(rest, key=lambda candidate: (_repeats(chain[-1], candidate), -rest.index(candidate)))
        rest.remove(following)
        chain.append(following)
    return chain
