"""What is wrong with a file is said by status and reason, and costs no other file."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from document_samples import Sheet, draw, load, simple_pdf, two_column_paper

from wiki_assets.documents.codec import decode_parsed
from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.model import DocumentStatus, Source
from wiki_assets.documents.options import ReadingOptions
from wiki_assets.documents.reading.single import read_document

HARD = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus" / "hard"


def failure(content: bytes, name: str = "paper.pdf") -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        load(content, name)
    return caught.value


def test_nothing_at_all_is_empty() -> None:
    assert failure(b"").status is DocumentStatus.EMPTY


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04rest", "named .pdf but holds a ZIP archive"),
        (bytes(range(256)), "named .pdf but holds data of an unknown kind"),
    ],
)
def test_a_file_named_like_a_pdf_that_is_none_is_unsupported_and_says_what_it_is(content: bytes, words: str) -> None:
    error = failure(content)
    assert error.status is DocumentStatus.UNSUPPORTED
    assert words in str(error)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<!DOCTYPE html><html><body><p>This page was not found.</p></body></html>", "named .pdf but holds HTML"),
        (b"Just some words.", "named .pdf but holds plain text"),
    ],
)
def test_what_is_named_like_a_pdf_and_can_be_read_is_read_with_a_note(content: bytes, words: str) -> None:
    assert words in load(content, "paper.pdf").reason


def test_a_pdf_named_otherwise_is_read_by_its_content() -> None:
    assert load(simple_pdf(), "paper.bin").pages == 1


def test_a_password_is_needed_only_where_one_is_set_for_reading() -> None:
    sheet = Sheet()
    draw(sheet.page(), ["This text is open to those who know the word."], 72, 100)
    aes = mupdf().PDF_ENCRYPT_AES_256
    locked = sheet.bytes(encryption=aes, owner_pw="owner", user_pw="user")
    assert failure(locked).status is DocumentStatus.ENCRYPTED
    assert load(sheet.bytes(encryption=aes, owner_pw="owner"), "paper.pdf").elements[0].text.startswith("This text is open")


def test_a_download_that_stopped_is_corrupt_and_not_an_empty_document() -> None:
    content = two_column_paper()
    assert failure(content[:300]).status is DocumentStatus.CORRUPT
    recovered = load(content[:8000], "paper.pdf")
    assert "damaged and was repaired" in recovered.reason


def test_a_page_without_text_is_no_text() -> None:
    sheet = Sheet()
    sheet.page().draw_circle((300, 300), 50)
    error = failure(sheet.bytes())
    assert error.status is DocumentStatus.NO_TEXT
    assert "OCR" in str(error)


def test_a_page_that_cannot_be_read_costs_only_itself(tmp_path: Path) -> None:
    sheet = Sheet()
    for number in range(3):
        draw(sheet.page(), [f"This is page {number + 1} speaking."], 72, 100)
    page_object = sheet.document.page_xref(1)
    circle = b"\n%d 0 obj\n<</Type/Pages/Count 1/Kids[%d 0 R]/Parent %d 0 R>>\nendobj" % (page_object, page_object, page_object)
    content = re.sub(rb"\n%d 0 obj.*?endobj" % page_object, circle, sheet.bytes(), flags=re.DOTALL)
    (tmp_path / "paper.pdf").write_bytes(content)
    outcome = read_document(tmp_path, Source("Paper", "paper.pdf", "", len(content), 0), ReadingOptions())
    assert outcome.record.status is DocumentStatus.PARTIAL
    assert outcome.record.pages_lost == (2,)
    assert "2" in outcome.record.reason
    assert outcome.parsed is not None
    texts = [element.text for element in decode_parsed(outcome.parsed).elements]
    assert texts == ["This is page 1 speaking.", "This is page 3 speaking."]


def manifest() -> list[dict[str, Any]]:
    path = HARD / "manifest.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []
    return [row for row in rows if row["file"].endswith(".pdf")]


def folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


@pytest.mark.shared
def test_the_documents_behind_public_bug_reports_have_the_right_outcome() -> None:
    rows = manifest()
    if not rows:
        pytest.skip("../shared/corpus/hard is not here")
    for row in rows:
        name, expected = Path(row["file"]).name, row["expect"]
        outcome = read_document(HARD, Source("k", name, "", 0, 0), ReadingOptions())
        status = outcome.record.status
        if expected["outcome"] in ("error", "error_or_warning"):
            assert status.value == expected["error_kind"], name
        if expected["outcome"] == "ok":
            assert status is DocumentStatus.OK, name
        if expected["outcome"] == "warning":
            assert status is DocumentStatus.PARTIAL, name
            assert outcome.record.reason, name
        if outcome.parsed is None:
            continue
        elements = decode_parsed(outcome.parsed).elements
        text = folded("\n".join(element.text for element in elements))
        assert all(folded(words) in text for words in expected.get("must_contain", [])), name
        assert not any(folded(words) in text for words in expected.get("must_not_contain", []) if folded(words)), name
        for words, page in expected.get("page_of", {}).items():
            assert any(words in element.text and page in {span.box.page for span in element.spans} for element in elements), name
        for first, second in expected.get("order", []):
            assert -1 < text.find(first) < text.find(second), name
