"""What a person writes in `sources.yaml`, from the file to the page, the check, the commands and the UI; and that no password gets out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import yaml
from dagster import AssetCheckEvaluation, AssetCheckSeverity, DagsterEventType

from resources.observation import observe
from tests.shell.conftest import Bench
from tests.shell.homes import make_home
from wiki_assets.cli import reading
from wiki_assets.cli.citing import cited_passage, passages_listed
from wiki_assets.definitions import build_defs
from wiki_assets.documents import codec
from wiki_assets.documents.model import Chunk, ChunkKind, Mark, chunk_id
from wiki_assets.planning.plan import Plan
from wiki_assets.settings import Settings
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

SLUG = "circle-packing"
PASSWORD = "correct horse battery"


def plan(bench: Bench) -> Plan:
    resources = bench.definitions.resources or {}
    named = ("library", "artifacts", "policy", "embedder", "language_model")
    return observe(**{name: resources[name] for name in named}).plan  # type: ignore[arg-type]


def bring_up_to_date(bench: Bench) -> tuple[Plan, str]:
    """Does what the sensors would have done for papers and for the wiki; gives the plan that asked for it and the last run."""
    wanted = plan(bench)
    if wanted.ingest:
        assert all(ran.success for ran in bench.launcher.run_ranges("ingest", "papers", [task.key for task in wanted.ingest]))
    assert plan(bench).publish
    ran = bench.run("publish")
    assert ran.success
    return wanted, ran.run_id


def write_sources(bench: Bench, content: dict[str, object]) -> None:
    path = bench.settings.sources_file
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    path.chmod(0o600)


def check_of(bench: Bench, run_id: str) -> AssetCheckEvaluation:
    """What the check on flagged papers said in a run."""
    logged = bench.instance.get_records_for_run(run_id, of_type=DagsterEventType.ASSET_CHECK_EVALUATION).records
    found = [record.event_log_entry.get_dagster_event().asset_check_evaluation_data for record in logged]
    (ours,) = [evaluation for evaluation in found if evaluation.check_name == "no_page_rests_on_flagged_papers"]
    return ours


def test_a_retraction_written_by_a_person_reaches_page_index_and_check_and_goes_again_with_no_page_composed(bench: Bench) -> None:
    assert bench.run("compile", SLUG).success
    bring_up_to_date(bench)
    before, composed = bench.files()[f"{SLUG}.md"], len(bench.model.history)
    write_sources(bench, {"Alder2020.pdf": {"retracted": "the circles never touched", "year": 2020}})
    wanted, run_id = bring_up_to_date(bench)
    assert [task.key for task in wanted.ingest] == ["Alder2020"]
    page = bench.files()[f"{SLUG}.md"]
    assert "⚠ Retracted: Alder2020, *Circle packings* (2020), cited by" in page and "the circles never touched" in page
    assert "cites a paper that is retracted" in bench.files()["index.md"]
    checked = reading.check(bench.settings)
    assert checked.exit_code == 1
    assert [paper["flag"] for paper in reading.check_as_object(checked)["flagged"]] == ["retracted"]  # type: ignore[index]
    evaluation = check_of(bench, run_id)
    assert (evaluation.passed, evaluation.severity) == (False, AssetCheckSeverity.WARN)
    assert "the circles never touched" in str(evaluation.metadata["papers"].value)
    bench.settings.sources_file.unlink()
    _, run_id = bring_up_to_date(bench)
    assert check_of(bench, run_id).passed
    assert bench.files()[f"{SLUG}.md"] == before
    assert reading.check(bench.settings).exit_code == 0
    assert len(bench.model.history) == composed
    done = plan(bench)
    assert not done.ingest and not done.publish and SLUG not in {task.key for task in done.compile}


def test_show_and_why_name_the_work_where_the_words_stand_and_the_flag(bench: Bench) -> None:
    assert bench.run("compile", SLUG).success
    write_sources(bench, {"Alder2020": {"title": "On Packings", "year": 2020, "doi": "10.1000/Alder", "retracted": True}})
    bring_up_to_date(bench)
    shown = reading.show(bench.settings, SLUG)
    assert "## Cited passages\n\n- [Alder2020 #chunk " in shown
    assert "*On Packings*, 2020, page 1 — ⚠ Retracted" in shown
    assert shown.startswith(bench.files()[f"{SLUG}.md"])
    assert reading.show(bench.settings, "") == bench.files()["index.md"]
    lineage = reading.why(bench.settings, SLUG, 0)
    passage = reading.passage_of(bench.settings, lineage)
    told = dict(reading.lineage_pairs(lineage, passage))
    assert told["citation"].endswith("page 1") and told["place"] == "page 1"
    assert told["work"] == "On Packings, 2020, doi:10.1000/alder" and told["⚠"] == "Retracted"
    work = reading.lineage_as_object(lineage, passage)["work"]
    assert isinstance(work, dict) and work["flag"] == "retracted" and work["year"] == 2020


def test_places_without_pages_and_how_a_passage_came_in_are_told(tmp_path: Path) -> None:
    store = ArtifactStore(tmp_path)
    chunks = [
        Chunk(
            chunk_id("sha", "1", n),
            "Talk",
            "sha",
            n,
            ChunkKind.PROSE,
            "words",
            "words",
            (),
            (),
            1,
            place=place,
            marks=marks,
        )
        for n, (place, marks) in enumerate((("slide 3", (Mark.NOTE,)), ("sheet Totals", ()), ("", (Mark.RECOGNISED,))))
    ]
    store.write(layout.chunks("Talk"), codec.encode_chunks(chunks))
    listed = passages_listed("One. [Talk #chunk 0] Two. [Talk #chunk 1] [Talk #chunk 0] [Talk #chunk 2] [Gone #chunk 7]", store)
    assert listed.splitlines()[2:] == [
        "- [Talk #chunk 0] slide 3, speaker notes",
        "- [Talk #chunk 1] sheet Totals",
        "- [Talk #chunk 2] read by text recognition",
        "- [Gone #chunk 7]",
    ]
    assert cited_passage(store, "Talk", 2, chunks[2].chunk_id, page=4).place == "page 4, read by text recognition"
    assert cited_passage(store, "Talk", 2, "another chunk", page=4).place == "page 4"
    assert passages_listed("No citation.", store) == ""


def test_a_password_is_in_no_file_of_the_home_but_the_one_it_was_written_in(bench: Bench) -> None:
    write_sources(bench, {"Birch2021.pdf": {"password": PASSWORD, "titel": "x"}})
    (task,) = plan(bench).ingest
    assert task.key == "Birch2021"
    assert all(ran.success for ran in bench.launcher.run_ranges("ingest", "papers", [task.key]))
    assert not plan(bench).ingest
    holding = [path for path in bench.settings.home.rglob("*") if path.is_file() and PASSWORD.encode() in path.read_bytes()]
    assert holding == [bench.settings.sources_file]
    assert PASSWORD not in str(bench.definitions.resources)


def test_sources_yaml_that_is_no_yaml_stops_a_build_with_one_clear_line(tmp_path: Path) -> None:
    settings = make_home(tmp_path / "home")
    settings.sources_file.write_text(f"a.pdf:\n  password: '{PASSWORD}\n")
    wiki = str(Path(sys.executable).with_name("wiki"))
    done = subprocess.run([wiki, "build", "--home", str(settings.home)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 3
    assert "sources.yaml:" in done.stderr and "not valid YAML" in done.stderr
    assert "Traceback" not in done.stderr and PASSWORD not in done.stdout + done.stderr


def test_settings_reach_the_reading_of_every_document(tmp_path: Path) -> None:
    make_home(tmp_path / "home")
    settings = Settings.load(home=tmp_path / "home", document_seconds=7.0, document_memory=300, ocr="eng", redact_emails=True)
    settings.sources_file.write_text('Alder2020: {password: "0451"}\n')
    library = (build_defs(settings).resources or {})["library"]
    choices = library.choices(library.scan(ArtifactStore(settings.home / "artifacts")))
    assert (choices.common.limits.seconds, choices.common.limits.memory) == (7.0, 300_000_000)
    assert (choices.common.ocr_languages, choices.common.redact_emails, choices.common.redact_home_paths) == ("eng", True, False)
    assert (choices.of("Alder2020.pdf").password, choices.of("Birch2021.pdf").password) == ("0451", "")
