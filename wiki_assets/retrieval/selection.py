"""Which passages become a concept's evidence.

Belongs here: the choice among passages that search found. Does not belong here: search itself (`search`), counting names
(`mentions`), storing the choice (`codec`).

How it works: search is asked for far more than needed; of what it finds, passages that name the concept stay; the rest is a
matter of how much each says about it, and of not hearing one paper, or one page, twelve times.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from wiki_assets.documents.model import Chunk, ChunkKind
from wiki_assets.retrieval.mentions import IndexedText, Mentions, NameFinder
from wiki_assets.retrieval.model import ConceptEvidence, Evidence, Hit
from wiki_assets.retrieval.search import Fusion, HybridSearch

_log = logging.getLogger(__name__)

SELECTION_VERSION = "1"
"""Changes whenever equal input may give other evidence."""

ChunksOf = Callable[[str], Mapping[str, Chunk]]
"""From a bibkey to the paper's present chunks by chunk id; empty for a paper that has none."""

# The numbers below were set once by what they mean and then varied one by one over 45 concepts on 40 real papers: no change of
# theirs by a half moved either measure of `benchmarks.retrieval` by more than 0.02, so they are not fitted to those concepts.

# Passages asked of each ranking for each query. On 40 papers that is every passage that names a usual concept.
_POOL = 200
# Concepts asked in one opening of the store: bounds the hits held in memory.
_CONCEPTS_TOGETHER = 32
# A title is what the page is about; an alias may be wider or narrower; something like a name is a hint.
_ALIAS_WORTH = 0.6
_PARTIAL_WORTH = 0.4
# A table, a listing or a caption names things and says little about them.
_KIND_WORTH = {ChunkKind.TABLE: 0.6, ChunkKind.CODE: 0.6, ChunkKind.FORMULA: 0.6, ChunkKind.CAPTION: 0.8}
# A section whose heading names the concept is about it.
_HEADING_WORTH = 0.3
# Each further passage of a paper must be that much better than another paper's first.
_SAME_PAPER = 0.85
# So must a passage beside a chosen one, for neighbours share sentences.
_NEIGHBOUR = 0.8
# The papers that speak of the concept most are always heard.
_PAPERS_HEARD = 3


@dataclass(frozen=True, slots=True)
class ConceptQuery:
    """What to find evidence for.

    Attributes:
        title: With the aliases, the names by which passages are recognised.
        query: Words of the first search; names and description when empty. Each name is searched for by itself as well.
    """

    slug: str
    title: str
    aliases: tuple[str, ...] = ()
    description: str = ""
    query: str = ""


@dataclass(frozen=True, slots=True)
class SelectionRules:
    """How much evidence.

    Attributes:
        count: At most this many passages for a concept.
        per_paper: At most this many of one paper.
    """

    count: int
    per_paper: int


@dataclass(frozen=True, slots=True)
class _Candidate:
    hit: Hit
    chunk: Chunk
    mentions: Mentions
    score: float


def select_evidence(
    concepts: Sequence[ConceptQuery], search: HybridSearch, chunks_of: ChunksOf, rules: SelectionRules
) -> list[ConceptEvidence]:
    """Evidence for every concept, in the order given. A concept that no passage names gets none."""
    evidence: list[ConceptEvidence] = []
    for start in range(0, len(concepts), _CONCEPTS_TOGETHER):
        group = concepts[start : start + _CONCEPTS_TOGETHER]
        queries = [_searches(concept) for concept in group]
        found = iter(search.find([text for texts in queries for text in texts], _POOL))
        for concept, texts in zip(group, queries, strict=True):
            evidence.append(_select(concept, [next(found) for _ in texts], search.fusion, chunks_of, rules))
        _log.info("Chose evidence for %d of %d concepts", len(evidence), len(concepts))
    return evidence


def _searches(concept: ConceptQuery) -> list[str]:
    """All names at once, then each by itself, so that a rare name's passages are not lost behind a frequent one's."""
    names = (concept.title, *concept.aliases)
    everything = concept.query or " ".join((*names, concept.description))
    return list(dict.fromkeys((everything, *names)))


def _select(
    concept: ConceptQuery, found: Sequence[Sequence[Hit]], fusion: Fusion, chunks_of: ChunksOf, rules: SelectionRules
) -> ConceptEvidence:
    named = _trusted(_named(concept, _merged(found), chunks_of))
    candidates = _scored(concept, named, fusion)
    chosen = _diversified(candidates, rules)
    rows = (
        Evidence(concept.slug, rank, one.chunk, one.score, one.hit.dense_rank, one.hit.sparse_rank)
        for rank, one in enumerate(chosen, 1)
    )
    return ConceptEvidence(concept.slug, tuple(rows))


def _merged(found: Sequence[Sequence[Hit]]) -> list[Hit]:
    """One hit a passage, with its best rank in either ranking over all queries."""
    best: dict[str, Hit] = {}
    for hit in (hit for hits in found for hit in hits):
        known = best.get(hit.chunk_id, hit)
        dense, sparse = _better(known.dense_rank, hit.dense_rank), _better(known.sparse_rank, hit.sparse_rank)
        best[hit.chunk_id] = replace(hit, dense_rank=dense, sparse_rank=sparse)
    return list(best.values())


