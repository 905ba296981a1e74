"""A workbook says what its visible cells show, each with its address."""

from __future__ import annotations

import datetime
import io
import json
import re
import unicodedata
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from document_samples import load
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.comments import Comment

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders import registry
from wiki_assets.documents.loaders.spreadsheet.numbers import shown
from wiki_assets.documents.loaders.spreadsheet.tables import SheetCell, blocks_of
from wiki_assets.documents.model import DocumentStatus, Element, ElementKind, Mark, ParsedDocument
from wiki_assets.documents.options import Limits, ReadingOptions

CORPUS = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus"


def book(**sheets: list[list[object]]) -> openpyxl.Workbook:
    workbook = openpyxl.Workbook()
    del workbook["Sheet"]
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return workbook


def saved(workbook: openpyxl.Workbook) -> bytes:
    target = io.BytesIO()
    workbook.save(target)
    return target.getvalue()


def read(workbook: openpyxl.Workbook) -> ParsedDocument:
    return load(saved(workbook), "book.xlsx")


def tables(parsed: ParsedDocument) -> list[Element]:
    return [element for element in parsed.elements if element.kind is ElementKind.TABLE]


def cells(table: Element) -> dict[str, str]:
    return {cell.address: table.text[cell.start : cell.end] for cell in table.cells}


def with_parts(content: bytes, **changes: Any) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for member in source.namelist():
            data = source.read(member)
            for part, change in changes.items():
                if member.endswith(part.replace("__", "/") + ".xml"):
                    data = change(data)
            package.writestr(member, data)
    return target.getvalue()


TABLE: list[list[object]] = [["Metal", "Density"], ["Iron", 7.87], ["Gold", 19.3]]


def test_sheets_come_in_order_each_under_its_name() -> None:
    parsed = read(book(Zeta=TABLE, Alpha=[["Only a remark."]]))
    assert [(element.kind, element.place, element.section_path) for element in parsed.elements] == [
        (ElementKind.HEADING, "sheet Zeta", ()),
        (ElementKind.TABLE, "sheet Zeta", ("Zeta",)),
        (ElementKind.HEADING, "sheet Alpha", ()),
        (ElementKind.PARAGRAPH, "sheet Alpha", ("Alpha",)),
    ]


def test_every_cell_has_the_sheets_own_address() -> None:
    workbook = book(Data=[])
    for row, values in enumerate(TABLE, start=5):
        for column, value in enumerate(values, start=3):
            workbook["Data"].cell(row, column, value)
    assert cells(tables(read(workbook))[0]) == {
        "C5": "Metal", "D5": "Density", "C6": "Iron", "D6": "7.87", "C7": "Gold", "D7": "19.3",
    }  # fmt: skip


def test_what_is_hidden_is_not_text_and_is_told() -> None:
    workbook = book(
        Shown=[["a", "b", "c"], ["d", 1, 2], ["secret row", 3, 4], ["e", 5, 6]], Hidden=[["secret"]], Deep=[["secret"]]
    )
    workbook["Hidden"].sheet_state = "hidden"
    workbook["Deep"].sheet_state = "veryHidden"
    workbook["Shown"].row_dimensions[3].hidden = True
    workbook["Shown"].column_dimensions["B"].hidden = True
    parsed = read(workbook)
    assert "secret" not in " ".join(element.text for element in parsed.elements)
    assert set(cells(tables(parsed)[0]).values()) == {"a", "c", "d", "2", "e", "6"}
    assert "Hidden sheets are not read: Hidden, Deep." in parsed.reason
    assert "Hidden rows and columns are not read, in: Shown." in parsed.reason


def test_a_workbook_of_hidden_sheets_has_no_text() -> None:
    workbook = book(Shown=[], Hidden=[["secret"]])
    workbook["Hidden"].sheet_state = "hidden"
    with pytest.raises(DocumentError) as caught:
        read(workbook)
    assert caught.value.status is DocumentStatus.NO_TEXT
    assert "Hidden sheets" in str(caught.value)


def test_a_formula_without_a_stored_value_is_left_out_and_told() -> None:
    parsed = read(book(Data=[["Item", "Price"], ["Nail", 2], ["Sum", "=SUM(B2:B2)"]]))
    assert "SUM" not in tables(parsed)[0].text
    assert "1 formula has no stored value" in parsed.reason


def test_a_formula_shows_its_stored_value() -> None:
    content = with_parts(
        saved(book(Data=[["Item", "Price"], ["Nail", 2], ["Sum", "=SUM(B2:B2)"]])),
        sheet1=lambda data: re.sub(rb"(<f>[^<]*</f>)<v\s*/>|(<f>[^<]*</f>)<v></v>", rb"<f>SUM(B2:B2)</f><v>2</v>", data),
    )
    parsed = load(content, "book.xlsx")
    assert cells(tables(parsed)[0])["B3"] == "2"
    assert parsed.reason == ""


