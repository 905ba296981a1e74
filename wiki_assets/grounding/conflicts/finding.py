"""Finding conflicts: both heuristics together, without what both find, the best first.

Belongs here: what is looked through, what is kept, and what is fit for a page. Does not belong here: either heuristic (`adversative`,
`contrary`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import orjson

from wiki_assets.concepts.model import Claim
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.conflicts.adversative import adversative_conflicts, cue_of, is_outright
from wiki_assets.grounding.conflicts.contrary import HEURISTIC, Contradiction, Kind, contradiction
from wiki_assets.grounding.conflicts.pairing import pairs, words_of
from wiki_assets.grounding.conflicts.passages import passages_naming
from wiki_assets.grounding.conflicts.statements import Statement, claimed_statements, statements_of
from wiki_assets.grounding.model import Conflict
from wiki_assets.retrieval.model import ConceptEvidence

CONFLICTS_VERSION = "2"
"""Changes with either heuristic, and with what is shown of a conflict: pages are then looked through and written again."""
MOST_CONFLICTS = 10
"""For one concept; the best are kept, for a list that nobody reads to its end signals nothing."""


def find_conflicts(
    slug: str, evidence: ConceptEvidence, names: Iterable[str], chunks: Iterable[Chunk] = (), claims: Iterable[Claim] = ()
) -> tuple[Conflict, ...]:
    """Signs that papers disagree about a concept.

    Args:
        slug: The concept.
        evidence: Its passages.
        names: Its title and aliases: sharing these alone says nothing.
        chunks: More passages of its papers; those that name it are held against the evidence.
        claims: What its page says, as far as it is grounded.

    Returns:
        At most `MOST_CONFLICTS`, what is fit for a page first, then by how alike the sentences are; equal for evidence in any order.
    """
    names = tuple(names)
    known = frozenset(row.chunk.chunk_id for row in evidence.rows)
    statements = [statement for row in evidence.rows for statement in statements_of(row.chunk, chosen=True)]
    for chunk in passages_naming(names, chunks, known):
        statements += statements_of(chunk, chosen=False)
    statements += claimed_statements(claims)
    found = _contrary(slug, statements, names)
    seen = {_sides(conflict) for conflict in found}
    turned = [conflict for conflict in adversative_conflicts(slug, evidence, names) if _sides(conflict) not in seen]
    return tuple(sorted([*found, *turned], key=_rank)[:MOST_CONFLICTS])


def outright(conflicts: Iterable[Conflict]) -> tuple[Conflict, ...]:
    """Those that a page shows: one statement contradicts the other, or says so itself, or says nearly the same after a "but"."""
    return tuple(conflict for conflict in conflicts if _is_outright(conflict))


def conflicts_identity(papers: Iterable[str], digests: Mapping[str, str]) -> str:
    """Identity of how and in what conflicts of a page are looked for, beside the page itself.

    Args:
        papers: Bibkeys of the papers that it cites.
        digests: Digest of the chunks of every paper that has some.
    """
    listing = [CONFLICTS_VERSION, *sorted((paper, digests.get(paper, "")) for paper in set(papers))]
    return hashlib.sha256(orjson.dumps(listing)).hexdigest()


def _contrary(slug: str, statements: Iterable[Statement], names: Iterable[str]) -> list[Conflict]:
    """By contrary statements. A claim is left out where the passage that it cites says the same against the same passage."""
    found = [
        _conflict(slug, one, other, difference)
        for one, other in pairs(statements, words_of(names))
        if (difference := contradiction(one, other)) is not None
    ]
    between_sources = {_passages(conflict) for conflict in found if conflict.claim is None}
    return [conflict for conflict in found if conflict.claim is None or _passages(conflict) not in between_sources]


def _conflict(slug: str, one: Statement, other: Statement, difference: Contradiction) -> Conflict:
    """Side a is the page's claim, else the sentence that turns against the other, else the first in the order of places."""
    cues = cue_of(one.words), cue_of(other.words)
    differing = difference.words, difference.other_words
    if other.claim is not None or (one.claim is None and cues[1] and not cues[0]):
        one, other, cues, differing = other, one, cues[::-1], differing[::-1]
    return Conflict(
        slug=slug,
        heuristic=HEURISTIC,
        bibkey_a=one.bibkey,
        chunk_a=one.chunk,
        words_a=one.words,
        bibkey_b=other.bibkey,
        chunk_b=other.chunk,
        words_b=other.words,
        cue="" if cues[0] == cues[1] else cues[0],
        kind=difference.kind.value,
        differing_a=differing[0],
        differing_b=differing[1],
        score=difference.alike,
        claim=one.claim,
    )


def _is_outright(conflict: Conflict) -> bool:
    if conflict.heuristic != HEURISTIC:
        return is_outright(conflict.cue)
    return conflict.kind != Kind.WORDS or bool(conflict.cue)


def _rank(conflict: Conflict) -> tuple[object, ...]:
    by_words = conflict.heuristic != HEURISTIC
    sides = (conflict.bibkey_a, conflict.chunk_a, conflict.words_a, conflict.bibkey_b, conflict.chunk_b, conflict.words_b)
    return not _is_outright(conflict), by_words, -conflict.score, *sides


def _sides(conflict: Conflict) -> frozenset[tuple[str, int, str]]:
    return frozenset(
        {(conflict.bibkey_a, conflict.chunk_a, conflict.words_a), (conflict.bibkey_b, conflict.chunk_b, conflict.words_b)}
    )


def _passages(conflict: Conflict) -> frozenset[tuple[str, int]]:
    return frozenset({(conflict.bibkey_a, conflict.chunk_a), (conflict.bibkey_b, conflict.chunk_b)})
