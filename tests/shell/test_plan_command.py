"""`wiki plan` as a person and a machine read it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import typer
from dagster import DagsterInstance
from typer.testing import CliRunner

from jobs.launching import Launcher
from tests.shell.homes import CONCEPTS, PAPERS, FakeLanguageModel, fake_resource, make_home, write_concepts, write_paper
from wiki_assets.cli import plan_command
from wiki_assets.cli.plan_command import LookAhead, look_ahead
from wiki_assets.concepts.language_model import Message
from wiki_assets.definitions import build_defs
from wiki_assets.errors import LibraryError
from wiki_assets.planning.prices import Price
from wiki_assets.planning.quantities import Quantity
from wiki_assets.settings import Settings

APP = typer.Typer()
APP.command()(plan_command.plan)


class Words:
    """Counts words for tokens, at a dollar for each thousand words asked and two for each thousand answered."""

    def count(self, messages: Sequence[Message]) -> int:
        return sum(len(message.content.split()) for message in messages)

    def price_of(self, model: str) -> Price | None:
        return Price(0.001, 0.002) if model == "fake/model" else None


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose pages are composed by extraction and published; never change it, copy it."""
    folder = tmp_path_factory.mktemp("planned") / "home"
    settings = make_home(folder)
    with DagsterInstance.ephemeral() as instance:
        launcher = Launcher(instance, build_defs(settings))
        launcher.register("papers", list(PAPERS))
        launcher.register("concepts", list(CONCEPTS))
        for job, keys in (("ingest", [None]), ("choose_evidence", [None]), ("compile", [*CONCEPTS]), ("publish", [None])):
            for key in keys:
                ran = launcher.run_ranges(job, "papers", list(PAPERS)) if job == "ingest" else [launcher.run(job, key)]
                assert all(one.success for one in ran)
    return folder


@pytest.fixture
def home(published: Path, tmp_path: Path) -> Path:
    shutil.copytree(published, tmp_path / "home")
    return tmp_path / "home"


def told(home: Path, *options: str, code: int = 0) -> str:
    result = CliRunner().invoke(APP, ["--home", str(home), *options])
    assert result.exit_code == code, result.output
    return result.stdout


def as_object(home: Path, *options: str, code: int = 0) -> dict[str, Any]:
    return dict(json.loads(told(home, "--json", *options, code=code)))


def with_model(home: Path, **settings: Any) -> LookAhead:
    model = FakeLanguageModel()
    return look_ahead(Settings.load(home=home, **settings), Words(), language_model=fake_resource(model))


def test_a_home_that_is_up_to_date_has_nothing_to_do(home: Path) -> None:
    plan = as_object(home, "--exit-code")
    assert plan["nothing_to_do"] and plan["settled"]
    assert plan["published_claims"]["claims"] == 0
    assert "Nothing to do: 3 papers" in told(home)


def test_the_exit_code_tells_only_where_it_is_asked_to(home: Path) -> None:
    (home / "raw" / "Cedar2022.pdf").unlink()
    told(home)
    told(home, "--exit-code", code=2)


def test_a_changed_paper_is_named_with_its_reason_size_and_the_claims_that_rest_on_it(home: Path) -> None:
    write_paper(home / "raw", "Alder2020", "Circle packings", "Nothing of what was said stands here any more, alas.")
    plan = as_object(home, "--claims")
    (paper,) = plan["papers"]
    assert (paper["key"], paper["reason"], paper["effect"], paper["file"]) == (
        "Alder2020", "its bytes changed", "certain", "Alder2020.pdf",
    )  # fmt: skip
    assert not plan["settled"]
    assert "circle-packing" in {page["key"] for page in plan["compose"]}
    stake = plan["published_claims"]
    assert stake["pages"]["circle-packing"] > 0
    assert stake["words"]["unread"] == stake["claims"] == len({(row["slug"], row["ordinal"]) for row in stake["rows"]})
    shown = told(home, "--claims")
    assert "Papers: 1 of 3 to ingest" in shown
    assert "compose circle-packing: it cites Alder2020, which changed or went" in shown
    assert "[Alder2020 #chunk " in shown
    assert "], words not known before the paper is read: Circle packings approximate conformal maps" in shown
    assert "no model is configured (extractive composer): 0 model calls, 0 tokens." in shown


def test_a_paper_whose_file_is_gone_takes_the_words_of_its_claims_along(home: Path) -> None:
    (home / "raw" / "Cedar2022.pdf").unlink()
    plan = as_object(home)
    assert [(paper["reason"], paper["effect"]) for paper in plan["papers"]] == [("its file is gone", "gone")]
    stake = plan["published_claims"]
    assert stake["words"]["gone"] == stake["claims"] > 0
    assert "rows" not in stake


def test_prompts_are_counted_where_evidence_stands_and_cost_nothing_where_a_page_is_kept(home: Path) -> None:
    plan = with_model(home).forecast  # all three pages were composed without a model
    use = plan.calls.composing
    assert plan.settled
    assert use.calls == Quantity.exactly(3)
    assert use.prompt_tokens is not None and use.prompt_tokens.known and use.prompt_tokens.least > 300
    assert use.completion_tokens is None
    assert use.dollars is not None and not use.dollars.answers
    assert use.dollars.least == use.dollars.most == pytest.approx(use.prompt_tokens.least / 1000)
    assert with_model(home).forecast.calls.verifying.calls == Quantity.exactly(0)


def test_before_evidence_is_chosen_calls_are_a_range_with_the_prompts_that_stand(home: Path) -> None:
    write_paper(home / "raw", "Dogwood2023", "New", "A new paper says that circle packings are configurations of circles.")
    use = with_model(home).forecast.calls.composing
    assert (use.calls.least, use.calls.most) == (0, 3)
    assert use.prompt_tokens is not None and (use.prompt_tokens.least, use.prompt_tokens.estimated) == (0, True)
    assert use.prompt_tokens.most > 300


def test_a_verifiers_calls_are_counted_for_pages_that_stand_and_a_range_for_those_to_come(home: Path) -> None:
    asking = {"verifier": "llm", "verifier_model": "fake/model"}
    standing = look_ahead(Settings.load(home=home, **asking), Words()).forecast
    assert [page.reason for page in standing.judge] == ["no verdict under the present guard and threshold"] * 3
    assert standing.calls.verifying.calls.known
    assert standing.calls.verifying.calls.most == 0  # what is copied from its source leaves nothing uncertain
    coming = with_model(home, **asking).forecast.calls.verifying.calls
    assert coming.least == 0
    assert coming.most >= 3


def test_a_folder_without_papers_is_said_as_a_build_says_it(tmp_path: Path) -> None:
    (tmp_path / "raw").mkdir()
    write_concepts(tmp_path, CONCEPTS)
    with pytest.raises(LibraryError, match="holds no papers"):
        look_ahead(Settings.load(home=tmp_path))
