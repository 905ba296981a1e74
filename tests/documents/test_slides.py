"""A presentation is read slide by slide, each text with its box; what was said of a slide is marked as such."""

from __future__ import annotations

import contextlib
import io
import struct
import zlib
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from office_samples import deck, edited, read_slides, related, saved, texts, unpacked
from pptx.chart.data import CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.shapes import MSO_SHAPE
from pptx.slide import Slide
from pptx.util import Pt

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.slides.loader import SlidesLoader
from wiki_assets.documents.loaders.versions import parser_of
from wiki_assets.documents.model import Box, DocumentStatus, Element, ElementKind, Mark

TITLE_SLIDE, TITLE_AND_CONTENT, TITLE_ONLY, BLANK = 0, 1, 5, 6
SLIDE1 = "ppt/slides/slide1.xml"
SLIDE1_RELS = "ppt/slides/_rels/slide1.xml.rels"


def failure(content: bytes) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read_slides(content)
    assert "talk.pptx" in str(caught.value)
    return caught.value


def say(slide: Slide, text: str, left: float = 10, top: float = 20, width: float = 100, height: float = 30) -> Any:
    """A text box on a slide; numbers are points."""
    box = slide.shapes.add_textbox(Pt(left), Pt(top), Pt(width), Pt(height))
    box.text_frame.text = text
    return box


def one_slide(layout: int = BLANK) -> tuple[Any, Slide]:
    presentation = deck()
    return presentation, presentation.slides.add_slide(presentation.slide_layouts[layout])


def box_of(element: Element) -> Box:
    (span,) = element.spans
    assert (span.start, span.end) == (0, len(element.text))
    return span.box


def picture() -> io.BytesIO:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return io.BytesIO(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 4)) + chunk(b"IEND", b"")
    )


# Where text stands


def test_every_text_has_the_box_of_its_shape_in_points_and_the_number_of_its_slide() -> None:
    presentation, slide = one_slide()
    say(slide, "First.", 10, 20, 100, 30)
    say(presentation.slides.add_slide(presentation.slide_layouts[BLANK]), "Second.", 50, 60, 70, 80)
    document = read_slides(saved(presentation))
    first, second = document.elements
    assert box_of(first) == Box(1, 10, 20, 110, 50)
    assert box_of(second) == Box(2, 50, 60, 120, 140)
    assert [first.place, second.place] == ["slide 1", "slide 2"]
    assert document.pages == 2


def test_a_placeholder_without_a_place_has_that_of_its_layout() -> None:
    presentation, slide = one_slide(TITLE_AND_CONTENT)
    slide.shapes.title.text = "The Title"
    layout = presentation.slide_layouts[TITLE_AND_CONTENT].placeholders[0]
    box = box_of(read_slides(saved(presentation)).elements[0])
    assert (box.x0, box.y0) == pytest.approx((layout.left / 12700, layout.top / 12700), abs=0.01)


def test_shapes_in_groups_stand_where_the_group_puts_them() -> None:
    presentation, slide = one_slide()
    group = slide.shapes.add_group_shape()
    inner = group.shapes.add_textbox(Pt(0), Pt(0), Pt(100), Pt(50))
    inner.text_frame.text = "Inside."
    group.shapes.add_textbox(Pt(100), Pt(50), Pt(100), Pt(50)).text_frame.text = "Beside."
    group.left, group.top, group.width, group.height = Pt(300), Pt(200), Pt(400), Pt(200)
    first, second = read_slides(saved(presentation)).elements
    assert box_of(first) == Box(1, 300, 200, 500, 300)
    assert box_of(second) == Box(1, 500, 300, 700, 400)


def test_a_turned_shape_has_the_box_around_it() -> None:
    presentation, slide = one_slide()
    say(slide, "Turned.", 100, 100, 200, 20).rotation = 90
    assert box_of(read_slides(saved(presentation)).elements[0]) == Box(1, 190, 10, 210, 210)


def test_a_shape_without_place_or_size_has_the_whole_slide() -> None:
    presentation, slide = one_slide()
    say(slide, "Flat.", 10, 10, 100, 0)
    assert box_of(read_slides(saved(presentation)).elements[0]) == Box(1, 0, 0, 720, 540)
    content = edited(
        saved(presentation), {SLIDE1: lambda xml: xml.replace("<a:xfrm>", "<a:other>").replace("</a:xfrm>", "</a:other>")}
    )
    assert box_of(read_slides(content).elements[0]) == Box(1, 0, 0, 720, 540)