def test_merged_cells_are_read_once_and_divide_nothing() -> None:
    workbook = book(Data=[["Group", "Both", None], [None, "Left", "Right"], ["x", 1, 2]])
    workbook["Data"].merge_cells("A1:A2")
    workbook["Data"].merge_cells("B1:C1")
    found = tables(read(workbook))
    assert len(found) == 1
    assert list(cells(found[0]).values()) == ["Group", "Both", "Left", "Right", "x", "1", "2"]


def test_tables_side_by_side_and_below_each_other_are_several() -> None:
    workbook = book(Data=[["a", "b", None, None, "p", "q"], ["c", 1, None, None, "r", 2], [], [], ["x", "y"], ["z", 3]])
    assert [list(cells(table)) for table in tables(read(workbook))] == [
        ["A1", "B1", "A2", "B2"],
        ["E1", "F1", "E2", "F2"],
        ["A5", "B5", "A6", "B6"],
    ]


def test_columns_of_numbers_beyond_a_spare_column_keep_their_labels() -> None:
    workbook = book(Data=[["In millions", 2023, None, "Change"], ["Sales", 10, None, -1], ["Costs", 7, None, 2]])
    found = tables(read(workbook))
    assert len(found) == 1
    assert "| Sales | 10 | -1 |" in found[0].text


def test_headers_above_a_spare_row_belong_to_the_numbers() -> None:
    found = tables(read(book(Data=[["Item", "Price"], [], ["Nail", 2], ["Screw", 3]])))
    assert len(found) == 1
    assert found[0].text.splitlines()[0] == "| Item | Price |"


def test_a_title_is_a_caption_and_notes_are_paragraphs() -> None:
    parsed = read(book(Data=[["Densities of metals"], *TABLE, ["(a) at room temperature"]]))
    assert [(element.kind, element.text) for element in parsed.elements if element.kind is not ElementKind.TABLE][1:] == [
        (ElementKind.CAPTION, "Densities of metals"),
        (ElementKind.PARAGRAPH, "(a) at room temperature"),
    ]


def test_a_long_table_is_cut_into_pieces_with_headers_and_no_row_is_cut() -> None:
    parsed = read(book(Data=[["Number", "Square"], *([n, n * n] for n in range(450))]))
    found = tables(parsed)
    assert len(found) == 3
    assert all(table.text.startswith("| Number | Square |") for table in found)
    assert cells(found[2])["B451"] == str(449 * 449)
    assert sum(len(table.text.splitlines()) - 2 for table in found) == 450


def test_comments_are_marked_and_name_cell_and_author() -> None:
    workbook = book(Data=TABLE)
    workbook["Data"]["B3"].comment = Comment("Check this value.", "Ada")
    threaded = "[Threaded comment]\n\nYour version of Excel allows you to read this.\n\nComment:\n    Measured twice."
    workbook["Data"]["B2"].comment = Comment(threaded, "")
    remarks = [element.text for element in read(workbook).elements if Mark.COMMENT in element.marks]
    assert remarks == ["B2: Measured twice.", "B3 (Ada): Check this value."]


@pytest.mark.parametrize(
    ("value", "number_format", "expected"),
    [
        (12553, "General", "12553"),
        (0.1 + 0.2, "General", "0.3"),
        (-3.5, "General", "-3.5"),
        (12553, r"#,##0\ ;\(#,##0\)", "12,553"),
        (-81, r"#,##0\ ;\(#,##0\)", "(81)"),
        (0, '_(* #,##0_);_(* \\(#,##0\\);_(* "—"_);_(@_)', "—"),
        (0.256, "0.0%", "25.6%"),
        (0.256, "0%", "26%"),
        (2.5, "0", "3"),
        (1234.5, '"$"#,##0.00', "$1,234.50"),
        (1234.5, "[$€-407]#,##0.00", "€1,234.50"),
        (-5, "0.00;[Red]-0.00", "-5.00"),
        (1234567, "0.0,,", "1.2"),
        (0.000123, "0.00E+00", "1.23E-04"),
        (7, "000", "007"),
        (1.5, "# ?/?", "1.5"),
        (3, '0 "kg"', "3 kg"),
        (True, "General", "TRUE"),
        ("text", "0.00", "text"),
        (None, "General", ""),
        (datetime.datetime(2023, 6, 30), "mm-dd-yy", "2023-06-30"),
        (datetime.datetime(2023, 6, 30), "dd/mm/yyyy", "30/06/2023"),
        (datetime.datetime(2023, 6, 30), "d mmmm yyyy", "30 June 2023"),
        (datetime.datetime(2023, 6, 30, 14, 5), "yyyy-mm-dd hh:mm", "2023-06-30 14:05"),
        (datetime.datetime(2023, 6, 30, 14, 5), "h:mm AM/PM", "2:05 PM"),
        (datetime.time(9, 30), "h:mm", "9:30"),
        (datetime.timedelta(hours=30, minutes=5), "[h]:mm:ss", "30:05:00"),
    ],
)
def test_values_are_as_the_sheet_shows_them(value: object, number_format: str, expected: str) -> None:
    assert shown(value, number_format) == expected


