"""How well passages are found, on real papers, against concepts and questions with known answers.

Usage: python -m benchmarks.retrieval --papers ../shared/corpus/papers --questions ../shared/bench/questions.jsonl

(a) For every concept of concepts.*.yaml: the share of its three most-hit papers among the papers of its evidence, and the share
of evidence passages in which its regular expression occurs. Once with all papers in one index, once with an index for each
cluster. (b) For every question: whether a passage among the first ten is of the gold paper and holds the gold quote, and how far
up the first such passage stands, by how many words question and passage share.

Nothing is kept: parsing, embedding and the index live in a temporary folder, unless --work names one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import re
import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from ruamel.yaml import YAML

from wiki_assets.documents.chunking import chunk_document
from wiki_assets.documents.codec import decode_chunks, decode_parsed, encode_chunks
from wiki_assets.documents.model import Chunk, Source
from wiki_assets.documents.reading.batch import read_documents
from wiki_assets.retrieval.dense import Embedder, load_embedder
from wiki_assets.retrieval.embedding import embed_papers
from wiki_assets.retrieval.model import ConceptEvidence, Hit
from wiki_assets.retrieval.search import Fusion, HybridSearch
from wiki_assets.retrieval.selection import ConceptQuery, SelectionRules, select_evidence
from wiki_assets.retrieval.store import VectorStore, open_store
from wiki_assets.settings import Settings
from wiki_assets.storage.artifacts import ArtifactStore

OVERLAPS = ("high", "mid", "low")
FIRST = 10
# A quote that straddles two passages counts where this share of its words stands in sequence in one of them.
STRADDLE = 0.6

Papers = Mapping[str, Sequence[Chunk]]

# Weight of dense against BM25 (1.0) for free questions: less finds fewer of those that share few words with their passage.
QUESTION_DENSE_WEIGHT = 1.0


@dataclass(frozen=True, slots=True)
class GoldConcept:
    """A concept, the papers that name it most, and a pattern that tells its passages."""

    cluster: str
    query: ConceptQuery
    pattern: re.Pattern[str]
    top_papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question and the words that answer it."""

    text: str
    bibkey: str
    quote: str
    overlap: str


def main() -> None:
    arguments = _arguments()
    settings = Settings.load()
    with tempfile.TemporaryDirectory() as temporary:
        work = arguments.work or Path(temporary)
        papers = read_papers(arguments.papers, work)
        concepts = read_concepts(arguments.papers)
        questions = read_questions(arguments.questions)
        clusters = read_clusters(arguments.papers)
        for name in arguments.embedder or ["wordllama"]:
            embedder = load_embedder(name, work / "models")
            print(f"\n== {embedder.name}")
            store = build_index(papers, embedder, work)
            _print_concepts(papers, concepts, clusters, store, embedder, settings, work)
            _print_questions(papers, questions, store, embedder, settings)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--papers", type=Path, required=True, help="folder of PDF files, manifest.jsonl and concepts.*.yaml")
    parser.add_argument("--questions", type=Path, required=True, help="questions with gold quotes, JSON lines")
    parser.add_argument("--embedder", action="append", help="wordllama (default), minilm, litellm/<model>; may be repeated")
    parser.add_argument("--work", type=Path, help="folder to keep chunks, vectors and indexes in between runs")
    return parser.parse_args()


def read_papers(folder: Path, work: Path) -> dict[str, list[Chunk]]:
    """Chunks by bibkey; read from `work` where they were kept."""
    started = time.monotonic()
    kept = work / "chunks"
    if not kept.is_dir():
        files = sorted(folder.glob("*.pdf"))
        sources = [
            Source(file.stem, file.name, hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_size, 0) for file in files
        ]
        outcomes = [outcome for outcome in read_documents(folder, sources, workers=0) if outcome.parsed is not None]
        kept.mkdir(parents=True)
        for outcome in outcomes:
            chunks = chunk_document(outcome.record, decode_parsed(outcome.parsed or b""), Settings.load().chunk_tokens)
            (kept / f"{outcome.record.bibkey}.parquet").write_bytes(encode_chunks(chunks))
    papers = {file.stem: decode_chunks(file.read_bytes()) for file in sorted(kept.glob("*.parquet"))}
    total = sum(len(chunks) for chunks in papers.values())
    print(f"{len(papers)} papers, {total} chunks, {time.monotonic() - started:.1f} s")
    return papers


