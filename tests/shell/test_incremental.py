"""Incremental to the concept: for every kind of change, a build does exactly what the plan said, and nothing else is touched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from resources import LanguageModelResource, policy
from tests.shell.homes import CONCEPTS, PAPERS, FakeLanguageModel, make_home, write_concepts, write_paper
from wiki_assets.cli.build import Build, BuildRequest
from wiki_assets.cli.outcome import BuildOutcome
from wiki_assets.cli.plan_command import LookAhead, look_ahead
from wiki_assets.concepts import steps as composing_steps
from wiki_assets.concepts import synthesis
from wiki_assets.concepts.language_model import Message
from wiki_assets.documents.loaders import versions
from wiki_assets.documents.loaders.media_types import PDF
from wiki_assets.grounding.guards.edit_audit.guard import EditAudit
from wiki_assets.planning.prices import Price
from wiki_assets.planning.quantities import Quantity
from wiki_assets.settings import Settings

NEW_PAPER = "A horocycle is a curve in the hyperbolic plane whose perpendicular geodesics converge to one ideal point."


class Words:
    """Counts words for tokens and knows no price."""

    def count(self, messages: Sequence[Message]) -> int:
        return sum(len(message.content.split()) for message in messages)

    def price_of(self, model: str) -> Price | None:
        return None


@dataclass
class Home:
    """A home that was built, and the means to change everything about it."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch
    model: FakeLanguageModel
    options: dict[str, Any] = field(default_factory=lambda: {"llm_model": FakeLanguageModel.name})

    @property
    def settings(self) -> Settings:
        return Settings.load(home=self.folder, **self.options)

    @property
    def raw(self) -> Path:
        return self.folder / "raw"

    def plan(self) -> LookAhead:
        return look_ahead(self.settings, Words())

    def build(self) -> BuildOutcome:
        return Build(self.settings, BuildRequest(), lambda _line: None).run()

    def artifacts(self) -> dict[str, tuple[int, bytes]]:
        """Time and bytes of everything kept of papers and pages, by key."""
        root = self.folder / "artifacts"
        files = [path for kind in ("documents", "chunks", "embeddings", "pages", "reports") for path in (root / kind).rglob("*")]
        return {
            path.relative_to(root).as_posix(): (path.stat().st_mtime_ns, path.read_bytes()) for path in files if path.is_file()
        }


@pytest.fixture(scope="module")
def module_patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, module_patch: pytest.MonkeyPatch) -> Path:
    """A home of three papers and three concepts, built with a model after a plan of all that; never change it, copy it."""
    folder = tmp_path_factory.mktemp("incremental") / "home"
    make_home(folder)
    keep_environment(module_patch)
    home = Home(folder, module_patch, FakeLanguageModel())
    module_patch.setattr(LanguageModelResource, "load", lambda _resource: home.model)
    plan = home.plan()
    done = home.build()
    assert {paper.reason for paper in plan.forecast.papers} == {"new"}
    assert (plan.forecast.totals.unestimated, done.documents_ingested) == (3, 3)
    assert (plan.forecast.totals.composed, done.pages_compiled, done.model_calls) == (Quantity.exactly(3), 3, 3)
    return folder


def keep_environment(patch: pytest.MonkeyPatch) -> None:
    """A build passes its folders on through the environment; afterwards all is as it was."""
    for name in ("WIKI_HOME", "WIKI_RAW", "WIKI_CONCEPTS", "WIKI_BIBLIOGRAPHY", "WIKI_SOURCES", "DAGSTER_HOME"):
        patch.setenv(name, os.environ.get(name, ""))
        patch.delenv(name)


