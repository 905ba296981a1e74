"""A Word document is read as its reader sees it: changes accepted, nothing hidden, lists with their numbers."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from office_samples import edited, p, para, read_body, read_word, related, run, texts, word_file

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.office.numbers import written_number
from wiki_assets.documents.loaders.versions import parser_of
from wiki_assets.documents.loaders.word.loader import WordLoader
from wiki_assets.documents.model import DocumentStatus, ElementKind, Mark


def begin() -> str:
    return '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'


def separate() -> str:
    return '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'


def end() -> str:
    return '<w:r><w:fldChar w:fldCharType="end"/></w:r>'


def code(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


def failure(content: bytes, name: str = "paper.docx") -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read_word(content, name)
    assert name in str(caught.value)
    return caught.value


# What is text


def test_an_inserted_and_a_moved_text_is_text_and_a_deleted_one_is_not() -> None:
    body = para(
        run("The ")
        + f'<w:ins w:id="1">{run("new ")}<w:del w:id="2"><w:r><w:delText>withdrawn </w:delText></w:r></w:del></w:ins>'
        + '<w:del w:id="3"><w:r><w:delText>old </w:delText></w:r></w:del>'
        + f'<w:moveFrom w:id="4">{run("gone ")}</w:moveFrom><w:moveTo w:id="5">{run("moved ")}</w:moveTo>'
        + run("text.")
    )
    assert texts(read_body(body)) == ["The new moved text."]


def test_paragraphs_whose_mark_was_deleted_are_one() -> None:
    gone = '<w:rPr><w:del w:id="1"/></w:rPr>'
    assert texts(read_body(p("One half and ", properties=gone) + p("the other.") + p("Last."))) == [
        "One half and the other.",
        "Last.",
    ]
    assert texts(read_body(p("Alone.", properties=gone))) == ["Alone."]


def test_a_large_first_letter_is_part_of_its_word() -> None:
    assert texts(read_body(p("O", properties='<w:framePr w:dropCap="drop" w:lines="3"/>') + p("nce upon a time."))) == [
        "Once upon a time."
    ]


def test_a_deleted_row_is_not_in_the_table() -> None:
    def row(text: str, properties: str = "") -> str:
        return f"<w:tr><w:trPr>{properties}</w:trPr><w:tc>{p(text)}</w:tc><w:tc>{p('x')}</w:tc></w:tr>"

    table = f"<w:tbl>{row('kept')}{row('deleted', '<w:del/>')}{row('hidden', '<w:hidden/>')}{row('new', '<w:ins/>')}</w:tbl>"
    assert texts(read_body(table)) == ["| kept | x |\n| --- | --- |\n| new | x |"]


def test_hidden_text_is_not_text_whether_it_or_a_style_says_so() -> None:
    styles = (
        '<w:style w:type="character" w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="H2"><w:basedOn w:val="H"/></w:style>'
        '<w:style w:type="character" w:styleId="S"><w:basedOn w:val="H"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="P"><w:rPr><w:vanish/></w:rPr></w:style>'
    )
    body = (
        para(run("a") + run("b", "<w:vanish/>") + run("c", '<w:rStyle w:val="H2"/>') + run("d", '<w:rStyle w:val="S"/>'))
        + para(run("e") + run("f", '<w:vanish w:val="false"/>') + run("g", '<w:rStyle w:val="H"/>'), "P")
        + para(run("h", '<w:rStyle w:val="H"/><w:vanish w:val="0"/>'))
    )
    assert texts(read_body(body, {"styles.xml": ("styles", styles)})) == ["ad", "fg", "h"]


def test_a_field_is_its_result_and_not_its_instruction() -> None:
    inner = begin() + code("QUOTE") + separate() + run("inner") + end()
    body = (
        para(
            run("See ")
            + begin()
            + code("ADDIN ZOTERO_ITEM {json}")
            + run("not this")
            + separate()
            + run("(Smith, 2013)")
            + end()
            + run(".")
        )
        + para(begin() + code("IF ") + inner + separate() + run("outer ") + inner + end() + run(" after"))
        + para(run("index") + begin() + code("XE term") + run("hidden") + end())
        + para(f'<w:fldSimple w:instr=" REF x ">{run("Figure 1")}</w:fldSimple>')
    )
    assert texts(read_body(body)) == ["See (Smith, 2013).", "outer inner after", "index", "Figure 1"]


def test_a_field_may_go_over_paragraphs_and_one_that_never_ends_hides_nothing() -> None:
    over = para(begin() + code("TOC") + separate() + run("first")) + para(run("second") + end() + run(" third"))
    assert texts(read_body(over)) == ["first", "second third"]
    assert texts(read_body(para(begin() + code("REF x")) + p("All that follows.") + para(run("And this.") + end() + end()))) == [
        "All that follows.",
        "And this.",
    ]
    assert texts(read_body(para(run("a") + begin() + code("REF")) + p("b"))) == ["a", "b"]


def test_content_controls_links_and_tags_are_only_wrappings() -> None:
    body = f"<w:sdt><w:sdtPr/><w:sdtContent>{p('In a control.')}</w:sdtContent></w:sdt>" + para(
        f"<w:sdt><w:sdtContent>{run('one ')}</w:sdtContent></w:sdt><w:hyperlink>{run('two ')}</w:hyperlink>"
        f'<w:smartTag w:element="x"><w:smartTagPr/>{run("three ")}</w:smartTag><w:customXml>{run("four")}</w:customXml>'
    )
    assert texts(read_body(body)) == ["In a control.", "one two three four"]


def test_what_asks_for_text_is_none() -> None:
    prompt = "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>"
    body = prompt.format(p("Click here to enter text.")) + para(run("Name: ") + prompt.format(run("Click here.")))
    assert texts(read_body(body)) == ["Name:"]


def test_of_alternatives_one_is_taken() -> None:
    def both(choice: str, fallback: str) -> str:
        chosen, other = f'<mc:Choice Requires="x">{choice}</mc:Choice>', f"<mc:Fallback>{fallback}</mc:Fallback>"
        return f"<mc:AlternateContent>{chosen}{other}</mc:AlternateContent>"

    body = para(both(run("new"), run("old")) + both("", run(" fallback")))
    assert texts(read_body(body)) == ["new fallback"]


def test_a_text_box_is_read_once_and_after_its_paragraph() -> None:
    inside = f"<w:txbxContent>{p('In the box.')}</w:txbxContent>"
    box = (
        '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx>'
        f"{inside}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict><v:shape><v:textbox>{inside}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert texts(read_body(para(run("Before ") + box + run("after.")) + p("Next."))) == ["Before after.", "In the box.", "Next."]
    old = f"<w:r><w:pict><v:shape><v:textbox>{inside}</v:textbox></v:shape></w:pict></w:r>"
    assert texts(read_body(para(old))) == ["In the box."]
    cell = f"<w:tbl><w:tr><w:tc>{para(run('Cell.') + box)}</w:tc><w:tc>{p('x')}</w:tc></w:tr></w:tbl>"
    assert texts(read_body(cell)) == ["| Cell. In the box. | x |\n| --- | --- |"]


def test_signs_breaks_and_hyphens() -> None:
    body = para(
        run("a")
        + "<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:t>e</w:t></w:r>"
        + '<w:r><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Odd" w:char="F0FC"/>'
        + '<w:sym w:font="Arial" w:char="00E9"/><w:sym w:char="zz"/><w:sym w:char=""/><w:sym w:char="D800"/></w:r>'
        + run(" m", '<w:rFonts w:ascii="Symbol"/>')
    )
    assert texts(read_body(body)) == ["a b c-deα✓é μ"]


def test_readings_above_signs_are_shown_and_do_not_part_the_text() -> None:
    ruby = f"<w:r><w:ruby><w:rubyPr/><w:rt>{run('かんじ')}</w:rt><w:rubyBase>{run('漢字')}</w:rubyBase></w:ruby></w:r>"
    (element,) = read_body(para(ruby + run("を読む")))
    assert element.text == "漢字を読む"
    assert element.original == "漢字(かんじ)を読む"


def test_text_from_right_to_left_stays_in_the_order_it_is_read() -> None:
    hebrew = "שלום עולם"
    assert texts(read_body(para(run(hebrew, "<w:rtl/>"), properties="<w:bidi/>"))) == [hebrew]


# What a paragraph is


def test_headings_are_known_by_the_name_of_their_style_in_any_language() -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="berschrift1"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="T2"><w:name w:val="Titre 2"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Out"><w:name w:val="Other"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Ring"><w:name w:val="Ring"/><w:basedOn w:val="Ring"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Body"><w:name w:val="Quiet"/><w:basedOn w:val="berschrift1"/>'
        '<w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>'
    )
    body = (
        p("One", "Mine") + p("Two", "T2") + p("Three", "Out") + p("Text.", "Ring") + p("Quiet text.", "Body")
        + p("Direct", properties='<w:outlineLvl w:val="0"/>') + p("End.")
    )  # fmt: skip
    elements = read_body(body, {"styles.xml": ("styles", styles)})
    assert texts(elements, ElementKind.HEADING) == ["One", "Two", "Three", "Direct"]
    assert elements[3].section_path == ("One", "Two", "Three")
    assert elements[-1].section_path == ("Direct",)


def test_titles_captions_front_matter_and_references() -> None:
    elements = read_body(
        p("The Title", "Title") + p("Abstract", "Heading1") + p("Text.") + p("Figure 1: a figure", "Caption")
        + p("References", "Heading1") + p("Smith (2013). A paper.") + p("Appendix", "Heading1") + p("More.")
    )  # fmt: skip
    assert [(one.kind.value, one.text) for one in elements] == [
        ("title", "The Title"),
        ("heading", "Abstract"),
        ("paragraph", "Text."),
        ("caption", "Figure 1: a figure"),
        ("heading", "References"),
        ("bibliography", "Smith (2013). A paper."),
        ("heading", "Appendix"),
        ("paragraph", "More."),
    ]


def test_a_whole_paragraph_in_a_headings_style_is_text() -> None:
    assert read_body(p("words " * 80, "Heading1"))[0].kind is ElementKind.PARAGRAPH


def test_code_keeps_its_lines_and_is_known_by_style_or_font() -> None:
    mono = '<w:rFonts w:ascii="Courier New"/>'
    body = para(run("def f():", mono)) + para(run("    return 1", mono)) + p("Text.") + para(run("Call ") + run("f", mono))
    elements = read_body(body)
    assert [(one.kind.value, one.text) for one in elements] == [
        ("code", "def f():\n    return 1"),
        ("paragraph", "Text."),
        ("paragraph", "Call f"),
    ]
    styles = '<w:style w:type="paragraph" w:styleId="C"><w:name w:val="Source Code"/></w:style>'
    (element,) = read_body(p("x = 1", "C") + p("", "C") + p("y = 2", "C"), {"styles.xml": ("styles", styles)})
    assert (element.kind, element.text) == (ElementKind.CODE, "x = 1\n\ny = 2")


def test_a_document_typed_in_one_width_throughout_is_not_code() -> None:
    styles = '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Courier"/></w:rPr></w:rPrDefault></w:docDefaults>'
    assert read_body(p("A letter."), {"styles.xml": ("styles", styles)})[0].kind is ElementKind.PARAGRAPH


# Lists


def level(at: int, how: str, text: str, more: str = "") -> str:
    return f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{how}"/>{more}<w:lvlText w:val="{text}"/></w:lvl>'


NUMBERS = (
    '<w:abstractNum w:abstractNumId="0">'
    + level(0, "decimal", "%1.")
    + level(1, "lowerLetter", "%2)")
    + level(2, "lowerRoman", "%1.%2.%3", "<w:isLgl/>")
    + '</w:abstractNum><w:abstractNum w:abstractNumId="1">'
    + level(0, "bullet", "\uf0b7")
    + level(1, "bullet", "–")
    + level(2, "none", "")
    + '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>'
    '<w:num w:numId="4"><w:abstractNumId w:val="9"/></w:num>'
)


def item(text: str, number: int, at: int = 0) -> str:
    return p(text, properties=f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="{number}"/></w:numPr>')


def lists(body: str) -> list[str]:
    return texts(read_body(body, {"numbering.xml": ("numbering", NUMBERS)}))


def test_numbers_are_counted_over_levels_and_go_on_after_text() -> None:
    body = (
        item("a", 1)
        + item("b", 1, 1)
        + item("c", 1, 1)
        + item("d", 1, 2)
        + item("e", 1)
        + item("f", 1, 1)
        + p("Text.")
        + item("g", 1)
    )
    assert lists(body) == ["1. a\na) b\nb) c\n1.2.1 d\n2. e\na) f", "Text.", "3. g"]


def test_a_list_that_starts_anew_is_another_list() -> None:
    assert lists(item("a", 1) + item("b", 1) + item("c", 3) + item("d", 3)) == ["1. a\n2. b", "5. c\n6. d"]


def test_bullets_inside_a_numbered_list_are_part_of_it() -> None:
    assert lists(item("a", 1) + item("b", 2, 1) + item("c", 1)) == ["1. a\n– b\n2. c"]


def test_bullets_that_only_a_symbol_font_draws_are_plain_and_an_empty_one_is_none() -> None:
    assert lists(item("a", 2) + item("b", 2, 2) + item("c", 4) + item("d", 77) + item("e", 0)) == ["• a\nb", "• c", "d", "e"]


def test_empty_paragraphs_neither_count_nor_part_a_list() -> None:
    assert lists(item("a", 1) + p() + item("", 1) + item("b", 1)) == ["1. a\n2. b"]


def test_references_in_a_list_are_one_each() -> None:
    elements = read_body(
        p("References", "Heading1") + item("Smith", 1) + item("Jones", 1), {"numbering.xml": ("numbering", NUMBERS)}
    )
    assert texts(elements, ElementKind.BIBLIOGRAPHY) == ["1. Smith", "2. Jones"]


def test_a_heading_has_its_number() -> None:
    body = p("Methods", "Heading1", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
    assert lists(body) == ["1. Methods"]


def test_lists_by_style_are_lists() -> None:
    document = docx.Document()
    document.add_paragraph("one", style="List Bullet")
    document.add_paragraph("two", style="List Bullet")
    document.add_paragraph("three", style="List Number")
    buffer = io.BytesIO()
    document.save(buffer)
    assert texts(read_word(buffer.getvalue()).elements) == ["• one\n• two", "1. three"]


@pytest.mark.parametrize(
    ("number", "how", "written"),
    [(4, "lowerRoman", "iv"), (1999, "upperRoman", "MCMXCIX"), (28, "lowerLetter", "bb"), (3, "upperLetter", "C"), (7, "decimalZero", "07"),
     (12, "ordinal", "12th"), (22, "ordinal", "22nd"), (3, "ideographDigital", "3"), (0, "lowerLetter", "0"), (5000, "lowerRoman", "5000")],
)  # fmt: skip
def test_numbers_are_written_as_their_list_says(number: int, how: str, written: str) -> None:
    assert written_number(number, how) == written


# Equations, tables, notes


def m(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def fraction(top: str, bottom: str) -> str:
    return f"<m:f><m:num>{top}</m:num><m:den>{bottom}</m:den></m:f>"


def test_an_equation_alone_is_a_formula_whose_display_says_what_its_letters_cannot() -> None:
    power = f"<m:sSup><m:e>{m('x')}</m:e><m:sup>{m('-6')}</m:sup></m:sSup>"
    (element,) = read_body(para(f"<m:oMathPara><m:oMath>{fraction(m('mλ'), m('a+b'))}{m('=')}{power}</m:oMath></m:oMathPara>"))
    assert element.kind is ElementKind.FORMULA
    assert element.text == "mλa+b=x-6"
    assert element.original == "mλ/(a+b)=x^(-6)"


def test_an_equation_with_its_number_is_a_formula_and_one_in_a_sentence_is_text() -> None:
    equation = f"<m:oMath>{m('E=m')}</m:oMath>"
    elements = read_body(para(equation + run("\t(3.1)")) + para(run("Where ") + equation + run(" holds.")))
    assert [(one.kind.value, one.text) for one in elements] == [("formula", "E=m (3.1)"), ("paragraph", "Where E=m holds.")]


@pytest.mark.parametrize(
    ("equation", "shown"),
    [
        (f"<m:rad><m:deg>{m('3')}</m:deg><m:e>{m('x+1')}</m:e></m:rad>", "3√(x+1)"),
        (f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{m("i=1")}</m:sub><m:e>{m("i")}</m:e></m:nary>', "∑_(i=1) i"),
        (f'<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>{m("a")}</m:e><m:e>{m("b")}</m:e></m:d>', "[a|b]"),
        (f"<m:func><m:fName>{m('sin')}</m:fName><m:e>{m('x')}</m:e></m:func>", "sin x"),
        (f"<m:m><m:mr><m:e>{m('a')}</m:e><m:e>{m('b')}</m:e></m:mr><m:mr><m:e>{m('c')}</m:e></m:mr></m:m>", "a, b; c"),
        (f"<m:limLow><m:e>{m('lim')}</m:e><m:lim>{m('x→0')}</m:lim></m:limLow>", "lim_(x→0)"),
        (f"<m:sPre><m:sub>{m('a')}</m:sub><m:sup>{m('b')}</m:sup><m:e>{m('X')}</m:e></m:sPre>", "_a^bX"),
        (f"<m:eqArr><m:e>{m('x=1')}</m:e><m:e>{m('y=2')}</m:e></m:eqArr>", "x=1; y=2"),
        (f"{m('a')}<w:del>{m('b')}</w:del><w:ins>{m('c')}</w:ins>", "ac"),
    ],
)  # fmt: skip
def test_equations_are_shown_on_one_line(equation: str, shown: str) -> None:
    (element,) = read_body(para(f"<m:oMath>{equation}</m:oMath>"))
    assert element.original == shown


def test_cells_that_span_others_are_read_once_and_the_others_are_empty() -> None:
    table = (
        f'<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{p("wide")}</w:tc>'
        f'<w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>{p("tall")}</w:tc></w:tr>'
        f'<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc>{p("b")}</w:tc>'
        f"<w:tc><w:tcPr><w:vMerge/></w:tcPr>{p('rest')}</w:tc></w:tr></w:tbl>"
    )
    (element,) = read_body(table)
    assert element.text == "| wide |  | tall |\n| --- | --- | --- |\n|  | b |  |"
    assert {cell.address: element.text[cell.start : cell.end] for cell in element.cells} == {
        "A1": "wide",
        "C1": "tall",
        "B2": "b",
    }


def test_a_cell_that_claims_to_span_a_million_columns_costs_nothing() -> None:
    table = (
        f'<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="99999999"/></w:tcPr>{p("a")}</w:tc><w:tc>{p("b")}</w:tc></w:tr></w:tbl>'
    )
    (element,) = read_body(table)
    assert len(element.text) < 2_000
    assert "a" in element.text


def test_a_table_in_a_cell_is_read_once_with_its_lists() -> None:
    inner = f"<w:tbl><w:tr><w:tc>{p('A')}</w:tc><w:tc>{p('B')}</w:tc></w:tr><w:tr><w:tc>{p('C')}</w:tc></w:tr></w:tbl>"
    table = (
        f"<w:tbl><w:tr><w:tc>{p('before')}{inner}{p('after')}</w:tc><w:tc>{item('one', 1)}{item('two', 1)}</w:tc></w:tr></w:tbl>"
    )
    assert lists(table) == ["| before A B C after | 1. one 2. two |\n| --- | --- |"]


def test_a_table_of_one_cell_is_a_frame_around_text() -> None:
    body = f"<w:tbl><w:tr><w:tc>{p('Box', 'Heading1')}{p('Text in it.')}</w:tc></w:tr></w:tbl>"
    assert [one.kind.value for one in read_body(body)] == ["heading", "paragraph"]


def cite(kind: str, identity: int) -> str:
    return f'<w:r><w:{kind}Reference w:id="{identity}"/></w:r>'


def test_notes_stand_at_the_end_of_the_section_that_cites_them_each_once() -> None:
    notes = "".join(f'<w:footnote w:id="{n}">{p(f"Foot {n}.")}</w:footnote>' for n in (1, 2, 3))
    parts = {
        "footnotes.xml": ("footnotes", notes),
        "endnotes.xml": ("endnotes", f'<w:endnote w:id="1">{p("End one.")}</w:endnote>'),
    }
    deleted = f"<w:del>{cite('footnote', 3)}</w:del>"
    body = (
        p("One", "Heading1")
        + para(run("Text") + cite("footnote", 1) + run(" and") + cite("endnote", 1) + run(" more.") + deleted)
        + p("Two", "Heading1")
        + para(run("Again.") + cite("footnote", 1) + cite("footnote", 2) + cite("footnote", 99))
    )
    elements = read_body(body, parts)
    assert texts(elements) == ["One", "Text and more.", "Foot 1.", "End one.", "Two", "Again.", "Foot 2."]
    assert texts(elements, ElementKind.FOOTNOTE) == ["Foot 1.", "End one.", "Foot 2."]
    assert elements[2].section_path == ("One",)


def test_a_note_with_a_table_and_a_box_is_read_once() -> None:
    table = f"<w:tbl><w:tr><w:tc>{p('a')}</w:tc><w:tc>{p('b')}</w:tc></w:tr></w:tbl>"
    box = f"<w:r><w:pict><v:textbox><w:txbxContent>{p('box')}</w:txbxContent></v:textbox></w:pict></w:r>"
    notes = f'<w:footnote w:id="1">{para(run("Foot.") + box)}{table}</w:footnote>'
    elements = read_body(para(run("Text.") + cite("footnote", 1)), {"footnotes.xml": ("footnotes", notes)})
    assert texts(elements) == ["Text.", "Foot. a b"]


def test_comments_are_marked_and_say_who_made_them() -> None:
    comments = (
        f'<w:comment w:id="0" w:author="Ann Lee">{p("Is this so?")}</w:comment><w:comment w:id="1" w:author="">{p("Yes.")}</w:comment>'
        f'<w:comment w:id="2" w:author="Bo">{p("On nothing.")}</w:comment>'
    )
    elements = read_body(para(run("Text.") + cite("comment", 0) + cite("comment", 1)), {"comments.xml": ("comments", comments)})
    assert texts(elements, mark=Mark.COMMENT) == ["Ann Lee: Is this so?", "Yes."]
    assert texts(elements)[0] == "Text."


def test_headers_and_footers_are_no_text() -> None:
    document = docx.Document()
    document.add_paragraph("Body.")
    document.sections[0].header.paragraphs[0].text = "Running head"
    document.sections[0].footer.paragraphs[0].text = "Page 1"
    buffer = io.BytesIO()
    document.save(buffer)
    assert texts(read_word(buffer.getvalue()).elements) == ["Body."]


def test_a_chart_is_a_table() -> None:
    points = "".join(f'<c:pt idx="{n}"><c:v>{value}</c:v></c:pt>' for n, value in enumerate(("4.2999999999999998", "2")))
    names = '<c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt>'
    chart = (
        f"<c:chartSpace {CHART_NAMES}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>"
        f"<c:plotArea><c:barChart><c:ser><c:tx><c:v>East</c:v></c:tx><c:cat><c:strRef><c:strCache>{names}</c:strCache></c:strRef></c:cat>"
        f"<c:val><c:numRef><c:numCache>{points}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"
    )
    graphic = '<a:graphic><a:graphicData><c:chart r:id="rIdC"/></a:graphicData></a:graphic>'
    drawing = f"<w:r><w:drawing><wp:inline>{graphic}</wp:inline></w:drawing></w:r>"
    content = word_file(
        para(run("See:") + drawing),
        changes={
            "word/charts/chart1.xml": chart.encode(),
            "word/_rels/document.xml.rels": lambda rels: related(rels, "rIdC", "chart", "charts/chart1.xml"),
        },
    )
    assert texts(read_word(content).elements) == ["See:", "Sales", "|  | East |\n| --- | --- |\n| Q1 | 4.3 |\n| Q2 | 2 |"]
    assert texts(read_word(edited(content, {"word/charts/chart1.xml": b"<broken"})).elements) == ["See:"]


CHART_NAMES = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'


# The document as a whole


def core(title: str = "", creator: str = "", more: str = "") -> bytes:
    return (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
        f"<dc:title>{title}</dc:title><dc:creator>{creator}</dc:creator><dcterms:created>2019-05-01T00:00:00Z</dcterms:created>{more}"
        "</cp:coreProperties>"
    ).encode()


def test_properties_say_title_authors_year_and_doi() -> None:
    more = "<dc:identifier>https://doi.org/10.1234/ABC.5</dc:identifier>"
    stated = read_word(word_file(p("Text."), changes={"docProps/core.xml": core("A Study", "Ann Lee; Bo Chen", more)})).metadata
    assert (stated.title, stated.authors, stated.year, stated.doi) == ("A Study", ("Ann Lee", "Bo Chen"), 2019, "10.1234/abc.5")


def test_a_year_is_stated_only_where_the_properties_agree_on_it() -> None:
    more = "<dcterms:modified>{}-01-01T00:00:00Z</dcterms:modified>"
    for changed, year in ((2019, 2019), (2024, 0)):
        content = word_file(p("Text."), changes={"docProps/core.xml": core("", "Ann Lee", more.format(changed))})
        assert read_word(content).metadata.year == year
    made_by_a_library = core("", "Ann Lee").replace(b"2019-05-01T00:00:00Z", b"2013-12-23T23:15:00Z")
    assert read_word(word_file(p("Text."), changes={"docProps/core.xml": made_by_a_library})).metadata.year == 0


@pytest.mark.parametrize("creator", ["python-docx", "Microsoft Office User", "user", ""])
def test_a_program_is_no_author_and_a_template_no_title(creator: str) -> None:
    stated = read_word(
        word_file(p("Real Title", "Title"), changes={"docProps/core.xml": core("Word Document", creator)})
    ).metadata
    assert (stated.title, stated.authors, stated.year) == ("Real Title", (), 0)


def test_a_title_left_from_an_older_document_is_not_taken() -> None:
    left = {"docProps/core.xml": core("Report for 2012", "Ann Lee")}
    assert read_word(word_file(p("Report for 2013", "Title"), changes=left)).metadata.title == "Report for 2013"
    assert read_word(word_file(p("Report for 2012: growth", "Title"), changes=left)).metadata.title == "Report for 2012"


def test_macros_are_told_and_not_read_and_embedded_files_are_listed() -> None:
    content = word_file(
        p("Text."),
        changes={
            "word/vbaProject.bin": b"Sub Evil()",
            "word/embeddings/oleObject1.bin": b"",
            "word/_rels/document.xml.rels": lambda rels: related(rels, "rIdO", "oleObject", "embeddings/oleObject1.bin"),
        },
    )
    document = read_word(content, "paper.docm")
    assert document.reason == "paper.docm holds macros; they were neither run nor read."
    assert document.attachments == ("oleObject1.bin",)
    assert texts(document.elements) == ["Text."]


def test_documents_that_word_would_take_over_are_told() -> None:
    changes: dict[str, Any] = {
        "word/chunk.html": b"<p>Other text</p>",
        "word/_rels/document.xml.rels": lambda rels: related(rels, "rIdA", "aFChunk", "chunk.html"),
    }
    document = read_word(word_file(p("Text."), changes=changes))
    assert document.reason.startswith("Other documents are to be put into paper.docx, and were not read.")
    assert document.attachments == ("chunk.html",)
    assert failure(word_file('<w:altChunk r:id="rIdA"/>', changes=changes)).status is DocumentStatus.NO_TEXT


def test_a_part_that_is_damaged_costs_that_part_and_is_told() -> None:
    parts = {"footnotes.xml": ("footnotes", f'<w:footnote w:id="1">{p("Foot.")}</w:footnote>')}
    broken = {"word/footnotes.xml": b"<w:footnotes", "word/styles.xml": b"\0"}
    document = read_word(word_file(para(run("Text.") + cite("footnote", 1)), parts, broken))
    assert texts(document.elements) == ["Text."]
    assert document.reason == "Parts of paper.docx are damaged and left out: styles, footnotes. Fetch it again."


def test_relationships_that_lead_nowhere_or_outside_cost_nothing() -> None:
    def rels(text: str) -> str:
        return related(related(text, "rIdX", "footnotes", "NULL"), "rIdY", "image", "../../../etc/passwd")

    assert texts(read_word(word_file(p("Text."), changes={"word/_rels/document.xml.rels": rels})).elements) == ["Text."]
    assert texts(read_word(word_file(p("Text."), changes={"_rels/.rels": None, "[Content_Types].xml": None})).elements) == [
        "Text."
    ]


def test_the_strict_dialect_is_read_alike() -> None:
    def strict(text: str) -> str:
        text = text.replace(
            "http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main"
        )
        return text.replace(
            "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
            "http://purl.oclc.org/ooxml/officeDocument/relationships",
        )

    changes = dict.fromkeys(("word/document.xml", "word/styles.xml", "_rels/.rels", "word/_rels/document.xml.rels"), strict)
    elements = read_word(edited(word_file(p("One", "Heading1") + p("Text.")), changes)).elements
    assert [one.kind.value for one in elements] == ["heading", "paragraph"]


def test_a_document_says_who_read_it() -> None:
    document = read_word(word_file(p("Text.")))
    assert (document.parser, document.parser_version) == (
        parser_of(document.media_type).name,
        parser_of(document.media_type).version,
    )
    assert document.media_type in WordLoader.media_types
    assert document.pages == 0


def test_a_document_without_text_is_told_apart_from_one_with_pictures_only() -> None:
    assert failure(word_file(p())).status is DocumentStatus.EMPTY
    assert failure(word_file(p(), changes={"word/media/image1.png": b"x"})).status is DocumentStatus.NO_TEXT


def test_what_cannot_be_read_at_all_is_corrupt_and_a_bomb_is_a_bomb() -> None:
    assert failure(word_file(p("x"), changes={"word/document.xml": None})).status is DocumentStatus.CORRUPT
    assert failure(word_file(p("x"), changes={"word/document.xml": b"<a/>"})).status is DocumentStatus.CORRUPT
    assert failure(word_file("<w:p/>" * 2, changes={"word/document.xml": b"<w:p>"})).status is DocumentStatus.CORRUPT
    with_type = b'<!DOCTYPE a SYSTEM "b.dtd"><a>&c;</a>'
    assert failure(word_file(p("x"), changes={"word/document.xml": with_type})).status is DocumentStatus.CORRUPT
    laughs = b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    assert failure(word_file(p("x"), changes={"word/document.xml": laughs})).status is DocumentStatus.BOMB
    assert failure(word_file(p("x"), changes={"word/styles.xml": laughs})).status is DocumentStatus.BOMB


def test_tables_nested_without_end_are_corrupt_or_read_and_never_a_crash() -> None:
    deep = p("x")
    for _ in range(70):
        deep = f"<w:tbl><w:tr><w:tc>{deep}</w:tc><w:tc/></w:tr></w:tbl>"
    with contextlib.suppress(DocumentError):
        assert "x" in read_word(word_file(deep)).elements[0].text
    assert failure(word_file("<w:sdt>" * 400 + "</w:sdt>" * 400)).status is DocumentStatus.CORRUPT


RICH = word_file(
    p("Title", "Title") + item("a", 1) + item("b", 2, 1) + para(begin() + code("x") + separate() + run("y") + end())
    + f"<w:tbl><w:tr><w:tc>{p('c')}</w:tc><w:tc>{p('d')}</w:tc></w:tr></w:tbl>" + para(f"<m:oMath>{fraction(m('a'), m('b'))}</m:oMath>"),
    {"numbering.xml": ("numbering", NUMBERS)},
)  # fmt: skip


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_any_damage_to_the_file_gives_elements_or_an_error_with_a_status(data: st.DataObject) -> None:
    content = bytearray(RICH)
    for _ in range(data.draw(st.integers(0, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    content = content[: data.draw(st.integers(len(content) // 2, len(content)))]
    with contextlib.suppress(DocumentError):
        assert read_word(bytes(content)).elements


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_any_change_inside_a_part_gives_elements_or_an_error_with_a_status(data: st.DataObject) -> None:
    part = data.draw(
        st.sampled_from(["word/document.xml", "word/numbering.xml", "word/styles.xml", "word/_rels/document.xml.rels"])
    )

    def damage(text: str) -> str:
        at = data.draw(st.integers(0, len(text) - 1))
        length = data.draw(st.integers(0, 12))
        return (
            text[:at] + data.draw(st.sampled_from(["", "0", "-1", "x", "99999999999", '"', "w:p", "&amp;"])) + text[at + length :]
        )

    with contextlib.suppress(DocumentError):
        assert read_word(edited(RICH, {part: damage})).elements
