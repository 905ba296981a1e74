"""The measures: each runs in a process of its own, so that memory and caches of one do not help another.

Belongs here: what is timed. Does not belong here: the table (`__main__`) or retrieval quality (`retrieval`).
"""

from __future__ import annotations

import contextlib
import io
import json
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

RAG = [
    "Ammar2018",
    "Bevilacqua2022",
    "Borgeaud2022",
    "Cohan2020",
    "Guu2020",
    "He2025PaSa",
    "Izacard2021",
    "Karpukhin2020",
    "Lewis2020",
    "Thakur2021",
    "Vaswani2017",
]
WORKERS = 2


def files(papers: Path, keys: list[str]) -> list[Path]:
    """The PDF files of these keys; all where none are named."""
    return [papers / f"{key}.pdf" for key in keys] if keys else sorted(papers.glob("*.pdf"))


def bare(papers: Path, keys: list[str]) -> dict[str, float]:
    """PyMuPDF's plain text, cut every 1,000 characters, through the embedding package's own `embed`: what no ingest can avoid."""
    import pymupdf
    import wordllama

    model = wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)
    started = time.monotonic()
    pages, texts = 0, []
    for path in files(papers, keys):
        with pymupdf.open(path) as document:
            for page in document:
                texts.append(page.get_text())
                pages += 1
    read = time.monotonic() - started
    whole = "\n".join(texts)
    pieces = [whole[at : at + 1000] for at in range(0, len(whole), 1000)]
    started = time.monotonic()
    model.embed(pieces, norm=True)
    embedded = time.monotonic() - started
    return {"pages": pages, "chunks": len(pieces), "read": read, "embed": embedded, "seconds": read + embedded}


def ours(papers: Path, keys: list[str]) -> dict[str, float]:
    """Our parse, chunk and embed (cache, sparse vectors and store included), without Dagster."""
    from wiki_assets.documents.library import scan_library
    from wiki_assets.documents.steps import cut, ingest
    from wiki_assets.retrieval.dense import load_embedder
    from wiki_assets.retrieval.steps import embed
    from wiki_assets.retrieval.store import open_store
    from wiki_assets.storage.artifacts import ArtifactStore

    home = Path(tempfile.mkdtemp())
    raw = home / "raw"
    raw.mkdir()
    for path in files(papers, keys):
        shutil.copy(path, raw / path.name)
    store = ArtifactStore(home / "artifacts")
    model = load_embedder("wordllama", home / "models")
    library = scan_library(raw, None, {}, {})
    todo = list(library.sources)
    started = time.monotonic()
    records = list(ingest(todo, library, raw, store, WORKERS))
    read = time.monotonic()
    chunked = list(cut(todo, store, 250))
    cut_at = time.monotonic()
    papers_done = list(embed(todo, store, open_store(home / "vectors", model), model))
    ended = time.monotonic()
    return {
        "pages": sum(record.pages for record in records),
        "chunks": sum(len(paper.chunks) for paper in chunked),
        "embedded": sum(paper.embedded for paper in papers_done),
        "read": read - started,
        "cut": cut_at - read,
        "embed": ended - cut_at,
        "seconds": ended - started,
    }


def bare_text(documents: Path, keys: list[str]) -> dict[str, float]:
    """PyMuPDF's plain text of every page and nothing else, in this process."""
    import pymupdf

    started = time.monotonic()
    pages = characters = 0
    for path in files(documents, keys):
        with pymupdf.open(path) as document:
            for page in document:
                characters += len(page.get_text())
                pages += 1
    return {"pages": pages, "characters": characters, "seconds": time.monotonic() - started}


def reading(documents: Path, workers: int, keys: list[str]) -> dict[str, float]:
    """Our reading alone: from files to stored elements, confined processes and their start included, and the first chunk."""
    from wiki_assets.documents import codec
    from wiki_assets.documents.chunking import chunk_document
    from wiki_assets.documents.library import scan_library
    from wiki_assets.documents.reading.batch import read_documents

    wanted = {path.name for path in files(documents, keys)}
    sources = [source for source in scan_library(documents, None, {}, {}).sources.values() if source.file in wanted]
    started = time.monotonic()
    pages, first = 0, 0.0
    for read in read_documents(documents, sources, workers):
        pages += read.record.pages
        if not first and read.parsed is not None:
            assert chunk_document(read.record, codec.decode_parsed(read.parsed))
            first = time.monotonic() - started
    return {"pages": pages, "seconds": time.monotonic() - started, "first": first}


