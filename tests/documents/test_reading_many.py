"""Reading many documents: streaming, crashes, vanished files."""

from __future__ import annotations

import gc
import hashlib
import os
import sys
import time
from pathlib import Path

import pytest
from document_samples import simple_pdf
from strange_workers import strange_worker

from wiki_assets.documents.codec import decode_parsed
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, ReadDocument, Source
from wiki_assets.documents.options import READ_PLAINLY, Choices, ReadingOptions
from wiki_assets.documents.reading.batch import read_documents
from wiki_assets.documents.reading.pool import read_in_pool
from wiki_assets.documents.reading.single import read_document
from wiki_assets.errors import LibraryError


def folder_of(tmp_path: Path, *names: str) -> list[Source]:
    sources = []
    for name in names:
        content = simple_pdf(f"The document {name} is about circles. It is short.")
        (tmp_path / name).write_bytes(content)
        sources.append(Source(Path(name).stem, name, "stale hash", len(content), 0))
    return sources


def children() -> set[int]:
    """Processes that this one has started and that are there."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.add(int(entry.name))
    return found


def test_records_tell_the_hash_of_the_bytes_that_were_read(tmp_path: Path) -> None:
    (source,) = folder_of(tmp_path, "a.pdf")
    (outcome,) = read_documents(tmp_path, [source], 1)
    assert outcome.record.sha256 == hashlib.sha256((tmp_path / "a.pdf").read_bytes()).hexdigest()
    assert outcome.record.status is DocumentStatus.OK
    assert outcome.record.reason == ""


def test_the_bibliography_knows_better_than_the_document(tmp_path: Path) -> None:
    (source,) = folder_of(tmp_path, "a.pdf")
    stated = DocumentMetadata(title="The Stated Title", authors=("Anna Author",), year=2001)
    source = Source(source.bibkey, source.file, "", source.size, 0, stated)
    (outcome,) = read_documents(tmp_path, {"a": source}, 1)
    found = outcome.record.metadata
    assert (found.title, found.authors, found.year) == (stated.title, stated.authors, stated.year)


def test_a_vanished_file_is_retired_and_the_others_are_read(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, "a.pdf", "b.pdf")
    (tmp_path / "a.pdf").unlink()
    outcomes = {outcome.record.file: outcome.record.status for outcome in read_documents(tmp_path, sources, 1)}
    assert outcomes == {"a.pdf": DocumentStatus.RETIRED, "b.pdf": DocumentStatus.OK}


def test_nothing_to_read_is_no_work(tmp_path: Path) -> None:
    assert list(read_documents(tmp_path, [], 0)) == []


def test_workers_give_the_same_bytes_as_one_process(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, "a.pdf", "b.pdf", "c.pdf")
    alone = {source.file: read_document(tmp_path, source, ReadingOptions()) for source in sources}
    assert {outcome.record.file: outcome for outcome in read_documents(tmp_path, sources, 2)} == alone


def test_a_relative_folder_is_found_from_the_folder_of_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = folder_of(tmp_path, "a.pdf")
    monkeypatch.chdir(tmp_path.parent)
    (outcome,) = read_documents(Path(tmp_path.name), sources, 1)
    assert outcome.record.status is DocumentStatus.OK


def test_what_a_library_prints_does_not_disturb_the_answers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    sources = folder_of(tmp_path, "bad.pdf")
    command = strange_worker(tmp_path, "print('noise', flush=True); os.write(1, b'noise'); os.write(2, b'noise')")
    (outcome,) = read_in_pool(tmp_path, sources, 1, READ_PLAINLY, command)
    assert outcome.record.status is DocumentStatus.OK
    assert "noise" not in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("no-such-program",), "No such file"),
        ((sys.executable, "-c", "raise SystemExit('The disk is on fire.')"), "The disk is on fire"),
        ((sys.executable, "-c", "print('R' * 100)"), "end as soon as they start"),
    ],
)
def test_workers_that_cannot_start_are_one_clear_error_and_not_many_bad_documents(
    tmp_path: Path, command: tuple[str, ...], words: str
) -> None:
    with pytest.raises(LibraryError, match=words):
        list(read_in_pool(tmp_path, folder_of(tmp_path, "a.pdf", "b.pdf"), 2, READ_PLAINLY, command))


def test_a_reader_who_stops_early_leaves_no_process_and_no_folder_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    before = children()
    outcomes = read_documents(tmp_path, folder_of(tmp_path, *(f"{number}.pdf" for number in range(8))), 2)
    next(outcomes)
    assert children() - before
    assert list(temporary.iterdir())
    outcomes.close()
    assert children() == before
    assert not list(temporary.iterdir())


def test_a_worker_in_the_middle_of_a_document_is_ended_at_once(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, "a.pdf", "bad.pdf")
    outcomes = read_in_pool(tmp_path, sources, 2, READ_PLAINLY, strange_worker(tmp_path, "time.sleep(60)"))
    assert next(outcomes).record.file == "a.pdf"
    begun = time.monotonic()
    outcomes.close()
    assert time.monotonic() - begun < 5


def test_workers_wait_for_a_slow_consumer(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, *(f"{number}.pdf" for number in range(12)))
    gc.collect()
    of_other_tests = {id(thing) for thing in gc.get_objects() if isinstance(thing, ReadDocument)}
    outcomes = read_documents(tmp_path, sources, 2)
    first = next(outcomes)
    time.sleep(1.0)
    here = [thing for thing in gc.get_objects() if isinstance(thing, ReadDocument) and id(thing) not in of_other_tests]
    assert len([thing for thing in here if thing is not first]) <= 3
    assert len(list(outcomes)) == 11


def test_one_worker_reads_many_documents(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, *(f"{number}.pdf" for number in range(5)))
    command = strange_worker(tmp_path, "pass", note_starts=True)
    assert len(list(read_in_pool(tmp_path, sources, 1, READ_PLAINLY, command))) == 5
    assert (tmp_path / "starts").read_text().count("\n") == 1


def test_choices_reach_the_worker(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, "bad.pdf")
    command = strange_worker(tmp_path, "print(options.password, file=open(folder / 'told', 'w'))")
    list(read_in_pool(tmp_path, sources, 1, Choices(passwords={"bad.pdf": "sesame"}), command))
    assert (tmp_path / "told").read_text() == "sesame\n"


def test_a_parsed_document_comes_back_from_its_bytes(tmp_path: Path) -> None:
    (outcome,) = read_documents(tmp_path, folder_of(tmp_path, "a.pdf"), 1)
    assert outcome.parsed is not None
    assert decode_parsed(outcome.parsed).elements[0].text == "The document a.pdf is about circles. It is short."