@pytest.fixture
def home(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    keep_environment(monkeypatch)
    shutil.copytree(built, tmp_path / "home")
    made = Home(tmp_path / "home", monkeypatch, FakeLanguageModel())
    monkeypatch.setattr(LanguageModelResource, "load", lambda _resource: made.model)
    yield made
    versions.parser_of.cache_clear()


@dataclass(frozen=True)
class Touched:
    """What a change should lead to: papers and pages of which artifacts may change, and whether the pages are composed."""

    papers: tuple[str, ...] = ()
    composed: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()
    embedded: bool = False


def nothing(_home: Home) -> None:
    return


def add_paper(home: Home) -> None:
    write_paper(home.raw, "Dogwood2023", "Horocycles", NEW_PAPER)


def change_paper(home: Home) -> None:
    title, text = PAPERS["Birch2021"]
    write_paper(home.raw, "Birch2021", title, text.replace("closed surface", "closed and oriented surface"))


def retire_paper(home: Home) -> None:
    (home.raw / "Cedar2022.pdf").unlink()


def describe_paper(home: Home) -> None:
    (home.raw / "library.bib").write_text(
        "@article{Birch2021, title={Defects of angles}, file={Birch2021.pdf}}", encoding="utf-8"
    )


def edit_concept(home: Home) -> None:
    write_concepts(home.folder, {**CONCEPTS, "angle-defect": "Angle defects"})


def add_concept(home: Home) -> None:
    write_concepts(home.folder, {**CONCEPTS, "dirichlet-energy": "Dirichlet energy"})


def new_prompt(home: Home) -> None:
    for module in (composing_steps, synthesis):
        home.monkeypatch.setattr(module, "PROMPT_VERSION", "next")


def other_model(home: Home) -> None:
    home.options["llm_model"] = "fake/other"
    home.model.name = "fake/other"  # type: ignore[misc]


def new_guard(home: Home) -> None:
    home.monkeypatch.setattr(policy, "load_guard", lambda _name: EditAudit(version="next"))


def other_chunk_size(home: Home) -> None:
    home.options["chunk_tokens"] = 60


def new_parser(home: Home) -> None:
    home.monkeypatch.setattr(versions, "_OURS", {**versions._OURS, PDF: ("pymupdf", "next")})
    versions.parser_of.cache_clear()


def other_threshold(home: Home) -> None:
    home.options["min_grounding_rate"] = 0.4


ALL_PAPERS, ALL_PAGES = tuple(PAPERS), tuple(CONCEPTS)
CHANGES: dict[str, tuple[Callable[[Home], None], Touched]] = {
    "nothing changed": (nothing, Touched()),
    "one paper added": (add_paper, Touched(papers=("Dogwood2023",), embedded=True)),
    "one paper changed": (change_paper, Touched(papers=("Birch2021",), composed=ALL_PAGES, embedded=True)),
    "one paper retired": (retire_paper, Touched(papers=("Cedar2022",), composed=ALL_PAGES)),
    "one paper described": (describe_paper, Touched(papers=("Birch2021",))),
    "one concept edited": (edit_concept, Touched(composed=("angle-defect",))),
    "one concept added": (add_concept, Touched(composed=("dirichlet-energy",))),
    "a new prompt": (new_prompt, Touched(composed=ALL_PAGES)),
    "another model": (other_model, Touched(composed=ALL_PAGES)),
    "a new guard": (new_guard, Touched(judged=ALL_PAGES)),
    # These papers have one paragraph each, which is cut at neither size: read from the plan as "up to", and then nothing.
    "another chunk size": (other_chunk_size, Touched(papers=ALL_PAPERS)),
    "a new parser": (new_parser, Touched(papers=ALL_PAPERS)),
    "another threshold": (other_threshold, Touched(judged=ALL_PAGES)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_build_does_what_the_plan_says_and_touches_nothing_else(change: str, home: Home) -> None:
    apply, touched = CHANGES[change]
    apply(home)
    before = home.artifacts()
    plan = home.plan()
    assert home.artifacts() == before, "a plan changes nothing"
    done = home.build()
    same_counts(plan, done)
    after = home.artifacts()
    struck = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    assert papers_of(struck) <= set(touched.papers)
    assert {task.key for task in plan.forecast.papers} == set(touched.papers)
    assert {page.key for page in plan.forecast.compose} <= composed_of(struck) <= set(touched.composed)
    assert len(composed_of(struck)) == done.pages_compiled
    assert {page.key for page in plan.forecast.judge} <= set(touched.judged)
    assert bool(done.chunks_embedded) == touched.embedded
    assert home.plan().forecast.nothing_to_do


def same_counts(plan: LookAhead, done: BuildOutcome) -> None:
    """The counts of a plan hold: exactly where they are known, within their range where they are not."""
    totals = plan.forecast.totals
    assert totals.documents == done.documents_ingested
    for told, came in (
        (totals.embedded, done.chunks_embedded),
        (totals.composed, done.pages_compiled),
        (totals.judged, done.pages_judged),
        (plan.forecast.calls.composing.calls, done.model_calls),
    ):
        holds(told, came)
    if plan.forecast.nothing_to_do:
        assert (done.documents_ingested, done.chunks_embedded, done.pages_compiled, done.pages_judged) == (0, 0, 0, 0)


def holds(told: Quantity, came: int) -> None:
    if not told.estimated or told.known:
        assert told.least <= came <= told.most


def papers_of(keys: set[str]) -> set[str]:
    """Papers of which anything was written."""
    named = {"documents": 1, "chunks": 1, "embeddings": -1}
    parts = [key.split("/") for key in keys]
    return {part[named[part[0]]].split(".")[0] for part in parts if part[0] in named}


def composed_of(keys: set[str]) -> set[str]:
    """Pages of which a version was written."""
    return {key.split("/")[1] for key in keys if key.startswith("pages/")}
