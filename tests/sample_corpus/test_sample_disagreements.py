"""The contradiction planted in the sample corpus is found, and shown on its page: from the papers to the Markdown, without Dagster."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from wiki_assets.concepts.concepts_file import load_concepts
from wiki_assets.concepts.queries import query_of
from wiki_assets.concepts.steps import compose, keep, read_latest
from wiki_assets.documents.library import scan_library
from wiki_assets.documents.steps import cut, ingest
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.model import Conflict
from wiki_assets.grounding.steps import conflicts_of, judge
from wiki_assets.grounding.verifiers.identity import VerifiedGuard
from wiki_assets.grounding.verifiers.none import NoVerifier
from wiki_assets.publication.model import GateRule
from wiki_assets.publication.publishing import Wiki
from wiki_assets.publication.steps import disagreement_lines
from wiki_assets.retrieval.dense import load_embedder
from wiki_assets.retrieval.search import Fusion, HybridSearch
from wiki_assets.retrieval.selection import SelectionRules, select_evidence
from wiki_assets.retrieval.steps import chunk_reader, embed, keep_evidence, read_evidence
from wiki_assets.retrieval.store import open_store
from wiki_assets.settings import Settings
from wiki_assets.storage.artifacts import ArtifactStore

DATA = Path(__file__).resolve().parents[2] / "data"
PLANTED = (
    "The radius relaxation for a circle packing needs a number of sweeps that grows nearly in proportion to the number of circles.",
    "In our runs the radius relaxation for a circle packing needs a number of sweeps that grows only with the square root of the "
    "number of circles.",
)


@dataclass(frozen=True, slots=True)
class Built:
    """Markdown and conflicts of every page of the sample wiki that passes, by slug."""

    pages: dict[str, str]
    conflicts: dict[str, tuple[Conflict, ...]]


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Built:
    home = tmp_path_factory.mktemp("sample")
    settings, store = Settings.load(home=home), ArtifactStore(home / "artifacts")
    library = scan_library(DATA / "raw", DATA / "library.bib", {}, {})
    keys, model, guard = (
        list(library.sources),
        load_embedder("wordllama", home / "models"),
        VerifiedGuard(load_guard(settings.guard), NoVerifier()),
    )
    list(ingest(keys, library, DATA / "raw", store, 1))
    list(cut(keys, store, settings.chunk_tokens))
    concepts = load_concepts(DATA / "concepts.yaml").concepts
    vectors = open_store(home / "vectors", model)
    list(embed(keys, store, vectors, model))
    search = HybridSearch(vectors, model, Fusion(settings.dense_weight, settings.rrf_k))
    rules = SelectionRules(settings.evidence_count, settings.evidence_per_paper)
    keep_evidence(select_evidence([query_of(concept) for concept in concepts], search, chunk_reader(store), rules), "", store)
    shelf = Wiki(home, store, concepts, GateRule(guard.name, guard.version, settings.min_grounding_rate))
    built = Built({}, {})
    for concept in concepts:
        evidence = read_evidence(store)[concept.slug]
        keep(compose(concept, evidence, None), evidence, store, "")
        page = read_latest(concept.slug, store).page
        report = judge(page, store, guard, settings.min_grounding_rate).report
        if report.passed:
            built.conflicts[concept.slug] = conflicts_of(concept, page, report, store)
            promoted = shelf.promote(page, disagreement_lines(built.conflicts[concept.slug]))
            built.pages[concept.slug] = promoted.path.read_text(encoding="utf-8")
    return built


def test_the_planted_contradiction_stands_on_its_page_with_both_sources_and_what_differs(wiki: Built) -> None:
    section = wiki.pages["circle-packing"].partition("## Disagreements\n\n")[2].partition("\n\n")[0]
    lines = [line for line in section.splitlines() if PLANTED[0] in line]
    assert lines == [
        f"- {PLANTED[0]} [Bergmann2022 #chunk 6] — but: {PLANTED[1]} [Foss2025 #chunk 3] — what differs: "
        "“nearly in proportion to” / “only with the square root of”."
    ]


def test_its_measured_consequence_is_the_only_other_one_that_the_wiki_shows(wiki: Built) -> None:
    shown = {slug: disagreement_lines(conflicts) for slug, conflicts in wiki.conflicts.items()}
    assert {slug for slug, lines in shown.items() if lines} == {"circle-packing"}
    first, second = shown["circle-packing"]
    assert PLANTED[1] in first
    assert "what differs: “between three and four times” / “less than twice”." in second


def test_both_heuristics_are_recorded_each_with_what_it_compared(wiki: Built) -> None:
    found = wiki.conflicts["circle-packing"]
    assert {conflict.heuristic for conflict in found} == {"contrary-1", "adversative-1"}
    assert all(conflict.kind and conflict.score > 0 for conflict in found)
    assert any(conflict.differing_a and conflict.differing_b for conflict in found if conflict.heuristic == "adversative-1")
