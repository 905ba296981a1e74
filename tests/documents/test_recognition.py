"""Text recognition reads pages that are pictures, where its language data is installed, and says what to install where it is not."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from document_samples import Sheet, draw

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.loaders.pdf.recognition import language_folder, recognised_page

SCAN = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus" / "hard" / "tika-testOCR-scan.pdf"


def installed(languages: str) -> bool:
    try:
        language_folder(languages)
    except DocumentError:
        return False
    return True


needs_english = pytest.mark.skipif(not installed("eng"), reason="Tesseract's data for English is not installed")


def words(content: dict[str, Any]) -> str:
    spans = (span["text"] for block in content["blocks"] for line in block.get("lines", []) for span in line["spans"])
    return " ".join(" ".join(spans).split())


def scanned(lines: list[str]) -> Any:
    sheet = Sheet()
    draw(sheet.page(), lines, 72, 100, size=14, leading=24)
    picture = sheet.document[0].get_pixmap(dpi=200).tobytes("png")
    scan = mupdf().open()
    page = scan.new_page(width=612, height=792)
    page.insert_image(page.rect, stream=io.BytesIO(picture))
    return scan


@needs_english
def test_a_picture_of_words_gives_the_words_where_they_are_drawn() -> None:
    document = scanned(["Circle packings are rigid.", "The proof is short."])
    content = recognised_page(document[0], "eng")
    assert "Circle packings are rigid." in words(content)
    first = content["blocks"][0]["lines"][0]["bbox"]
    assert first[0] == pytest.approx(72, abs=6)
    assert 84 < first[1] < 104


@needs_english
def test_a_page_without_any_words_gives_none() -> None:
    document = mupdf().open()
    document.new_page()
    assert words(recognised_page(document[0], "eng")) == ""


@needs_english
def test_a_poster_is_read_at_fewer_dots() -> None:
    document = mupdf().open()
    page = document.new_page(width=7200, height=7200)
    page.insert_text((720, 2000), "Poster", fontsize=900)
    assert "Poster" in words(recognised_page(page, "eng"))


def test_a_language_that_is_not_installed_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    with pytest.raises(DocumentError) as caught:
        language_folder("xxq_sim")
    assert "apt-get install tesseract-ocr-xxq-sim" in str(caught.value)


def test_the_folder_that_the_user_names_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "tessdata").mkdir()
    for language in ("eng", "deu"):
        (tmp_path / "tessdata" / f"{language}.traineddata").write_bytes(b"")
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    assert language_folder("eng+deu") == tmp_path / "tessdata"


@pytest.mark.parametrize("languages", ["", "../eng", "eng+", "eng deu", "eng+/etc/x"])
def test_what_is_no_language_is_refused(languages: str) -> None:
    with pytest.raises(DocumentError):
        language_folder(languages)


@needs_english
def test_data_that_is_damaged_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "eng.traineddata").write_bytes(b"no data")
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    with pytest.raises(DocumentError, match="Text recognition failed on page 1"):
        recognised_page(scanned(["Words"])[0], "eng")


@pytest.mark.shared
@needs_english
def test_the_scan_behind_a_public_bug_report_gives_its_words() -> None:
    if not SCAN.is_file():
        pytest.skip("../shared/corpus/hard is not here")
    document = mupdf().open(SCAN)
    assert words(recognised_page(document[0], "eng")) == "Happy New Year 2003!"
