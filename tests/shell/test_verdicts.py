"""Verdicts from the guard to what people see, through the shell: another guard, a wrong citation, figures in the UI."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from dagster import ExecuteInProcessResult
from pydantic import BaseModel

from resources import PolicyResource, build_resources
from tests.shell.conftest import Bench
from tests.shell.homes import FakeLanguageModel, fake_resource
from tests.shell.test_commands import wiki
from tests.shell.test_gate import BAD, GOOD, launch_alone
from wiki_assets.audit.queries import ask
from wiki_assets.cli import reading
from wiki_assets.concepts.language_model import Completion, Message
from wiki_assets.definitions import build_defs
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.model import Verdict, VerdictKind


class DoubtfulGuard:
    """The guard of the ADR, but never sure: what it takes for grounded this one calls uncertain."""

    name = "doubtful"
    version = "1"

    def check(self, claim: str, source: str) -> Verdict:
        verdict = load_guard("content-5-gram").check(claim, source)
        doubted = verdict.kind is VerdictKind.GROUNDED
        return verdict.model_copy(update={"kind": VerdictKind.UNCERTAIN, "rule": "never-sure"}) if doubted else verdict


class DoubtfulPolicy(PolicyResource):
    """The same policy with that guard."""

    def load_guard(self) -> Guard:
        return DoubtfulGuard()


class MisplacingModel(FakeLanguageModel):
    """Copies the first passage, and cites the second one for it."""

    def complete(self, messages: Sequence[Message], schema: type[BaseModel]) -> Completion:
        completion = super().complete(messages, schema)
        answer = json.loads(completion.text)
        for claim in answer["summary"]:
            claim |= {"evidence": [2], "quote": ""}
        return replace(completion, text=json.dumps(answer))


def doubting(bench: Bench) -> Bench:
    """The same home under the doubtful guard."""
    policy = build_resources(bench.settings)["policy"]
    doubtful = DoubtfulPolicy(**{name: getattr(policy, name) for name in PolicyResource.model_fields})
    definitions = build_defs(bench.settings, language_model=fake_resource(bench.model), policy=doubtful)
    return replace(bench, definitions=definitions)


def written_by(bench: Bench, model: FakeLanguageModel) -> Bench:
    """The same home with another model."""
    return replace(bench, model=model, definitions=build_defs(bench.settings, language_model=fake_resource(model)))


def metadata_of(ran: ExecuteInProcessResult, asset: str) -> dict[str, object]:
    """Metadata of the one materialization of an asset."""
    (event,) = ran.asset_materializations_for_node(asset)
    return {name: value.value for name, value in event.metadata.items()}


def check_metadata(ran: ExecuteInProcessResult) -> dict[str, object]:
    (evaluation,) = [one for one in ran.get_asset_check_evaluations() if one.check_name == "grounding_rate_reaches_threshold"]
    return {name: value.value for name, value in evaluation.metadata.items()}


def test_a_page_that_another_guard_refuses_leaves_the_wiki_for_the_drafts_without_being_composed_again(bench: Bench) -> None:
    assert bench.run("compile", GOOD[0]).success
    asked = len(bench.model.history)
    other = doubting(bench)
    assert other.run("report", GOOD[0]).refused == ("grounding_rate_reaches_threshold",)
    assert (other.published(), other.drafted()) == (set(), {GOOD[0]})
    assert "WITHDRAWN" in other.files()["log.md"]
    assert "⚠ *uncertain*" in other.files()[f"draft/{GOOD[0]}.md"]
    assert len(other.model.history) == asked


def test_the_page_comes_back_with_the_guard_that_passes_it(bench: Bench) -> None:
    assert bench.run("compile", GOOD[0]).success
    before = bench.files()[f"{GOOD[0]}.md"]
    assert not doubting(bench).run("report", GOOD[0]).success
    assert bench.run("report", GOOD[0]).success
    assert bench.published() == {GOOD[0]}
    assert [line for line in bench.files()[f"{GOOD[0]}.md"].splitlines() if "#chunk" in line] == [
        line for line in before.splitlines() if "#chunk" in line
    ]


def test_doubt_and_lack_of_support_are_counted_apart_in_the_ui(bench: Bench) -> None:
    other = doubting(bench)
    for slug in (GOOD[0], BAD):
        launch_alone(other, "concept_pages", slug)
    doubted, refused = (launch_alone(other, "grounding_reports", slug) for slug in (GOOD[0], BAD))
    figures = metadata_of(doubted, "grounding_reports")
    assert figures["uncertain"] == figures["claims"] != 0
    assert (figures["grounded"], figures["unsupported"], figures["repaired"]) == (0, 0, 0)
    assert isinstance(figures["evidence_coverage"], float)
    assert isinstance(figures["copied_share"], float)
    assert "uncertain (never-sure)" in str(figures["failing claims"])
    assert check_metadata(doubted)["uncertain"] == figures["claims"]
    assert (check_metadata(refused)["uncertain"], check_metadata(refused)["unsupported"]) == (0, 1)


def test_check_counts_doubt_and_lack_of_support_apart(bench: Bench) -> None:
    doubted, refused = doubting(bench.with_settings(min_grounding_rate=0.0)), bench.with_settings(min_grounding_rate=0.0)
    assert doubted.run("compile", GOOD[0]).success
    assert refused.run("compile", BAD).success
    home = str(bench.settings.home)
    told = json.loads(wiki("check", "--home", home, "--json").stdout)
    assert (told["exit_code"], told["unsupported"]) == (1, 1)
    assert told["uncertain"] == len(told["claims"]) - 1 > 0
    lines = wiki("check", "--home", home).stdout.splitlines()
    assert lines[-1] == f"{len(told['claims'])} marked claims: 1 unsupported, {told['uncertain']} uncertain; 0 drafts."
    assert sum("⚠ uncertain" in line for line in lines) == told["uncertain"]


@pytest.fixture
def misplaced(bench: Bench) -> Bench:
    """A home whose pages cite the wrong passages, compiled."""
    other = written_by(bench, MisplacingModel())
    assert other.run("compile", GOOD[0]).success
    assert other.run("publish").success
    return other


def test_a_wrong_citation_is_put_right_before_the_page_is_published(misplaced: Bench) -> None:
    page = misplaced.files()[f"{GOOD[0]}.md"]
    assert "prescribed planar graph. [Alder2020 #chunk" in page
    assert "⚠" not in page
    assert "id: Alder2020" in page
    assert "it now cites" in misplaced.files()["log.md"]


def test_why_follows_the_citation_that_holds_and_tells_of_the_one_that_was_replaced(misplaced: Bench) -> None:
    lineage = reading.why(misplaced.settings, GOOD[0], 0)
    assert (lineage.bibkey, lineage.verdict) == ("Alder2020", "grounded")
    assert lineage.quote and lineage.quote in lineage.text
    assert lineage.document_file == "Alder2020.pdf"
    assert lineage.replaced_bibkey not in (None, "Alder2020")
    told = dict(reading.lineage_pairs(lineage))
    assert told["citation"].startswith("[Alder2020 #chunk")
    assert f"[{lineage.replaced_bibkey} #chunk {lineage.replaced_chunk}]" in told["cited anew"]


def test_status_names_the_papers_that_a_page_cites_now_and_its_figures(misplaced: Bench) -> None:
    (concept,) = reading.status(misplaced.settings).concepts
    assert concept.sources == ("Alder2020",)
    assert (concept.uncertain, concept.unsupported) == (0, 0)
    assert concept.repaired == concept.claims
    assert concept.evidence_coverage is not None and 0 < concept.evidence_coverage <= 1
    assert concept.copied_share is not None and concept.copied_share > 0.9


def test_repairs_and_rules_can_be_asked_of_the_audit(misplaced: Bench) -> None:
    database = misplaced.settings.home / "audit.duckdb"
    _, repairs = ask(database, "SELECT slug, bibkey, replaced_bibkey <> bibkey, published FROM repairs")
    assert set(repairs) == {(GOOD[0], "Alder2020", True, True)}
    _, rates = ask(database, "SELECT guard, verdict, sum(share) FROM rule_rates GROUP BY ALL")
    assert rates == [(misplaced.settings.guard, "grounded", 1.0)]


def test_a_second_publication_of_a_page_with_repairs_changes_no_byte(misplaced: Bench) -> None:
    before = misplaced.files()
    assert misplaced.run("report", GOOD[0]).success
    assert misplaced.run("publish").success
    assert misplaced.files() == before
