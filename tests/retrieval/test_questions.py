from __future__ import annotations

from pathlib import Path

from retrieval_samples import CountingEmbedder, paper, points

from wiki_assets.documents.model import Chunk
from wiki_assets.retrieval.edge import EmbeddedStore
from wiki_assets.retrieval.questions import QuestionSearch
from wiki_assets.retrieval.search import Fusion, HybridSearch

PAPERS: dict[str, list[Chunk]] = {
    "Alpha": paper(
        "Alpha",
        "Tangent discs: such a circle packing is rigid by the theorem of Koebe.",
        "A circle packing of Koebe is unique.",
        "Bread is baked.",
    )
}


def test_words_of_the_first_passages_find_what_the_question_does_not_name(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    store = EmbeddedStore(tmp_path / "store", embedder.dimensions, 5.0)
    store.replace(points(PAPERS, embedder))
    texts = {one.chunk_id: one.text for one in PAPERS["Alpha"]}
    search = HybridSearch(store, embedder, Fusion(0.0, 10))  # BM25 alone, so that only shared words can find anything
    question = "tangent discs"
    (plain,) = search.find([question], 10)
    (found,) = QuestionSearch(search, lambda hit: texts[hit.chunk_id]).find([question], 10)
    assert [hit.n for hit in plain] == [0]
    assert [hit.n for hit in found] == [0, 1]


def test_a_question_without_answer_finds_nothing(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    store = EmbeddedStore(tmp_path / "store", embedder.dimensions, 5.0)
    search = HybridSearch(store, embedder, Fusion(1.0, 10))
    assert QuestionSearch(search, lambda hit: "").find(["anything"], 10) == [()]
