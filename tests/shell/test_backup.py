"""`wiki backup` and `wiki restore` on a real home: while builds go on in another process, and at another place afterwards."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tests.shell.homes import make_home, write_concepts
from wiki_assets.audit.folding import rebuild
from wiki_assets.audit.queries import ask, claim_lineage
from wiki_assets.audit.record import Record
from wiki_assets.audit.tables import TABLES
from wiki_assets.cli import reading
from wiki_assets.cli.backup_commands import backup_command, restore_command
from wiki_assets.errors import BackupError, HomeError, WikiError
from wiki_assets.publication.publishing import Wiki
from wiki_assets.settings import Settings
from wiki_assets.storage import layout
from wiki_assets.storage.addresses import open_backend
from wiki_assets.storage.artifacts import ArtifactStore, open_artifacts
from wiki_assets.storage.folder import FolderBackend
from wiki_assets.upkeep.archive import check_archive
from wiki_assets.upkeep.backup import Places, back_up
from wiki_assets.upkeep.inputs import Inputs
from wiki_assets.upkeep.instance_files import SQLITE
from wiki_assets.upkeep.proof import prove
from wiki_assets.upkeep.restoring import papers_missing, restore

app = typer.Typer()
app.command("backup")(backup_command)
app.command("restore")(restore_command)

MOST_ARCHIVES = 8
DONE = ("documents_ingested", "chunks_embedded", "pages_compiled", "pages_judged", "model_calls")

# Builds, one after the other in one process, each after papers have changed; a line of JSON for each.
BUILDS = """
import json, logging, sys
from pathlib import Path
from tests.shell.homes import PAPERS, write_paper
from wiki_assets.cli.build import Build, BuildRequest
from wiki_assets.settings import Settings
home, versions = Path(sys.argv[1]), sys.argv[2:]
logging.getLogger("dagster").setLevel(logging.CRITICAL)
for version in versions:
    if version.startswith("again"):
        pass
    elif version.startswith("paper:"):
        write_paper(home / "raw", version[6:], "Mesh parts", "A circle packing of a mesh is drawn by a planner of many small circles.")
    else:
        for bibkey, (title, text) in PAPERS.items():
            write_paper(home / "raw", bibkey, title, f"{text} The {version} edition of this paper adds one more sentence.")
    outcome = Build(Settings.load(home=home), BuildRequest(), lambda _line: None).run()
    print(json.dumps(outcome.as_object()), flush=True)
