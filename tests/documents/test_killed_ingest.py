"""An ingest that is killed, as a whole or a worker of it, loses nothing, does nothing twice and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from document_samples import Sheet, draw, prose

from wiki_assets.documents import steps
from wiki_assets.documents.library import scan_library
from wiki_assets.documents.model import DocumentRecord, DocumentStatus, ReadDocument, Source
from wiki_assets.documents.options import Choices
from wiki_assets.documents.reading.batch import read_documents
from wiki_assets.documents.reading.scratch import scratch_folder
from wiki_assets.documents.steps import ingest
from wiki_assets.storage.artifacts import ArtifactStore

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ROOT / ".." / "shared" / "corpus" / "papers"
RUN = """
import sys
from pathlib import Path
from wiki_assets.documents.library import scan_library
from wiki_assets.documents.reading.scratch import scratch_folder
from wiki_assets.documents.steps import ingest
from wiki_assets.storage.artifacts import ArtifactStore

raw, store = Path(sys.argv[1]), ArtifactStore(Path(sys.argv[2]))
library = scan_library(raw, None, {}, {})
list(ingest(list(library.sources), library, raw, store, 2))
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


@pytest.fixture(scope="module")
def forty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of forty PDFs of three pages, no two alike."""
    folder = tmp_path_factory.mktemp("forty")
    for number in range(40):
        sheet = Sheet()
        for page in range(3):
            draw(
                sheet.page(), textwrap.wrap(f"Paper {number}, page {page}. " + prose(12, 1000 * number + 30 * page), 90), 72, 100
            )
        (folder / f"paper{number:02}.pdf").write_bytes(sheet.bytes(deflate=True))
    return folder


@pytest.fixture(scope="module")
def undisturbed(forty: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What an ingest of the forty stores when nothing happens."""
    store = ArtifactStore(tmp_path_factory.mktemp("undisturbed"))
    run_to_the_end(forty, store)
    return stored(store)


def run_to_the_end(raw: Path, store: ArtifactStore) -> list[DocumentRecord]:
    library = scan_library(raw, None, {}, {})
    return list(ingest(list(library.sources), library, raw, store, 2))


def stored(store: ArtifactStore) -> dict[str, bytes]:
    return {key: store.read(key) for key in store.keys("documents")}


def done(store: ArtifactStore) -> set[str]:
    """Papers of which everything is stored."""
    return {key.split("/")[1] for key in store.keys("documents") if key.endswith("/state.json")}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[Path], subprocess.Popen[bytes]]]:
    """Starts an ingest in a process of its own, with a temporary folder of its own."""
    runs: list[subprocess.Popen[bytes]] = []
    temporary = tmp_path / "temporary"
    temporary.mkdir()

    def begin(raw: Path) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", RUN, str(raw), str(tmp_path / "store")]
        runs.append(subprocess.Popen(command, cwd=ROOT, env={**os.environ, "TMPDIR": str(temporary)}))
        return runs[-1]

    yield begin
    for run in runs:
        run.kill()
        run.wait()


def workers_of(run: subprocess.Popen[bytes]) -> list[int]:
    """Its worker processes, by what the system says."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == run.pid and fields[0] != "Z":
            found.append(int(entry.name))
    return found


def wait_for(happened: Callable[[], bool], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.005)


def kill_in_the_middle(start: Callable[[Path], subprocess.Popen[bytes]], raw: Path, store: ArtifactStore, after: int) -> None:
    """Kills a run, not its workers, once some papers are done, and waits until its workers are gone."""
    run = start(raw)
    wait_for(lambda: len(done(store)) >= after)
    workers = workers_of(run)
    run.kill()
    run.wait()
    assert workers
    wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), 10.0)


def test_a_run_that_is_killed_goes_on_with_exactly_what_is_missing(
    tmp_path: Path,
    forty: Path,
    undisturbed: dict[str, bytes],
    start: Callable[[Path], subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = ArtifactStore(tmp_path / "store")
    for after in (5, 15):
        kill_in_the_middle(start, forty, store, after)
    before = done(store)
    assert 15 <= len(before) < 40
    unchanged = {key: store.path(key).stat().st_mtime_ns for key in store.keys("documents") if key.split("/")[1] in before}
    asked: list[str] = []

    def noted(raw: Path, sources: list[Source], workers: int, choices: Choices) -> Iterator[ReadDocument]:
        asked.extend(source.bibkey for source in sources)
        return read_documents(raw, sources, workers, choices)

    monkeypatch.setattr(steps, "read_documents", noted)
    records = run_to_the_end(forty, store)
    assert sorted(record.bibkey for record in records) == [f"paper{number:02}" for number in range(40)]
    assert sorted(asked) == sorted({record.bibkey for record in records} - before)
    assert {key: store.path(key).stat().st_mtime_ns for key in unchanged} == unchanged
    assert stored(store) == undisturbed


def test_the_folder_that_a_killed_run_leaves_is_removed_by_the_next_and_no_other(
    tmp_path: Path, forty: Path, start: Callable[[Path], subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    kill_in_the_middle(start, forty, ArtifactStore(tmp_path / "store"), 3)
    (left,) = temporary.iterdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    with scratch_folder() as first:
        assert not left.exists()
        with scratch_folder() as second:
            assert first.exists()
            assert second.exists()
    assert not list(temporary.iterdir())


def test_a_worker_that_is_killed_costs_nothing(
    tmp_path: Path, forty: Path, undisturbed: dict[str, bytes], start: Callable[[Path], subprocess.Popen[bytes]]
) -> None:
    store = ArtifactStore(tmp_path / "store")
    run = start(forty)
    for after in (5, 15, 25):
        wait_for(lambda: len(done(store)) >= after)  # noqa: B023  it is called at once
        for worker in workers_of(run):
            os.kill(worker, signal.SIGKILL)
    assert run.wait(timeout=120) == 0
    assert stored(store) == undisturbed
    assert not list((tmp_path / "temporary").iterdir())


def test_a_run_that_is_interrupted_leaves_nothing_behind(
    tmp_path: Path, forty: Path, start: Callable[[Path], subprocess.Popen[bytes]]
) -> None:
    store = ArtifactStore(tmp_path / "store")
    run = start(forty)
    wait_for(lambda: len(done(store)) >= 5)
    run.send_signal(signal.SIGINT)
    run.wait(timeout=20)
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.shared
def test_real_papers_survive_a_killed_run(tmp_path: Path, start: Callable[[Path], subprocess.Popen[bytes]]) -> None:
    papers = sorted(PAPERS.glob("*.pdf"), key=lambda path: path.stat().st_size)[:12]
    if not papers:
        pytest.skip("../shared/corpus/papers is not here")
    raw = tmp_path / "raw"
    raw.mkdir()
    for paper in papers:
        shutil.copy(paper, raw)
    store, other = ArtifactStore(tmp_path / "store"), ArtifactStore(tmp_path / "other")
    kill_in_the_middle(start, raw, store, 4)
    records = run_to_the_end(raw, store)
    assert {record.status for record in records} <= {DocumentStatus.OK, DocumentStatus.PARTIAL}
    run_to_the_end(raw, other)
    assert stored(store) == stored(other)
