"""Papers that hold the same words in other bytes: one keeps them, and which one is never chance."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from document_samples import simple_pdf

from wiki_assets.documents.library import scan_library
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.states import SourceState
from wiki_assets.documents.steps import find_record, ingest
from wiki_assets.documents.twins import find_twins, twin_is_gone
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


def state(file: str, digest: str = "words", status: DocumentStatus = DocumentStatus.OK, twin_of: str = "") -> SourceState:
    return SourceState(
        file=file, sha256=file, metadata_fingerprint="", parser_version="1", status=status, text_digest=digest, twin_of=twin_of
    )


@pytest.mark.parametrize("order", list(permutations("abc")))
def test_among_papers_read_together_the_first_by_file_name_keeps_the_words_in_any_order(order: tuple[str, ...]) -> None:
    assert find_twins({key: state(f"{key}.pdf") for key in order}, "abc") == {"b": "a", "c": "a"}


def test_a_paper_that_was_there_before_keeps_its_words() -> None:
    assert find_twins({"a": state("a.pdf"), "z": state("z.pdf")}, ["a"]) == {"a": "z"}


def test_papers_without_words_or_with_other_words_are_no_twins() -> None:
    scans = {key: state(f"{key}.pdf", digest="", status=DocumentStatus.NO_TEXT) for key in "ab"}
    assert find_twins(scans | {"c": state("c.pdf"), "d": state("d.pdf", digest="others")}, "abcd") == {}


def test_a_duplicate_is_read_again_when_the_paper_that_kept_its_words_loses_them() -> None:
    twin = state("b.pdf", status=DocumentStatus.DUPLICATE, twin_of="a")
    assert not twin_is_gone(twin, {"a": state("a.pdf")})
    assert twin_is_gone(twin, {})
    assert twin_is_gone(twin, {"a": state("a.pdf", digest="others")})
    assert twin_is_gone(twin, {"a": state("a.pdf", status=DocumentStatus.CORRUPT)})
    assert not twin_is_gone(state("b.pdf"), {})


def test_the_same_words_in_other_bytes_are_ingested_once_and_come_back_when_their_twin_goes(tmp_path: Path) -> None:
    raw, store = tmp_path / "raw", ArtifactStore(tmp_path / "artifacts")
    raw.mkdir()
    (raw / "first.pdf").write_bytes(simple_pdf())
    (raw / "second.pdf").write_bytes(simple_pdf() + b"\n% fetched again\n")

    def run(*keys: str) -> dict[str, DocumentStatus]:
        return {record.bibkey: record.status for record in ingest(keys, scan_library(raw, None, {}, {}), raw, store, 1)}

    assert run("second", "first") == {"first": DocumentStatus.OK, "second": DocumentStatus.DUPLICATE}
    assert not store.exists(layout.parsed_document("second"))
    told = find_record("second", store)
    assert (
        told is not None and told.reason == "second.pdf holds the same words as first.pdf, which is 'first'. Remove one of them."
    )
    (raw / "first.pdf").unlink()
    assert run("first", "second") == {"first": DocumentStatus.RETIRED, "second": DocumentStatus.OK}