def test_shapes_are_read_title_first_then_by_rows() -> None:
    presentation, slide = one_slide(TITLE_ONLY)
    say(slide, "right", 400, 203, 100, 100)
    say(slide, "below", 20, 400, 100, 30)
    say(slide, "left", 20, 200, 100, 150)
    say(slide, "above the title", 20, 1, 100, 10)
    slide.shapes.title.text = "Title"
    assert texts(read_slides(saved(presentation)).elements) == ["Title", "above the title", "left", "right", "below"]


def test_two_columns_are_read_one_after_the_other_within_their_shapes() -> None:
    presentation, slide = one_slide()
    say(slide, "left 1\nleft 2", 20, 100, 300, 300)
    say(slide, "right 1\nright 2", 360, 120, 300, 280)
    assert texts(read_slides(saved(presentation)).elements) == ["left 1", "left 2", "right 1", "right 2"]


# What text is


def test_titles_are_headings_and_those_after_a_title_slide_are_below_it() -> None:
    presentation, slide = one_slide(TITLE_SLIDE)
    slide.shapes.title.text, slide.placeholders[1].text = "The Talk", "Ann Lee"
    for title in ("One", "Two"):
        following = presentation.slides.add_slide(presentation.slide_layouts[TITLE_AND_CONTENT])
        following.shapes.title.text, following.placeholders[1].text = title, f"Text {title}"
    say(presentation.slides.add_slide(presentation.slide_layouts[BLANK]), "Untitled.")
    elements = read_slides(saved(presentation)).elements
    assert texts(elements, ElementKind.HEADING) == ["The Talk", "One", "Two"]
    assert [one.section_path for one in elements] == [
        (), ("The Talk",), ("The Talk",), ("The Talk", "One"), ("The Talk",), ("The Talk", "Two"), ("The Talk",),
    ]  # fmt: skip


def test_titles_without_a_title_slide_stand_side_by_side() -> None:
    presentation, slide = one_slide(TITLE_ONLY)
    slide.shapes.title.text = "One"
    say(slide, "Text.", top=300)
    say(presentation.slides.add_slide(presentation.slide_layouts[BLANK]), "Other.")
    assert [one.section_path for one in read_slides(saved(presentation)).elements] == [(), ("One",), ()]


def test_bullets_are_inherited_and_make_lists() -> None:
    presentation, slide = one_slide(TITLE_AND_CONTENT)
    frame = slide.placeholders[1].text_frame
    frame.text = "first"
    for text, at in (("second", 1), ("third", 0)):
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, at
    say(slide, "No bullet.", top=500)
    assert [(one.kind.value, one.text) for one in read_slides(saved(presentation)).elements] == [
        ("list", "• first\n– second\n• third"),
        ("paragraph", "No bullet."),
    ]


def test_a_paragraph_that_turns_its_bullet_off_is_none_of_the_list() -> None:
    presentation, slide = one_slide(TITLE_AND_CONTENT)
    slide.placeholders[1].text_frame.text = "one\ntwo\nthree"
    content = edited(
        saved(presentation),
        {SLIDE1: lambda xml: xml.replace("<a:p><a:r><a:t>two", "<a:p><a:pPr><a:buNone/></a:pPr><a:r><a:t>two")},
    )
    assert texts(read_slides(content).elements) == ["• one", "two", "• three"]


def test_numbers_are_counted_by_level_and_from_where_they_start() -> None:
    presentation, slide = one_slide()
    say(slide, "a\nb\nc\nd\ne")

    def number(xml: str) -> str:
        for text, properties in (
            ("a", '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr>'),
            ("b", '<a:pPr lvl="1"><a:buAutoNum type="alphaLcParenR"/></a:pPr>'),
            ("c", '<a:pPr lvl="1"><a:buAutoNum type="alphaLcParenR"/></a:pPr>'),
            ("d", '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr>'),
            ("e", '<a:pPr><a:buAutoNum type="romanUcParenBoth"/></a:pPr>'),
        ):
            xml = xml.replace(f"<a:p><a:r><a:t>{text}<", f"<a:p>{properties}<a:r><a:t>{text}<")
        return xml

    assert texts(read_slides(edited(saved(presentation), {SLIDE1: number})).elements) == ["3. a\na) b\nb) c\n4. d\n(V) e"]


