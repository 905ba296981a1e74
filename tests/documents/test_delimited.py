"""A table that is a text file becomes a table, whatever separates its fields."""

from __future__ import annotations

import csv
import io

import pytest
from document_samples import load
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.delimited.delimiters import delimiter_of
from wiki_assets.documents.loaders.media_types import CSV, TEXT, TSV
from wiki_assets.documents.model import DocumentStatus, Element, ElementKind


def cells(element: Element) -> dict[str, str]:
    return {cell.address: element.text[cell.start : cell.end] for cell in element.cells}


def only_table(content: bytes, name: str = "t.csv") -> dict[str, str]:
    (element,) = load(content, name).elements
    assert element.kind is ElementKind.TABLE
    return cells(element)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b,c\n1,2,3\n4,5,6\n", ","),
        ("name;value\nx;1,5\ny;2,7\n", ";"),
        ("a\tb, c\n1\t2, 3\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ('a,b\n"x;y;z",1\n"p;q",2\n', ","),
        ('id,note\n1,"two\nlines, here"\n2,"one"\n', ","),
        ("sep=;\na;b\n", ";"),
        ("a,b,c\n1,2\n3,4,5\n6,7,8\n", ","),
        ("One sentence, and more.\nNo comma in this one\nHere, there, everywhere\n", ""),
        ("one\ntwo\nthree\n", ""),
    ],
)
def test_the_delimiter_is_the_one_that_gives_even_rows(text: str, delimiter: str) -> None:
    assert delimiter_of(text) == delimiter


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_encoding_gives_the_same_table(encoding: str) -> None:
    content = "Stoff;Größe\nKöln;1,5\nMünchen;2,25\n".encode(encoding)
    assert only_table(content) == {"A1": "Stoff", "B1": "Größe", "A2": "Köln", "B2": "1,5", "A3": "München", "B3": "2,25"}


def test_line_breaks_within_quotes_are_one_cell() -> None:
    assert only_table(b'id,note\r\n1,"two\r\nlines, ""here"""\r\n')["B2"] == 'two lines, "here"'


def test_ragged_rows_are_filled_up() -> None:
    assert only_table(b"a,b,c\n1,2\n3,4,5\n6,7,8,9\n")["D4"] == "9"


def test_nul_bytes_are_no_text() -> None:
    assert only_table(b"a,b\n1,\0002\n3,4\n5,6\n")["B2"] == "2"


def test_a_huge_field_is_read() -> None:
    limit = csv.field_size_limit()
    assert len(only_table(b"a,b\n1," + b"word " * 40_000 + b"\n2,3\n")["B2"]) == 199_999
    assert csv.field_size_limit() == limit


def test_a_quote_that_nobody_closes_swallows_no_table() -> None:
    rows = "".join(f"{n},x{n}\n" for n in range(100))
    found = only_table(f'id,note\n1,"open\n{rows}'.encode())
    assert found["B102"] == "x99"
    assert only_table(b'a,b\n1,"open\n2,"shut"\n')["A3"] == "2"


def test_a_long_table_is_cut_and_its_header_repeated() -> None:
    elements = load(b"n,square\n" + b"".join(b"%d,%d\n" % (n, n * n) for n in range(450)), "t.csv").elements
    assert [element.text.splitlines()[0] for element in elements] == ["| n | square |"] * 3
    assert cells(elements[2])["B451"] == str(449 * 449)


def test_a_table_without_header_repeats_no_row() -> None:
    elements = load(b"".join(b"%d,%d\n" % (n, n * n) for n in range(450)), "t.csv").elements
    assert sum(len(element.text.splitlines()) - 1 for element in elements) == 450


def test_a_title_above_the_table_is_its_caption() -> None:
    title, table = load(b"Densities of metals\n\nmetal,density\niron,7.87\ngold,19.3\nlead,11.3\n", "t.csv").elements
    assert (title.kind, title.text) == (ElementKind.CAPTION, "Densities of metals")
    assert cells(table)["A3"] == "metal"


def test_a_bar_within_a_field_can_be_found_again() -> None:
    assert only_table(b"a,b\nx|y,1\np,2\n")["A2"] == "x\\|y"


def test_media_types() -> None:
    assert load(b"a,b\n1,2\n", "t.csv").media_type == CSV
    assert load(b"a\tb\n1\t2\n", "t.tsv").media_type == TSV
    assert load(b"no table\nat all\n", "t.csv").media_type == TEXT


def test_nothing_but_delimiters_is_empty() -> None:
    with pytest.raises(DocumentError) as caught:
        load(b"sep=;\n;;;\n;;;\n", "t.csv")
    assert caught.value.status is DocumentStatus.EMPTY


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=200), st.sampled_from(["t.csv", "t.tsv"]))
def test_any_text_is_read_or_refused(text: str, name: str) -> None:
    content = ("a,b\n1,2\n" + text).encode("utf-8", errors="ignore")
    try:
        parsed = load(content, name)
    except DocumentError:
        return
    assert all(element.text[cell.start : cell.end].strip() for element in parsed.elements for cell in element.cells)


WORDS = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=8)


@settings(deadline=None, max_examples=100)
@given(
    st.integers(2, 5).flatmap(lambda width: st.lists(st.lists(WORDS, min_size=width, max_size=width), min_size=2, max_size=12)),
    st.sampled_from([",", ";", "\t"]),
)
def test_no_cell_is_lost(rows: list[list[str]], delimiter: str) -> None:
    target = io.StringIO()
    csv.writer(target, delimiter=delimiter).writerows(rows)
    found = [value for element in load(target.getvalue().encode(), "t.csv").elements for value in cells(element).values()]
    assert found == [field for row in rows for field in row]
