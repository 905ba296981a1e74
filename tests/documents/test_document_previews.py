"""What the UI shows of a document: facts of the file, of the reading and of the work."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wiki_assets.documents.model import Box, Chunk, ChunkKind, DocumentMetadata, DocumentRecord, DocumentStatus, Mark, TextSpan
from wiki_assets.documents.places import place_of
from wiki_assets.documents.previews import chunk_table, links, note_list, outcome_table, record_metadata

PLAIN = DocumentRecord(
    "k", "k.pdf", "sha", 9, "application/pdf", DocumentStatus.OK, "", 3, (), (), "pymupdf", "1", DocumentMetadata()
)
KNOWN = DocumentMetadata(
    title="On Circles",
    authors=("Ann Ash", "Bo Birch"),
    year=2001,
    venue="Rounds",
    doi="10.1016/s0140-6736(97)11096-0",
    arxiv_id="math/0506203",
    flag="retracted",
    flag_note="no data",
    origins=(("title", "document"), ("year", "bibliography"), ("flag", "sources.yaml")),
)
FULL = replace(
    PLAIN,
    metadata=KNOWN,
    status=DocumentStatus.PARTIAL,
    reason="Pages that cannot be read: 2.",
    pages_lost=(2,),
    pages_garbled=(4, 5, 6, 9),
    pages_recognised=(7,),
    attachments=("data.csv", "a|b.txt"),
    redactions=(("private key", 2), ("e-mail address", 1), ("home folder", 3)),
)


def chunk(pages: tuple[int, ...] = (), place: str = "", marks: tuple[Mark, ...] = ()) -> Chunk:
    spans = tuple(TextSpan(n, n + 1, Box(page, 0, 0, 1, 1)) for n, page in enumerate(pages))
    return Chunk("id", "k", "sha", 0, ChunkKind.PROSE, "words " * 9, "", spans, ("A", "B"), 9, place=place, marks=marks)


def test_a_record_of_which_little_is_known_shows_no_empty_facts() -> None:
    shown = record_metadata(PLAIN)
    assert shown["title"] == "unknown" and shown["reason"] == "none" and shown["read by"] == "pymupdf (1)"
    assert not {"authors", "year", "flag", "taken out", "attachments", "who says so"} & set(shown)
    assert links(PLAIN) == {}


def test_a_record_shows_the_work_who_says_so_and_how_it_was_read() -> None:
    shown = record_metadata(FULL)
    assert (shown["authors"], shown["year"], shown["venue"]) == ("Ann Ash; Bo Birch", 2001, "Rounds")
    assert shown["flag"] == "retracted: no data"
    assert shown["who says so"] == "title: document, year: bibliography, flag: sources.yaml"
    assert (shown["pages lost"], shown["pages garbled"], shown["pages recognised"]) == ("2", "4–6, 9", "7")
    assert shown["taken out"] == "2 private keys, 1 e-mail address, 3 home folders"
    assert shown["attachments"] == "data.csv, a|b.txt"


def test_ids_lead_to_where_the_work_is() -> None:
    assert links(FULL) == {
        "doi": "https://doi.org/10.1016/s0140-6736(97)11096-0",
        "arxiv": "https://arxiv.org/abs/math/0506203",
    }
    strange = replace(FULL, metadata=DocumentMetadata(doi="10.1000/a<b>#c?d"))
    assert links(strange) == {"doi": "https://doi.org/10.1000/a%3Cb%3E%23c%3Fd"}


def test_the_table_of_outcomes_shows_flags_and_what_was_found_and_no_cell_breaks_it() -> None:
    table = outcome_table([FULL, replace(PLAIN, bibkey="a", status=DocumentStatus.CORRUPT, reason="a|b")], [])
    head, _, first, second = table.splitlines()
    assert first.startswith("| a | k.pdf |")
    assert "⚠ retracted: no data: On Circles (2001)" in second
    assert "pages garbled: 4–6, 9; pages recognised: 7; pages lost: 2; attachments: 2; taken out: 2 private keys" in second
    assert {line.replace("\\|", "").count("|") for line in (head, first, second)} == {8}


def test_notes_are_a_list_without_markup_of_their_own() -> None:
    assert note_list(["a <b>", "c\nd"]) == "- a &lt;b>\n- c d"


@pytest.mark.parametrize(
    ("passage", "told"),
    [
        (chunk((3,)), "page 3"),
        (chunk((3, 4, 5)), "pages 3–5"),
        (chunk((3, 5)), "pages 3, 5"),
        (chunk((3,), "slide 3", (Mark.NOTE,)), "slide 3, speaker notes"),
        (chunk((), "sheet Totals"), "sheet Totals"),
        (chunk((2,), "", (Mark.RECOGNISED,)), "page 2, read by text recognition"),
        (chunk(), ""),
    ],
)
def test_a_place_is_told_in_words_with_how_the_passage_came_in(passage: Chunk, told: str) -> None:
    assert place_of(passage) == told
    assert f"| {told} |" in chunk_table([passage])


def test_every_mark_has_words() -> None:
    assert all(place_of(chunk(marks=(mark,))) for mark in Mark)