def test_tables_keep_merged_cells_once() -> None:
    presentation, slide = one_slide()
    table = slide.shapes.add_table(2, 3, Pt(10), Pt(10), Pt(300), Pt(60)).table
    table.cell(0, 0).text = "wide"
    table.cell(0, 0).merge(table.cell(0, 1))
    table.cell(1, 1).text, table.cell(1, 2).text = "b\nc", "d|e"
    (element,) = read_slides(saved(presentation)).elements
    assert element.text == "| wide |  |  |\n| --- | --- | --- |\n|  | b c | d\\|e |"
    assert box_of(element) == Box(1, 10, 10, 310, 70)


def test_a_chart_is_its_title_and_a_table_of_its_numbers() -> None:
    presentation, slide = one_slide()
    data = CategoryChartData(number_format="0%")
    data.categories = ["East", "West"]
    data.add_series("2019", (0.25, 0.3))
    data.add_series("2020", (None, 0.5))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Pt(10), Pt(10), Pt(300), Pt(200), data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Share"
    chart.value_axis.has_title = True
    chart.value_axis.axis_title.text_frame.text = "of all"
    assert [(one.kind.value, one.text) for one in read_slides(saved(presentation)).elements] == [
        ("caption", "Share"),
        ("table", "|  | 2019 | 2020 |\n| --- | --- | --- |\n| East | 25% |  |\n| West | 30% | 50% |"),
        ("caption", "of all"),
    ]


def test_levels_of_categories_and_points_are_read() -> None:
    presentation, slide = one_slide()
    data = CategoryChartData()
    for year in ("2019", "2020"):
        category = data.add_category(year)
        category.add_sub_category("spring")
        category.add_sub_category("autumn")
    data.add_series("n", (1, 2, 3, 4))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Pt(10), Pt(10), Pt(300), Pt(100), data)
    points = XyChartData()
    series = points.add_series("xy")
    series.add_data_point(0.1, 4.3)
    slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, Pt(10), Pt(200), Pt(300), Pt(100), points)
    tables = texts(read_slides(saved(presentation)).elements, ElementKind.TABLE)
    assert "| 2019 autumn | 2 |" in tables[0]
    assert "| 2020 spring | 3 |" in tables[0]
    assert "| 0.1 | 4.3 |" in tables[1]


def test_a_chart_of_the_newer_kinds_is_a_table_too() -> None:
    presentation, slide = one_slide()
    say(slide, "Text.", top=400)
    namespace = "http://schemas.microsoft.com/office/drawing/2014/chartex"
    chart = (
        f'<cx:chartSpace xmlns:cx="{namespace}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><cx:chartData>'
        '<cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">won</cx:pt><cx:pt idx="1">lost</cx:pt></cx:lvl></cx:strDim>'
        '<cx:numDim type="val"><cx:lvl><cx:pt idx="0">7</cx:pt><cx:pt idx="1">-2.5</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData>'
        "<cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Deals</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea>"
        "<cx:plotAreaRegion><cx:series><cx:tx><cx:txData><cx:v>2024</cx:v></cx:txData></cx:tx>"
        '<cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>'
    )
    about = '<p:nvGraphicFramePr><p:cNvPr id="9" name="c"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>'
    frame = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="cx1">'
        f"<p:graphicFrame>{about}<p:xfrm><a:off x='127000' y='127000'/><a:ext cx='1270000' cy='1270000'/></p:xfrm><a:graphic>"
        f'<a:graphicData><cx:chart xmlns:cx="{namespace}" r:id="rIdX"/></a:graphicData></a:graphic></p:graphicFrame></mc:Choice>'
        "<mc:Fallback><p:sp><p:txBody><a:p><a:r><a:t>This chart is not available.</a:t></a:r></a:p></p:txBody></p:sp></mc:Fallback>"
        "</mc:AlternateContent>"
    )
    content = edited(
        saved(presentation),
        {
            "ppt/charts/chartEx1.xml": chart.encode(),
            SLIDE1_RELS: lambda rels: related(rels, "rIdX", "chartEx", "../charts/chartEx1.xml"),
            SLIDE1: lambda xml: xml.replace("</p:spTree>", frame + "</p:spTree>"),
        },
    )
    assert texts(read_slides(content).elements) == ["Deals", "|  | 2024 |\n| --- | --- |\n| won | 7 |\n| lost | -2.5 |", "Text."]


