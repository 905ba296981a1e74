"""The `wiki` command as a person types it: real processes, real homes, exit codes, one clear line for bad input."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import duckdb
import pymupdf
import pytest
from qdrant_edge import EdgeShard

from tests.shell.homes import make_home, write_concepts, write_paper
from wiki_assets.cli import reading
from wiki_assets.settings import Settings

WIKI = str(Path(sys.executable).with_name("wiki"))


def wiki(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs the command with a clean environment of its own."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("WIKI_", "DAGSTER_", "QDRANT_"))}
    return subprocess.run([WIKI, *arguments], capture_output=True, text=True, env=environment | variables, timeout=300)


def build(home: Path, *arguments: str, **variables: str) -> dict[str, object]:
    """`wiki build --json`, parsed."""
    done = wiki("build", "--home", str(home), "--json", *arguments, **variables)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one concept that the papers do not support, built by the command."""
    home = tmp_path_factory.mktemp("built") / "home"
    make_home(home)
    write_concepts(home, {"circle-packing": "Circle packing", "angle-defect": "Angle defect", "ricci-flow": "Ricci flow"})
    (home / "raw" / "broken.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    (home / "raw" / "lying.pdf").write_bytes(b"\x89PNG\r\n\x1a\nI am no PDF")
    first = build(home)
    assert first["documents_ingested"] == 5
    return home


def test_a_second_build_with_nothing_changed_does_nothing_and_says_so(built: Path) -> None:
    again = build(built)
    assert {
        again[name] for name in ("documents_ingested", "chunks_embedded", "pages_compiled", "pages_judged", "model_calls")
    } == {0}
    assert "Nothing had changed" in wiki("build", "--home", str(built)).stdout


def test_broken_files_are_told_with_their_reason_and_stop_nothing(built: Path) -> None:
    outcome = build(built)
    assert outcome["failed_documents"] == 2
    told = {name: (status, reason) for name, status, reason in outcome["documents"]}  # type: ignore[attr-defined]
    assert told["broken"][0] == "corrupt"
    assert told["lying"][0] == "unsupported"
    assert all(reason for _, reason in told.values())


def test_check_exits_with_two_while_a_draft_waits_and_lists_it(built: Path) -> None:
    done = wiki("check", "--home", str(built))
    assert done.returncode == 2
    assert "wiki/draft/ricci-flow.md" in done.stdout
    assert json.loads(wiki("check", "--home", str(built), "--json").stdout)["exit_code"] == 2


def test_why_leads_from_every_sentence_to_the_words_and_the_bytes(built: Path) -> None:
    settings = Settings.load(home=built)
    files = {sha256(path.read_bytes()).hexdigest(): path for path in (built / "raw").glob("*.pdf")}
    claims = {concept.slug: concept.claims for concept in reading.status(settings).concepts}
    assert claims.pop("ricci-flow") == 0
    assert sum(claims.values()) >= 6
    for slug, number in ((slug, number) for slug, count in claims.items() for number in range(count)):
        lineage = reading.why(settings, slug, number)
        assert (lineage.verdict, lineage.page) == ("grounded", 1)
        assert lineage.page_run_id and lineage.document_sha256 in files and lineage.quote
        with pymupdf.open(files[lineage.document_sha256]) as document:
            words = " ".join(document[0].get_text().split())
        assert lineage.quote in words
        assert lineage.matched in words


def test_why_prints_one_object_for_a_machine_and_refuses_a_claim_that_is_not_there(built: Path) -> None:
    lineage = json.loads(wiki("why", "circle-packing", "0", "--home", str(built), "--json").stdout)
    assert (lineage["slug"], lineage["ordinal"], lineage["verdict"]) == ("circle-packing", 0, "grounded")
    assert wiki("why", "circle-packing", "999", "--home", str(built)).returncode == 3


def test_show_prints_a_page_a_draft_and_the_index(built: Path) -> None:
    assert "# Circle packing" in wiki("show", "circle-packing", "--home", str(built)).stdout
    assert "Ricci flow" in wiki("show", "ricci-flow", "--home", str(built)).stdout
    assert "[Circle packing](circle-packing.md)" in wiki("show", "--home", str(built)).stdout
    refused = wiki("show", "../../etc/passwd", "--home", str(built))
    assert refused.returncode == 3


def test_a_new_paper_recompiles_only_the_concepts_whose_evidence_it_changes(built: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(built, home)
    write_paper(
        home / "raw",
        "Elm2024",
        "More packings",
        "A circle packing is univalent if the interiors of its circles are disjoint.",
    )
    outcome = build(home)
    assert (outcome["documents_ingested"], outcome["chunks_embedded"]) == (1, 1)
    assert outcome["pages_compiled"] == 1


def test_two_builds_at_once_publish_both_pages_and_lose_no_line_of_the_log(ingested_home: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(ingested_home, home)
    slugs = ("circle-packing", "angle-defect")
    with ThreadPoolExecutor(len(slugs)) as crew:
        done = list(crew.map(lambda slug: wiki("build", "--home", str(home), "--concept", slug, "--json"), slugs))
    assert [one.returncode for one in done] == [0, 0], [one.stderr for one in done]
    assert {path.stem for path in (home / "wiki").glob("*.md")} == {*slugs, "index", "log"}
    assert (home / "wiki" / "log.md").read_text("utf-8").count("**PROMOTED**") == len(slugs)
    index = (home / "wiki" / "index.md").read_text("utf-8")
    assert all(f"({slug}.md)" in index for slug in slugs)


def test_an_interrupted_build_says_so_and_the_next_one_finishes_what_is_missing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    make_home(home)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("WIKI_", "DAGSTER_"))}
    process = subprocess.Popen(
        [WIKI, "build", "--home", str(home)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("Papers:"):
            break
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 130, told
    assert "interrupted" in told and "Traceback" not in told
    outcome = build(home)
    assert outcome["promoted"] == 3


def test_the_audit_answers_questions_in_sql_and_changes_nothing(built: Path) -> None:
    done = wiki("audit", "query", "SELECT slug, passed FROM latest_pages ORDER BY slug", "--json", "--home", str(built))
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"slug": "angle-defect", "passed": True},
        {"slug": "circle-packing", "passed": True},
        {"slug": "ricci-flow", "passed": False},
    ]
    assert "ricci-flow" in wiki("audit", "query", "SELECT slug FROM quarantine", "--home", str(built)).stdout
    for refused in ("DELETE FROM pages", "FROM nowhere"):
        done = wiki("audit", "query", refused, "--home", str(built))
        assert done.returncode == 3 and "Traceback" not in done.stderr


def test_states_of_another_version_are_made_again_and_brick_nothing(built: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(built, home)
    artifacts = home / "artifacts"
    for state in (
        *artifacts.rglob("state.json"),
        *(artifacts / "chunks").glob("*.json"),
        *(artifacts / "reports").rglob("*.json"),
    ):
        state.write_text('{"written_by": "another version"}', encoding="utf-8")
    outcome = build(home)
    assert outcome["failures"] == []
    assert outcome["promoted"] == 2
    assert build(home)["pages_judged"] == 0


def test_an_open_duckdb_shell_delays_the_folding_and_not_the_build(built: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(built, home)
    with duckdb.connect(str(home / "audit.duckdb")) as shell:
        before = shell.sql("SELECT count(*) FROM pages").fetchall()
        outcome = build(home, "--force", "--concept", "circle-packing", WIKI_EVIDENCE_COUNT="3")
        assert outcome["pages_compiled"] == 1
        assert shell.sql("SELECT count(*) FROM pages").fetchall() == before
    assert wiki("audit", "fold", "--home", str(home)).returncode == 0
    with duckdb.connect(str(home / "audit.duckdb"), read_only=True) as shell:
        assert shell.sql("SELECT count(*) FROM promotions WHERE slug = 'circle-packing'").fetchall() >= [(2,)]


def test_a_store_that_another_process_holds_is_waited_for_and_then_named(ingested_home: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(ingested_home, home)
    write_paper(
        home / "raw",
        "Elm2024",
        "More packings",
        "A circle packing is univalent if the interiors of its circles are disjoint.",
    )
    (collection,) = [path for path in (home / "artifacts" / "vectors").iterdir() if path.is_dir()]
    holder = EdgeShard.load(str(collection))
    try:
        done = wiki("build", "--home", str(home), WIKI_STORE_WAIT_SECONDS="0.5")
    finally:
        holder.close()
    assert done.returncode == 1
    assert "another process" in done.stdout.lower() and "Traceback" not in done.stdout + done.stderr
    assert build(home)["promoted"] == 3


BAD_INPUT = {
    "an empty folder": (lambda home: [path.unlink() for path in (home / "raw").iterdir()], {}, "holds no papers"),
    "no folder": (lambda home: (home / "raw").rename(home / "elsewhere"), {}, "raw"),
    "no concepts file": (lambda home: (home / "concepts.yaml").unlink(), {}, "concepts.yaml"),
    "no concepts": (lambda home: (home / "concepts.yaml").write_text("concepts: []\n"), {}, "concepts.yaml"),
    "a wrong variable": (lambda home: None, {"WIKI_MIN_GROUNDING_RATE": "fifty"}, "WIKI_MIN_GROUNDING_RATE='fifty'"),
    "an unknown guard": (lambda home: None, {"WIKI_GUARD": "none"}, "content-5-gram"),
    "an unknown embedder": (lambda home: None, {"WIKI_EMBEDDER": "word2vec"}, "WIKI_EMBEDDER"),
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_is_one_clear_line_and_not_exit_code_zero(name: str, tmp_path: Path) -> None:
    spoil, variables, told = BAD_INPUT[name]
    home = tmp_path / "home"
    make_home(home)
    spoil(home)
    done = wiki("build", "--home", str(home), **variables)
    assert done.returncode not in (0, 1), done.stdout
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not (home / "wiki").exists()


def test_a_home_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = wiki("build", "--home", str(tmp_path / "file" / "home"))
    assert done.returncode == 3
    assert "cannot be written" in done.stderr and "Traceback" not in done.stderr


def test_commands_before_the_first_build_say_what_to_run(tmp_path: Path) -> None:
    for command in (["check"], ["status"], ["show"], ["why", "any", "0"]):
        done = wiki(*command, "--home", str(tmp_path))
        assert done.returncode == 3
        assert "wiki build" in done.stderr