"""


def environment(**settings: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("WIKI_", "DAGSTER_", "QDRANT_"))}
    return kept | settings | {"PYTHONPATH": str(Path(__file__).parents[2]), "WIKI_WORKERS": "1", "PYTHONWARNINGS": "ignore"}


def builds(home: Path, *versions: str, **settings: str) -> list[dict[str, object]]:
    command = [sys.executable, "-c", BUILDS, str(home), *versions]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(**settings), timeout=600)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def places(home: Path) -> Places:
    settings = Settings.load(home=home)
    inputs = Inputs(settings.raw_folder, settings.concepts_file, settings.bibliography_file, settings.sources_file)
    return Places(
        home, FolderBackend(home / "artifacts"), Record(FolderBackend(home / "audit"), home / "audit"), inputs, SQLITE, 60.0
    )


@dataclass(frozen=True)
class Backed:
    """A home that was built and changed several times, and archives taken meanwhile."""

    home: Path
    archives: tuple[Path, ...]


@pytest.fixture(scope="module")
def backed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backed]:
    folder = tmp_path_factory.mktemp("backup")
    home = folder / "home"
    make_home(home)
    write_concepts(home, {"circle-packing": "Circle packing", "angle-defect": "Angle defect", "ricci-flow": "Ricci flow"})
    command = [sys.executable, "-c", BUILDS, str(home), "first", "second", "third"]
    archives: list[Path] = []
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment()) as builder:
        while builder.poll() is None:
            if layout.wiki_folder(home).is_dir() and len(archives) < MOST_ARCHIVES:
                target = folder / f"{len(archives)}.tar.{'zst' if len(archives) % 2 else 'gz'}"
                archives.append(back_up(places(home), target, with_raw=len(archives) % 3 == 0).path)
            time.sleep(1.0)
        assert builder.returncode == 0, builder.stderr.read() if builder.stderr else ""
    yield Backed(home, tuple(archives))


def files(home: Path) -> dict[str, bytes]:
    """What a backup speaks for, byte for byte."""
    roots = ("wiki", "artifacts", "audit")
    found = (path for root in roots for path in sorted((home / root).rglob("*")) if path.is_file())
    kept = (path for path in found if not path.name.startswith(".") and "artifacts/vectors" not in path.as_posix())
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in kept}


def tables(home: Path) -> dict[str, list[tuple[object, ...]]]:
    return {name: ask(home / "audit.duckdb", f"FROM {name} ORDER BY ALL")[1] for name in TABLES}


def told(home: Path) -> dict[str, object]:
    """All that the reading commands say of a home."""
    settings = Settings.load(home=home)
    store = open_artifacts(home, settings.artifacts)
    standings = Wiki(home, store, (), None).shelf.standings()  # type: ignore[arg-type]
    shown = {standing.slug: standing.published or standing.draft for standing in standings}
    why = {
        f"{slug} {number}": asdict(reading.why(settings, slug, number))
        for slug, record in shown.items()
        for number in range(record.claims if record else 0)
    }
    return {"check": reading.check_as_object(reading.check(settings)), "status": reading.status(settings).as_object(), "why": why}


def test_every_archive_taken_while_builds_go_on_is_a_whole_wiki(backed: Backed, tmp_path: Path) -> None:
    assert len(backed.archives) >= 3, "too few backups were taken while the builds went on"
    claims = 0
    for number, archive in enumerate(backed.archives):
        manifest = check_archive(archive)
        assert manifest.problems == (), f"{archive.name}: {manifest.problems}"
        home = tmp_path / str(number)
        restore(archive, home, force=False)
        assert prove(home).problems == ()
        for standing in Wiki(home, ArtifactStore(home / "artifacts"), (), None).shelf.standings():  # type: ignore[arg-type]
            for shown in filter(None, (standing.published, standing.draft)):
                for ordinal in range(shown.claims):
                    lineage = claim_lineage(home / "audit.duckdb", standing.slug, ordinal, shown.page_sha)
                    assert lineage is not None and lineage.decision is not None
                    claims += 1
        before = tables(home)
        rebuild(home / "audit", home / "audit.duckdb")
        assert tables(home) == before
        assert (home / "raw").is_dir() == manifest.raw_included
        shutil.rmtree(home)
    assert claims > 0


def test_at_another_place_every_command_says_the_same_and_a_build_has_nothing_to_do(backed: Backed, tmp_path: Path) -> None:
    archive = back_up(places(backed.home), tmp_path / "last.tar.zst", with_raw=False).path
    home = tmp_path / "elsewhere" / "wiki-home"
    restored = restore(archive, home, force=False)
    assert papers_missing(restored.manifest, home / "raw") == 3 and not (home / "raw").exists()
    assert files(home) == files(backed.home)
    expected = told(backed.home)
    assert expected["why"]
    assert told(home) == expected, "without the papers"
    assert tables(home) == tables(backed.home)
    shutil.copytree(backed.home / "raw", home / "raw")  # as a person does, with other times
    assert not (home / "artifacts" / "vectors").exists()
    nothing, added = builds(home, "again", "paper:Dogwood2023")
    assert {nothing[name] for name in DONE} == {0}
    assert told(home)["check"] != {} and nothing["failures"] == []
    # The vector store is filled again from the cache: only the new paper's passages meet the model.
    assert added["documents_ingested"] == 1 and 0 < int(str(added["chunks_embedded"])) <= 2 and added["failures"] == []


def test_without_the_folder_of_papers_nothing_is_taken_for_removed(backed: Backed, tmp_path: Path) -> None:
    home = tmp_path / "home"
    restore(backed.archives[-1], home, force=False)
    shutil.rmtree(home / "raw", ignore_errors=True)
    settings = Settings.load(home=home)
    from resources import LibraryResource, build_resources

    library = build_resources(settings)["library"]
    assert isinstance(library, LibraryResource)
    with pytest.raises(WikiError, match="cannot be listed"):
        library.scan(ArtifactStore(home / "artifacts"))


def test_with_the_papers_in_it_a_restored_home_is_complete(backed: Backed, tmp_path: Path) -> None:
    archive = back_up(places(backed.home), tmp_path / "all.tar.gz", with_raw=True).path
    home = tmp_path / "home"
    restored = restore(archive, home, force=False)
    assert papers_missing(restored.manifest, home / "raw") == 0
    for paper in (backed.home / "raw").iterdir():
        copy = home / "raw" / paper.name
        assert copy.read_bytes() == paper.read_bytes()
        assert copy.stat().st_mtime_ns == paper.stat().st_mtime_ns, "the catalogue knows it by size and time"
    assert (home / "concepts.yaml").read_bytes() == (backed.home / "concepts.yaml").read_bytes()


def test_a_page_edited_by_hand_is_backed_up_and_told(backed: Backed, tmp_path: Path) -> None:
    home = tmp_path / "home"
    restore(backed.archives[-1], home, force=False)
    (home / "wiki" / "circle-packing.md").write_text("My own words.")
    written = back_up(places(home), tmp_path / "b.tar.zst", with_raw=False)
    assert any("edited by hand" in problem for problem in written.manifest.problems)
    restore(written.path, tmp_path / "again", force=False)
    assert (tmp_path / "again/wiki/circle-packing.md").read_text() == "My own words."


def test_artifacts_on_an_object_store_are_backed_up_from_there(backed: Backed, tmp_path: Path) -> None:
    artifacts, audit = (open_backend(tmp_path, "memory://backup-test", room) for room in ("artifacts", "audit"))
    for room, backend in (("artifacts", artifacts), ("audit", audit)):
        for key in FolderBackend(backed.home / room).keys(""):
            if not key.startswith("vectors/"):
                backend.write(key, (backed.home / room / key).read_bytes())
    home = tmp_path / "home"
    shutil.copytree(backed.home / "wiki", home / "wiki")
    here = places(home)
    far = Places(home, artifacts, Record(audit, home / "audit"), here.inputs, SQLITE, 60.0)
    written = back_up(far, tmp_path / "b.tar.zst", with_raw=False)
    restore(written.path, tmp_path / "near", force=False)
    assert files(tmp_path / "near") == files(backed.home)
    assert told(tmp_path / "near") == told(backed.home)


def test_where_a_store_is_set_a_restored_wiki_is_read_from_there_and_a_build_has_nothing_to_do(
    backed: Backed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = back_up(places(backed.home), tmp_path / "b.tar.zst", with_raw=True).path
    expected, home, store = told(backed.home), tmp_path / "home", tmp_path / "store"
    monkeypatch.setenv("WIKI_ARTIFACTS", str(store))
    done = CliRunner().invoke(app, ["restore", str(archive), "--home", str(home)])
    assert done.exit_code == 0 and f"in {store} (WIKI_ARTIFACTS)" in done.stdout.replace("\n", " ")
    assert not (home / "artifacts").exists()
    assert told(home) == expected
    pages = {path.name: path.read_bytes() for path in (home / "wiki").rglob("*.md")}
    (built,) = builds(home, "again", WIKI_ARTIFACTS=str(store))
    assert {built[name] for name in DONE} == {0} and built["failures"] == []
    assert {path.name: path.read_bytes() for path in (home / "wiki").rglob("*.md")} == pages
    again = CliRunner().invoke(app, ["restore", str(archive), "--home", str(tmp_path / "other")])
    assert isinstance(again.exception, HomeError) and "WIKI_ARTIFACTS" in str(again.exception)
    assert not (tmp_path / "other").exists()
    forced = CliRunner().invoke(app, ["restore", str(archive), "--home", str(home), "--force", "--json"])
    assert json.loads(forced.stdout)["store_kept"] and told(home) == expected


def test_papers_are_looked_for_and_inputs_are_read_where_the_settings_say(
    backed: Backed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def restored(archive: Path, home: str) -> tuple[int, dict[str, str]]:
        done = CliRunner().invoke(app, ["restore", str(archive), "--home", str(tmp_path / home), "--json"])
        told = json.loads(done.stdout)
        return told["papers_missing"], told["unread"]

    without, within = (back_up(places(backed.home), tmp_path / f"{raw}.tar.gz", with_raw=raw).path for raw in (False, True))
    assert restored(without, "a") == (3, {}) and restored(within, "b") == (0, {})
    monkeypatch.setenv("WIKI_RAW", str(backed.home / "raw"))
    assert restored(without, "c") == (0, {})
    assert restored(within, "d") == (0, {"raw": "WIKI_RAW"})
    monkeypatch.setenv("WIKI_CONCEPTS", str(backed.home / "concepts.yaml"))
    assert restored(without, "e") == (0, {"concepts.yaml": "WIKI_CONCEPTS"})
    plain = CliRunner().invoke(app, ["restore", str(without), "--home", str(tmp_path / "f")])
    assert "nobody reads it there: WIKI_CONCEPTS" in plain.stdout.replace("\n", " ")


ODD_NAMES = (
    "back\\slash.pdf",
    "back\\..\\slash.pdf",
    " leading.pdf",
    "line\nbreak.pdf",
    "trailing .pdf",
    "=1.pdf",
    "ü" * 120,
    "%2e%2e",
)


@pytest.mark.parametrize("with_raw", [False, True])
def test_files_with_odd_names_make_no_backup_impossible(backed: Backed, tmp_path: Path, with_raw: bool) -> None:
    home = tmp_path / "home"
    restore(backed.archives[-1], home, force=False)
    (home / "raw").mkdir(exist_ok=True)
    for folder in ("raw", "wiki"):
        for name in ODD_NAMES:
            (home / folder / name).write_text("odd")
        (home / folder / os.fsdecode(b"latin-\xfc.pdf")).write_text("odd")
    (home / "raw" / "Circle.pdf").symlink_to("Circle.pdf")
    written = back_up(places(home), tmp_path / "b.tar.zst", with_raw=with_raw)
    told = "\n".join(written.manifest.problems)
    assert ("raw/back\\slash.pdf: no archive takes" in told) == with_raw and "wiki/back\\slash.pdf: no archive takes" in told
    assert "Circle.pdf" in told
    restore(written.path, tmp_path / "again", force=False)
    names = {name for name in ODD_NAMES if "\\" not in name}
    assert names <= {path.name for path in (tmp_path / "again/wiki").iterdir()}
    if with_raw:
        assert names <= {path.name for path in (tmp_path / "again/raw").iterdir()}


def test_a_backup_that_fails_names_the_file_that_stands_in_the_way(
    backed: Backed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wiki_assets.upkeep import backup

    def denied(_inputs: Inputs, folder: Path, **_options: bool) -> None:
        raise PermissionError(13, "Permission denied", str(folder / "here"))

    monkeypatch.setattr(backup, "set_aside", denied)
    with pytest.raises(BackupError, match=r"/here: Permission denied"):
        back_up(places(backed.home), tmp_path / "b.tar.zst", with_raw=False)


def test_what_only_its_owner_may_read_is_for_its_owner_after_a_restore(backed: Backed, tmp_path: Path) -> None:
    home, again = tmp_path / "home", tmp_path / "again"
    restore(backed.archives[-1], home, force=False)
    (home / "sources.yaml").write_text("locked.pdf: {password: x}\n")
    (home / "sources.yaml").chmod(0o644)
    (home / "raw").mkdir(exist_ok=True)
    for name in ("wiki/circle-packing.md", "raw/mine.pdf", "concepts.yaml"):
        (home / name).touch()
        (home / name).chmod(0o600)
    restore(back_up(places(home), tmp_path / "b.tar.gz", with_raw=True).path, again, force=False)
    private = {path.relative_to(again).as_posix() for path in again.rglob("*") if path.stat().st_mode & 0o777 == 0o600}
    private = {name for name in private if not name.startswith(".dagster/")}
    assert private == {"wiki/circle-packing.md", "raw/mine.pdf", "concepts.yaml", "sources.yaml"}
    assert {path.stat().st_mode & 0o077 for path in (again / ".dagster").rglob("*") if path.is_file()} <= {0}


def test_nothing_is_left_of_a_backup_that_fails_or_is_interrupted(
    backed: Backed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wiki_assets.upkeep import backup

    before = sorted(path.name for path in backed.home.iterdir())
    for error in (KeyboardInterrupt(), BackupError("what was written cannot be read back.")):

        def failing(_path: Path, error: BaseException = error) -> None:
            raise error

        monkeypatch.setattr(backup, "check_archive", failing)
        with pytest.raises(type(error)):
            back_up(places(backed.home), tmp_path / "b.tar.zst", with_raw=False)
    assert list(tmp_path.iterdir()) == []
    assert sorted(path.name for path in backed.home.iterdir()) == before


@contextmanager
def in_folder(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def test_the_commands_speak_to_people_and_to_machines(backed: Backed, tmp_path: Path) -> None:
    run, at = CliRunner(), ["--home", str(backed.home)]
    with in_folder(tmp_path):
        plain = run.invoke(app, ["backup", *at])
    assert plain.exit_code == 0, plain.output
    (archive,) = tmp_path.glob("wiki-backup-*Z.tar.zst")
    as_json = json.loads(run.invoke(app, ["backup", "--verify", str(archive), "--json"]).stdout)
    assert as_json["counts"]["published"] == 2 and len(as_json["raw"]) == 3 and as_json["problems"] == []
    assert run.invoke(app, ["backup", "--verify", str(archive)]).exit_code == 0
    restored = run.invoke(app, ["restore", str(archive), "--home", str(tmp_path / "new"), "--json"])
    assert restored.exit_code == 0 and json.loads(restored.stdout)["papers_missing"] == 3
    again = run.invoke(app, ["restore", str(archive), "--home", str(tmp_path / "new")])
    assert isinstance(again.exception, HomeError) and again.exception.exit_code == 3
    forced = run.invoke(app, ["restore", str(archive), "--home", str(tmp_path / "new"), "--force"])
    assert forced.exit_code == 0
    archive.write_bytes(archive.read_bytes()[:-100])
    damaged = run.invoke(app, ["backup", "--verify", str(archive)])
    assert isinstance(damaged.exception, BackupError)
    nothing = run.invoke(app, ["backup", str(tmp_path / "n.tar.gz"), "--home", str(tmp_path / "nothing")])
    assert isinstance(nothing.exception, HomeError)


def test_a_database_in_postgresql_is_named_as_missing(backed: Backed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIKI_POSTGRES_URL", "postgresql://wiki:hidden@localhost/wiki")
    done = CliRunner().invoke(app, ["backup", str(tmp_path / "b.tar.zst"), "--home", str(backed.home)])
    assert done.exit_code == 0 and "pg_dump" in done.stdout and "hidden" not in done.stdout
