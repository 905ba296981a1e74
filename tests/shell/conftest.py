"""Fixtures of the shell's tests: a home ingested once, copied for each test, and a bench that runs jobs on an instance."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from dagster import DagsterInstance, Definitions

from jobs.launching import Launcher, Ran
from tests.shell.homes import CONCEPTS, PAPERS, FakeLanguageModel, fake_resource, make_home
from wiki_assets.definitions import build_defs
from wiki_assets.settings import Settings


@dataclass
class Bench:
    """A home, its instance, its definitions, and the model that writes its pages."""

    settings: Settings
    instance: DagsterInstance
    definitions: Definitions
    model: FakeLanguageModel

    @property
    def launcher(self) -> Launcher:
        return Launcher(self.instance, self.definitions)

    @property
    def wiki(self) -> Path:
        return self.settings.home / "wiki"

    def run(self, job: str, partition: str | None = None) -> Ran:
        return self.launcher.run(job, partition)

    def with_settings(self, **overrides: Any) -> Bench:
        """The same home and instance under other settings."""
        settings = Settings.load(home=self.settings.home, **overrides)
        return Bench(settings, self.instance, build_defs(settings, language_model=fake_resource(self.model)), self.model)

    def files(self) -> dict[str, str]:
        """Every Markdown file of the wiki, by its name relative to it."""
        return {path.relative_to(self.wiki).as_posix(): path.read_text("utf-8") for path in sorted(self.wiki.rglob("*.md"))}

    def published(self) -> set[str]:
        return {path.stem for path in self.wiki.glob("*.md")} - {"index", "log"}

    def drafted(self) -> set[str]:
        return {path.stem for path in (self.wiki / "draft").glob("*.md")}


@pytest.fixture(scope="session")
def ingested_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with three papers read and evidence chosen; never change it, copy it."""
    home = tmp_path_factory.mktemp("ingested") / "home"
    settings = make_home(home)
    with DagsterInstance.ephemeral() as instance:
        launcher = Launcher(instance, build_defs(settings))
        launcher.register("papers", list(PAPERS))
        assert all(ran.success for ran in launcher.run_ranges("ingest", "papers", list(PAPERS)))
        assert launcher.run("choose_evidence").success
    return home


@pytest.fixture
def bench(ingested_home: Path, tmp_path: Path) -> Iterator[Bench]:
    """A copy of the ingested home; its model invents what it says of edge flips."""
    home = tmp_path / "home"
    shutil.copytree(ingested_home, home)
    settings = Settings.load(home=home)
    model = FakeLanguageModel(inventing=["Edge flip"])
    with DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("papers", list(PAPERS))
        instance.add_dynamic_partitions("concepts", list(CONCEPTS))
        yield Bench(settings, instance, build_defs(settings, language_model=fake_resource(model)), model)
