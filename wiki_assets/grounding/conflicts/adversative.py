"""Adversative words: sentences that turn against another statement, beside what other papers say of the same thing (ADR-F12).

Belongs here: the words and the heuristic. Does not belong here: comparing what two sentences say (`contrary`), or which conflicts are
kept (`finding`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.conflicts.contrary import chief_difference
from wiki_assets.grounding.model import Conflict
from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.text.sentences import split_sentences
from wiki_assets.text.words import stems

HEURISTIC = "adversative-1"
KIND = "adversative"

# Words that say outright that a statement is opposed to another one.
_STRONG = frozenset(
    {
        *(
            "contradict",
            "contradicts",
            "contradicted",
            "contradicting",
            "contradiction",
            "contrary to",
            "in contrast",
            "by contrast",
        ),
        *("conflicts with", "disagree", "disagrees", "disproves", "disproved", "refute", "refutes", "refuted", "opposed to"),
        *("inconsistent with", "counterexample"),
    }
)
_COMPARING = frozenset({"in contrast", "by contrast", "contrary to", "opposed to"})
# Words that turn, perhaps against something else in the same paper.
_WEAK = frozenset(
    {
        *("but", "however", "whereas", "unlike", "on the other hand", "nevertheless", "nonetheless", "although", "though", "yet"),
        *("instead", "conversely", "despite", "rather than"),
    }
)

_CUE = re.compile(rf"\b(?:{'|'.join(sorted(_STRONG | _WEAK, key=len, reverse=True))})\b", re.IGNORECASE)
_CUE_STEMS = frozenset(stems(" ".join(_STRONG | _WEAK)))

# Two sentences are about the same thing when they share this many content stems beside the concept's own names, which all its
# evidence shares, and this part of the shorter one's.
_SHARED_STEMS = 3
_SHARED_PART = 0.25


@dataclass(frozen=True, slots=True)
class _Statement:
    """One sentence of a passage; `cue` is its adversative word, empty where it has none."""

    words: str
    stems: frozenset[str]
    cue: str


@dataclass(frozen=True, slots=True)
class _Passage:
    chunk: Chunk
    statements: tuple[_Statement, ...]


def adversative_conflicts(slug: str, evidence: ConceptEvidence, names: Iterable[str]) -> list[Conflict]:
    """Pairs of sentences from different papers, about the same thing, of which at least one has an adversative word.

    Args:
        slug: The concept.
        evidence: Its passages.
        names: Its title and aliases: sharing these alone says nothing.

    Returns:
        At most one for a pair of passages. Side `a` is the one with the adversative word.
    """
    ignored = _CUE_STEMS.union(*(stems(name) for name in names))
    passages = [_passage(row.chunk, ignored) for row in evidence.rows]
    return [
        found
        for first, second in combinations(passages, 2)
        if first.chunk.bibkey != second.chunk.bibkey and (found := _best_conflict(slug, first, second)) is not None
    ]


def cue_of(words: str) -> str:
    """The first adversative word of a sentence, in lower case; empty where it has none."""
    cue = _CUE.search(words)
    return cue.group().lower() if cue else ""


def is_outright(cue: str) -> bool:
    """Whether a cue says that another statement is wrong ("contradicts", "refuted"); "in contrast" mostly compares two things."""
    return cue in _STRONG - _COMPARING


def _passage(chunk: Chunk, ignored: frozenset[str]) -> _Passage:
    statements = (
        _Statement(sentence.text, frozenset(stems(sentence.text)) - ignored, cue_of(sentence.text))
        for sentence in split_sentences(chunk.text)
    )
    return _Passage(chunk, tuple(statements))


def _best_conflict(slug: str, first: _Passage, second: _Passage) -> Conflict | None:
    found = [
        (-score, near.bibkey, turned.words, other.words, (turned, other, near, far))
        for turned, other, near, far in _turned_pairs(first, second)
        if (score := _score(turned, other))
    ]
    if not found:
        return None
    score, _, _, _, sides = min(found, key=lambda entry: entry[:4])
    return _conflict(slug, -score, *sides)


def _score(turned: _Statement, other: _Statement) -> float:
    """Part of the shorter one's stems that they share, twice as much under a strong cue; 0.0 where they are not about the same thing."""
    shared = len(turned.stems & other.stems)
    part = shared / max(1, min(len(turned.stems), len(other.stems)))
    if shared < _SHARED_STEMS or part < _SHARED_PART:
        return 0.0
    return part * (2.0 if turned.cue in _STRONG else 1.0)


def _turned_pairs(first: _Passage, second: _Passage) -> Iterator[tuple[_Statement, _Statement, Chunk, Chunk]]:
    """Every sentence with a cue beside every sentence of the other passage."""
    for near, far in ((first, second), (second, first)):
        for turned in near.statements:
            if turned.cue:
                for other in far.statements:
                    yield turned, other, near.chunk, far.chunk


def _conflict(slug: str, score: float, turned: _Statement, other: _Statement, a: Chunk, b: Chunk) -> Conflict:
    differing, facing = chief_difference(turned.words, other.words)
    return Conflict(
        slug=slug,
        heuristic=HEURISTIC,
        bibkey_a=a.bibkey,
        chunk_a=a.n,
        words_a=turned.words,
        bibkey_b=b.bibkey,
        chunk_b=b.n,
        words_b=other.words,
        cue=turned.cue,
        kind=KIND,
        differing_a=differing,
        differing_b=facing,
        score=score,
    )
