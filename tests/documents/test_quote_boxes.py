"""Where a quote was drawn: one box a line, through broken words, ligatures, columns and pages."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import pytest
from document_samples import LEADING, SIZE, Sheet, load, prose, wrapped

from wiki_assets.documents.chunking import chunk_document
from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.model import Box, Chunk, DocumentMetadata, DocumentRecord, DocumentStatus, ParsedDocument
from wiki_assets.text.quotes import find_quote

SENTENCES = 60
COLUMNS = (60.0, 318.0)
WIDTH = 225.0
TOP, LINES_A_COLUMN = 100.0, 26


@dataclass(frozen=True)
class DrawnLine:
    """A line, and the point at which it begins."""

    text: str
    page: int
    x: float
    y: float


def broken(lines: list[str]) -> list[str]:
    """The lines with the first word of every other line broken over the line end before it, where it is long."""
    lines = list(lines)
    for at in range(0, len(lines) - 1, 2):
        word, _, rest = lines[at + 1].partition(" ")
        if word.isalpha() and word.islower() and len(word) >= 6:
            lines[at] += f" {word[:3]}-"
            lines[at + 1] = f"{word[3:]} {rest}"
    return lines


def drawn_lines() -> list[DrawnLine]:
    lines = broken(wrapped(prose(SENTENCES), WIDTH))
    places = [(page, x, TOP + row * LEADING) for page in (1, 2, 3) for x in COLUMNS for row in range(LINES_A_COLUMN)]
    return [DrawnLine(text, *place) for text, place in zip(lines, places, strict=False)]


def paper(lines: list[DrawnLine]) -> bytes:
    """Two pages or more in two columns, with ligatures where a typesetter has them."""
    sheet = Sheet()
    font = mupdf().Font("tiro")
    for number in sorted({line.page for line in lines}):
        page = sheet.page()
        writer = mupdf().TextWriter(page.rect)
        for line in lines:
            if line.page == number:
                text = line.text.replace("fi", "ﬁ").replace("fl", "ﬂ")
                writer.append((line.x, line.y), text, font=font, fontsize=SIZE)
        writer.write_text(page)
    return sheet.bytes()


def chunks_of(parsed: ParsedDocument) -> list[Chunk]:
    record = DocumentRecord(
        "Paper",
        "p.pdf",
        "ab" * 32,
        10,
        "application/pdf",
        DocumentStatus.OK,
        "",
        parsed.pages,
        (),
        (),
        "t",
        "1",
        DocumentMetadata(),
    )
    return chunk_document(record, parsed)


@pytest.fixture(scope="module")
def lines() -> list[DrawnLine]:
    return drawn_lines()


@pytest.fixture(scope="module")
def chunks(lines: list[DrawnLine]) -> list[Chunk]:
    content = paper(lines)
    assert "ﬁll" in mupdf().open(stream=content)[0].get_text()
    return chunks_of(load(content, "paper.pdf"))


def letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def lines_with(quote: str, lines: list[DrawnLine]) -> list[DrawnLine]:
    """The lines on which the letters of a quote were drawn."""
    ends = list(accumulate(len(letters(line.text)) for line in lines))
    start = letters("".join(line.text for line in lines)).index(letters(quote))
    end = start + len(letters(quote))
    return [line for line, upto in zip(lines, ends, strict=True) if upto > start and upto - len(letters(line.text)) < end]


def holds(box: Box, line: DrawnLine) -> bool:
    return box.page == line.page and box.x0 - 1 <= line.x <= box.x1 and box.y0 <= line.y <= box.y1


def test_every_sentence_has_the_page_and_the_boxes_of_the_lines_it_was_drawn_on(
    lines: list[DrawnLine], chunks: list[Chunk]
) -> None:
    over_columns = over_pages = found = 0
    for sentence in prose(SENTENCES).split(". "):
        for chunk in chunks:
            place = find_quote(sentence.upper().replace(" ", "\n"), chunk.text)
            if place is None:
                continue
            found += 1
            expected = lines_with(sentence, lines)
            boxes = chunk.boxes_of(place.start, place.end)
            assert len(boxes) == len(expected)
            assert all(holds(box, line) for box, line in zip(boxes, expected, strict=True))
            assert chunk.page_of(place.start, place.end) == expected[0].page
            over_columns += len({(line.page, line.x) for line in expected}) > 1
            over_pages += len({line.page for line in expected}) > 1
    assert found >= SENTENCES - len(chunks)
    assert over_columns > over_pages > 0


def test_a_word_broken_over_two_lines_has_a_box_on_each(lines: list[DrawnLine], chunks: list[Chunk]) -> None:
    broken_at = next(at for at, line in enumerate(lines) if line.text.endswith("-"))
    quote = lines[broken_at].text[:-1] + lines[broken_at + 1].text.split()[0]
    chunk = next(chunk for chunk in chunks if find_quote(quote, chunk.text))
    place = find_quote(quote, chunk.text)
    assert place is not None
    boxes = chunk.boxes_of(place.start, place.end)
    assert [holds(box, line) for box, line in zip(boxes, lines[broken_at : broken_at + 2], strict=True)] == [True, True]


def test_one_word_on_one_line_has_one_box(lines: list[DrawnLine], chunks: list[Chunk]) -> None:
    marks = [(word.rstrip("."), line) for line in lines for word in line.text.split() if word.startswith("item")]
    assert len(marks) == SENTENCES
    for mark, line in marks:
        chunk = next(chunk for chunk in chunks if find_quote(mark, chunk.text))
        place = find_quote(mark, chunk.text)
        assert place is not None
        boxes = chunk.boxes_of(place.start, place.end)
        assert [holds(box, line) for box in boxes] == [True]
