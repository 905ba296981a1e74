"""A paper changes under a wiki that stands: what is still there keeps its place, and what is not makes its pages stale."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from dagster import AssetKey

from resources.observation import observe
from tests.shell.conftest import Bench
from tests.shell.homes import PAPERS, write_paper
from wiki_assets.audit.queries import ask
from wiki_assets.concepts.model import Page
from wiki_assets.concepts.steps import read_latest
from wiki_assets.documents.loaders import versions
from wiki_assets.documents.loaders.media_types import PDF
from wiki_assets.planning.plan import Plan
from wiki_assets.storage.artifacts import ArtifactStore

TITLE, TEXT = PAPERS["Alder2020"]
SLUG = "circle-packing"


@pytest.fixture
def extracting(bench: Bench) -> Bench:
    """The bench without a model: pages are made of the papers' own sentences. Everything is up to date."""
    from wiki_assets.definitions import build_defs

    built = replace(bench, definitions=build_defs(bench.settings))
    assert built.run("compile", SLUG).success
    return built


def plan(bench: Bench) -> Plan:
    resources: dict[str, Any] = dict(bench.definitions.resources or {})
    named = ("library", "artifacts", "policy", "embedder", "language_model")
    return observe(**{name: resources[name] for name in named}).plan


def ingest(bench: Bench) -> str:
    """Reads Alder2020 again and chooses evidence; gives the reason why."""
    (task,) = plan(bench).ingest
    assert task.key == "Alder2020"
    assert all(ran.success for ran in bench.launcher.run_ranges("ingest", "papers", ["Alder2020"]))
    if plan(bench).evidence:
        assert bench.run("choose_evidence").success
    return task.reason


def latest(bench: Bench) -> Page:
    return read_latest(SLUG, ArtifactStore(bench.settings.home / "artifacts")).page


def outcome(bench: Bench) -> dict[str, Any]:
    event = bench.instance.get_latest_materialization_event(AssetKey("concept_pages"))
    assert event is not None and event.asset_materialization is not None
    return {name: value.value for name, value in event.asset_materialization.metadata.items()}


def test_a_file_saved_anew_with_the_same_words_keeps_every_page_and_puts_it_under_the_new_hash(extracting: Bench) -> None:
    before = latest(extracting)
    paper = extracting.settings.raw_folder / "Alder2020.pdf"
    paper.write_bytes(paper.read_bytes() + b"\n% saved again\n")
    assert ingest(extracting) == "its bytes changed"
    (task,) = [task for task in plan(extracting).compile if task.key == SLUG]
    assert task.reason == "Alder2020 changed: its citations have to be found again"
    assert extracting.run("compile", SLUG).success
    after = latest(extracting)
    assert [claim.text for claim in after.claims] == [claim.text for claim in before.claims]
    assert outcome(extracting)["outcome"] == "kept, its citations found again"
    cited = {c.document_sha256 for claim in after.claims for c in claim.citations if c.bibkey == "Alder2020"}
    assert cited.isdisjoint(c.document_sha256 for claim in before.claims for c in claim.citations)
    assert plan(extracting).compile == tuple(task for task in plan(extracting).compile if task.key != SLUG)
    assert SLUG in extracting.published()


def test_a_sentence_that_is_new_in_the_evidence_has_its_page_composed_again_though_nothing_is_lost(extracting: Bench) -> None:
    write_paper(
        extracting.settings.raw_folder, "Alder2020", TITLE, f"{TEXT} A circle packing of the torus is never unique in this way."
    )
    ingest(extracting)
    assert extracting.run("compile", SLUG).success
    told = outcome(extracting)
    assert (told["outcome"], told["citations_lost"]) == ("composed again", 0)
    assert told["citations_moved"] > 0
    assert told["passages_with_news"] == 1


def test_a_cited_sentence_that_is_gone_has_its_page_composed_again_and_the_loss_is_told(extracting: Bench) -> None:
    gone = "Circle packings approximate conformal maps when the circles become small and the pattern is hexagonal. "
    assert gone in TEXT and any(claim.text == gone.strip() for claim in latest(extracting).claims)
    write_paper(extracting.settings.raw_folder, "Alder2020", TITLE, TEXT.replace(gone, ""))
    ingest(extracting)
    assert extracting.run("compile", SLUG).success
    told = outcome(extracting)
    assert told["outcome"] == "composed again"
    assert told["citations_lost"] == 1
    assert "the source changed" in told["lost"]
    assert all(claim.text != gone.strip() for claim in latest(extracting).claims)
    assert extracting.run("publish").success  # folds the audit
    _, rows = ask(
        extracting.settings.home / "audit.duckdb", "SELECT kept, cause, chunk, quote FROM reanchorings ORDER BY chunk NULLS FIRST"
    )
    assert rows[0] == (False, "the source changed", None, gone.strip())
    assert all(chunk is not None for _, _, chunk, _ in rows[1:])


def test_a_new_parser_that_reads_the_same_words_keeps_every_page_and_is_told_from_a_changed_file(
    extracting: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = latest(extracting)
    newer = {**versions._OURS, PDF: ("pymupdf", "next")}
    monkeypatch.setattr(versions, "_OURS", newer)
    versions.parser_of.cache_clear()
    try:
        reasons = {task.key: task.reason for task in plan(extracting).ingest}
        assert set(reasons) == set(PAPERS)
        assert all(
            reason.startswith("the parser changed from") and reason.endswith("its file did not") for reason in reasons.values()
        )
        assert all(ran.success for ran in extracting.launcher.run_ranges("ingest", "papers", list(PAPERS)))
        assert not [task for task in plan(extracting).compile if task.key == SLUG]
        assert latest(extracting) == before
    finally:
        versions.parser_of.cache_clear()
