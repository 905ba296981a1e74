"""What both engines must do alike; the server's code runs on the client's own local mode."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import qdrant_edge
from qdrant_client import QdrantClient
from retrieval_samples import CountingEmbedder, chunk, paper, point, points

from wiki_assets.errors import ArtifactError, StoreLockedError, StoreUnavailableError
from wiki_assets.retrieval.client import ServerStore, connect
from wiki_assets.retrieval.edge import EmbeddedStore
from wiki_assets.retrieval.sparse import query_vector
from wiki_assets.retrieval.store import StoreAnswer, StoreQuery, VectorStore, collection_name, open_store

EMBEDDER = CountingEmbedder()
PAPERS = {
    "Alpha": paper("Alpha", "circle packings are rigid", "every planar graph has one"),
    "Beta": paper("Beta", "consensus needs a majority", "a leader of the majority"),
}


def embedded(folder: Path) -> VectorStore:
    return EmbeddedStore(folder / "store", EMBEDDER.dimensions, wait_seconds=5.0)


def server(folder: Path) -> VectorStore:
    return ServerStore(QdrantClient(":memory:"), "chunks", EMBEDDER.dimensions)


@pytest.fixture(params=[embedded, server])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> VectorStore:
    make: Callable[[Path], VectorStore] = request.param
    return make(tmp_path)


def ask(store: VectorStore, text: str, bibkeys: frozenset[str] | None = None) -> StoreAnswer:
    return store.search([StoreQuery(EMBEDDER.embed([text])[0], query_vector(text), 10, bibkeys)])[0]


def test_a_store_nobody_wrote_is_empty(store: VectorStore) -> None:
    assert store.count() == 0
    assert store.papers() == {}
    assert ask(store, "circle") == StoreAnswer((), ())
    store.delete(["Alpha"])


def test_words_find_their_passage_first_in_both_rankings(store: VectorStore) -> None:
    store.replace(points(PAPERS, EMBEDDER))
    answer = ask(store, "majority consensus")
    assert [(hit.bibkey, hit.n) for hit in answer.sparse] == [("Beta", 0), ("Beta", 1)]
    assert answer.sparse[0].score > answer.sparse[1].score > 0
    assert (answer.dense[0].bibkey, answer.dense[0].n) == ("Beta", 0)
    assert answer.dense[0].text_hash == PAPERS["Beta"][0].text_hash


def test_a_query_without_words_has_no_sparse_ranking(store: VectorStore) -> None:
    store.replace(points(PAPERS, EMBEDDER))
    answer = ask(store, "of the")
    assert answer.sparse == ()
    assert len(answer.dense) == 4


def test_only_the_papers_asked_for_are_searched(store: VectorStore) -> None:
    store.replace(points(PAPERS, EMBEDDER))
    answer = ask(store, "a majority of graphs", frozenset({"Alpha"}))
    assert {hit.bibkey for hit in (*answer.dense, *answer.sparse)} == {"Alpha"}


def test_replacing_a_paper_removes_its_stale_passages_and_no_others(store: VectorStore) -> None:
    store.replace(points(PAPERS, EMBEDDER))
    store.replace(points({"Alpha": PAPERS["Alpha"][:1]}, EMBEDDER))
    assert store.papers() == {"Alpha": 1, "Beta": 2}


def test_replacing_twice_leaves_what_replacing_once_left(store: VectorStore) -> None:
    store.replace(points(PAPERS, EMBEDDER))
    before = ask(store, "circle majority")
    store.replace(points(PAPERS, EMBEDDER))
    assert store.count() == 4
    assert ask(store, "circle majority") == before


def test_a_paper_without_passages_vanishes(store: VectorStore) -> None:
    store.replace(points(PAPERS, EMBEDDER))
    store.replace({"Alpha": []})
    assert store.papers() == {"Beta": 2}


def test_deleted_papers_are_gone(store: VectorStore) -> None:
    store.replace(points(PAPERS, EMBEDDER))
    store.delete(["Beta", "Unknown"])
    assert store.papers() == {"Alpha": 2}


def test_many_queries_are_answered_in_their_order(store: VectorStore) -> None:
    store.replace(points(PAPERS, EMBEDDER))
    texts = ["rigid", "planar", "consensus", "leader"]
    answers = store.search([StoreQuery(EMBEDDER.embed([text])[0], query_vector(text), 3) for text in texts])
    assert [(answer.sparse[0].bibkey, answer.sparse[0].n) for answer in answers] == [
        ("Alpha", 0),
        ("Alpha", 1),
        ("Beta", 0),
        ("Beta", 1),
    ]


def test_both_engines_give_the_same_rankings(tmp_path: Path) -> None:
    engines = (embedded(tmp_path), server(tmp_path))
    for one in engines:
        one.replace(points(PAPERS, EMBEDDER))
    first, second = (ask(one, "a majority of circle packings") for one in engines)
    assert [hit.chunk_id for hit in first.sparse] == [hit.chunk_id for hit in second.sparse]
    assert [hit.chunk_id for hit in first.dense] == [hit.chunk_id for hit in second.dense]


def test_another_embedder_gets_another_collection(tmp_path: Path) -> None:
    first, second = (open_store(tmp_path, CountingEmbedder(name)) for name in ("one", "two/three"))
    first.replace(points(PAPERS, EMBEDDER))
    assert (first.count(), second.count()) == (4, 0)
    assert collection_name(CountingEmbedder("two/three")) == "passages-two-three"


def test_threads_take_turns(tmp_path: Path) -> None:
    store = embedded(tmp_path)
    keys = [f"Paper{number}" for number in range(6)]
    threads = [threading.Thread(target=store.replace, args=(points({key: paper(key, f"text {key}")}, EMBEDDER),)) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.papers() == dict.fromkeys(keys, 1)


def test_a_store_held_too_long_says_what_to_do(tmp_path: Path) -> None:
    embedded(tmp_path).replace(points(PAPERS, EMBEDDER))
    holder = qdrant_edge.EdgeShard.load(str(tmp_path / "store"))  # as a notebook would, without our lock
    try:
        with pytest.raises(StoreLockedError, match="WIKI_STORE_WAIT_SECONDS"):
            EmbeddedStore(tmp_path / "store", EMBEDDER.dimensions, wait_seconds=0.2).count()
    finally:
        holder.close()


def test_waiting_ends_when_the_holder_lets_go(tmp_path: Path) -> None:
    store = embedded(tmp_path)
    store.replace(points(PAPERS, EMBEDDER))
    holder = qdrant_edge.EdgeShard.load(str(tmp_path / "store"))
    threading.Timer(0.3, holder.close).start()
    assert store.count() == 4


_WRITE_AND_HANG = """
import sys, time
from pathlib import Path
from retrieval_samples import CountingEmbedder, paper, points
from wiki_assets.retrieval.edge import EmbeddedStore
store = EmbeddedStore(Path(sys.argv[1]), 8, 5.0)
store.replace(points({"Alpha": paper("Alpha", "written before the kill")}, CountingEmbedder()))
with store._opened() as shard:
    from wiki_assets.retrieval.edge import _point, qdrant
    one = points({"Beta": paper("Beta", "written without a flush")}, CountingEmbedder())["Beta"]
    shard.update(qdrant.UpdateOperation.upsert_points([_point(each) for each in one]))
    print("ready", flush=True)
    time.sleep(60)
