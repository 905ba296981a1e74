"""Sentences kept whole: over floats, notes, indices and columns; text in other scripts."""

from __future__ import annotations

from typing import Any

import pytest
from document_samples import LEADING, SIZE, Sheet, draw, prose, wrapped
from page_samples import elements, paragraph, texts

from wiki_assets.documents.layout.drawn_lines import read_page
from wiki_assets.documents.layout.letters import from_letters, needs_letters, without_stray_spaces
from wiki_assets.documents.layout.right_to_left import mirror
from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.model import ElementKind
from wiki_assets.text.cleaning import join_lines, words_of

OPEN = prose(6) + " The last sentence of this column is cut off by the figure that stands on the next page and then it"
REST = "goes on below that figure as if nothing had been there. " + prose(6, 20)


def test_a_sentence_goes_on_over_a_figure_with_words_in_it_its_caption_and_a_note() -> None:
    sheet = Sheet()
    page = sheet.page()
    paragraph(page, OPEN, 80)
    paragraph(page, "1A note at the foot of the page.", 740, size=7)
    page = sheet.page()
    for row, label in enumerate(("encoder", "decoder output", "loss")):
        page.insert_text((120 + 90 * row, 90 + 20 * row), label, fontsize=7, fontname="helv")
    paragraph(page, "Figure 1: What the parts of the system are called.", 160, size=8)
    paragraph(page, REST, 200)
    (whole,) = texts(sheet, ElementKind.PARAGRAPH)
    assert whole == f"{OPEN} {REST}"
    assert texts(sheet, ElementKind.CAPTION) == ["Figure 1: What the parts of the system are called."]
    assert texts(sheet, ElementKind.FOOTNOTE) == ["1A note at the foot of the page."]


def test_a_sentence_that_has_ended_does_not_take_in_what_follows_the_figure() -> None:
    sheet = Sheet()
    paragraph(sheet.page(), prose(6), 80)
    page = sheet.page()
    paragraph(page, "Figure 1: What the parts of the system are called.", 160, size=8)
    paragraph(page, REST, 200)
    assert texts(sheet, ElementKind.PARAGRAPH) == [prose(6), REST]


def test_a_heading_ends_an_open_sentence() -> None:
    sheet = Sheet()
    paragraph(sheet.page(), OPEN, 80)
    page = sheet.page()
    page.insert_text((72, 80), "2 Another Section", fontsize=13, fontname="tibo")
    paragraph(page, REST, 110)
    assert texts(sheet, ElementKind.PARAGRAPH) == [OPEN, REST]


def test_an_index_in_the_middle_of_a_line_does_not_cut_its_sentence() -> None:
    sheet = Sheet()
    page = sheet.page()
    y = paragraph(page, prose(4), 80)
    page.insert_text((72, y), "where the projections are matrices W", fontsize=10, fontname="tiro")
    x = 72 + mupdf().Font("tiro").text_length("where the projections are matrices W", 10)
    page.insert_text((x, y - 4), "Q", fontsize=6, fontname="tiro")
    page.insert_text((x, y + 2), "ijk", fontsize=6, fontname="tiro")
    page.insert_text((x + 10, y), "of the model, which are learned", fontsize=10, fontname="tiro")
    draw(page, ["together with all the others in one pass over the data."], 72, y + LEADING)
    text = " ".join(texts(sheet))
    assert len(texts(sheet)) == 1
    assert text.endswith("of the model, which are learned together with all the others in one pass over the data.")


def test_a_bold_heading_of_two_lines_ends_where_its_bold_words_end() -> None:
    sheet = Sheet()
    page = sheet.page()
    y = paragraph(page, prose(8), 80) + 8
    bold = mupdf().Font("tibo")
    first, second = "Tradeoff between the performance of a model and the latency of its retrie-", "val"
    page.insert_text((72, y), first.ljust(80), fontsize=10, fontname="tibo")
    page.insert_text((72, y + 13), second, fontsize=10, fontname="tibo")
    rest = ["The best results cost a high latency, which is the", "slowest of all."]
    page.insert_text((72 + bold.text_length(second + "  ", 10), y + 13), rest[0], fontsize=10, fontname="tiro")
    page.insert_text((72, y + 26), rest[1], fontsize=10, fontname="tiro")
    assert "Tradeoff between the performance of a model and the latency of its retrieval" in texts(sheet, ElementKind.HEADING)
    assert texts(sheet, ElementKind.PARAGRAPH)[-1] == "The best results cost a high latency, which is the slowest of all."


