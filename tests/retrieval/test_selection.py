from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from retrieval_samples import CountingEmbedder, chunk, paper, points

from wiki_assets.documents.model import Chunk, ChunkKind
from wiki_assets.retrieval.edge import EmbeddedStore
from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.retrieval.search import Fusion, HybridSearch, fuse
from wiki_assets.retrieval.selection import ConceptQuery, SelectionRules, select_evidence
from wiki_assets.retrieval.store import StoreAnswer, StoredHit

RULES = SelectionRules(count=4, per_paper=2)
PACKING = ConceptQuery("circle-packing", "Circle packing", ("coin graph",))


def evidence(
    folder: Path, papers: Mapping[str, Sequence[Chunk]], concept: ConceptQuery = PACKING, rules: SelectionRules = RULES
) -> ConceptEvidence:
    embedder = CountingEmbedder()
    store = EmbeddedStore(folder / "store", embedder.dimensions, 5.0)
    store.replace(points(papers, embedder))
    present = {bibkey: {one.chunk_id: one for one in chunks} for bibkey, chunks in papers.items()}
    (chosen,) = select_evidence(
        [concept], HybridSearch(store, embedder, Fusion(0.25, 10)), lambda bibkey: present.get(bibkey, {}), rules
    )
    return chosen


def places(chosen: ConceptEvidence) -> list[tuple[str, int]]:
    return [(row.chunk.bibkey, row.chunk.n) for row in chosen.rows]


def test_passages_that_do_not_name_the_concept_are_no_evidence(tmp_path: Path) -> None:
    papers = {"Alpha": paper("Alpha", "A circle packing is rigid.", "A circle and, elsewhere, packing.")}
    assert places(evidence(tmp_path, papers)) == [("Alpha", 0)]


def test_a_concept_that_nothing_names_has_no_evidence(tmp_path: Path) -> None:
    assert evidence(tmp_path, {"Alpha": paper("Alpha", "The sphere is round.")}).rows == ()


def test_no_paper_fills_the_evidence_alone(tmp_path: Path) -> None:
    many = paper("Alpha", *(f"A circle packing, a circle packing, number {n}." for n in range(6)))
    papers = {"Alpha": many, "Beta": paper("Beta", "One circle packing among very many other words of this long sentence.")}
    chosen = places(evidence(tmp_path, papers))
    assert sum(bibkey == "Alpha" for bibkey, _ in chosen) == RULES.per_paper
    assert ("Beta", 0) in chosen


def test_the_papers_that_speak_of_it_most_are_heard_even_in_a_table(tmp_path: Path) -> None:
    papers: dict[str, Sequence[Chunk]] = {
        f"P{n}": paper(f"P{n}", *(f"Circle packing {word} {n}." for word in ("one", "two"))) for n in range(2)
    }
    papers["Survey"] = [chunk("Survey", n, "circle packing | " * 5 + str(n), ChunkKind.TABLE) for n in range(3)]
    assert "Survey" in {bibkey for bibkey, _ in places(evidence(tmp_path, papers, rules=SelectionRules(3, 2)))}


def test_neighbours_give_way_to_a_passage_further_off(tmp_path: Path) -> None:
    texts = [
        "A circle packing of the plane.",
        "A circle packing of the plane too.",
        "Other words.",
        "A circle packing of the plane again.",
    ]
    chosen = places(evidence(tmp_path, {"Alpha": paper("Alpha", *texts)}, rules=SelectionRules(2, 2)))
    assert chosen == [("Alpha", 0), ("Alpha", 3)]


def test_the_same_words_are_not_taken_twice(tmp_path: Path) -> None:
    papers = {key: paper(key, "A circle packing is rigid.") for key in ("Alpha", "Beta")}
    papers["Gamma"] = paper("Gamma", "Each circle packing has a nerve.", "A circle packing is rigid.")
    texts = [row.chunk.text for row in evidence(tmp_path, papers, rules=SelectionRules(4, 2)).rows]
    assert sorted(texts) == ["A circle packing is rigid.", "Each circle packing has a nerve."]


def test_a_part_of_the_name_counts_only_in_papers_that_use_the_whole(tmp_path: Path) -> None:
    machine = ConceptQuery("replicated-state-machine", "Replicated state machine")
    papers = {
        "Raft": paper("Raft", "A replicated state machine.", "The leader.", "Each state machine applies the log."),
        "Dynamo": paper("Dynamo", "A state machine is created for each client request."),
    }
    assert sorted(places(evidence(tmp_path, papers, machine))) == [("Raft", 0), ("Raft", 2)]


def test_a_part_of_the_name_will_do_where_no_paper_uses_the_whole(tmp_path: Path) -> None:
    questions = ConceptQuery("natural-questions", "Natural Questions dataset")
    assert places(evidence(tmp_path, {"Alpha": paper("Alpha", "We train on Natural Questions.")}, questions)) == [("Alpha", 0)]


def test_a_paper_that_does_not_name_the_concept_changes_nothing(tmp_path: Path) -> None:
    papers = {"Alpha": paper("Alpha", "A circle packing is rigid.", "Words.", "The nerve of a circle packing is a graph.")}
    before = evidence(tmp_path / "before", papers)
    papers["Noise"] = paper("Noise", "A circle.", "The packing of bags.", "Coins.")
    after = evidence(tmp_path / "after", papers)
    assert before.fingerprint == after.fingerprint
    assert [row.score for row in before.rows] == [row.score for row in after.rows]


def test_points_whose_chunks_are_gone_are_passed_over(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    store = EmbeddedStore(tmp_path / "store", embedder.dimensions, 5.0)
    store.replace(points({"Alpha": paper("Alpha", "A circle packing.")}, embedder))
    (chosen,) = select_evidence([PACKING], HybridSearch(store, embedder, Fusion(0.25, 10)), lambda bibkey: {}, RULES)
    assert chosen == ConceptEvidence("circle-packing", ())


def test_ranks_run_from_one_and_scores_fall(tmp_path: Path) -> None:
    papers = {key: paper(key, f"A circle packing {key}.", "Words.", f"The coin graph {key}.") for key in ("Alpha", "Beta")}
    rows = evidence(tmp_path, papers).rows
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)


def hit(name: str, score: float) -> StoredHit:
    return StoredHit(name, name.upper(), 0, "", score)


def test_a_passage_high_in_both_rankings_wins() -> None:
    answer = StoreAnswer(dense=(hit("a", 0.9), hit("b", 0.8)), sparse=(hit("b", 7.0), hit("c", 6.0)))
    hits = fuse(answer, Fusion(1.0, 10))
    assert [one.chunk_id for one in hits] == ["b", "a", "c"]
    assert (hits[0].dense_rank, hits[0].sparse_rank, hits[2].dense_rank) == (2, 1, 0)


def test_without_weight_the_dense_ranking_is_silent() -> None:
    answer = StoreAnswer(dense=(hit("a", 0.9),), sparse=(hit("b", 7.0),))
    assert [one.chunk_id for one in fuse(answer, Fusion(0.0, 10))] == ["b"]
