"""Conflicts: signs that two papers disagree about a concept (ADR-F12, "Conflict Detection").

Belongs here: the adversative-word heuristic. Does not belong here: deciding who is right, or blocking anything: a conflict is a
signal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.model import Conflict
from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.text.sentences import split_sentences
from wiki_assets.text.words import stems

HEURISTIC = "adversative-1"
MOST_CONFLICTS = 10
"""For one concept; the best are kept, for a list that nobody reads to its end signals nothing."""

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


def find_conflicts(slug: str, evidence: ConceptEvidence, names: Iterable[str]) -> tuple[Conflict, ...]:
    """Pairs of sentences from different papers, about the same thing, of which at least one has an adversative word.

    Args:
        slug: The concept.
        evidence: Its passages.
        names: Its title and aliases: sharing these alone says nothing.

    Returns:
        At most `MOST_CONFLICTS`, at most one for a pair of passages, best first. Side `a` is the one with the adversative word.
    """
    ignored = _CUE_STEMS.union(*(stems(name) for name in names))
    passages = [_passage(row.chunk, ignored) for row in evidence.rows]
    scored: list[tuple[float, int, Conflict]] = []
    for first, second in combinations(passages, 2):
        if first.chunk.bibkey != second.chunk.bibkey and (found := _best_conflict(slug, first, second)) is not None:
            scored.append((-found[0], len(scored), found[1]))
    return tuple(conflict for _, _, conflict in sorted(scored, key=lambda entry: entry[:2])[:MOST_CONFLICTS])


def outright(conflicts: Iterable[Conflict]) -> tuple[Conflict, ...]:
    """Those whose word says that another statement is wrong ("contradicts", "refuted"); "in contrast" mostly compares two things."""
    return tuple(conflict for conflict in conflicts if conflict.cue in _STRONG - _COMPARING)


def _passage(chunk: Chunk, ignored: frozenset[str]) -> _Passage:
    statements = []
    for sentence in split_sentences(chunk.text):
        cue = _CUE.search(sentence.text)
        statements.append(
            _Statement(sentence.text, frozenset(stems(sentence.text)) - ignored, cue.group().lower() if cue else "")
        )
    return _Passage(chunk, tuple(statements))


def _best_conflict(slug: str, first: _Passage, second: _Passage) -> tuple[float, Conflict] | None:
    best: tuple[float, Conflict] | None = None
    for turned, other, a, b in _turned_pairs(first, second):
        shared = len(turned.stems & other.stems)
        part = shared / max(1, min(len(turned.stems), len(other.stems)))
        if shared < _SHARED_STEMS or part < _SHARED_PART:
            continue
        score = part * (2.0 if turned.cue in _STRONG else 1.0)
        if best is None or score > best[0]:
            best = (score, _conflict(slug, turned, other, a, b))
    return best


def _turned_pairs(first: _Passage, second: _Passage) -> Iterator[tuple[_Statement, _Statement, Chunk, Chunk]]:
    """Every sentence with a cue beside every sentence of the other passage."""
    for near, far in ((first, second), (second, first)):
        for turned in near.statements:
            if turned.cue:
                for other in far.statements:
                    yield turned, other, near.chunk, far.chunk


def _conflict(slug: str, turned: _Statement, other: _Statement, a: Chunk, b: Chunk) -> Conflict:
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
    )