def read_concepts(folder: Path) -> list[GoldConcept]:
    concepts = []
    for file in sorted(folder.glob("concepts.*.yaml")):
        content = YAML(typ="safe").load(file)
        for entry in content["concepts"]:
            counts: dict[str, int] = entry["papers"]
            top = sorted(counts, key=lambda bibkey: (-counts[bibkey], bibkey))[:3]
            query = ConceptQuery(entry["slug"], entry["title"], tuple(entry["aliases"]))
            concepts.append(GoldConcept(content["cluster"], query, re.compile(entry["regex"]), tuple(top)))
    return concepts


def read_questions(file: Path) -> list[GoldQuestion]:
    rows = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
    return [GoldQuestion(row["question"], row["bibkey"], row["quote"], row["overlap"]) for row in rows]


def read_clusters(folder: Path) -> dict[str, str]:
    """Cluster by bibkey."""
    rows = (json.loads(line) for line in (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines() if line.strip())
    return {row["bibkey"]: row["cluster"] for row in rows}


def build_index(papers: Papers, embedder: Embedder, folder: Path) -> VectorStore:
    started = time.monotonic()
    embedded = embed_papers(papers, embedder, ArtifactStore(folder))
    seconds = time.monotonic() - started
    fresh = sum(one.embedded for one in embedded)
    store = open_store(folder / "vectors", embedder)
    started = time.monotonic()
    store.replace({one.bibkey: one.points for one in embedded})
    stored = time.monotonic() - started
    started = time.monotonic()
    count = store.count()
    print(
        f"embedded {fresh} in {seconds:.1f} s ({fresh / seconds:.0f}/s); {count} points stored in {stored:.2f} s; "
        f"opening, counting and closing {1000 * (time.monotonic() - started):.0f} ms"
    )
    return store


def _print_concepts(
    papers: Papers,
    concepts: Sequence[GoldConcept],
    clusters: Mapping[str, str],
    store: VectorStore,
    embedder: Embedder,
    settings: Settings,
    work: Path,
) -> None:
    fusion = Fusion(settings.dense_weight, settings.rrf_k)
    rules = SelectionRules(settings.evidence_count, settings.evidence_per_paper)
    lookup = {bibkey: {chunk.chunk_id: chunk for chunk in chunks} for bibkey, chunks in papers.items()}

    def choose(index: VectorStore, asked: Sequence[GoldConcept]) -> list[ConceptEvidence]:
        search = HybridSearch(index, embedder, fusion)
        return select_evidence([one.query for one in asked], search, lambda bibkey: lookup.get(bibkey, {}), rules)

    print(f"\n{'concepts':28s} {'top-3 papers':>13s} {'regex':>7s} {'passages':>9s} {'papers':>7s}")
    started = time.monotonic()
    together = choose(store, concepts)
    seconds = time.monotonic() - started
    alone: list[ConceptEvidence] = []
    names = sorted({one.cluster for one in concepts})
    for name in names:
        own = {bibkey: chunks for bibkey, chunks in papers.items() if clusters[bibkey] == name}
        with tempfile.TemporaryDirectory(dir=work) as folder:
            index = open_store(Path(folder), embedder)
            index.replace({one.bibkey: one.points for one in embed_papers(own, embedder, ArtifactStore(work))})
            alone += choose(index, [one for one in concepts if one.cluster == name])
    for title, evidence in (("all papers, one index", together), ("an index a cluster", alone)):
        _print_evidence(title, concepts, evidence)
        for name in names:
            _print_evidence(f"  {name}", *_of_cluster(name, concepts, evidence))
    print(f"chosen in {seconds:.1f} s ({1000 * seconds / len(concepts):.0f} ms a concept)")


def _of_cluster(
    name: str, concepts: Sequence[GoldConcept], evidence: Sequence[ConceptEvidence]
) -> tuple[list[GoldConcept], list[ConceptEvidence]]:
    own = [one for one in concepts if one.cluster == name]
    slugs = {one.query.slug for one in own}
    return own, [one for one in evidence if one.concept in slugs]


def _print_evidence(title: str, concepts: Sequence[GoldConcept], evidence: Sequence[ConceptEvidence]) -> None:
    found = {one.concept: one.rows for one in evidence}
    shares, hits, sizes, breadths = [], [], [], []
    for gold in concepts:
        rows = found[gold.query.slug]
        heard = {row.chunk.bibkey for row in rows}
        shares.append(mean(bibkey in heard for bibkey in gold.top_papers))
        matches = [gold.pattern.search(unicodedata.normalize("NFKC", row.chunk.text).lower()) is not None for row in rows]
        hits.append(mean(matches) if matches else 0.0)
        sizes.append(len(rows))
        breadths.append(len(heard))
    print(f"{title:28s} {mean(shares):13.3f} {mean(hits):7.3f} {mean(sizes):9.1f} {mean(breadths):7.1f}")


def _print_questions(
    papers: Papers, questions: Sequence[GoldQuestion], store: VectorStore, embedder: Embedder, settings: Settings
) -> None:
    texts = [one.text for one in questions]
    k = settings.rrf_k

    def hybrid(dense_weight: float) -> list[tuple[Hit, ...]]:
        return HybridSearch(store, embedder, Fusion(dense_weight, k)).find(texts, 100)

    def by(rank: str) -> list[Sequence[Hit]]:
        return [
            sorted((hit for hit in hits if getattr(hit, rank)), key=lambda hit: int(getattr(hit, rank))) for hits in hybrid(1.0)
        ]

    weight = QUESTION_DENSE_WEIGHT
    systems: dict[str, Callable[[], Sequence[Sequence[Hit]]]] = {
        "BM25": lambda: by("sparse_rank"),
        "dense": lambda: by("dense_rank"),
        f"fused ({weight:g}, k {k})": lambda: hybrid(weight),
    }
    gold = [_gold_chunks(one, papers.get(one.bibkey, ())) for one in questions]
    unfindable = sum(not one for one in gold)
    print(
        f"\n{'questions: recall@10, MRR':28s} "
        + " ".join(f"{name:>6s} {'':>5s}" for name in OVERLAPS)
        + f"   ({unfindable} in no chunk)"
    )
    for title, run in systems.items():
        started = time.monotonic()
        answers = run()
        seconds = time.monotonic() - started
        cells = []
        for overlap in OVERLAPS:
            places = [
                _place(hits, ids) for one, hits, ids in zip(questions, answers, gold, strict=True) if one.overlap == overlap
            ]
            recall = mean(0 < place <= FIRST for place in places)
            cells.append(f"{recall:6.2f} {mean(1 / place if place else 0.0 for place in places):5.2f}")
        print(f"{title:28s} {' '.join(cells)}   {1000 * seconds / len(texts):.0f} ms a question")


def _gold_chunks(question: GoldQuestion, chunks: Iterable[Chunk]) -> set[str]:
    quote = normalise(question.quote)
    words = re.findall(r"\w+", quote)
    length = math.ceil(STRADDLE * len(words))
    runs = [f" {' '.join(words[start : start + length])} " for start in range(len(words) - length + 1)]
    found = set()
    for chunk in chunks:
        text = normalise(chunk.text)
        listed = " " + " ".join(re.findall(r"\w+", text)) + " "
        if quote in text or any(run in listed for run in runs):
            found.add(chunk.chunk_id)
    return found


def normalise(text: str) -> str:
    """NFKC, line-end hyphens undone, white space folded, lower case."""
    text = unicodedata.normalize("NFKC", text).replace("\u00ad", "")
    text = re.sub(r"(\w)[-\u2010]\s+(?=[a-z])", r"\1", text)
    return re.sub(r"\s+", " ", text).strip().lower()


def _place(hits: Sequence[Hit], gold: set[str]) -> int:
    return next((place for place, hit in enumerate(hits, 1) if hit.chunk_id in gold), 0)


if __name__ == "__main__":
    main()