def test_a_diagram_is_a_list_of_its_words_in_order() -> None:
    presentation, slide = one_slide()
    say(slide, "Text.", top=400)
    names = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'

    def point(identity: str, text: str, kind: str = "node") -> str:
        return f'<dgm:pt modelId="{identity}" type="{kind}"><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>'

    points = (
        point("0", "", "doc")
        + point("2", "second")
        + point("1", "first")
        + point("3", "under first")
        + point("9", "none", "parTrans")
    )
    links = "".join(
        f'<dgm:cxn srcId="{above}" destId="{below}" srcOrd="{order}"/>'
        for above, below, order in ((0, 2, 1), (0, 1, 0), (1, 3, 0), (3, 0, 0))
    )
    data = f"<dgm:dataModel {names}><dgm:ptLst>{points}</dgm:ptLst><dgm:cxnLst>{links}</dgm:cxnLst></dgm:dataModel>"
    frame = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="d"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>'
        '<p:xfrm><a:off x="127000" y="127000"/><a:ext cx="1270000" cy="1270000"/></p:xfrm><a:graphic><a:graphicData>'
        '<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="rIdD"/>'
        "</a:graphicData></a:graphic></p:graphicFrame>"
    )
    content = edited(
        saved(presentation),
        {
            "ppt/diagrams/data1.xml": data.encode(),
            SLIDE1_RELS: lambda rels: related(rels, "rIdD", "diagramData", "../diagrams/data1.xml"),
            SLIDE1: lambda xml: xml.replace("</p:spTree>", frame + "</p:spTree>"),
        },
    )
    first, _ = read_slides(content).elements
    assert first.text == "• first\n• under first\n• second"
    assert box_of(first) == Box(1, 10, 10, 110, 110)


def test_equations_are_read_once() -> None:
    presentation, slide = one_slide()
    say(slide, "Here: ")
    equation = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="a14">'
        '<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main">'
        '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e>'
        "<m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></mc:Choice>"
        "<mc:Fallback><a:r><a:t>old</a:t></a:r></mc:Fallback></mc:AlternateContent>"
    )
    inline = edited(saved(presentation), {SLIDE1: lambda xml: xml.replace("Here: </a:t></a:r>", f"Here: </a:t></a:r>{equation}")})
    (element,) = read_slides(inline).elements
    assert (element.text, element.original) == ("Here: x2", "Here: x^2")
    alone = edited(saved(presentation), {SLIDE1: lambda xml: xml.replace("<a:r><a:t>Here: </a:t></a:r>", equation)})
    assert read_slides(alone).elements[0].kind is ElementKind.FORMULA


# What is not on the slide, or not seen


def test_speaker_notes_are_marked_and_have_no_box() -> None:
    presentation, slide = one_slide()
    say(slide, "Shown.")
    slide.notes_slide.notes_text_frame.text = "Said first.\nSaid next."
    elements = read_slides(saved(presentation)).elements
    assert texts(elements, mark=Mark.NOTE) == ["Said first.", "Said next."]
    assert [(one.place, one.spans) for one in elements[1:]] == [("slide 1", ())] * 2


P_NAMES = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'


def test_comments_of_both_kinds_are_marked_and_say_who_made_them() -> None:
    presentation, slide = one_slide()
    say(slide, "Shown.")
    body = "<p188:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></p188:txBody>"
    threaded = (
        f'<p188:cmLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" {P_NAMES}><p188:cm authorId="{{A}}">'
        f'<p188:replyLst><p188:reply authorId="{{B}}">{body.format("An answer.")}</p188:reply></p188:replyLst>'
        f"{body.format('A thread.')}</p188:cm></p188:cmLst>"
    )
    content = edited(
        saved(presentation),
        {
            "ppt/comments/comment1.xml": f'<p:cmLst {P_NAMES}><p:cm authorId="0"><p:text>Old kind.</p:text></p:cm></p:cmLst>'.encode(),
            "ppt/comments/modern1.xml": threaded.encode(),
            "ppt/commentAuthors.xml": f'<p:cmAuthorLst {P_NAMES}><p:cmAuthor id="0" name="Ann"/></p:cmAuthorLst>'.encode(),
            "ppt/authors.xml": b'<a:l xmlns:a="x"><a:author id="{A}" name="Bo"/><a:author id="{B}" name="Cy"/></a:l>',
            SLIDE1_RELS: lambda rels: related(
                related(rels, "rIdC", "comments", "../comments/comment1.xml"), "rIdM", "comments", "../comments/modern1.xml"
            ),
            "ppt/_rels/presentation.xml.rels": lambda rels: related(
                related(rels, "rIdC", "commentAuthors", "commentAuthors.xml"), "rIdM", "authors", "authors.xml"
            ),
        },
    )
    said = texts(read_slides(content).elements, mark=Mark.COMMENT)
    assert sorted(said) == ["Ann: Old kind.", "Bo: A thread.", "Cy: An answer."]


