"""`wiki build` while the world goes on around it: papers arrive, papers cannot be stored, others have done the work already."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.shell.conftest import Bench
from tests.shell.homes import CONCEPTS, PAPERS, make_home, write_concepts, write_paper
from tests.shell.test_incremental import keep_environment
from wiki_assets.cli.build import Build, BuildRequest
from wiki_assets.planning.plan import Task
from wiki_assets.settings import Settings

ARRIVING = "Dogwood2023"
TEXT = "An edge flip replaces a diagonal of a quadrilateral. Edge flips of a horocyclic mesh keep its vertices."


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    keep_environment(monkeypatch)
    return make_home(tmp_path / "home")


def test_a_paper_that_arrives_while_others_are_read_is_in_the_same_build_and_holds_up_no_page(settings: Settings) -> None:
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if len([one for one in told if "to ingest" in one]) == 1 and not (settings.raw_folder / f"{ARRIVING}.pdf").exists():
            write_paper(settings.raw_folder, ARRIVING, "Edge flips", TEXT)

    outcome = Build(settings, BuildRequest(), tell).run()
    assert (outcome.documents_ingested, outcome.pages_compiled, outcome.failures) == (len(PAPERS) + 1, len(CONCEPTS), ())
    assert [line for line in told if line.startswith("Papers:")] == [
        f"Papers: {len(PAPERS)} of {len(PAPERS)} to ingest ({len(PAPERS)} new).",
        f"Papers: 1 of {len(PAPERS) + 1} to ingest (1 new).",
    ]


class WrittenMeanwhile(Build):
    """A build during which one file gets longer whenever papers have been read."""

    def _ingest_all(self, tasks: Sequence[Task]) -> None:
        super()._ingest_all(tasks)
        path = self._settings.raw_folder / f"{ARRIVING}.md"
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{TEXT}\n\n")


def test_a_file_that_somebody_goes_on_writing_ends_the_build_all_the_same(settings: Settings) -> None:
    told: list[str] = []
    outcome = WrittenMeanwhile(settings, BuildRequest(), told.append).run()
    assert (outcome.pages_compiled, outcome.failures) == (len(CONCEPTS), ())
    assert "Papers: 1 changed while others were read, and are left to the next build." in told


def test_a_paper_that_cannot_be_stored_fails_the_build_and_the_pages_of_the_others_are_built(settings: Settings) -> None:
    Build(settings, BuildRequest(), lambda _line: None).run()
    write_paper(settings.raw_folder, ARRIVING, "Edge flips", TEXT)
    (settings.home / "artifacts" / "documents" / ARRIVING).write_text("in the way", encoding="utf-8")
    write_concepts(settings.home, {**CONCEPTS, "circle-packing": "Circle packings"})
    outcome = Build(settings, BuildRequest(), lambda _line: None).run()
    assert outcome.failures
    assert (outcome.documents_ingested, outcome.pages_compiled) == (0, 1)
    assert "title: Circle packings" in (settings.home / "wiki" / "circle-packing.md").read_text("utf-8")


def test_whoever_comes_second_to_a_page_does_not_ask_the_model_again(bench: Bench) -> None:
    assert bench.launcher.run("compile", "circle-packing", only_stale=True).success
    asked = len(bench.model.history)
    second = bench.launcher.run("compile", "circle-packing", only_stale=True)
    assert second.success
    assert second.totals["concept_pages.model_calls"] == 0
    assert len(bench.model.history) == asked > 0
    assert bench.launcher.run("compile", "circle-packing").success
    assert len(bench.model.history) > asked  # a person who launches it asks for it anew


def test_a_page_whose_evidence_changed_is_composed_by_whoever_asks(bench: Bench) -> None:
    assert bench.launcher.run("compile", "circle-packing", only_stale=True).success
    asked = len(bench.model.history)
    write_concepts(bench.settings.home, {**CONCEPTS, "circle-packing": "Circle packings"})
    assert bench.launcher.run("choose_evidence").success
    assert bench.launcher.run("compile", "circle-packing", only_stale=True).success
    assert len(bench.model.history) > asked