def test_a_heading_in_small_capitals_is_a_heading() -> None:
    sheet = Sheet()
    page = sheet.page()
    y = paragraph(page, prose(8), 80) + 16
    font, x = mupdf().Font("tiro"), 230.0
    for word in ("III.", "Euclidean", "Triangle"):
        head, tail = (word, "") if word[-1] == "." else (word[0], word[1:].upper())
        page.insert_text((x, y), head, fontsize=10, fontname="tiro")
        x += font.text_length(head, 10)
        page.insert_text((x, y), tail, fontsize=8, fontname="tiro")
        x += font.text_length(tail, 8) + 3
    paragraph(page, prose(4, 20), y + 20)
    assert texts(sheet, ElementKind.HEADING) == ["III. EUCLIDEAN TRIANGLE"]


@pytest.mark.parametrize("word", ["Because", "and therefore", "Then"])
def test_words_between_two_displayed_formulae_are_no_label_of_a_figure(word: str) -> None:
    sheet = Sheet()
    page = sheet.page()
    y = paragraph(page, prose(6) + " It follows that", 80) + 8
    page.insert_text((230, y), "f = 2g + 3h ≥ 0,", fontsize=SIZE, fontname="tiro")
    page.insert_text((72, y + 20), word, fontsize=SIZE, fontname="tiro")
    page.insert_text((230, y + 40), "g = 4h + 5k ≥ 0,", fontsize=SIZE, fontname="tiro")
    paragraph(page, "which is what we had to show. " + prose(4, 20), y + 64)
    assert word in " ".join(texts(sheet))


def test_a_symbol_alone_on_the_last_line_of_a_paragraph_stays_with_its_sentence() -> None:
    sheet = Sheet()
    page = sheet.page()
    lines = wrapped(prose(6), 430)[:-1]
    y = draw(page, lines, 72, 80)
    page.insert_text((72, y), "x1.", fontsize=SIZE, fontname="tiit")
    paragraph(page, "Figure 2.6 shows two triangulations of six vertices. " + prose(4, 20), y + 2 * LEADING)
    first, second = elements(sheet.bytes())
    assert first.text.endswith(f"{lines[-1]} x1.")
    assert (second.kind, second.text.startswith("Figure 2.6 shows two")) == (ElementKind.PARAGRAPH, True)


def test_a_compound_broken_after_its_first_word_keeps_its_hyphen() -> None:
    known = words_of("the English language and a German text")
    assert join_lines("the English-", "to-German task", known) == ("the English-", "")
    assert join_lines("a state-", "of-the-art model", known | {"state"}) == ("a state-", "")
    assert join_lines("the retrie-", "val-based model", known) == ("the retrie", "")


def test_chinese_lines_are_joined_without_spaces() -> None:
    sheet = Sheet()
    page = sheet.page()
    text = (
        "人人生而自由在尊严和权利上一律平等他们赋有理性和良心并应以兄弟关系的精神相对待人人有资格享受本宣言所载的一切权利和自由。"
    )
    for row in range(0, len(text), 20):
        page.insert_text((72, 100 + row), text[row : row + 20], fontsize=12, fontname="china-s")
    assert "".join(element.text for element in elements(sheet.bytes())) == text


def test_a_space_in_a_stretched_chinese_line_goes_and_those_between_names_stay() -> None:
    assert (
        without_stray_spaces("并申请发明专利使得炸 药单耗降低开挖进尺提高成功解决")
        == "并申请发明专利使得炸药单耗降低开挖进尺提高成功解决"
    )
    assert without_stray_spaces("张三 李四 王五") == "张三 李四 王五"


def raw_line(text: str, x: float, y: float, width: float = 6.0, right_to_left: bool = False) -> dict[str, Any]:
    """A line of `get_text("rawdict")` that shows `text` from left to right, in the order in which a file may have drawn it."""
    chars = []
    for at, letter in enumerate(text):
        x0 = x + width * at
        chars.append({"c": letter, "bbox": (x0, y, x0 + width, y + 10), "origin": (x0, y + 8)})
    bbox = (x, y, x + width * len(text), y + 10)
    span = {"chars": chars[::-1] if right_to_left else chars, "size": 10.0, "font": "F", "flags": 0, "char_flags": 16,
            "alpha": 255, "origin": (x, y + 8), "bbox": bbox}  # fmt: skip
    return {"spans": [span], "bbox": bbox, "dir": (1.0, 0.0), "wmode": 0}


