"""`wiki parse`: what a person sees of one file, and what of it a bug report needs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest
from document_samples import Sheet, draw, simple_pdf, two_column_paper

from wiki_assets.cli.main import app
from wiki_assets.documents.inspection import inspect, stands_on
from wiki_assets.documents.markdown_view import as_markdown
from wiki_assets.documents.model import Element, ElementKind, Mark
from wiki_assets.documents.options import READ_PLAINLY
from wiki_assets.errors import InputError

Parse = Callable[..., tuple[int, str]]


@pytest.fixture
def parse(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Parse:
    """The command in this process: exit code, and what it printed."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str]:
        code = app(["parse", *map(str, arguments)], standalone_mode=False)
        return int(code or 0), capsys.readouterr().out

    return run


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "paper.pdf"
    path.write_bytes(two_column_paper())
    return path


def test_the_outcome_and_every_element_are_shown_with_place_and_section(parse: Parse, paper: Path) -> None:
    code, told = parse(paper)
    assert code == 0
    assert "outcome  ok" in told
    assert "application/pdf" in told
    assert "page 1" in told


def test_a_file_that_cannot_be_read_exits_with_one_and_says_what_to_do(parse: Parse, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 and then nothing")
    code, told = parse(broken)
    assert code == 1
    assert "corrupt" in told
    assert "Fetch it again" in told


def test_json_has_elements_with_boxes_and_the_chunks_that_would_be_cited(parse: Parse, paper: Path) -> None:
    code, told = parse(paper, "--json")
    found = json.loads(told)
    assert (code, found["status"], found["media_type"]) == (0, "ok", "application/pdf")
    drawn = [element for element in found["elements"] if element["kind"] == "paragraph"]
    assert drawn
    assert all(span["box"]["x1"] > span["box"]["x0"] for element in drawn for span in element["spans"])
    assert [chunk["n"] for chunk in found["chunks"]] == list(range(len(found["chunks"])))
    assert any(chunk["citable"] for chunk in found["chunks"])


def test_a_page_is_shown_alone_and_one_that_is_not_there_is_an_error(parse: Parse, tmp_path: Path) -> None:
    sheet = Sheet()
    for number in range(3):
        draw(sheet.page(), [f"Only page {number + 1} says this."], 72, 100)
    path = tmp_path / "three.pdf"
    path.write_bytes(sheet.bytes())
    _, told = parse(path, "--json", "--page", 2)
    assert [element["text"] for element in json.loads(told)["elements"]] == ["Only page 2 says this."]
    with pytest.raises(InputError, match="has 3 pages; there is no page 9"):
        parse(path, "--page", 9)


def test_markdown_is_the_text_a_reader_would_quote(parse: Parse, tmp_path: Path) -> None:
    path = tmp_path / "note.pdf"
    path.write_bytes(simple_pdf())
    code, told = parse(path, "--markdown")
    words = inspect(path, READ_PLAINLY, 250)
    assert (code, words.parsed is not None) == (0, True)
    assert words.parsed is not None
    assert all(element.text in told for element in words.parsed.elements)


def test_boxes_are_drawn_on_a_picture_of_the_page_with_the_file_untouched(parse: Parse, paper: Path, tmp_path: Path) -> None:
    before, picture = paper.read_bytes(), tmp_path / "page.png"
    code, _ = parse(paper, "--png", picture)
    assert code == 0
    drawn = pymupdf.Pixmap(picture.read_bytes())
    with pymupdf.open(paper) as document:
        plain = document[0].get_pixmap(dpi=110)
    assert (drawn.width, drawn.height) == (plain.width, plain.height)
    assert drawn.samples != plain.samples
    assert paper.read_bytes() == before


def test_a_page_that_cannot_be_drawn_is_one_clear_error(parse: Parse, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("Only words, and no page to draw them on.", encoding="utf-8")
    with pytest.raises(InputError, match=r"Page 1 of words\.txt cannot be drawn"):
        parse(words, "--png", tmp_path / "page.png")


def test_a_password_is_asked_for_and_shown_nowhere(parse: Parse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet()
    draw(sheet.page(), ["This text is behind a password."], 72, 100)
    path = tmp_path / "locked.pdf"
    path.write_bytes(sheet.bytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="a-long-secret", owner_pw="other"))
    code, told = parse(path)
    assert (code, "encrypted" in told) == (1, True)
    monkeypatch.setattr("typer.prompt", lambda *arguments, **keywords: "a-long-secret")
    code, told = parse(path, "--json", "--ask-password")
    assert (code, "This text is behind a password." in told, "a-long-secret" in told) == (0, True, False)


def test_a_password_in_sources_yaml_opens_the_file_by_its_name(parse: Parse, tmp_path: Path) -> None:
    sheet = Sheet()
    draw(sheet.page(), ["This text is behind a password."], 72, 100)
    (tmp_path / "home").mkdir()
    path = tmp_path / "locked.pdf"
    path.write_bytes(sheet.bytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="a-long-secret", owner_pw="other"))
    sources = tmp_path / "home" / "sources.yaml"
    sources.write_text("locked.pdf:\n  password: a-long-secret\n", encoding="utf-8")
    sources.chmod(0o600)
    code, told = parse(path, "--json", "--home", tmp_path / "home")
    assert (code, "This text is behind a password." in told, "a-long-secret" in told) == (0, True, False)


def test_a_file_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.pdf cannot be read"):
        inspect(tmp_path / "missing.pdf", READ_PLAINLY, 250)


def test_a_slide_is_found_by_its_number_and_neither_the_end_of_another_nor_a_sheet_of_such_a_name() -> None:
    places = ("slide 1", "slide 11", "sheet Plan 1", "attachment 1")
    parts = [Element(ElementKind.PARAGRAPH, place, place, place=place) for place in places]
    assert [part.place for part in parts if stands_on(part, 1)] == ["slide 1"]
    assert all(stands_on(part, 0) for part in parts)


def test_a_named_pipe_is_told_and_nobody_waits_for_it(parse: Parse, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    code, told = parse(tmp_path / "pipe.pdf")
    assert (code, "no ordinary file" in told) == (1, True)


def test_what_is_no_plain_body_text_is_told_in_markdown() -> None:
    elements = [
        Element(ElementKind.HEADING, "Results", "Results", section_path=("Paper",)),
        Element(ElementKind.PARAGRAPH, "Say thanks.", "Say thanks.", marks=(Mark.NOTE,)),
        Element(ElementKind.FORMULA, "a = b", "a = b"),
        Element(ElementKind.CODE, "x = 1\ny = 2", "x = 1\ny = 2"),
        Element(ElementKind.FOOTNOTE, "See below.", "See below."),
    ]
    assert as_markdown(elements) == (
        "### Results\n\n*(note)* Say thanks.\n\n$$ a = b $$\n\n```\nx = 1\ny = 2\n```\n\n*(footnote)* See below.\n"
    )
