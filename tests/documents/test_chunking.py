"""Chunks: size, order, sections, overlap, places."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from document_samples import load, prose, two_column_paper
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.chunking import CHUNKER_VERSION, chunk_document
from wiki_assets.documents.codec import decode_chunks, decode_parsed, decode_record, encode_chunks, encode_parsed, encode_record
from wiki_assets.documents.density import LARGEST
from wiki_assets.documents.model import (
    Box,
    Chunk,
    ChunkKind,
    DocumentMetadata,
    DocumentRecord,
    DocumentStatus,
    Element,
    ElementKind,
    Mark,
    ParsedDocument,
    TextSpan,
    chunk_id,
)
from wiki_assets.documents.passages import estimate_tokens
from wiki_assets.errors import ArtifactError
from wiki_assets.text.sentences import split_sentences

SHA = "ab" * 32
MOST = 1.6 * LARGEST  # size of the largest chunk of running text, as a share of the setting


def record(status: DocumentStatus = DocumentStatus.OK) -> DocumentRecord:
    return DocumentRecord(
        "Paper", "p.pdf", SHA, 10, "application/pdf", status, "", 2, (), (), "t", "1", DocumentMetadata(title="T")
    )


def element(text: str, kind: ElementKind = ElementKind.PARAGRAPH, path: tuple[str, ...] = ("1 One",), page: int = 1) -> Element:
    spans, start = [], 0
    words = text.split(" ")
    for first in range(0, len(words), 8):  # eight words a line
        line = " ".join(words[first : first + 8])
        spans.append(TextSpan(start, start + len(line), Box(page, 0.0, float(first), 100.0, first + 8.0)))
        start += len(line) + 1
    return Element(kind, text, "\n".join(text[span.start : span.end] for span in spans), tuple(spans), path)


def chunked(*elements: Element, target: int = 250) -> list[Chunk]:
    return chunk_document(record(), ParsedDocument("application/pdf", "t", "1", 2, elements), target)


def test_ordinals_have_no_gaps_and_ids_follow_from_hash_version_and_ordinal() -> None:
    chunks = chunked(element(prose(60)), element("Figure 1: A circle.", ElementKind.CAPTION))
    assert [chunk.n for chunk in chunks] == list(range(len(chunks)))
    assert [chunk.chunk_id for chunk in chunks] == [chunk_id(SHA, CHUNKER_VERSION, n) for n in range(len(chunks))]
    assert chunks == chunked(element(prose(60)), element("Figure 1: A circle.", ElementKind.CAPTION))


def test_running_text_is_packed_by_sentence_to_the_wanted_size_with_one_sentence_in_common() -> None:
    chunks = chunked(element(prose(60)))
    assert all(0.5 * 250 <= chunk.tokens <= MOST * 250 for chunk in chunks)
    sentences = [[sentence.text for sentence in split_sentences(chunk.text)] for chunk in chunks]
    assert all(before[-1] == after[0] for before, after in pairwise(sentences))
    told = sentences[0] + [sentence for after in sentences[1:] for sentence in after[1:]]
    assert told == [sentence.text for sentence in split_sentences(prose(60))]


def test_a_chunk_never_crosses_a_top_level_section_and_keeps_its_path() -> None:
    chunks = chunked(
        element("First words here.", path=("1 One",)),
        element("Second words here.", path=("2 Two", "2.1 Sub")),
        element("Third words.", path=("2 Two",)),
    )
    assert [(chunk.text, chunk.section_path) for chunk in chunks] == [
        ("First words here.", ("1 One",)),
        ("Second words here.\nThird words.", ("2 Two",)),
    ]


def test_captions_tables_and_code_are_chunks_of_their_own_and_a_table_is_whole_however_long() -> None:
    rows = " ".join(f"cell{number} {number}" for number in range(900))
    chunks = chunked(
        element("Text before it."),
        element("Table 1: Numbers.", ElementKind.CAPTION),
        element(rows, ElementKind.TABLE),
        element("x = 1", ElementKind.CODE),
        element("Text after it."),
    )
    assert [chunk.kind for chunk in chunks] == [ChunkKind.PROSE, ChunkKind.CAPTION, ChunkKind.TABLE, ChunkKind.CODE]
    assert chunks[0].text == "Text before it.\nText after it."
    assert chunks[2].text == rows


def test_code_is_whole_up_to_a_bound_and_beyond_it_is_cut_at_blank_lines() -> None:
    function = "def f(x):\n    y = x + 1\n\n    return y"
    (whole,) = chunked(element("\n\n".join([function] * 50), ElementKind.CODE), target=250)
    assert whole.tokens > 1.6 * 250
    assert whole.sizing == "whole: code is one chunk"
    parts = chunked(element("\n\n".join([function] * 300), ElementKind.CODE), target=100)
    assert len(parts) > 3
    assert all(part.tokens <= 8 * 100 for part in parts)
    assert all(part.text.startswith(("def", "    return")) and part.text.endswith(("+ 1", "return y")) for part in parts)
    assert parts[0].sizing == "cut: code of 3900 tokens is longer than 800"
    assert "\n\n".join(part.text for part in parts) == "\n\n".join([function] * 300)


def test_code_without_blank_lines_is_cut_at_line_ends_and_without_those_anywhere() -> None:
    lines = chunked(element("\n".join(f"    x{number} = {number}" for number in range(500)), ElementKind.CODE), target=60)
    assert all(part.text.startswith("    x") and part.tokens <= 8 * 60 for part in lines)
    assert all(part.tokens <= 8 * 60 for part in chunked(element("x = 1 " * 2000, ElementKind.CODE), target=60))


def test_dense_text_gives_smaller_chunks_than_prose_and_each_says_why() -> None:
    dense = " ".join(f"Let x{n} = f(y{n}) + {n}.5 and A_{n} ⊂ B({n}, {n + 1}) be given." for n in range(90))
    plain = "".join(sign for sign in prose(90) if not sign.isdigit())
    of_prose, of_dense = chunked(element(plain)), chunked(element(dense))
    assert max(chunk.tokens for chunk in of_dense) < min(chunk.tokens for chunk in of_prose[:-1])
    assert {chunk.sizing.split(":")[0] for chunk in of_prose} == {"prose"}
    assert all(chunk.sizing.startswith("dense: ") and chunk.sizing.endswith("aims at 200 tokens") for chunk in of_dense)


def test_text_that_cannot_be_trusted_is_in_no_chunk() -> None:
    garbled = replace(element("Wrong letters."), marks=(Mark.UNRELIABLE,))
    assert [chunk.text for chunk in chunked(element("Right ones."), garbled)] == ["Right ones."]


def test_notes_and_remarks_are_chunks_of_their_own() -> None:
    chunks = chunked(
        element("On the slide."),
        replace(element("Said aloud."), marks=(Mark.NOTE,)),
        replace(element("Is this so?"), marks=(Mark.COMMENT,)),
        element("Also on the slide."),
        replace(element("Said too."), marks=(Mark.NOTE,)),
    )
    assert [(chunk.text, chunk.marks) for chunk in chunks] == [
        ("On the slide.\nAlso on the slide.", ()),
        ("Said aloud.\nSaid too.", (Mark.NOTE,)),
        ("Is this so?", (Mark.COMMENT,)),
    ]


def test_other_marks_are_carried() -> None:
    read = replace(element("Read from a picture."), marks=(Mark.RECOGNISED,))
    hidden = replace(element("Under a picture."), marks=(Mark.INVISIBLE,))
    (chunk,) = chunked(read, hidden, element("Drawn."))
    assert chunk.marks == (Mark.INVISIBLE, Mark.RECOGNISED)


def test_a_place_ends_a_chunk_and_is_told() -> None:
    slides = [replace(element(f"Slide {number} says little."), place=f"slide {number}", section_path=()) for number in (1, 1, 2)]
    assert [(chunk.text, chunk.place) for chunk in chunked(*slides)] == [
        ("Slide 1 says little.\nSlide 1 says little.", "slide 1"),
        ("Slide 2 says little.", "slide 2"),
    ]


def test_a_formula_stays_in_the_sentence_it_belongs_to() -> None:
    chunks = chunked(
        element("The energy is"), element("E = mc2", ElementKind.FORMULA), element("where m is the mass."), element("Next.")
    )
    assert [chunk.text for chunk in chunks] == ["The energy is E = mc2 where m is the mass.\nNext."]


def test_front_matter_and_bibliography_are_kept_apart_and_are_no_evidence() -> None:
    chunks = chunked(
        element("A Title", ElementKind.TITLE, ()),
        element("A. Author", ElementKind.FRONT_MATTER, ()),
        element("Some text.", path=("1 One",)),
        element("[1] B. Writer. On circles. 1999.", ElementKind.BIBLIOGRAPHY, ("References",)),
    )
    assert [chunk.kind for chunk in chunks] == [ChunkKind.FRONT_MATTER, ChunkKind.PROSE, ChunkKind.BIBLIOGRAPHY]
    assert [chunk.kind.citable for chunk in chunks] == [False, True, False]


@pytest.mark.parametrize("text", ["word " * 3000, "字" * 3000, "x" * 30000])
def test_a_sentence_without_an_end_is_cut(text: str) -> None:
    chunks = chunked(element(text.strip()))
    assert len(chunks) > 3
    assert max(chunk.tokens for chunk in chunks) <= MOST * 250
    assert "".join(chunk.text for chunk in chunks).replace(" ", "") == text.replace(" ", "")


def test_a_document_that_could_not_be_read_has_no_chunks() -> None:
    parsed = ParsedDocument("application/pdf", "t", "1", 1, (element("Words."),))
    assert chunk_document(record(DocumentStatus.ENCRYPTED), parsed) == []


def test_words_are_found_on_the_page_they_were_drawn_on() -> None:
    text = prose(30)
    first, second = element(text, page=1), element(prose(30, 30), page=2)
    chunks = chunked(first, second)
    for chunk in chunks:
        for sentence in split_sentences(chunk.text):
            expected = 1 if sentence.text in text else 2
            assert chunk.page_of(sentence.start, sentence.end) == expected
            assert {box.page for box in chunk.boxes_of(sentence.start, sentence.end)} == {expected}


def test_original_holds_each_drawn_line_of_the_chunk_once() -> None:
    for chunk in chunked(element(prose(60))):
        lines = chunk.original.split("\n")
        assert len(lines) == len(set(lines))
        assert " ".join(lines).count(chunk.text.split("\n")[-1][-40:]) == 1


def test_spans_lie_in_the_text_ascending_and_do_not_overlap() -> None:
    parsed = load(two_column_paper(), "paper.pdf")
    for chunk in chunk_document(record(), parsed, 120):
        ends = [span.end for span in chunk.spans]
        starts = [span.start for span in chunk.spans]
        assert starts == sorted(starts)
        assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))
        assert ends[-1] == len(chunk.text)


KINDS = st.sampled_from(list(ElementKind))
ELEMENTS = st.lists(
    st.builds(
        lambda words, kind, section, page: element(" ".join(words), kind, (f"{section} S",), page),
        st.lists(st.sampled_from(["One", "two", "three.", "Four?", "f(x)", "=", "字字", "end."]), min_size=1, max_size=60),
        KINDS,
        st.integers(1, 3),
        st.integers(1, 3),
    ),
    max_size=8,
)


@settings(max_examples=40, deadline=None)
@given(ELEMENTS, st.integers(50, 120))
def test_whatever_the_elements_no_word_is_lost_and_no_chunk_is_too_long(elements: list[Element], target: int) -> None:
    chunks = chunked(*elements, target=target)
    assert [chunk.n for chunk in chunks] == list(range(len(chunks)))
    assert all(chunk.tokens == estimate_tokens(chunk.text) for chunk in chunks)
    assert all(chunk.tokens <= MOST * target for chunk in chunks if chunk.kind not in (ChunkKind.TABLE, ChunkKind.CODE))
    words = {word for made in elements if made.kind is not ElementKind.HEADING for word in made.text.split()}
    assert words == {word for chunk in chunks for word in chunk.text.split()}


@settings(deadline=None)
@given(ELEMENTS)
def test_parsed_documents_and_chunks_come_back_from_their_bytes_and_equal_values_give_equal_bytes(
    elements: list[Element],
) -> None:
    parsed = ParsedDocument(
        "application/pdf", "t", "1", 3, tuple(elements), (2,), (3,), "why", DocumentMetadata("T", ("A",), 2000, "V", "d")
    )
    assert decode_parsed(encode_parsed(parsed)) == parsed
    assert encode_parsed(decode_parsed(encode_parsed(parsed))) == encode_parsed(parsed)
    chunks = chunked(*elements)
    assert decode_chunks(encode_chunks(chunks)) == chunks
    assert encode_chunks(decode_chunks(encode_chunks(chunks))) == encode_chunks(chunks)
    assert decode_record(encode_record(record())) == record()


@pytest.mark.parametrize(
    "data", [b"", b"nonsense", b"{}", b"[]", b'{"format": "parsed/1"}', b'{"format": "record/1"}', b"PAR1xxxxPAR1"]
)
def test_foreign_bytes_are_a_clear_error(data: bytes) -> None:
    for decode in (decode_parsed, decode_record, decode_chunks):
        with pytest.raises(ArtifactError):
            decode(data)
