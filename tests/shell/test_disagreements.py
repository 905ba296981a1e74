"""Disagreements through the shell: from two papers that contradict each other to the page, the UI and the audit."""

from __future__ import annotations

import pytest

from resources import build_resources
from resources.observation import observe
from tests.shell.conftest import Bench
from tests.shell.homes import PAPERS, fake_resource, write_paper
from tests.shell.test_gate import launch_alone
from tests.shell.test_verdicts import metadata_of
from wiki_assets.audit.queries import ask
from wiki_assets.grounding.conflicts import finding
from wiki_assets.planning.plan import Task

SLUG = "circle-packing"
SAID = "Circle packings approximate conformal maps when the circles become small and the pattern is hexagonal."
DENIED = SAID.replace("approximate", "do not approximate")


def reports_planned(bench: Bench) -> list[Task]:
    """Pages that have to be judged or published again as the home is now."""
    resources = build_resources(bench.settings) | {"language_model": fake_resource(bench.model)}
    names = ("library", "artifacts", "policy", "embedder", "language_model")
    plan = observe(**{name: resources[name] for name in names}).plan  # type: ignore[arg-type]
    return [task for task in plan.report if task.key == SLUG]


@pytest.fixture
def disputed(bench: Bench) -> Bench:
    """A home with a fourth paper that denies what the first one says, and the page on it compiled."""
    assert SAID in PAPERS["Alder2020"][1]
    write_paper(bench.settings.home / "raw", "Dogwood2023", "Against it", f"{DENIED} A circle packing is still a fine pattern.")
    bench.launcher.register("papers", ["Dogwood2023"])
    assert all(ran.success for ran in bench.launcher.run_ranges("ingest", "papers", ["Dogwood2023"]))
    assert bench.run("choose_evidence").success
    assert bench.run("compile", SLUG).success
    return bench


def test_a_contradiction_without_any_adversative_word_stands_on_the_page_and_never_blocks_it(disputed: Bench) -> None:
    page = disputed.files()[f"{SLUG}.md"]
    (line,) = [line for line in page.partition("## Disagreements")[2].splitlines() if "but:" in line]
    assert line.startswith(f"- {SAID} [Alder2020 #chunk")
    assert f"— but: {DENIED} [Dogwood2023 #chunk" in line
    assert line.endswith("— what differs: – / “do not”.")


def test_the_ui_counts_and_tables_it_and_the_audit_has_it_with_its_words(disputed: Bench) -> None:
    metadata = metadata_of(launch_alone(disputed, "grounding_reports", SLUG), "grounding_reports")
    assert metadata["conflicts"] == 1
    assert f"| ✓ | contrary-1 | negation | – / do not | {SAID} [Alder2020" in str(metadata["conflicting words"])
    assert disputed.run("publish").success
    query = "SELECT slug, heuristic, kind, differing_a, differing_b, bibkey_a, bibkey_b, claim, published FROM disagreements"
    _, rows = ask(disputed.settings.home / "audit.duckdb", query)
    assert rows == [(SLUG, "contrary-1", "negation", "", "do not", "Alder2020", "Dogwood2023", None, True)]


def test_a_changed_heuristic_has_the_page_written_again_without_composing_it(
    disputed: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reports_planned(disputed) == []
    asked, before = len(disputed.model.history), disputed.files()[f"{SLUG}.md"]
    monkeypatch.setattr(finding, "CONFLICTS_VERSION", "another")
    monkeypatch.setattr(finding, "contradiction", lambda one, other: None)
    (task,) = reports_planned(disputed)
    assert task.reason == "its disagreements were looked for in another way, or in other passages"
    assert disputed.run("report", SLUG).success
    assert "but:" in before
    assert "but:" not in disputed.files()[f"{SLUG}.md"]
    assert reports_planned(disputed) == []
    assert len(disputed.model.history) == asked
