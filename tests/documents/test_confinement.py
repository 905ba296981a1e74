"""A document that takes too much, crashes its reader or lives longer than anybody waits costs itself and nothing else."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from document_samples import Sheet, draw, prose, simple_pdf, two_column_paper
from strange_workers import strange_worker

from wiki_assets.documents.codec import decode_parsed
from wiki_assets.documents.model import DocumentRecord, DocumentStatus, ReadDocument, Source
from wiki_assets.documents.options import Choices, Limits, ReadingOptions
from wiki_assets.documents.reading.batch import read_documents
from wiki_assets.documents.reading.pool import read_in_pool

ROOT = Path(__file__).resolve().parents[2]
HARD = ROOT / ".." / "shared" / "corpus" / "hard"


def limited(**limits: float) -> Choices:
    return Choices(ReadingOptions(Limits(**limits)))  # type: ignore[arg-type]


class OnlyBad(Choices):
    """Limits for documents whose name begins with `bad`; others may take what they like, however busy the machine is."""

    def of(self, file: str) -> ReadingOptions:
        return self.common if file.startswith("bad") else ReadingOptions()


def put(folder: Path, name: str, content: bytes | None = None) -> Source:
    made = content or (simple_pdf() if name.endswith(".pdf") else b"<html><body><p>Circles touch each other.</p></body></html>")
    (folder / name).write_bytes(made)
    return Source(Path(name).stem, name, "", len(made), 0)


def many_pages(count: int) -> bytes:
    sheet = Sheet()
    for number in range(1, count + 1):
        page = sheet.page()
        draw(page, ["Circles and Squares"], 250, 40, size=8)
        draw(page, textwrap.wrap(prose(3, 20 * number), 90), 72, 100)
        name = "".join(
            "abcdefghij"[int(digit)] for digit in str(number)
        )  # lines that differ in numbers alone are taken for running heads
        draw(page, [f"This is the page called {name} speaking."], 72, 250 + 37 * number % 300)
    return sheet.bytes(deflate=True)


def outcome_of(
    folder: Path, name: str, behaviour: str, choices: Choices, content: bytes | None = None, pages: str = "pass"
) -> DocumentRecord:
    """What becomes of a document before whose reading a worker does something; a sound one has to be read all the same."""
    sources = [put(folder, name, content), put(folder, "good.html")]
    outcomes = {
        outcome.record.file: outcome.record
        for outcome in read_in_pool(folder, sources, 1, OnlyBad(choices.common), strange_worker(folder, behaviour, pages))
    }
    assert outcomes["good.html"].status is DocumentStatus.OK, outcomes["good.html"].reason
    return outcomes[name]


# What a worker may do, the limits, and what has to become of the document and be told.
TIGHT = {"seconds": 60.0, "memory": 400_000_000}
ENDINGS = [
    ("os.abort()", {}, DocumentStatus.CORRUPT, "a library gave up, SIGABRT"),
    ("os.kill(os.getpid(), signal.SIGSEGV)", {}, DocumentStatus.CORRUPT, "memory that is not its own, SIGSEGV"),
    ("os._exit(3)", {}, DocumentStatus.CORRUPT, "it ended with code 3"),
    ("os._exit(0)", {}, DocumentStatus.CORRUPT, "it ended without an answer"),
    ("os.kill(os.getpid(), signal.SIGKILL)", {}, DocumentStatus.UNREADABLE, "as it does when memory runs out"),
    ("time.sleep(60)", {"seconds": 1.0}, DocumentStatus.UNREADABLE, "was not read within 1 s.*WIKI_DOCUMENT_SECONDS"),
    ("signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)", {"seconds": 1.0}, DocumentStatus.UNREADABLE, "within 1 s"),
    ("os.closerange(1, 100); time.sleep(60)", {"seconds": 5.0}, DocumentStatus.CORRUPT, "makes the reader crash"),
    ("x = bytearray(300_000_000); time.sleep(60)", {"memory": 200_000_000}, DocumentStatus.BOMB, "WIKI_DOCUMENT_MEMORY"),
    ("return Frame(FrameKind.OUTCOME, 0, b'{}', bytes(2_000_000))", {"output_bytes": 1_000_000}, DocumentStatus.TOO_LARGE,
     "more than 1 MB of text.*WIKI_DOCUMENT_OUTPUT"),
    ("return Frame(FrameKind.OUTCOME, 0, b'{}', b'')", {}, DocumentStatus.CORRUPT, "crash"),
    ("return Frame(FrameKind.LONG, 2_000_000_000)", {}, DocumentStatus.CORRUPT, "crash"),
    ("return Frame(FrameKind.OUTCOME, 0, b'[' * 100_000, b'')", {}, DocumentStatus.CORRUPT, "crash"),
    ("os.fork(); time.sleep(60)", {"seconds": 1.0}, DocumentStatus.UNREADABLE, "within 1 s"),
    ("(os.fork() and os._exit(0)) or time.sleep(60)", {}, DocumentStatus.CORRUPT, "without an answer"),
]  # fmt: skip


@pytest.mark.parametrize(("behaviour", "limits", "status", "words"), ENDINGS)
def test_every_way_to_end_a_worker_costs_the_document_alone_and_is_told(
    tmp_path: Path, behaviour: str, limits: dict[str, float], status: DocumentStatus, words: str
) -> None:
    record = outcome_of(tmp_path, "bad.html", behaviour, limited(**{**TIGHT, **limits}))
    assert record.status is status, record.reason
    assert re.search(words, record.reason), record.reason
    assert record.reason.count("bad.html") >= 1


def test_a_large_file_that_takes_too_much_memory_is_no_bomb(tmp_path: Path) -> None:
    content = b"<p>" + b"Circles touch. " * 20_000
    record = outcome_of(
        tmp_path, "bad.html", "x = bytearray(300_000_000)", limited(seconds=20, memory=200_000_000, expansion=100), content
    )
    assert record.status is DocumentStatus.TOO_LARGE
    assert "takes more than 200 MB of memory" in record.reason


def test_memory_that_is_only_asked_for_is_refused_by_the_system(tmp_path: Path) -> None:
    behaviour = "import mmap; mmap.mmap(-1, 8_000_000_000)"
    record = outcome_of(tmp_path, "bad.html", behaviour, limited(**TIGHT))
    assert "it ended with code 1" in record.reason


def test_a_worker_that_leaves_a_process_behind_can_still_answer(tmp_path: Path) -> None:
    behaviour = """
        child = os.fork()
        if child == 0:
            time.sleep(60)
        (folder / "child").write_text(str(child))
    """
    assert outcome_of(tmp_path, "bad.html", behaviour, limited(**TIGHT)).status is DocumentStatus.OK
    assert ended(int((tmp_path / "child").read_text()))


def test_a_document_is_tried_again_when_an_earlier_one_left_the_worker_broken(tmp_path: Path) -> None:
    behaviour = """
        if not (folder / "seen").exists():
            (folder / "seen").touch()
            os.abort()
    """
    record = outcome_of(tmp_path, "bad.html", behaviour, limited(**TIGHT))
    assert record.status is DocumentStatus.OK


def test_what_gives_more_than_it_may_is_too_large(tmp_path: Path) -> None:
    (outcome,) = read_documents(tmp_path, [put(tmp_path, "a.pdf", two_column_paper())], 1, limited(output_bytes=2_000))
    assert outcome.record.status is DocumentStatus.TOO_LARGE
    assert "WIKI_DOCUMENT_OUTPUT" in outcome.record.reason


def test_a_file_that_is_too_large_is_not_even_opened(tmp_path: Path) -> None:
    (outcome,) = read_documents(tmp_path, [put(tmp_path, "a.pdf")], 1, limited(file_bytes=100))
    assert outcome.record.status is DocumentStatus.TOO_LARGE
    assert "WIKI_DOCUMENT_MEGABYTES" in outcome.record.reason


def test_a_pipe_in_the_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.pdf")
    (outcome,) = read_documents(tmp_path, [Source("a", "a.pdf", "", 0, 0)], 1)
    assert outcome.record.status is DocumentStatus.UNREADABLE


@pytest.mark.parametrize(
    "attempt",
    ["socket.create_connection(('127.0.0.1', 9))", "socket.getaddrinfo('localhost', 80)", "socket.socket().bind(('', 0))"],
)
def test_a_worker_has_no_network(tmp_path: Path, attempt: str) -> None:
    behaviour = f"""
        try:
            {attempt}
        except PermissionError as error:
            (folder / "told").write_text(str(error))
    """
    outcome_of(tmp_path, "bad.html", behaviour, limited(**TIGHT))
    assert (tmp_path / "told").read_text() == "Reading a document must not use the network."


def test_a_worker_knows_no_keys_and_leaves_no_core_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIKI_LLM_API_KEY", "secret")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    behaviour = (
        "import resource, tempfile; (folder / 'told').write_text("
        "f'{\"secret\" in os.environ.values()} {resource.getrlimit(resource.RLIMIT_CORE)[0]} {tempfile.gettempdir()} {os.getcwd()}')"
    )
    outcome_of(tmp_path, "bad.html", behaviour, limited(**TIGHT))
    knows, core, temporary, current = (tmp_path / "told").read_text().split()
    assert (knows, core) == ("False", "0")
    assert temporary == current
    assert not Path(temporary).exists()


def lost_of(outcome: ReadDocument) -> tuple[int, ...]:
    assert outcome.parsed is not None, outcome.record.reason
    read = {span.box.page for element in decode_parsed(outcome.parsed).elements for span in element.spans}
    assert read == set(range(1, outcome.record.pages + 1)) - set(outcome.record.pages_lost)
    return outcome.record.pages_lost


@pytest.mark.parametrize(
    ("behaviour", "limits", "words"),
    [
        ("number in (2, 5) and os.abort()", {}, "makes the reader crash: a library gave up, SIGABRT"),
        ("number in (2, 5) and time.sleep(60)", {"seconds": 40.0}, "takes too long; WIKI_DOCUMENT_SECONDS"),
        ("number in (2, 5) and bytearray(500_000_000) and time.sleep(60)", {}, "400 MB of memory; WIKI_DOCUMENT_MEMORY"),
    ],
)
def test_pages_that_end_the_worker_cost_only_themselves(
    tmp_path: Path, behaviour: str, limits: dict[str, float], words: str
) -> None:
    source = put(tmp_path, "bad.pdf", many_pages(6))
    command = strange_worker(tmp_path, "os.abort()", behaviour)
    (outcome,) = read_in_pool(tmp_path, [source], 1, limited(**{**TIGHT, **limits}), command)
    assert outcome.record.status is DocumentStatus.PARTIAL
    assert lost_of(outcome) == (2, 5)
    assert words in outcome.record.reason


def test_pages_for_which_there_is_no_time_are_lost_and_those_before_them_kept(tmp_path: Path) -> None:
    source = put(tmp_path, "bad.pdf", many_pages(6))
    command = strange_worker(tmp_path, "os.abort()", "number > 2 and time.sleep(60)")
    (outcome,) = read_in_pool(tmp_path, [source], 1, limited(seconds=16.0), command)
    assert outcome.record.status is DocumentStatus.PARTIAL
    assert lost_of(outcome) == (3, 4, 5, 6)


def test_a_pdf_whose_every_page_crashes_is_corrupt(tmp_path: Path) -> None:
    record = outcome_of(tmp_path, "bad.pdf", "os.abort()", limited(**TIGHT), many_pages(3), "number and os.abort()")
    assert record.status is DocumentStatus.CORRUPT


def test_a_pdf_that_cannot_even_be_opened_is_corrupt(tmp_path: Path) -> None:
    record = outcome_of(tmp_path, "bad.pdf", "os.abort()", limited(**TIGHT), many_pages(3), "os.abort()")
    assert record.status is DocumentStatus.CORRUPT


def test_a_pdf_that_only_an_earlier_document_made_crash_is_whole(tmp_path: Path) -> None:
    source = put(tmp_path, "bad.pdf", many_pages(3))
    (outcome,) = read_in_pool(tmp_path, [source], 1, limited(**TIGHT), strange_worker(tmp_path, "os.abort()"))
    assert outcome.record.status is DocumentStatus.OK
    assert outcome.record.reason == ""


def test_a_very_long_pdf_is_the_same_read_in_ranges(tmp_path: Path) -> None:
    source = put(tmp_path, "long.pdf", many_pages(230))
    (in_ranges,) = read_in_pool(tmp_path, [source], 2, limited())
    (as_a_whole,) = read_in_pool(tmp_path, [source], 1, limited(), whole_worker(tmp_path))
    assert in_ranges.record.status is DocumentStatus.OK
    assert in_ranges == as_a_whole


def whole_worker(folder: Path) -> tuple[str, str]:
    """A worker that never asks for ranges."""
    script = folder / "whole_worker.py"
    script.write_text("from wiki_assets.documents.reading import worker\nworker.LONG_FROM = 10**12\nworker.serve()\n")
    return sys.executable, str(script)


def test_a_crash_in_a_very_long_pdf_costs_a_page(tmp_path: Path) -> None:
    source = put(tmp_path, "bad.pdf", many_pages(230))
    command = strange_worker(tmp_path, "pass", "number in (60, 230) and os.abort()")
    (outcome,) = read_in_pool(tmp_path, [source], 2, limited(), command)
    assert lost_of(outcome) == (60, 230)


@pytest.fixture
def run(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that reads a document whose worker never ends."""
    source = put(tmp_path, "bad.html")
    command = strange_worker(tmp_path, "while True: sum(range(10**7))", note_starts=True)
    script = (
        "from pathlib import Path; from wiki_assets.documents.reading.pool import read_in_pool; "
        "from wiki_assets.documents.options import READ_PLAINLY; from wiki_assets.documents.model import Source; "
        f"list(read_in_pool(Path({str(tmp_path)!r}), [Source('bad', 'bad.html', '', {source.size}, 0)], 1, READ_PLAINLY, {command!r}))"
    )
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stderr=subprocess.PIPE)
    yield process
    process.kill()
    process.communicate()


def worker_of(folder: Path) -> int:
    for _ in range(200):
        if (folder / "starts").exists() and (folder / "starts").read_text().endswith("\n"):
            return int((folder / "starts").read_text())
        time.sleep(0.05)
    raise AssertionError("no worker started")


def ended(process: int) -> bool:
    for _ in range(100):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker ends with its alarm, some time later")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_busy_worker_ends_with_the_run(tmp_path: Path, run: subprocess.Popen[bytes], how: signal.Signals) -> None:
    worker = worker_of(tmp_path)
    time.sleep(0.3)
    run.send_signal(how)
    run.communicate(timeout=10)
    assert ended(worker)


@pytest.mark.shared
def test_the_longest_document_is_the_same_read_in_ranges(tmp_path: Path) -> None:
    name = "unstructured-DA-619p.pdf"
    if not (HARD / name).is_file():
        pytest.skip("../shared/corpus/hard is not here")
    source = Source("long", name, "", (HARD / name).stat().st_size, 0)
    (in_ranges,) = read_in_pool(HARD, [source], 2, limited())
    (as_a_whole,) = read_in_pool(HARD, [source], 1, limited(), whole_worker(tmp_path))
    assert in_ranges == as_a_whole
