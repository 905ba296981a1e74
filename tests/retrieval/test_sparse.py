import math

import bm25s
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.retrieval.sparse import AVERAGE_LENGTH, K1, B, SparseVector, passage_vector, query_vector, term_id
from wiki_assets.text.words import stems

TEXTS = [
    "Circle packings exist for every planar graph.",
    "A packing of circles in the plane, and its graph.",
    "The Laplace operator of a surface is discrete on a triangulation.",
    "Consensus is reached when a majority of servers agree.",
]


def dot(one: SparseVector, other: SparseVector) -> float:
    weights = dict(zip(other.indices, other.values, strict=True))
    return sum(value * weights.get(index, 0.0) for index, value in zip(one.indices, one.values, strict=True))


def test_inflected_words_are_one_term() -> None:
    assert query_vector("packings").indices == query_vector("packing").indices == (term_id("pack"),)


def test_stop_words_are_no_terms() -> None:
    assert query_vector("is it of the and").indices == ()


def test_a_weight_is_the_bm25_formula_without_idf() -> None:
    vector = passage_vector("graph graph edge")
    weight = dict(zip(vector.indices, vector.values, strict=True))[term_id("graph")]
    assert math.isclose(weight, (K1 + 1) * 2 / (2 + K1 * (1 - B + B * 3 / AVERAGE_LENGTH)))


def test_a_query_counts_its_words() -> None:
    assert query_vector("graph of a graph").values == (2.0,)


def test_chinese_is_indexed_character_by_character() -> None:
    assert set(query_vector("曲率").indices) == {term_id("曲"), term_id("率")}


def test_equal_lengths_rank_as_the_reference_library_ranks() -> None:
    texts = [" ".join(words) for words in (["graph", "edge", "node"], ["graph", "graph", "node"], ["circle", "plane", "node"])]
    reference = bm25s.BM25(k1=K1, b=B, method="lucene")
    reference.index([stems(text) for text in texts], show_progress=False)
    query = "graph node circle"
    idf = {
        term: math.log(1 + (len(texts) - count + 0.5) / (count + 0.5))
        for term, count in (("graph", 2), ("node", 3), ("circl", 1))
    }
    weighted = SparseVector.from_weights({term_id(term): value for term, value in idf.items()})
    ours = [dot(weighted, passage_vector(text)) for text in texts]
    assert np.argsort(ours).tolist() == np.argsort(reference.get_scores(stems(query))).tolist()


@given(st.text(max_size=200))
def test_any_text_gives_distinct_ascending_terms_and_positive_weights(text: str) -> None:
    vector = passage_vector(text)
    assert list(vector.indices) == sorted(set(vector.indices))
    assert all(0 < value < K1 + 1 for value in vector.values)
