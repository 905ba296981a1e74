"""Search for a free question: two passes, the second with words and vectors of what the first found.

Belongs here: feedback. Does not belong here: search for a concept's names (`selection`), which must not drift from the name.

A question and the passage that answers it often share few words. The first pass's best passages speak the papers' language:
their frequent terms join the question's (RM3, Abdul-Jaleel et al., 2004), and its vector moves towards theirs (Rocchio, 1971).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from wiki_assets.retrieval.dense import Vectors, normalised
from wiki_assets.retrieval.model import Hit
from wiki_assets.retrieval.search import HybridSearch, fuse
from wiki_assets.retrieval.sparse import SparseVector, query_vector, term_id
from wiki_assets.retrieval.store import StoreQuery
from wiki_assets.text.words import stems

# The middle of a plateau: with MiniLM, 54 questions and 3 to 10 passages, 0.2 or 0.3 for terms and 0.3 to 1.0 for the vector, every
# combination put two more of the 19 questions that share few words with their passage among the first ten, two to five more among
# the first hundred, and lost at most one of the other 35. With wordllama only the first hundred gained.
_PASSAGES = 5
_TERMS = 20
_TERMS_SHARE = 0.2
_VECTOR_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class QuestionSearch:
    """Hybrid search with feedback.

    Attributes:
        search: Store, embedder and fusion.
        text_of: Gives the text by which a passage that was found is indexed (`embedding.indexed_text`).
    """

    search: HybridSearch
    text_of: Callable[[Hit], str]

    def find(self, questions: Sequence[str], limit: int) -> list[tuple[Hit, ...]]:
        """The best passages for each question, best first, at most `limit` of either ranking. Raises as `HybridSearch.find` does."""
        found = self.search.find(questions, max(limit, _PASSAGES))
        queries = [self._query(question, hits[:_PASSAGES], limit) for question, hits in zip(questions, found, strict=True)]
        return [fuse(answer, self.search.fusion) for answer in self.search.store.search(queries)]

    def _query(self, question: str, feedback: Sequence[Hit], limit: int) -> StoreQuery:
        passages = [self.text_of(hit) for hit in feedback]
        vectors = self.search.embedder.embed([question, *passages])
        return StoreQuery(_moved(vectors), _expanded(question, passages), limit)


def _moved(vectors: Vectors) -> Vectors:
    """The question's vector (the first) moved towards the mean of the passages'."""
    question, passages = vectors[0], vectors[1:]
    if not len(passages):
        return question
    return np.asarray(normalised((question + _VECTOR_SHARE * passages.mean(axis=0))[None, :], "feedback")[0])


def _expanded(question: str, passages: Sequence[str]) -> SparseVector:
    """The question's terms, and a share for those most frequent in the passages; earlier passages count more."""
    words = query_vector(question)
    own = dict(zip(words.indices, words.values, strict=True))
    frequent: dict[int, float] = defaultdict(float)
    for rank, passage in enumerate(passages, 1):
        terms = stems(passage)
        for term in terms:
            frequent[term_id(term)] += 1.0 / (len(terms) * rank)
    chosen = sorted(frequent.items(), key=lambda item: (-item[1], item[0]))[:_TERMS]
    weights: dict[int, float] = defaultdict(float)
    for shares, total in ((own, 1.0 - _TERMS_SHARE), (dict(chosen), _TERMS_SHARE)):
        scale = total / (sum(shares.values()) or 1.0)
        for identity, value in shares.items():
            weights[identity] += scale * value
    return SparseVector.from_weights(weights)
