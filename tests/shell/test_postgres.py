"""The Dagster instance in a real PostgreSQL server, by one variable."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg2
import pytest
from pydantic import SecretStr

from jobs.launching import open_instance
from tests.shell.dev_server import clean_environment
from tests.shell.homes import make_home
from tests.shell.postgres_server import postgres_server
from wiki_assets.cli.home import prepare_home
from wiki_assets.errors import SettingsError, StoreUnavailableError
from wiki_assets.settings import Settings
from wiki_assets.storage import database
from wiki_assets.storage.database import DATABASE_VARIABLE, database_address, require_database

WIKI = str(Path(sys.executable).with_name("wiki"))
# What differs between two builds of the same papers, wherever they are recorded: times, ids of runs, and the hash over them.
DIFFERENT_EACH_TIME = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|page: \"[0-9a-f]{64}\"|\d\d:\d\d:\d\d UTC"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Path]:
    with postgres_server() as folder:
        yield folder


@pytest.fixture
def address(server: Path, request: pytest.FixtureRequest) -> str:
    """A database of its own for a test."""
    name = re.sub(r"\W", "_", request.node.name.lower())[-60:]
    connection = psycopg2.connect(f"postgresql://wiki@/postgres?host={server}")
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute(f'create database "{name}"')
    connection.close()
    return f"postgresql://wiki@/{name}?host={server}"


def settings_with(home: Path, address: str) -> Settings:
    return Settings.load(home=home, postgres_url=SecretStr(address))


def start_build(home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [WIKI, "build", "--home", str(home), "--json"]
    return subprocess.run(command, capture_output=True, text=True, timeout=900, cwd=home, env=clean_environment(**variables))


def pages(home: Path) -> dict[str, str]:
    found = sorted((home / "wiki").rglob("*.md"))
    return {path.relative_to(home).as_posix(): DIFFERENT_EACH_TIME.sub("…", path.read_text("utf-8")) for path in found}


def test_two_builds_at_once_on_postgresql_make_the_pages_that_one_makes_on_sqlite(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address comes from `.env`, as a person would give it."""
    lite, postgres = tmp_path / "lite", tmp_path / "postgres"
    for home in (lite, postgres):
        make_home(home)
    (postgres / ".env").write_text(f"{DATABASE_VARIABLE}={address}\n", encoding="utf-8")
    assert start_build(lite).returncode == 0
    with ThreadPoolExecutor() as pool:
        for done in pool.map(start_build, [postgres, postgres]):
            assert done.returncode == 0, done.stderr
            assert "mismatch" not in done.stderr
            assert json.loads(done.stdout.splitlines()[-1])["failures"] == []
    assert pages(postgres) == pages(lite)
    assert not list((postgres / ".dagster").rglob("*.db"))
    settings = settings_with(postgres, address)
    monkeypatch.setenv(DATABASE_VARIABLE, database_address(settings))
    with open_instance(postgres / ".dagster", settings) as instance:
        assert type(instance.event_log_storage).__name__ == "PostgresEventLogStorage"
        assert instance.get_runs_count() >= 6
        assert set(instance.get_dynamic_partitions("papers")) == {"Alder2020", "Birch2021", "Cedar2022"}
        assert {pool.name for pool in instance.event_log_storage.get_pool_limits()} == {"model_calls", "vectors", "audit"}


def test_the_address_is_in_no_file_of_the_home(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, "postgresql://wiki:open-sesame@db.example/wiki")
    folder = prepare_home(settings)
    written = (folder / "dagster.yaml").read_text("utf-8")
    assert "env: WIKI_POSTGRES_URL" in written
    assert "sesame" not in written
    prepare_home(Settings.load(home=tmp_path))
    assert "env: WIKI_POSTGRES_URL" not in (folder / "dagster.yaml").read_text("utf-8")


def test_a_server_that_does_not_answer_is_named_and_its_password_is_not() -> None:
    settings = settings_with(Path(), "postgresql://wiki:open-sesame@127.0.0.1:1/library")
    with pytest.raises(StoreUnavailableError) as caught:
        require_database(settings)
    assert "The PostgreSQL database library on 127.0.0.1:1 does not answer" in str(caught.value)
    assert "SQLite" in caught.value.remedy
    assert "sesame" not in str(caught.value)


def test_a_database_that_does_not_exist_is_told_in_the_server_s_words(server: Path) -> None:
    with pytest.raises(StoreUnavailableError, match='database "nowhere" does not exist'):
        require_database(settings_with(Path(), f"postgresql://wiki@/nowhere?host={server}"))


def test_an_address_of_something_else_is_refused_without_being_shown() -> None:
    for address in (
        "mysql://me:open-sesame@host/db",
        "open-sesame",
        "postgresql://me:open-sesame@host",
        "postgresql://h:open-sesame/x",
    ):
        with pytest.raises(SettingsError) as caught:
            database_address(settings_with(Path(), address))
        assert DATABASE_VARIABLE in str(caught.value)
        assert "sesame" not in str(caught.value)
        assert "postgresql://user:password@host" in caught.value.remedy


@pytest.mark.parametrize(
    "given", ["postgresql://me:p%40ss@host/db", "postgres://me:p%40ss@host/db", "postgresql+psycopg2://me:p%40ss@host/db"]
)
def test_every_usual_spelling_of_an_address_reaches_dagster_with_its_driver(given: str) -> None:
    assert database_address(settings_with(Path(), given)) == "postgresql+psycopg2://me:p%40ss@host/db"


def test_a_missing_package_is_named_with_the_two_commands_that_install_both(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(database.importlib, "import_module", missing)
    with pytest.raises(SettingsError) as caught:
        require_database(settings_with(Path(), "postgresql://wiki@host/db"))
    assert "the package dagster_postgres that it needs is not installed" in str(caught.value)
    assert "pip install psycopg2-binary" in caught.value.remedy
    assert "pip install --no-deps dagster-postgres" in caught.value.remedy


def test_without_the_variable_nothing_is_asked_for() -> None:
    settings = Settings.load(home=Path())
    require_database(settings)
    assert database_address(settings) == ""