def test_hidden_slides_are_left_out_and_told_and_still_counted() -> None:
    presentation, slide = one_slide()
    say(slide, "Hidden.")
    slide._element.set("show", "0")
    say(presentation.slides.add_slide(presentation.slide_layouts[BLANK]), "Shown.")
    document = read_slides(saved(presentation))
    assert texts(document.elements) == ["Shown."]
    assert document.elements[0].place == "slide 2"
    assert (document.pages, document.pages_without_text) == (2, ())
    assert document.reason == "Slides that are hidden and were left out: 1."


def test_hidden_shapes_footers_dates_and_numbers_are_no_text() -> None:
    presentation, slide = one_slide(TITLE_ONLY)
    slide.shapes.title.text = "Title"
    say(slide, "Hidden.")._element.nvSpPr.cNvPr.set("hidden", "1")
    about = '<p:nvSpPr><p:cNvPr id="{0}" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="{1}" idx="{0}"/></p:nvPr></p:nvSpPr>'
    footer = "<p:sp>" + about + "<p:spPr/>{2}</p:sp>"
    body = "<p:txBody><a:bodyPr/><a:p><a:r><a:t>running</a:t></a:r></a:p></p:txBody>"
    furniture = "".join(footer.format(50 + n, kind, body) for n, kind in enumerate(("ftr", "dt", "sldNum", "hdr")))
    content = edited(saved(presentation), {SLIDE1: lambda xml: xml.replace("</p:spTree>", furniture + "</p:spTree>")})
    assert texts(read_slides(content).elements) == ["Title"]


def test_what_describes_a_picture_is_no_text() -> None:
    presentation, slide = one_slide()
    say(slide, "Shown.")
    shape = slide.shapes.add_picture(picture(), Pt(10), Pt(100))
    shape._element.nvPicPr.cNvPr.set("descr", "A generated description")
    assert texts(read_slides(saved(presentation)).elements) == ["Shown."]


def test_text_in_drawn_shapes_is_text() -> None:
    presentation, slide = one_slide()
    slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, Pt(10), Pt(10), Pt(100), Pt(50)).text_frame.text = "In a box."
    assert texts(read_slides(saved(presentation)).elements) == ["In a box."]


# The presentation as a whole


@cache
def three() -> bytes:
    presentation = deck()
    for number in range(1, 4):
        slide = presentation.slides.add_slide(presentation.slide_layouts[TITLE_AND_CONTENT])
        slide.shapes.title.text, slide.placeholders[1].text = f"Title {number}", f"Text {number}"
    return saved(presentation)


def test_a_slide_that_cannot_be_read_costs_that_slide_only() -> None:
    broken: dict[str, Any] = {"ppt/slides/slide2.xml": b"<p:sld"}
    for changes in (broken, {"ppt/slides/slide2.xml": None}, {"ppt/slides/slide2.xml": b"<a/>"}):
        document = read_slides(edited(three(), changes))
        assert texts(document.elements, ElementKind.HEADING) == ["Title 1", "Title 3"]
        assert document.pages_lost == (2,)
        assert document.reason.startswith("Slides that cannot be read: 2 (")
        assert document.elements[-1].place == "slide 3"


def test_a_slide_whose_groups_lie_too_deep_costs_that_slide_only() -> None:
    deep = "<p:grpSp>" * 230 + "</p:grpSp>" * 230
    document = read_slides(
        edited(three(), {"ppt/slides/slide2.xml": lambda xml: xml.replace("</p:spTree>", deep + "</p:spTree>")})
    )
    assert {"Title 1", "Title 3"} <= set(texts(document.elements))


