"""Parents: which chunks belong together, and the text they make."""

from __future__ import annotations

import uuid
from dataclasses import replace
from itertools import groupby

import pytest
from document_samples import prose
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.chunking import CHUNKER_VERSION, chunk_document
from wiki_assets.documents.model import (
    CHUNK_NAMESPACE,
    Chunk,
    DocumentMetadata,
    DocumentRecord,
    DocumentStatus,
    Element,
    ElementKind,
    Mark,
    ParsedDocument,
)
from wiki_assets.documents.parents import children_of, parent_text

SHA = "cd" * 32
RECORD = DocumentRecord("P", "p.md", SHA, 1, "text/markdown", DocumentStatus.OK, "", 0, (), (), "t", "1", DocumentMetadata())


def element(text: str, kind: ElementKind = ElementKind.PARAGRAPH, path: tuple[str, ...] = ("1 One",)) -> Element:
    return Element(kind, text, text, (), path)


def chunked(*elements: Element, target: int = 100) -> list[Chunk]:
    return chunk_document(RECORD, ParsedDocument("text/markdown", "t", "1", 0, elements), target)


def parents(chunks: list[Chunk]) -> list[str]:
    return list(dict.fromkeys(chunk.parent_id for chunk in chunks))


def test_the_id_follows_from_hash_version_and_the_ordinal_of_the_first_chunk() -> None:
    for name in parents(chunked(element(prose(60)))):
        first = children_of(chunked(element(prose(60))), name)[0]
        assert name == str(uuid.uuid5(CHUNK_NAMESPACE, f"{SHA}|{CHUNKER_VERSION}|parent|{first.n}"))


def test_chunks_of_a_section_form_parents_of_about_four_times_their_size() -> None:
    chunks = chunked(element(prose(200)))
    sizes = [sum(chunk.tokens for chunk in children_of(chunks, name)) for name in parents(chunks)]
    assert len(sizes) > 3
    assert all(2 * 100 <= size <= 4 * 100 for size in sizes)


def test_the_text_of_a_parent_reads_on_without_the_repeated_sentences() -> None:
    text = "\n".join(prose(6, start) for start in range(0, 60, 6))
    elements = [element(paragraph) for paragraph in text.split("\n")]
    chunks = chunked(*elements)
    told = "\n".join(parent_text(chunks, name) for name in parents(chunks))
    assert sum(chunk.tokens for chunk in chunks) > len(text.split())
    for number in range(60):
        assert told.count(f"item{number}.") in (1, 2)  # a sentence is repeated from parent to parent, never within one
        assert all(parent_text(chunks, name).count(f"item{number}.") <= 1 for name in parents(chunks))
    assert parent_text(chunks, parents(chunks)[0]) in text


def test_another_section_another_place_and_another_hand_are_other_parents() -> None:
    chunks = chunked(
        element("One."),
        element("Two.", path=("2 Two",)),
        replace(element("Three.", path=("2 Two",)), place="slide 2"),
        replace(element("Four.", path=("2 Two",)), place="slide 2", marks=(Mark.NOTE,)),
        replace(element("Five.", path=("2 Two",)), place="slide 2", marks=(Mark.COMMENT,)),
    )
    assert len(chunks) == len(parents(chunks)) == 5


def test_a_caption_leads_to_its_table_and_running_text_is_not_broken_by_them() -> None:
    chunks = chunked(
        element("Before."),
        element("Table 1: Numbers.", ElementKind.CAPTION),
        element("| a |\n| --- |\n| 1 |", ElementKind.TABLE),
        element("After."),
    )
    text, caption, table = chunks
    assert caption.parent_id == table.parent_id != text.parent_id
    assert parent_text(chunks, caption.parent_id) == "Table 1: Numbers.\n| a |\n| --- |\n| 1 |"
    assert parent_text(chunks, text.parent_id) == "Before.\nAfter."


def test_front_matter_and_references_are_parents_of_their_own() -> None:
    chunks = chunked(
        element("A Title", ElementKind.TITLE, ()), element("Text.", path=()), element("[1] B.", ElementKind.BIBLIOGRAPHY, ())
    )
    assert len(parents(chunks)) == 3


def test_a_table_larger_than_a_parent_is_one_alone() -> None:
    rows = "\n".join(f"| {number} | {number} |" for number in range(300))
    chunks = chunked(
        element("Table 1.", ElementKind.CAPTION), element(rows, ElementKind.TABLE), element("Table 2.", ElementKind.CAPTION)
    )
    assert len(parents(chunks)) == 3


def test_a_name_that_no_chunk_has_gives_nothing() -> None:
    chunks = chunked(element("Text."))
    assert children_of(chunks, "other") == ()
    assert parent_text(chunks, "other") == ""


@pytest.mark.parametrize("text", [" ".join(f"word{number}" for number in range(900)), "".join(map(chr, range(0x4E00, 0x5200)))])
def test_a_sentence_without_an_end_is_put_together_again(text: str) -> None:
    chunks = chunked(element(text.strip()))
    told = " ".join(parent_text(chunks, name) for name in parents(chunks))
    assert told.replace(" ", "") == text.replace(" ", "")


KINDS = st.sampled_from(list(ElementKind))
ELEMENTS = st.lists(
    st.builds(
        lambda sentences, kind, section: element(prose(sentences, section * 7), kind, (f"{section} S",)),
        st.integers(1, 30),
        KINDS,
        st.integers(1, 3),
    ),
    max_size=8,
)


@settings(max_examples=40, deadline=None)
@given(ELEMENTS)
def test_every_chunk_has_a_parent_whose_children_follow_each_other_under_one_heading(elements: list[Element]) -> None:
    chunks = chunked(*elements)
    for name, run in groupby(chunks, key=lambda chunk: chunk.parent_id):
        told = tuple(run)
        assert name
        assert told == children_of(chunks, name)
        assert len({(chunk.section_path, chunk.place) for chunk in told}) == 1
        assert all(word in parent_text(chunks, name) for chunk in told for word in chunk.text.split())
