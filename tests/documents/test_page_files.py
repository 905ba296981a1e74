"""Pages that cross from the process that read them to the one that composes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from document_samples import load, two_column_paper

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.pdf.ranges import compose_pages, write_pages
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.options import ReadingOptions


def written(content: bytes, folder: Path, *ranges: tuple[int, int]) -> list[Path]:
    parts = []
    for first, last in ranges:
        parts.append(folder / f"{first}.pages")
        list(write_pages(content, "paper.pdf", ReadingOptions(), first, last, parts[-1]))
    return parts


def test_pages_read_apart_make_the_same_document_in_whatever_order_they_come(tmp_path: Path) -> None:
    content = two_column_paper()
    parts = written(content, tmp_path, (1, 1), (2, 2))
    assert compose_pages(content, "paper.pdf", parts, ()) == load(content, "paper.pdf")
    assert compose_pages(content, "paper.pdf", parts[::-1], ()) == load(content, "paper.pdf")


def test_a_page_is_told_once_it_is_written_and_their_number_only_where_it_is_not_known(tmp_path: Path) -> None:
    content = two_column_paper()
    told = list(write_pages(content, "paper.pdf", ReadingOptions(), 1, 0, tmp_path / "part"))
    assert told == [(2, 0), (2, 1), (2, 2)]
    assert [number for _, number in write_pages(content, "paper.pdf", ReadingOptions(), 2, 2, tmp_path / "part")] == [2]


def test_what_a_dead_worker_was_writing_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    content = two_column_paper()
    (part,) = written(content, tmp_path, (1, 0))
    half, empty = tmp_path / "half", tmp_path / "empty"
    half.write_bytes(part.read_bytes()[:-100])
    empty.write_bytes(b"")
    document = compose_pages(content, "paper.pdf", [empty, half], [(2, "it crashes")])
    assert document.pages_lost == (2,)
    assert "it crashes" in document.reason


def test_a_page_that_was_written_twice_or_written_and_then_given_up_is_in_the_document_once(tmp_path: Path) -> None:
    content = two_column_paper()
    parts = written(content, tmp_path, (1, 2), (2, 2))
    assert compose_pages(content, "paper.pdf", parts, ()) == load(content, "paper.pdf")
    assert compose_pages(content, "paper.pdf", parts[:1], [(2, "its worker died")]) == load(content, "paper.pdf")


def test_a_file_that_changed_while_it_was_read_is_not_put_together(tmp_path: Path) -> None:
    content = two_column_paper()
    parts = written(content, tmp_path, (1, 2))
    with pytest.raises(DocumentError, match="changed while it was read") as caught:
        compose_pages(content + b"\n", "paper.pdf", parts, ())
    assert caught.value.status is DocumentStatus.UNREADABLE