@settings(deadline=None, max_examples=400)
@given(
    st.one_of(st.integers(), st.floats(), st.booleans(), st.datetimes(), st.times(), st.timedeltas(), st.text(max_size=5)),
    st.text('0#?.,;%@_*\\"[]()EeyYmMdDhHsS/-+ $€aAbRedGnrl', max_size=20),
)
def test_any_value_in_any_format_shows_something_or_nothing(value: object, number_format: str) -> None:
    assert isinstance(shown(value, number_format), str)


@settings(deadline=None, max_examples=200)
@given(st.dictionaries(st.tuples(st.integers(1, 12), st.integers(1, 8)), st.sampled_from(["word", "1", "—"]), max_size=40))
def test_every_cell_is_in_one_block(places: dict[tuple[int, int], str]) -> None:
    given_cells = [SheetCell(row, column, "", text, text.isalpha()) for (row, column), text in places.items()]
    found = [cell for block in blocks_of(given_cells, {}) for cell in [*block.captions, *block.cells.values(), *block.notes]]
    assert sorted((cell.row, cell.column) for cell in found) == sorted(places)


def test_a_sheet_that_claims_a_million_rows_is_read_by_its_cells() -> None:
    content = with_parts(
        saved(book(Data=TABLE)), sheet1=lambda data: re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', data)
    )
    assert len(tables(load(content, "book.xlsx"))[0].cells) == 6


@pytest.mark.parametrize("harm", [b'<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'])
def test_a_merged_cell_over_the_whole_sheet_is_a_bomb(harm: bytes) -> None:
    content = with_parts(saved(book(Data=TABLE)), sheet1=lambda data: data.replace(b"</sheetData>", b"</sheetData>" + harm))
    with pytest.raises(DocumentError) as caught:
        load(content, "book.xlsx")
    assert caught.value.status is DocumentStatus.BOMB


def test_a_damaged_sheet_costs_only_itself() -> None:
    content = with_parts(saved(book(First=TABLE, Second=[["Other", "words"], ["here", 1]])), sheet1=lambda data: data[:-40])
    parsed = load(content, "book.xlsx")
    assert cells(tables(parsed)[0])["A1"] == "Other"
    assert "1 of its sheets cannot be read" in parsed.reason


def test_damaged_comments_cost_only_themselves() -> None:
    workbook = book(Data=TABLE)
    workbook["Data"]["B3"].comment = Comment("Check this value.", "Ada")
    parsed = load(with_parts(saved(workbook), comment1=lambda data: data[:-30]), "book.xlsx")
    assert cells(tables(parsed)[0])["A2"] == "Iron"
    assert "comments cannot be read" in parsed.reason


@pytest.mark.parametrize("part", ["xl__workbook", "[Content_Types]"])
def test_a_workbook_without_its_centre_is_corrupt(part: str) -> None:
    with pytest.raises(DocumentError) as caught:
        load(with_parts(saved(book(Data=TABLE)), **{part: lambda data: data[:30]}), "book.xlsx")
    assert caught.value.status is DocumentStatus.CORRUPT


def test_more_text_than_is_allowed_is_too_large() -> None:
    content = saved(book(Data=[["word" * 50] * 10] * 50))
    with pytest.raises(DocumentError) as caught:
        registry.load(content, "book.xlsx", ReadingOptions(limits=Limits(output_bytes=50_000)))
    assert caught.value.status is DocumentStatus.TOO_LARGE


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 6000), st.binary(min_size=1, max_size=8))
def test_a_workbook_with_wrong_bytes_is_read_or_refused(position: int, harm: bytes) -> None:
    content = bytearray(saved(book(Data=TABLE)))
    position %= len(content)
    content[position : position + len(harm)] = harm
    with suppress(DocumentError):
        load(bytes(content), "book.xlsx")


def folded(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


@pytest.mark.shared
def test_real_workbooks_say_what_they_should() -> None:
    path = CORPUS / "formats" / "manifest.jsonl"
    if not path.is_file():
        pytest.skip("../shared/corpus/formats is not here")
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if row["format"] != "xlsx":
            continue
        parsed = load((CORPUS / row["file"]).read_bytes(), row["file"])
        text = folded(" ".join(element.text for element in parsed.elements))
        assert all(folded(snippet) in text for snippet in row["snippets"]), row["file"]
        assert all(table.text[cell.start : cell.end] for table in tables(parsed) for cell in table.cells)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("file", "status"), [("poi-xmlbomb.xlsx", "bomb"), ("unstructured-password-protected.xlsx", "encrypted")]
)
def test_hostile_workbooks_are_refused(file: str, status: str) -> None:
    path = CORPUS / "hard" / file
    if not path.is_file():
        pytest.skip("../shared/corpus/hard is not here")
    with pytest.raises(DocumentError) as caught:
        load(path.read_bytes(), file)
    assert caught.value.status.value == status
