"""Pages that are not one plain column: columns in any number, furniture, turned pages, what is not drawn."""

from __future__ import annotations

import re

import pytest
from document_samples import LEADING, Sheet, draw, prose, wrapped
from page_samples import columns_of, elements, letter_by_letter, paragraph, row_by_row, texts

from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.model import ElementKind, Mark


def items(text: str) -> list[str]:
    return re.findall(r"item\d+", text)


@pytest.mark.parametrize(("xs", "width"), [((60, 318), 234), ((60, 306), 234), ((60, 230, 400), 156), ((40, 180, 320, 460), 125)])
def test_columns_drawn_row_by_row_are_read_one_after_the_other(xs: tuple[float, ...], width: float) -> None:
    sheet = Sheet()
    row_by_row(sheet.page(), columns_of(prose(40), width, len(xs)), xs, 100)
    assert " ".join(texts(sheet)) == prose(40)


def test_a_figure_across_three_columns_parts_what_is_above_it_from_what_is_below() -> None:
    sheet = Sheet()
    page = sheet.page()
    lines = wrapped(prose(40), 156)
    for top, start in ((80.0, 0), (420.0, 54)):
        for column, x in enumerate((60.0, 230.0, 400.0)):
            draw(page, lines[start + 18 * column : start + 18 * column + 18], x, top)
    caption = "Figure 1: A wide figure over all three of the columns of the page, with a caption that goes over them as well."
    draw(page, wrapped(caption, 492, 8), 60, 340, size=8)
    assert texts(sheet, ElementKind.CAPTION) == [caption]
    assert items(" ".join(texts(sheet, ElementKind.PARAGRAPH))) == items(" ".join(lines[:108]))


def test_a_right_column_drawn_before_the_left_one_is_read_after_it() -> None:
    sheet = Sheet()
    page = sheet.page()
    left, right = columns_of(prose(40), 234, 2)
    draw(page, right, 318, 80)
    draw(page, left, 60, 80)
    assert " ".join(texts(sheet)) == prose(40)


def test_stamps_watermarks_and_licence_lines_of_every_page_are_no_text() -> None:
    sheet = Sheet()
    for number in range(4):
        page = sheet.page()
        draw(page, wrapped(prose(20, 20 * number), 430)[:36], 90, 80)
        page.insert_text((30, 500), "arXiv:1234.5678v1 [cs.CG] 1 Jan 2020", fontsize=14, rotate=90)
        turn = (mupdf().Point(150, 600), mupdf().Matrix(45))
        page.insert_text((150, 600), "CONFIDENTIAL", fontsize=60, fontname="hebo", color=(0.8, 0.8, 0.8), morph=turn)
        page.insert_text((200, 400), "DRAFT", fontsize=80, fontname="hebo", color=(0.8, 0.8, 0.8))
        draw(page, ["Authorised use limited to: Some University. Restrictions apply."], 90, 748, size=6)
        draw(page, ["Downloaded from https://journals.example.org/ by guest on 12 May 2020"], 90, 762, size=7)
        draw(page, ["This article is licensed under a licence that permits use, sharing and adaptation."], 90, 776, size=6)
    assert not re.search("arXiv|CONFIDENTIAL|DRAFT|Downloaded|licensed|Authorised", " ".join(texts(sheet)))
    assert len(texts(sheet)) == 4


def test_a_line_of_a_form_that_stands_at_one_place_of_every_page_stays_once() -> None:
    sheet = Sheet()
    for number in range(4):
        page = sheet.page()
        y = paragraph(page, prose(8, 8 * number), 80)
        paragraph(page, "Answers of the second participant", 400)
        paragraph(page, prose(8, 100 + 8 * number), max(y, 430))
    assert " ".join(texts(sheet)).count("Answers of the second participant") == 1


@pytest.mark.parametrize(("gap", "size"), [(20, 7), (10, 5), (5, 5)])
def test_line_numbers_that_nearly_touch_the_text_are_no_words(gap: float, size: float) -> None:
    sheet = Sheet()
    font = mupdf().Font("helv")
    for number in range(2):
        page = sheet.page()
        for row, line in enumerate(wrapped(prose(16, 16 * number), 430)):
            counted = str(40 * number + row + 1)
            page.insert_text((90 - gap - font.text_length(counted, size), 100 + LEADING * row), counted, fontsize=size)
            page.insert_text((90, 100 + LEADING * row), line, fontsize=10, fontname="tiro")
    assert " ".join(texts(sheet)) == prose(32)


def test_line_numbers_between_two_columns_are_no_words() -> None:
    sheet = Sheet()
    page = sheet.page()
    left, right = columns_of(prose(30), 210, 2)
    for lines, x, first in ((left, 80, 1), (right, 338, 1 + len(left))):
        draw(page, lines, x, 80)
        draw(page, [str(first + row) for row in range(len(lines))], x - 21, 80, size=6)
    assert " ".join(texts(sheet)) == prose(30)