def graph(papers: Path, concepts: Path, home: Path) -> dict[str, float]:
    """`wiki build` on a fresh home; also the same home again with nothing changed."""
    first = _build(papers, concepts, home)
    again = _build(papers, concepts, home)
    return {
        "seconds": first["seconds"],
        "pages_compiled": first["pages_compiled"],
        "again": again["seconds"],
        "again_embedded": again["chunks_embedded"],
        "again_compiled": again["pages_compiled"],
    }


def parts(papers: Path, concepts: Path) -> dict[str, float]:
    """Everything `wiki build` does, called directly: ingest, evidence, pages, verdicts, publication, audit left out."""
    from wiki_assets.concepts.concepts_file import load_concepts
    from wiki_assets.concepts.queries import query_of
    from wiki_assets.concepts.steps import compose, keep, read_latest
    from wiki_assets.documents.library import scan_library
    from wiki_assets.documents.steps import cut, ingest
    from wiki_assets.grounding.guards.registry import load_guard
    from wiki_assets.grounding.steps import conflicts_of, judge
    from wiki_assets.grounding.verifiers.identity import VerifiedGuard
    from wiki_assets.grounding.verifiers.none import NoVerifier
    from wiki_assets.publication.model import GateRule
    from wiki_assets.publication.publishing import Wiki
    from wiki_assets.publication.steps import disagreement_lines, hold_back, refresh
    from wiki_assets.retrieval.dense import load_embedder
    from wiki_assets.retrieval.search import Fusion, HybridSearch
    from wiki_assets.retrieval.selection import SelectionRules, select_evidence
    from wiki_assets.retrieval.steps import chunk_reader, embed, keep_evidence, read_evidence
    from wiki_assets.retrieval.store import open_store
    from wiki_assets.settings import Settings
    from wiki_assets.storage.artifacts import ArtifactStore

    started = time.monotonic()
    home = Path(tempfile.mkdtemp())
    settings = Settings.load(home=home)
    store, model, guard = (
        ArtifactStore(home / "artifacts"),
        load_embedder("wordllama", home / "models"),
        VerifiedGuard(load_guard(settings.guard), NoVerifier()),
    )
    library, wanted = scan_library(papers, None, {}, {}), load_concepts(concepts).concepts
    list(ingest(list(library.sources), library, papers, store, WORKERS))
    list(cut(list(library.sources), store, settings.chunk_tokens))
    vectors = open_store(home / "vectors", model)
    list(embed(list(library.sources), store, vectors, model))
    search = HybridSearch(vectors, model, Fusion(settings.dense_weight, settings.rrf_k))
    rules = SelectionRules(settings.evidence_count, settings.evidence_per_paper)
    keep_evidence(select_evidence([query_of(concept) for concept in wanted], search, chunk_reader(store), rules), "", store)
    ingested = time.monotonic()
    wiki = Wiki(home, store, wanted, GateRule(guard.name, guard.version, settings.min_grounding_rate))
    for concept in wanted:
        evidence = read_evidence(store)[concept.slug]
        keep(compose(concept, evidence, None), evidence, store, "")
        latest = read_latest(concept.slug, store)
        report = judge(latest.page, store, guard, settings.min_grounding_rate).report
        if not hold_back(wiki, latest, guard).promotions:
            wiki.promote(latest.page, disagreement_lines(conflicts_of(concept, latest.page, report, store)))
    refresh(wiki)
    ended = time.monotonic()
    return {"seconds": ended - started, "concepts": len(wanted), "a_concept": (ended - ingested) / max(1, len(wanted))}


def _build(papers: Path, concepts: Path, home: Path) -> dict[str, float]:
    from wiki_assets.cli.main import app

    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        app(["build", "--raw", str(papers), "--concepts", str(concepts), "--home", str(home), "--json"], standalone_mode=False)
    return dict(json.loads(out.getvalue().splitlines()[-1]))


def main() -> None:
    """`python -m benchmarks.measures NAME ARGUMENTS…`: prints one JSON object, with peak memory in MB."""
    name, *arguments = sys.argv[1:]
    run: dict[str, Callable[[], dict[str, float]]] = {
        "bare": lambda: bare(Path(arguments[0]), arguments[1:]),
        "ours": lambda: ours(Path(arguments[0]), arguments[1:]),
        "bare_text": lambda: bare_text(Path(arguments[0]), arguments[1:]),
        "reading": lambda: reading(Path(arguments[0]), int(arguments[1]), arguments[2:]),
        "parts": lambda: parts(Path(arguments[0]), Path(arguments[1])),
        "graph": lambda: graph(Path(arguments[0]), Path(arguments[1]), Path(tempfile.mkdtemp())),
    }
    started = time.monotonic()
    measured = run[name]()
    measured["whole"] = time.monotonic() - started
    measured["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    measured["peak_worker_mb"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    sys.stdout.write(json.dumps(measured) + "\n")


if __name__ == "__main__":
    main()