"""


def test_a_killed_writer_leaves_a_store_that_opens(tmp_path: Path) -> None:
    here = str(Path(__file__).parent)
    command = [sys.executable, "-c", f"import sys; sys.path[:0] = [{here!r}, {str(Path(here).parents[1])!r}]\n{_WRITE_AND_HANG}"]
    with subprocess.Popen([*command, str(tmp_path / "store")], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline().strip() == "ready"
        writer.kill()
    started = time.monotonic()
    papers = embedded(tmp_path).papers()
    assert papers["Alpha"] == 1  # what was flushed is kept; the log gives the rest back
    assert papers["Beta"] == 1
    assert time.monotonic() - started < 5.0


def test_a_kill_while_creating_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "store.new").mkdir()
    (tmp_path / "store.new" / "half").write_text("half", encoding="utf-8")
    store = embedded(tmp_path)
    store.replace(points(PAPERS, EMBEDDER))
    assert store.count() == 4


def test_a_foreign_folder_is_not_taken_for_a_store(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "letter.txt").write_text("hello", encoding="utf-8")
    with pytest.raises(ArtifactError, match="Delete that folder"):
        embedded(tmp_path).count()


def test_a_damaged_store_says_how_to_mend_it(tmp_path: Path) -> None:
    store = embedded(tmp_path)
    store.replace(points(PAPERS, EMBEDDER))
    for file in (tmp_path / "store" / "segments").rglob("*"):
        if file.is_file():
            file.write_bytes(b"garbage")
    with pytest.raises(ArtifactError, match="materialize embeddings again"):
        store.count()


def test_a_server_that_does_not_answer_is_unavailable_and_worth_a_retry() -> None:
    store = ServerStore(connect("http://127.0.0.1:9"), "chunks", EMBEDDER.dimensions)
    with pytest.raises(StoreUnavailableError, match="QDRANT_URL") as caught:
        store.count()
    assert caught.value.retryable


def test_ordinals_decide_among_equal_passages(store: VectorStore) -> None:
    same = {"Same": [chunk("Same", n, "one and the same text") for n in range(5)]}
    store.replace(points(same, EMBEDDER))
    answer = ask(store, "same text")
    assert [hit.n for hit in answer.sparse] == [hit.n for hit in answer.dense] == [0, 1, 2, 3, 4]


def test_a_passage_is_as_near_as_its_nearest_part(store: VectorStore) -> None:
    whole, parts = chunk("Alpha", 0, "circle majority"), chunk("Beta", 0, "circle majority too")
    mixed = point(whole, EMBEDDER)
    split = replace(point(parts, EMBEDDER), dense=EMBEDDER.embed(["circle", "majority"]))
    store.replace({"Alpha": [mixed], "Beta": [split]})
    answer = ask(store, "majority")
    assert [hit.bibkey for hit in answer.dense] == ["Beta", "Alpha"]
    assert answer.dense[0].score == pytest.approx(1.0, abs=1e-5)


def test_a_store_of_another_size_of_vectors_is_not_written(tmp_path: Path) -> None:
    store = embedded(tmp_path)
    store.replace(points(PAPERS, EMBEDDER))
    wide = replace(point(PAPERS["Alpha"][0], EMBEDDER), dense=np.ones((1, 9), dtype=np.float32))
    with pytest.raises(ArtifactError, match="Vector dimension error"):
        store.replace({"Alpha": [wide]})
    assert store.papers() == {"Alpha": 2, "Beta": 2}


def test_a_folder_that_cannot_be_made_is_told_apart_from_a_damaged_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(ArtifactError, match="Check space and permissions"):
        EmbeddedStore(tmp_path / "file" / "store", EMBEDDER.dimensions, wait_seconds=1.0).replace(points(PAPERS, EMBEDDER))
