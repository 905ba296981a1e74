"""BM25 as sparse vectors: the dot product of a query's and a passage's vector is its BM25 score, once the store adds IDF.

Belongs here: term ids and weights. Does not belong here: what a word or a stem is (`text.words`), IDF (the store's modifier,
for only it knows the whole collection).
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wiki_assets.text.words import stems

# Robertson's usual constants, as Lucene and bm25s ship them; on the real papers k1 0.9 to 2.0 and b 0.5 to 0.9 moved no
# class of questions by more than one question.
K1 = 1.5
B = 0.75
# Stems in a passage of about 250 tokens once stop words are gone (mean of 2,600 real chunks: 113). A constant, not the mean of
# the collection, because a stored weight must not change when another paper comes; it only shifts where length starts to count.
AVERAGE_LENGTH = 115.0


@dataclass(frozen=True, slots=True)
class SparseVector:
    """Terms and weights.

    Attributes:
        indices: crc32 of each stem, ascending, distinct.
        values: Weight of each, same length.
    """

    indices: tuple[int, ...]
    values: tuple[float, ...]

    @classmethod
    def from_weights(cls, weights: Mapping[int, float]) -> SparseVector:
        """From term id to weight."""
        indices = tuple(sorted(weights))
        return cls(indices, tuple(weights[index] for index in indices))


def term_id(stem: str) -> int:
    """Id of a stem: crc32, the same on every machine. At 100,000 stems about one in 86,000 shares its id with another."""
    return zlib.crc32(stem.encode("utf-8"))


def passage_vector(text: str) -> SparseVector:
    """BM25 weights of a passage, without IDF."""
    terms = stems(text)
    norm = K1 * (1.0 - B + B * len(terms) / AVERAGE_LENGTH)
    return SparseVector.from_weights({term: (K1 + 1.0) * count / (count + norm) for term, count in _counts(terms).items()})


def query_vector(text: str) -> SparseVector:
    """Weights of a query: how often it has each stem."""
    return SparseVector.from_weights({term: float(count) for term, count in _counts(stems(text)).items()})


def _counts(terms: Iterable[str]) -> Counter[int]:
    counts: Counter[int] = Counter()
    for term, count in Counter(terms).items():
        counts[term_id(term)] += count
    return counts