def test_the_numbers_of_a_short_table_of_contents_or_of_notes_stay() -> None:
    sheet = Sheet()
    page = sheet.page()
    y = paragraph(page, prose(8), 80)
    for number in range(1, 8):
        page.insert_text((72, y + 14 * number), str(number), fontsize=10, fontname="tibo")
        page.insert_text(
            (84, y + 14 * number), f"Chapter on subject {'abcdefgh'[number]} of the book", fontsize=10, fontname="tibo"
        )
    assert "3 Chapter on subject d of the book" in " ".join(texts(sheet))


def test_letters_drawn_three_times_with_an_offset_are_read_once() -> None:
    sheet = Sheet()
    page = sheet.page()
    letter_by_letter(page, "Bold heading by overprinting", 72, 100, times=3)
    paragraph(page, prose(4), 130)
    assert texts(sheet)[0] == "Bold heading by overprinting"


def test_a_heading_with_wide_gaps_between_its_letters_is_made_of_words() -> None:
    sheet = Sheet()
    page = sheet.page()
    letter_by_letter(page, "INTRODUCTION AND SCOPE", 72, 100, gap=4)
    paragraph(page, prose(4), 130)
    assert texts(sheet)[0] == "INTRODUCTION AND SCOPE"


def test_a_large_first_letter_is_put_on_its_word() -> None:
    sheet = Sheet()
    page = sheet.page()
    page.insert_text((72, 124), "W", fontsize=36, fontname="tiro")
    draw(
        page,
        ["e begin this text with a large letter that goes down over two lines of it and", "the second line is beside it,"],
        108,
        100,
    )
    paragraph(page, "too. " + prose(4), 128)
    assert texts(sheet)[0].startswith("We begin this text with a large letter")


def test_text_outside_of_the_part_of_a_page_that_is_shown_is_not_read() -> None:
    sheet = Sheet()
    page = sheet.page()
    paragraph(page, prose(4), 200, x=150, width=300)
    draw(page, ["Printer slug outside of the crop"], 150, 40)
    page.set_cropbox(mupdf().Rect(100, 100, 512, 692))
    (element,) = elements(sheet.bytes())
    assert element.text == prose(4)
    assert element.spans[0].box.x0 == pytest.approx(50, abs=1)
    assert element.spans[0].box.y1 == pytest.approx(103, abs=3)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_of_a_turned_page_lie_where_the_words_are_shown(rotation: int) -> None:
    sheet = Sheet()
    page = sheet.page()
    page.insert_text((72, 100), "Once", fontsize=10)
    page.set_rotation(rotation)
    content = sheet.bytes()
    (element,) = elements(content)
    shown = mupdf().open(stream=content)[0]
    box = mupdf().Rect(shown.search_for("Once")[0]) * shown.rotation_matrix
    found = element.spans[0].box
    assert (found.x0, found.y0, found.x1, found.y1) == pytest.approx(tuple(box), abs=4)
    inked = shown.get_pixmap(clip=mupdf().Rect(found.x0, found.y0, found.x1, found.y1))
    assert min(inked.samples) < 100
    assert found.x1 <= shown.rect.width
    assert found.y1 <= shown.rect.height


def test_a_table_set_sideways_on_an_upright_page_is_read_and_the_label_of_an_axis_is_not() -> None:
    sheet = Sheet()
    page = sheet.page()
    paragraph(page, prose(5), 80)
    page.insert_text((180, 700), "Table 1: A table set sideways.", fontsize=9, fontname="tiro", rotate=90)
    for row in range(6):
        for column in range(4):
            page.insert_text((200 + 14 * row, 700 - 120 * column), f"cell {row} {column}", fontsize=9, fontname="tiro", rotate=90)
    page = sheet.page()
    paragraph(page, prose(5, 5), 80)
    page.insert_text((72, 600), "accuracy in per cent", fontsize=9, fontname="tiro", rotate=90)
    assert texts(sheet, ElementKind.CAPTION) == ["Table 1: A table set sideways."]
    assert texts(sheet, ElementKind.TABLE)[0].startswith("cell 0 0 cell 0 1 cell 0 2 cell 0 3 cell 1 0")
    assert "accuracy" not in " ".join(texts(sheet))


def test_text_that_is_not_drawn_is_marked_and_stands_apart_from_what_is_seen() -> None:
    sheet = Sheet()
    page = sheet.page()
    y = paragraph(page, prose(4), 100)
    for row, line in enumerate(wrapped("Words of a layer that is not drawn. " + prose(2, 50), 430)):
        page.insert_text((72, y + LEADING * row), line, fontsize=10, fontname="tiro", render_mode=3)
    seen, hidden = elements(sheet.bytes())
    assert (seen.text, seen.marks) == (prose(4), ())
    assert hidden.text.startswith("Words of a layer that is not drawn.")
    assert hidden.marks == (Mark.INVISIBLE,)


def test_a_scan_with_a_text_layer_is_read_whole_over_its_pages() -> None:
    sheet = Sheet()
    lines = wrapped(prose(30), 430)
    for half in (lines[:40], lines[40:]):
        page = sheet.page()
        for row, line in enumerate(half):
            page.insert_text((72, 100 + LEADING * row), line, fontsize=10, fontname="tiro", render_mode=3)
    (element,) = elements(sheet.bytes())
    assert element.text == prose(30)
    assert element.marks == (Mark.INVISIBLE,)
