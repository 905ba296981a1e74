from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from retrieval_samples import CountingEmbedder, chunk, paper

from wiki_assets.documents.model import ChunkKind
from wiki_assets.retrieval.embedding import embed_papers, indexed_text, parts
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.layout import embedding_cache


@pytest.fixture
def artifacts(tmp_path: Path) -> ArtifactStore:
    return ArtifactStore(tmp_path)


def test_a_second_run_embeds_nothing(artifacts: ArtifactStore) -> None:
    papers = {"Alpha": paper("Alpha", "one", "two"), "Beta": paper("Beta", "three")}
    first = embed_papers(papers, CountingEmbedder(), artifacts)
    again = CountingEmbedder()
    second = embed_papers(papers, again, artifacts)
    assert [(one.embedded, one.reused) for one in first] == [(2, 0), (1, 0)]
    assert [(one.embedded, one.reused) for one in second] == [(0, 2), (0, 1)]
    assert again.asked == []
    for one, other in zip(first, second, strict=True):
        for before, after in zip(one.points, other.points, strict=True):
            assert np.array_equal(before.dense, after.dense)
            assert (before.sparse, before.payload) == (after.sparse, after.payload)


def test_only_a_changed_passage_is_embedded_and_the_old_one_forgotten(artifacts: ArtifactStore) -> None:
    embed_papers({"Alpha": paper("Alpha", "one", "two")}, CountingEmbedder(), artifacts)
    embedder = CountingEmbedder()
    (result,) = embed_papers({"Alpha": paper("Alpha", "one", "three")}, embedder, artifacts)
    assert (result.embedded, result.reused, embedder.asked) == (1, 1, ["three"])
    back = CountingEmbedder()
    embed_papers({"Alpha": paper("Alpha", "one", "two")}, back, artifacts)
    assert back.asked == ["two"]


def test_equal_texts_of_many_papers_are_embedded_once(artifacts: ArtifactStore) -> None:
    embedder = CountingEmbedder()
    embed_papers({"Alpha": paper("Alpha", "same"), "Beta": paper("Beta", "same", "same")}, embedder, artifacts)
    assert embedder.asked == ["same"]


def test_bibliography_and_front_matter_are_never_stored(artifacts: ArtifactStore) -> None:
    kinds = [ChunkKind.FRONT_MATTER, ChunkKind.PROSE, ChunkKind.TABLE, ChunkKind.BIBLIOGRAPHY]
    chunks = [chunk("Alpha", n, f"text {n}", kind) for n, kind in enumerate(kinds)]
    (result,) = embed_papers({"Alpha": chunks}, CountingEmbedder(), artifacts)
    assert [point.n for point in result.points] == [1, 2]


def test_headings_are_found_with_the_text(artifacts: ArtifactStore) -> None:
    one = chunk("Alpha", 0, "They are rigid.", section=("2 Circles", "2.1 Packings"))
    assert indexed_text(one) == "2 Circles\n2.1 Packings\nThey are rigid."
    embedder = CountingEmbedder()
    embed_papers({"Alpha": [one]}, embedder, artifacts)
    moved = chunk("Alpha", 0, "They are rigid.", section=("3 Spheres",))
    embed_papers({"Alpha": [moved]}, embedder, artifacts)
    assert len(embedder.asked) == 2  # the text is the same, what is embedded is not


def test_a_damaged_cache_is_made_again(artifacts: ArtifactStore) -> None:
    papers = {"Alpha": paper("Alpha", "one")}
    embedder = CountingEmbedder()
    embed_papers(papers, embedder, artifacts)
    artifacts.write(embedding_cache(embedder.name, "Alpha"), b"not a cache")
    (result,) = embed_papers(papers, embedder, artifacts)
    assert result.embedded == 1


def test_equal_chunks_give_equal_bytes_of_cache(artifacts: ArtifactStore, tmp_path: Path) -> None:
    other = ArtifactStore(tmp_path / "other")
    for store in (artifacts, other):
        embed_papers({"Alpha": paper("Alpha", "one", "two")}, CountingEmbedder(), store)
    key = embedding_cache("counting-1", "Alpha")
    assert artifacts.read(key) == other.read(key)


def test_a_paper_without_text_has_no_points(artifacts: ArtifactStore) -> None:
    (result,) = embed_papers({"Alpha": []}, CountingEmbedder(), artifacts)
    assert (result.points, result.embedded, result.reused) == ((), 0, 0)


def test_a_long_passage_has_a_vector_for_each_part(artifacts: ArtifactStore) -> None:
    embedder = CountingEmbedder(window_words=4)
    long = chunk("Alpha", 0, "one two three four five six seven", section=("Head",))
    short = chunk("Alpha", 1, "one two", section=("Head",))
    (result,) = embed_papers({"Alpha": [long, short]}, embedder, artifacts)
    assert embedder.asked == ["Head one two three", "four five six seven", "Head\none two"]
    assert [point.dense.shape for point in result.points] == [(2, 8), (1, 8)]
    assert (result.embedded, result.reused) == (2, 0)
    (again,) = embed_papers({"Alpha": [long, short]}, embedder, artifacts)
    assert (again.embedded, again.reused) == (0, 2)


@given(st.lists(st.text("ab", min_size=1, max_size=3), min_size=1, max_size=60), st.integers(1, 20))
def test_parts_lose_no_word_and_none_is_too_long(words: list[str], window: int) -> None:
    cut = parts(chunk("Alpha", 0, " ".join(words)), window)
    assert " ".join(cut).split() == words
    assert all(0 < len(part.split()) <= window for part in cut)
