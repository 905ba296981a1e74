"""Reading PDFs: order, joins, furniture, kinds, places."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from document_samples import BODY_SENTENCES, LEADING, SIZE, Sheet, draw, load, prose, simple_pdf, two_column_paper, wrapped

from wiki_assets.documents.model import Element, ElementKind, ParsedDocument


@pytest.fixture(scope="module")
def paper() -> ParsedDocument:
    return load(two_column_paper(), "paper.pdf")


def of_kind(parsed: ParsedDocument, kind: ElementKind) -> list[Element]:
    return [element for element in parsed.elements if element.kind is kind]


def pages_of(element: Element) -> set[int]:
    return {span.box.page for span in element.spans}


def one_page(*parts: tuple[list[str], float, float, float, str]) -> ParsedDocument:
    sheet = Sheet()
    page = sheet.page()
    for lines, x, y, size, font in parts:
        draw(page, lines, x, y, size=size, font=font, leading=1.2 * size)
    return load(sheet.bytes(), "page.pdf")


def test_a_paragraph_that_runs_over_columns_and_pages_is_one_element_in_reading_order(paper: ParsedDocument) -> None:
    body = next(element for element in of_kind(paper, ElementKind.PARAGRAPH) if element.section_path == ("1 Introduction",))
    assert body.text == prose(BODY_SENTENCES)
    assert pages_of(body) == {1, 2}


def test_title_authors_abstract_and_sections_are_told_apart(paper: ParsedDocument) -> None:
    assert [element.text for element in of_kind(paper, ElementKind.TITLE)] == ["Patterns of Circles on Surfaces"]
    assert paper.metadata.title == "Patterns of Circles on Surfaces"
    assert "anna@example.org" in of_kind(paper, ElementKind.FRONT_MATTER)[0].text
    assert [element.text for element in of_kind(paper, ElementKind.HEADING)] == ["Abstract", "1 Introduction", "A Proofs"]
    abstract = of_kind(paper, ElementKind.PARAGRAPH)[0]
    assert abstract.section_path == ("Abstract",)
    assert abstract.text.startswith("We study patterns.")


def test_running_heads_page_numbers_and_stamps_are_gone(paper: ParsedDocument) -> None:
    everything = " ".join(element.text for element in paper.elements)
    assert "A. Author" not in everything
    assert "arXiv" not in everything
    assert not any(element.text in ("1", "2") for element in paper.elements)


def test_a_note_and_a_caption_do_not_cut_the_paragraph_they_stand_in(paper: ParsedDocument) -> None:
    assert [element.text for element in of_kind(paper, ElementKind.FOOTNOTE)] == ["1A note at the foot of the column."]
    assert [element.text for element in of_kind(paper, ElementKind.CAPTION)] == ["Figure 1: Two circles that touch."]


def test_references_are_bibliography_and_an_appendix_after_them_is_text_again(paper: ParsedDocument) -> None:
    assert any("Journal of Corners" in element.text for element in of_kind(paper, ElementKind.BIBLIOGRAPHY))
    appendix = of_kind(paper, ElementKind.PARAGRAPH)[-1]
    assert appendix.section_path == ("A Proofs",)
    assert appendix.text.startswith("The proof is short.")


def test_spans_cover_the_text_line_by_line_and_each_line_is_drawn_once(paper: ParsedDocument) -> None:
    for element in paper.elements:
        assert element.spans[0].start == 0
        assert element.spans[-1].end == len(element.text)
        assert all(first.end <= second.start for first, second in pairwise(element.spans))
        drawn = element.original.split("\n")
        assert len(drawn) == len(element.spans)
        for line, span in zip(drawn, element.spans, strict=True):
            assert element.text[span.start : span.end] == line.strip()


def test_a_title_across_both_columns_comes_before_them_and_a_spanning_part_parts_them() -> None:
    sheet = Sheet()
    page = sheet.page()
    text = wrapped(prose(30), 234)
    draw(page, text[:12], 60, 80)
    draw(page, text[12:24], 318, 80)
    middle = wrapped(
        "This spanning remark stands across the whole page and is longer than either of the two columns. " + prose(2, 50), 492
    )
    draw(page, middle, 60, 260)
    draw(page, text[24:36], 60, 340)
    draw(page, text[36:48], 318, 340)
    everything = " ".join(element.text for element in load(sheet.bytes(), "page.pdf").elements)
    before, after = everything.split("This spanning remark")
    assert re.findall(r"item\d+", before) == re.findall(r"item\d+", " ".join(text[:24]))
    assert re.findall(r"item\d+", after) == ["item50", "item51", *re.findall(r"item\d+", " ".join(text[24:48]))]


def test_a_word_broken_at_a_line_end_or_at_a_column_end_is_mended() -> None:
    parsed = one_page((["We test the dehypeni-", "sation of a short text."], 72, 100, SIZE, "tiro"))
    assert [element.text for element in parsed.elements] == ["We test the dehypenisation of a short text."]
    assert parsed.elements[0].original == "We test the dehypeni-\nsation of a short text."


def test_line_numbers_of_a_submission_copy_are_no_words() -> None:
    sheet = Sheet()
    page = sheet.page()
    lines = wrapped(prose(20), 430)
    draw(page, lines, 90, 100)
    draw(page, [str(number) for number in range(13, 13 + len(lines))], 60, 100, size=6)
    assert [element.text for element in load(sheet.bytes(), "page.pdf").elements] == [prose(20)]


def test_a_bold_beginning_of_a_paragraph_is_its_heading_and_not_part_of_its_first_sentence() -> None:
    sheet = Sheet()
    page = sheet.page()
    draw(page, wrapped(prose(8), 430), 72, 100)
    draw(page, ["Negative samples"], 72, 260, font="tibo")
    draw(page, ["For retrieval problems, it is often the case that"], 155, 260)
    draw(page, ["positive examples are at hand."], 72, 272)
    last = load(sheet.bytes(), "page.pdf").elements[-2:]
    assert [element.kind for element in last] == [ElementKind.HEADING, ElementKind.PARAGRAPH]
    assert last[0].text == "Negative samples"
    assert last[1].text == "For retrieval problems, it is often the case that positive examples are at hand."
    assert last[1].section_path == ("Negative samples",)


def test_a_table_is_one_element_row_by_row() -> None:
    sheet = Sheet()
    page = sheet.page()
    draw(page, wrapped(prose(8), 430), 72, 100)
    for row, cells in enumerate(
        (["System", "Recall", "Time"], ["BM25", "59.1", "3"], ["DPR", "78.4", "5"], ["Both", "76.6", "8"])
    ):
        for column, cell in enumerate(cells):
            page.insert_text((100 + 120 * column, 300 + LEADING * row), cell, fontsize=SIZE, fontname="tiro")
    draw(page, ["Table 1: Recall of two systems."], 100, 370)
    parsed = load(sheet.bytes(), "page.pdf")
    assert [element.text for element in of_kind(parsed, ElementKind.TABLE)] == [
        "System Recall Time BM25 59.1 3 DPR 78.4 5 Both 76.6 8"
    ]
    assert [element.text for element in of_kind(parsed, ElementKind.CAPTION)] == ["Table 1: Recall of two systems."]


def test_monospaced_lines_are_code_with_their_line_breaks() -> None:
    parsed = one_page(
        (wrapped(prose(8), 430), 72, 100, SIZE, "tiro"), (["while error > tolerance:", "    step(radii)"], 90, 300, SIZE, "cour")
    )
    assert [element.text for element in of_kind(parsed, ElementKind.CODE)] == ["while error > tolerance:\nstep(radii)"]


def test_a_bibliography_without_a_heading_is_known_by_its_entries() -> None:
    entries = [
        f"[{number}] A. Writer{number}. On circles of kind {number}. Journal of Rounds, {1990 + number}."
        for number in range(1, 8)
    ]
    parsed = one_page((wrapped(prose(8), 430), 72, 100, SIZE, "tiro"), (entries, 72, 300, SIZE, "tiro"))
    assert len(of_kind(parsed, ElementKind.BIBLIOGRAPHY)) == 7
    assert len(of_kind(parsed, ElementKind.PARAGRAPH)) == 1


def test_pages_are_counted_from_one_and_blank_ones_are_counted_too() -> None:
    sheet = Sheet()
    draw(sheet.page(), wrapped(prose(3), 450), 72, 100)
    sheet.page()
    draw(sheet.page(), wrapped(prose(3, 50), 450), 72, 100)
    parsed = load(sheet.bytes(), "page.pdf")
    assert parsed.pages == 3
    assert parsed.pages_without_text == (2,)
    assert [pages_of(element) for element in parsed.elements] == [{1}, {3}]


def test_a_page_turned_by_a_quarter_is_read() -> None:
    sheet = Sheet()
    page = sheet.page()
    draw(page, wrapped(prose(3), 450), 72, 100)
    page.set_rotation(90)
    assert [element.text for element in load(sheet.bytes(), "page.pdf").elements] == [prose(3)]


def test_letters_drawn_twice_on_one_spot_are_read_once() -> None:
    sheet = Sheet()
    page = sheet.page()
    for shift in (0.0, 0.3):
        draw(page, ["Bold by overprinting is one line."], 72 + shift, 100)
    assert [element.text for element in load(sheet.bytes(), "page.pdf").elements] == ["Bold by overprinting is one line."]


def test_a_simple_page_gives_one_paragraph_with_its_place() -> None:
    parsed = load(simple_pdf(), "note.pdf")
    (element,) = parsed.elements
    box = element.spans[0].box
    assert (box.page, box.x0) == (1, 72.0)
    assert 85 < box.y0 < box.y1 < 110
    assert parsed.media_type == "application/pdf"


def displayed(piece: str, before: str, after: str) -> str:
    """Text of a page on which a short centred piece stands between two halves of its prose."""
    above = wrapped(f"{prose(8)} {before}", 450)
    below = wrapped(f"{after} {prose(8, 8)}", 450)
    gap = 100 + LEADING * len(above) + 6
    parsed = one_page(
        (above, 72, 100, SIZE, "tiro"), ([piece], 260, gap, SIZE, "tiro"), (below, 72, gap + LEADING + 6, SIZE, "tiro")
    )
    return " ".join(element.text for element in parsed.elements)


@pytest.mark.parametrize("piece", ["z E(z),", "safe with", "utL u,"])
def test_a_sentence_does_not_lose_the_formula_displayed_in_its_middle(piece: str) -> None:
    text = displayed(piece, "To compute such a map we solve the problem of the smallest value of", "subject to constraints.")
    assert re.search(rf"smallest value of\s+{re.escape(piece)}\s+subject to constraints", text)


def test_a_word_drawn_between_two_whole_sentences_is_still_taken_for_a_figure_label() -> None:
    assert "zE" not in displayed("zE", "The text before the figure ends here.", "A new sentence begins after it.")


def test_a_running_head_beside_the_page_number_is_out_also_where_it_stands_once() -> None:
    sheet = Sheet()
    for number, head in enumerate(("A. Author and B. Author", "On Patterns of Circles"), start=1):
        page = sheet.page()
        draw(page, [str(number)], 72, 50)
        draw(page, [head], 400, 50)
        draw(page, wrapped(prose(12, 100 * number), 450), 72, 90)
    texts = [element.text for element in load(sheet.bytes(), "page.pdf").elements]
    assert not any("Author" in text or "Patterns of Circles" in text for text in texts)


def test_a_section_heading_at_the_top_of_a_page_keeps_its_number() -> None:
    sheet = Sheet()
    page = sheet.page()
    draw(page, ["3"], 72, 80, size=14, font="tibo")
    draw(page, ["What the operator loses"], 95, 80, size=14, font="tibo")
    draw(page, wrapped(prose(12), 450), 72, 110)
    assert load(sheet.bytes(), "page.pdf").elements[0].text.endswith("What the operator loses")


def test_a_number_that_counts_no_pages_takes_no_heading_with_it() -> None:
    sheet = Sheet()
    for number in range(3):
        page = sheet.page()
        draw(page, ["5.3 Effects of Failures"] if number == 1 else [prose(1)[:40]], 72, 60)
        draw(page, ["120"] if number == 1 else ["x"], 500, 60)
        draw(page, wrapped(prose(12, 100 * number), 450), 72, 90)
    texts = [element.text for element in load(sheet.bytes(), "page.pdf").elements]
    assert any("Effects of Failures" in text for text in texts)


def test_pages_of_one_form_that_differ_only_in_numbers_keep_their_words() -> None:
    sheet = Sheet()
    for number in range(6):
        draw(sheet.page(), [f"Vertex {number}{row} has degree {row} and defect {number}." for row in range(6)], 72, 50)
    text = " ".join(element.text for element in load(sheet.bytes(), "page.pdf").elements)
    assert all(f"Vertex {number}{row} has degree {row}" in text for number in range(6) for row in range(6))