def test_what_is_broken_around_a_slide_costs_nothing_of_it() -> None:
    presentation, slide = one_slide(TITLE_ONLY)
    slide.shapes.title.text = "Title"
    slide.shapes.add_picture(picture(), Pt(10), Pt(100))
    layouts = {name: b"\0" for name in unpacked(saved(presentation)) if "slideLayouts/slideLayout" in name or "media/" in name}
    for changes in (layouts, {SLIDE1_RELS: None}, {"[Content_Types].xml": None}, {"docProps/core.xml": b"no"}):
        document = read_slides(edited(saved(presentation), changes))
        assert texts(document.elements) == ["Title"]
        assert document.pages_lost == ()


def test_slides_without_text_are_told() -> None:
    presentation, slide = one_slide()
    say(slide, "Shown.")
    presentation.slides.add_slide(presentation.slide_layouts[BLANK])
    assert read_slides(saved(presentation)).pages_without_text == (2,)


def test_a_presentation_without_text_is_told_by_what_it_lacks() -> None:
    assert failure(saved(deck())).status is DocumentStatus.EMPTY
    presentation, slide = one_slide()
    assert failure(saved(presentation)).status is DocumentStatus.NO_TEXT
    slide._element.set("show", "0")
    assert "all its slides are hidden" in str(failure(saved(presentation)))
    assert failure(edited(saved(presentation), {SLIDE1: b"<p:sld"})).status is DocumentStatus.CORRUPT


def test_what_cannot_be_read_at_all_is_corrupt_and_a_bomb_is_a_bomb() -> None:
    assert failure(edited(three(), {"ppt/presentation.xml": None})).status is DocumentStatus.CORRUPT
    assert failure(edited(three(), {"ppt/presentation.xml": b"<x"})).status is DocumentStatus.CORRUPT
    laughs = b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    for part in ("ppt/slides/slide2.xml", "ppt/slideMasters/slideMaster1.xml"):
        assert failure(edited(three(), {part: laughs})).status is DocumentStatus.BOMB


def test_the_title_of_a_talk_is_that_of_its_title_slide() -> None:
    presentation, slide = one_slide(TITLE_SLIDE)
    slide.shapes.title.text = "The Talk"
    presentation.core_properties.title, presentation.core_properties.author = "PowerPoint Presentation", "Ann Lee"
    metadata = read_slides(saved(presentation)).metadata
    assert (metadata.title, metadata.authors) == ("The Talk", ("Ann Lee",))


def test_embedded_files_are_listed_and_macros_told() -> None:
    content = edited(
        three(),
        {
            "ppt/embeddings/Budget.xlsx": b"",
            "ppt/vbaProject.bin": b"Sub Evil()",
            SLIDE1_RELS: lambda rels: related(rels, "rIdE", "package", "../embeddings/Budget.xlsx"),
        },
    )
    document = read_slides(content, "talk.pptm")
    assert document.attachments == ("Budget.xlsx",)
    assert document.reason == "talk.pptm holds macros; they were neither run nor read."


def test_a_presentation_says_who_read_it() -> None:
    document = read_slides(three())
    assert (document.parser, document.parser_version) == (
        parser_of(document.media_type).name,
        parser_of(document.media_type).version,
    )
    assert document.media_type in SlidesLoader.media_types


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_any_damage_to_the_file_gives_elements_or_an_error_with_a_status(data: st.DataObject) -> None:
    content = bytearray(three())
    for _ in range(data.draw(st.integers(0, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    content = content[: data.draw(st.integers(len(content) // 2, len(content)))]
    with contextlib.suppress(DocumentError):
        assert read_slides(bytes(content)).elements


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_any_change_inside_a_part_gives_elements_or_an_error_with_a_status(data: st.DataObject) -> None:
    part = data.draw(st.sampled_from([SLIDE1, SLIDE1_RELS, "ppt/presentation.xml", "ppt/slideLayouts/slideLayout2.xml"]))

    def damage(text: str) -> str:
        at = data.draw(st.integers(0, len(text) - 1))
        length = data.draw(st.integers(0, 12))
        return (
            text[:at]
            + data.draw(st.sampled_from(["", "0", "-1", "x", "99999999999", '"', "p:sp", "&amp;"]))
            + text[at + length :]
        )

    with contextlib.suppress(DocumentError):
        assert read_slides(edited(three(), {part: damage})).elements