def _better(rank: int, other: int) -> int:
    """The smaller rank, where 0 is none."""
    return min(rank or other, other or rank)


def _named(concept: ConceptQuery, hits: Sequence[Hit], chunks_of: ChunksOf) -> list[_Candidate]:
    """Passages that name the concept and still exist: a store may for a moment hold points of chunks that do not."""
    finder = NameFinder(concept.title, concept.aliases)
    candidates = []
    for hit in hits:
        chunk = chunks_of(hit.bibkey).get(hit.chunk_id)
        if chunk is not None and chunk.kind.citable:
            mentions = finder.count(_indexed(chunk.text))
            if mentions.full or mentions.partial:
                candidates.append(_Candidate(hit, chunk, mentions, 0.0))
    return candidates


@lru_cache(maxsize=20_000)
def _indexed(text: str) -> IndexedText:
    """Concepts of one wiki find the same passages over and over."""
    return IndexedText(text)


def _trusted(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Without partial mentions in papers that never use a full name.

    Within one text a word keeps one sense (Gale, Church and Yarowsky, 1992): a paper that writes "replicated state machine"
    somewhere means that by "state machine", and one that never does may mean another thing. Where no paper uses a full name, a
    partial one is all there is.
    """
    full = {one.chunk.bibkey for one in candidates if one.mentions.full}
    return [one for one in candidates if not full or one.chunk.bibkey in full]


def _scored(concept: ConceptQuery, candidates: Sequence[_Candidate], fusion: Fusion) -> list[_Candidate]:
    """Candidates with their scores, best first.

    Ranks are counted among the candidates only, so that a new paper that does not name the concept changes nothing.
    """
    finder = NameFinder(concept.title, concept.aliases)
    dense, sparse = _places(candidates, "dense_rank"), _places(candidates, "sparse_rank")
    best = (1.0 + fusion.dense_weight) / (fusion.rrf_k + 1)
    scored = []
    for one in candidates:
        key = one.hit.chunk_id
        fused = (fusion.dense_weight / (fusion.rrf_k + dense[key]) if key in dense else 0.0) + (
            1.0 / (fusion.rrf_k + sparse[key]) if key in sparse else 0.0
        )
        worth = one.mentions.title + _ALIAS_WORTH * one.mentions.alias + _PARTIAL_WORTH * one.mentions.partial
        heading = finder.count(_indexed(" / ".join(one.chunk.section_path))).full
        score = (worth / (1.0 + worth) + fused / best + (_HEADING_WORTH if heading else 0.0)) * _KIND_WORTH.get(
            one.chunk.kind, 1.0
        )
        scored.append(replace(one, score=score))
    return sorted(scored, key=lambda one: (-one.score, one.chunk.bibkey, one.chunk.n))


def _places(candidates: Sequence[_Candidate], ranking: str) -> dict[str, int]:
    ranked = sorted((getattr(one.hit, ranking), one.chunk.bibkey, one.chunk.n, one.hit.chunk_id) for one in candidates)
    return {key: place for place, key in enumerate((key for rank, _, _, key in ranked if rank), 1)}


def _diversified(candidates: Sequence[_Candidate], rules: SelectionRules) -> list[_Candidate]:
    chosen = _of_the_papers_heard(candidates)[: rules.count]
    while len(chosen) < rules.count and (left := _eligible(candidates, chosen, rules)):
        chosen.append(max(left, key=lambda one: one.score * _novelty(one, chosen)))
    return sorted(chosen, key=lambda one: (-one.score, one.chunk.bibkey, one.chunk.n))


def _eligible(candidates: Sequence[_Candidate], chosen: Sequence[_Candidate], rules: SelectionRules) -> list[_Candidate]:
    """Candidates that say something not yet chosen word for word, of papers that may still speak."""
    taken = Counter(one.chunk.bibkey for one in chosen)
    texts = {one.chunk.text for one in chosen}
    return [one for one in candidates if taken[one.chunk.bibkey] < rules.per_paper and one.chunk.text not in texts]


def _of_the_papers_heard(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The best passage of each of the papers that name the concept most often; equal words once."""
    mass: defaultdict[str, float] = defaultdict(float)
    best: dict[str, _Candidate] = {}
    for one in candidates:
        mass[one.chunk.bibkey] += one.mentions.full + _PARTIAL_WORTH * one.mentions.partial
        best.setdefault(one.chunk.bibkey, one)
    heard = sorted(mass, key=lambda bibkey: (-mass[bibkey], bibkey))[:_PAPERS_HEARD]
    return list({best[bibkey].chunk.text: best[bibkey] for bibkey in reversed(heard)}.values())[::-1]


def _novelty(candidate: _Candidate, chosen: Sequence[_Candidate]) -> float:
    """How much of a passage's worth is left beside what is chosen: 1, less for its paper's and its neighbours' sake."""
    ordinals = [one.chunk.n for one in chosen if one.chunk.bibkey == candidate.chunk.bibkey]
    near = any(abs(n - candidate.chunk.n) == 1 for n in ordinals)
    return float(_SAME_PAPER ** len(ordinals)) * (_NEIGHBOUR if near else 1.0)