def raw_page(*blocks: list[dict[str, Any]]) -> dict[str, Any]:
    return {"width": 600.0, "height": 800.0, "blocks": [{"type": 0, "lines": lines} for lines in blocks]}


def plain(raw: dict[str, Any]) -> dict[str, Any]:
    """The same page as `get_text("dict")` gives it."""
    lines = [line for block in raw["blocks"] for line in block["lines"]]
    made = [
        {**line, "spans": [{**span, "text": "".join(char["c"] for char in span["chars"])} for span in line["spans"]]}
        for line in lines
    ]
    return {**raw, "blocks": [{"type": 0, "lines": made}]}


@pytest.mark.parametrize("drawn_from_the_right", [False, True])
@pytest.mark.parametrize(
    ("read", "shown"),
    [
        ("الحكومة المصرية", "ةيرصملا ةموكحلا"),
        ("شالوم (2024) رقم 12", "12 مقر )2024( مولاش"),
        ("وعليه، فإن", "نإف ،هيلعو"),
        ("نظام GPT 4 هنا", "انه GPT 4 ماظن"),
        ("نسبة 50% فقط", "طقف 50% ةبسن"),
        ("עברית 3.14 כאן", "ןאכ 3.14 תירבע"),
    ],
)
def test_text_from_right_to_left_is_read_in_its_order_however_it_was_drawn(
    read: str, shown: str, drawn_from_the_right: bool
) -> None:
    raw = raw_page([raw_line(shown, 300, 100, right_to_left=drawn_from_the_right)])
    (line,) = read_page(1, from_letters(raw)).lines
    assert line.text == read


def test_a_letter_that_shares_its_glyph_with_the_one_before_follows_it() -> None:
    line = raw_line("مالسلا", 300, 100)
    chars = line["spans"][0]["chars"]
    lam = next(char for char in chars if char["c"] == "ل")
    joined = {"c": "أ", "bbox": (lam["bbox"][2], 100, lam["bbox"][2], 110), "origin": lam["origin"]}
    chars.insert(chars.index(lam), joined)
    (read,) = read_page(1, from_letters(raw_page([line]))).lines
    assert "لأ" in read.text


def test_a_page_that_runs_from_right_to_left_has_its_right_column_first() -> None:
    right = [raw_line("ةملك ةموكحلا ةيرصملا انه", 320, 100 + 14 * row) for row in range(8)]
    left = [raw_line("رخآ صن هيف ةديدج تاملك", 60, 100 + 14 * row) for row in range(8)]
    page = read_page(1, from_letters(raw_page(left, right)))
    boxes = {line.box.x0 for line in page.lines}
    assert page.right_to_left
    mirror(page)
    assert min(line.x0 for line in page.lines if "المصرية" in line.text) < min(
        line.x0 for line in page.lines if "آخر" in line.text
    )
    assert {line.box.x0 for line in page.lines} == boxes


def test_only_pages_that_need_it_are_read_letter_by_letter() -> None:
    assert not needs_letters(plain(raw_page([raw_line("An ordinary line of text", 72, 100)])))
    assert needs_letters(plain(raw_page([raw_line("ةموكحلا", 72, 100)])))
    assert needs_letters(plain(raw_page([raw_line("S C O P E", 72, 100)])))


def test_a_matrix_of_letters_stays_letters() -> None:
    line = raw_line("A B C D E", 72, 100, width=14.0)
    (read,) = read_page(1, from_letters(raw_page([line]))).lines
    assert read.text == "A B C D E"


def test_a_page_is_the_same_drawn_by_lines_or_by_letters() -> None:
    sheet = Sheet()
    draw(sheet.page(), wrapped(prose(6), 430), 72, 100)
    page = mupdf().open(stream=sheet.bytes())[0]
    by_lines, by_letters = read_page(1, page.get_text("dict")), read_page(1, from_letters(page.get_text("rawdict")))
    assert [line.text for line in by_lines.lines] == [line.text for line in by_letters.lines]
