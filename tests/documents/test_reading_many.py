"""Reading many documents: streaming, crashes, vanished files."""

from __future__ import annotations

import hashlib
import sys
import textwrap
from pathlib import Path

import pytest
from document_samples import simple_pdf

from wiki_assets.documents.codec import decode_parsed
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, Source
from wiki_assets.documents.pool import read_in_pool
from wiki_assets.documents.reading import read_documents
from wiki_assets.errors import LibraryError


def folder_of(tmp_path: Path, *names: str) -> list[Source]:
    sources = []
    for name in names:
        content = simple_pdf(f"The document {name} is about circles. It is short.")
        (tmp_path / name).write_bytes(content)
        sources.append(Source(Path(name).stem, name, "stale hash", len(content), 0))
    return sources


def worker(tmp_path: Path, behaviour: str) -> tuple[str, str]:
    """Command of a worker that does something else to the file bad.pdf."""
    script = tmp_path / "worker.py"
    script.write_text(
        textwrap.dedent(f"""
            import os, time
            from wiki_assets.documents.single import read_document
            from wiki_assets.documents.worker import serve

            def read(folder, source):
                if source.file == "bad.pdf":
                    {behaviour}
                return read_document(folder, source)

            serve(read)
        """)
    )
    return sys.executable, str(script)


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
    assert outcome.record.metadata == stated


def test_a_vanished_file_is_retired_and_the_others_are_read(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, "a.pdf", "b.pdf")
    (tmp_path / "a.pdf").unlink()
    outcomes = {outcome.record.file: outcome.record.status for outcome in read_documents(tmp_path, sources, 1)}
    assert outcomes == {"a.pdf": DocumentStatus.RETIRED, "b.pdf": DocumentStatus.OK}


def test_workers_give_the_same_bytes_as_this_process(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, "a.pdf", "b.pdf", "c.pdf")
    alone = {outcome.record.file: outcome for outcome in read_documents(tmp_path, sources, 1)}
    assert {outcome.record.file: outcome for outcome in read_in_pool(tmp_path, sources, 2)} == alone


def test_a_crash_costs_only_the_document_that_crashed(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, "a.pdf", "bad.pdf", "c.pdf", "d.pdf")
    outcomes = {outcome.record.file: outcome for outcome in read_in_pool(tmp_path, sources, 2, worker(tmp_path, "os.abort()"))}
    assert outcomes["bad.pdf"].record.status is DocumentStatus.CORRUPT
    assert "bad.pdf makes the reader crash" in outcomes["bad.pdf"].record.reason
    assert all(outcomes[name].record.status is DocumentStatus.OK for name in ("a.pdf", "c.pdf", "d.pdf"))


def test_a_document_that_never_ends_is_given_up(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, "a.pdf", "bad.pdf")
    outcomes = {
        outcome.record.file: outcome
        for outcome in read_in_pool(tmp_path, sources, 1, worker(tmp_path, "time.sleep(60)"), seconds=1.0)
    }
    assert outcomes["bad.pdf"].record.status is DocumentStatus.UNREADABLE
    assert "within 1 s" in outcomes["bad.pdf"].record.reason
    assert outcomes["a.pdf"].record.status is DocumentStatus.OK


def test_what_a_library_prints_does_not_disturb_the_answers(tmp_path: Path) -> None:
    sources = folder_of(tmp_path, "bad.pdf")
    (outcome,) = read_in_pool(tmp_path, sources, 1, worker(tmp_path, "print('noise', flush=True)"))
    assert outcome.record.status is DocumentStatus.OK


@pytest.mark.parametrize("command", [("no-such-program",), (sys.executable, "-c", "raise SystemExit(1)")])
def test_workers_that_cannot_start_are_one_clear_error_and_not_many_bad_documents(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    with pytest.raises(LibraryError, match="WIKI_WORKERS=1"):
        list(read_in_pool(tmp_path, folder_of(tmp_path, "a.pdf"), 1, command))


def test_a_reader_who_stops_early_leaves_no_process_behind(tmp_path: Path) -> None:
    outcomes = read_in_pool(tmp_path, folder_of(tmp_path, *(f"{number}.pdf" for number in range(8))), 2)
    next(outcomes)
    outcomes.close()  # type: ignore[attr-defined]  # a generator; it waits for its workers


def test_a_parsed_document_comes_back_from_its_bytes(tmp_path: Path) -> None:
    (outcome,) = read_documents(tmp_path, folder_of(tmp_path, "a.pdf"), 1)
    assert outcome.parsed is not None
    assert decode_parsed(outcome.parsed).elements[0].text == "The document a.pdf is about circles. It is short."
