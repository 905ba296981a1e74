"""What the PDF loader makes of a file besides its lines: passwords, properties, attachments, page ranges, recognised and garbled pages."""

from __future__ import annotations

import gc
import pickle
from pathlib import Path
from typing import Any

import pytest
from document_samples import Sheet, draw, load, prose, simple_pdf, two_column_paper, wrapped

from wiki_assets.documents.codec import encode_parsed
from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.pdf import loader as pdf
from wiki_assets.documents.loaders.pdf import pages as pdf_pages
from wiki_assets.documents.loaders.pdf import ranges as pdf_ranges
from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.loaders.pdf.properties import properties_of
from wiki_assets.documents.model import DocumentStatus, Mark
from wiki_assets.documents.options import ReadingOptions

PLAINLY = ReadingOptions()
WORDS = "This text is open to those who know the word."
XMP = """<?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description
 prism:publicationName="Journal of Rounds"><prism:doi>10.1234/rounds.56</prism:doi>
 <dc:identifier><rdf:Bag><rdf:li>doi:10.1234/rounds.56</rdf:li></rdf:Bag></dc:identifier></rdf:Description></rdf:RDF></x:xmpmeta>"""


def sheet_of(*pages: str) -> Sheet:
    """A document with a paragraph on each page; an empty text is a page on which only a circle is drawn."""
    sheet = Sheet()
    for text in pages:
        page = sheet.page()
        if text:
            draw(page, wrapped(text, 450), 72, 100)
        else:
            page.draw_circle((300, 300), 50)
    return sheet


def locked() -> bytes:
    return sheet_of(WORDS).bytes(encryption=mupdf().PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw="sesame")


def refusal(password: str) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        pdf.read_pages(locked(), "paper.pdf", ReadingOptions(password=password))
    return caught.value


def test_a_password_opens_what_it_protects() -> None:
    parsed = pdf.PdfLoader().load(locked(), "paper.pdf", ReadingOptions(password="sesame"))
    assert parsed.elements[0].text == WORDS


def test_without_a_password_the_message_says_where_to_give_it() -> None:
    error = refusal("")
    assert error.status is DocumentStatus.ENCRYPTED
    assert "Give its password in sources.yaml" in str(error)


def test_a_wrong_password_is_said_to_be_wrong_and_never_shown() -> None:
    error = refusal("open-barley")
    assert error.status is DocumentStatus.ENCRYPTED
    assert "does not open it" in str(error)
    assert "barley" not in str(error)


def test_the_pages_of_ranges_make_the_same_document_as_all_pages_at_once() -> None:
    content = sheet_of(*(prose(4, 10 * page) for page in range(5))).bytes()
    whole = pdf.compose_document("paper.pdf", [pdf.read_pages(content, "paper.pdf", PLAINLY)])
    ranges = [pdf.read_pages(content, "paper.pdf", PLAINLY, first, last) for first, last in ((1, 2), (3, 4), (5, 99))]
    assert [[page.number for page in part.pages] for part in ranges] == [[1, 2], [3, 4], [5]]
    assert encode_parsed(pdf.compose_document("paper.pdf", pickle.loads(pickle.dumps(ranges)))) == encode_parsed(whole)
    assert pdf.count_pages(content, "paper.pdf", PLAINLY) == 5


def test_attached_files_are_named_and_nothing_of_them_is_read() -> None:
    sheet = sheet_of(WORDS)
    sheet.document.embfile_add("../../evil.sh", b"rm -rf everything", filename="../../evil.sh")
    parsed = load(sheet.bytes(), "paper.pdf")
    assert parsed.attachments == ("../../evil.sh",)
    assert [element.text for element in parsed.elements] == [WORDS]


def test_what_a_file_states_can_always_be_stored() -> None:
    sheet = sheet_of(WORDS)
    sheet.document.set_metadata({"author": "half a \x00 character\n" + "x" * 10_000, "subject": "of rounds"})
    information = int(sheet.document.xref_get_key(-1, "Info")[1].split()[0])
    sheet.document.xref_set_key(information, "Keywords", "<FEFFD8000041>")  # half a character, then a letter
    sheet.document.embfile_add("name\n\x07with bells", b"x")
    parsed = load(sheet.bytes(), "paper.pdf")
    assert parsed.attachments == ("name with bells",)
    assert encode_parsed(parsed)


def test_a_script_is_no_text() -> None:
    sheet = sheet_of(WORDS)
    catalog = sheet.document.pdf_catalog()
    sheet.document.xref_set_key(catalog, "OpenAction", "<</S/JavaScript/JS(app.alert\\('boo'\\))>>")
    assert [element.text for element in load(sheet.bytes(), "paper.pdf").elements] == [WORDS]


def test_a_file_states_its_authors_and_its_doi_and_the_day_it_was_made_is_no_year() -> None:
    sheet = sheet_of("Anna Rundholz and Ben Writer. Patterns of circles are studied here. " + prose(3))
    sheet.document.set_metadata(
        {"author": "Anna Rundholz; Ben Writer", "creationDate": "D:20190203", "title": "Patterns of Circles"}
    )
    sheet.document.set_xml_metadata(XMP)
    metadata = load(sheet.bytes(), "paper.pdf").metadata
    assert metadata.doi == "10.1234/rounds.56"
    assert metadata.authors == ("Anna Rundholz", "Ben Writer")
    assert metadata.title == "Patterns of Circles"
    assert metadata.year == 0


@pytest.mark.parametrize("title", ["paper.dvi", "Microsoft Word - draft 3.doc", "(Gu_Laplace.dvi)", "untitled", "C7303", "   "])
def test_a_title_that_a_program_put_there_is_none(title: str) -> None:
    sheet = sheet_of(prose(3))
    sheet.document.set_metadata({"title": title})
    assert load(sheet.bytes(), "paper.pdf").metadata.title == ""


def test_entities_in_an_xmp_packet_are_never_expanded() -> None:
    sheet = sheet_of(WORDS)
    sheet.document.set_xml_metadata('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x><prism:doi>&a;</prism:doi></x>')
    assert dict(properties_of(sheet.document)) == {"prism:doi": "&a;"}


@pytest.mark.parametrize(
    "packet", ["<prism:doi" * 50_000, "<prism:doi>" * 50_000, "prism:doi = " * 50_000, "<dc:identifier >" * 50_000]
)
def test_a_packet_made_to_keep_a_reader_busy_does_not(packet: str) -> None:
    sheet = sheet_of(WORDS)
    sheet.document.set_xml_metadata(packet)
    assert len(properties_of(sheet.document)) <= 1


class FakeTesseract:
    """Text recognition that reads the same on every page, or always fails; knows the pages it was asked for."""

    def __init__(self, content: dict[str, Any] | None) -> None:
        self.content = content
        self.asked: list[int] = []

    def __call__(self, page: Any, languages: str) -> dict[str, Any]:
        assert languages == "eng"
        self.asked.append(page.number + 1)
        if self.content is None:
            raise DocumentError(
                DocumentStatus.NO_TEXT, "Text recognition needs data for eng, which is not installed.", "Install it."
            )
        return self.content


def recognising(monkeypatch: pytest.MonkeyPatch, text: str | None) -> FakeTesseract:
    content = None if text is None else mupdf().open(stream=simple_pdf(text), filetype="pdf")[0].get_text("dict")
    fake = FakeTesseract(content)
    monkeypatch.setattr(pdf_pages, "recognised_page", fake)
    return fake


def read_with_recognition(sheet: Sheet) -> Any:
    return pdf.PdfLoader().load(sheet.bytes(), "scan.pdf", ReadingOptions(ocr_languages="eng"))


def test_a_page_without_text_is_recognised_where_languages_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = recognising(monkeypatch, "These words were only a picture before somebody read them.")
    parsed = read_with_recognition(sheet_of("The first page is drawn with letters. " + prose(2), "", prose(2, 50)))
    assert fake.asked == [2]
    assert parsed.pages_recognised == (2,)
    assert parsed.pages_without_text == ()
    marked = [element for element in parsed.elements if Mark.RECOGNISED in element.marks]
    assert any("These words were only a picture" in element.text for element in marked)
    assert all(2 in {span.box.page for span in element.spans} for element in marked)


def test_nothing_is_recognised_where_no_language_is_set_or_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = recognising(monkeypatch, "Never read.")
    assert load(sheet_of(WORDS, "").bytes(), "scan.pdf").pages_without_text == (2,)
    sheet = sheet_of(WORDS)
    sheet.page()
    assert read_with_recognition(sheet).pages_without_text == (2,)
    assert fake.asked == []


def test_recognition_that_fails_costs_its_pages_and_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    recognising(monkeypatch, None)
    parsed = read_with_recognition(sheet_of(WORDS, "", ""))
    assert parsed.pages_without_text == (2, 3)
    assert parsed.pages_recognised == ()
    assert "no text was recognised: 2, 3" in parsed.reason
    assert parsed.reason.count("not installed") == 1


def test_a_scan_that_cannot_be_recognised_has_no_text_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    recognising(monkeypatch, None)
    with pytest.raises(DocumentError) as caught:
        read_with_recognition(sheet_of("", ""))
    assert caught.value.status is DocumentStatus.NO_TEXT
    assert "not installed" in str(caught.value)


def test_a_scan_without_recognition_says_how_to_have_it() -> None:
    with pytest.raises(DocumentError, match="WIKI_OCR"):
        load(sheet_of("").bytes(), "scan.pdf")


def ciphered(text: str) -> str:
    """What a font without a table of its letters gives: every letter another one."""
    return "".join(chr((ord(letter) - 97 + 7) % 26 + 97) if letter.isalpha() else letter for letter in text.lower())


def test_a_garbled_page_is_named_and_its_text_marked_and_the_others_are_not() -> None:
    parsed = load(sheet_of(prose(6), ciphered(prose(6)), prose(6, 30)).bytes(), "paper.pdf")
    assert parsed.pages_garbled == (2,)
    assert "unreliable on page 2" in parsed.reason
    for element in parsed.elements:
        assert (Mark.UNRELIABLE in element.marks) == (2 in {span.box.page for span in element.spans})


def test_a_garbled_page_is_recognised_where_languages_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    recognising(monkeypatch, "What is drawn there in truth, and what a reader sees of it, is this.")
    parsed = read_with_recognition(sheet_of(prose(6), ciphered(prose(6))))
    assert parsed.pages_garbled == ()
    assert parsed.pages_recognised == (2,)


def test_reading_leaves_the_collector_of_garbage_as_it_was() -> None:
    content = two_column_paper()
    load(content, "paper.pdf")
    assert gc.isenabled()
    with pytest.raises(DocumentError):
        load(b"%PDF-1.4 nothing", "paper.pdf")
    assert gc.isenabled()


def test_pages_keep_all_that_was_found_on_their_way_through_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recognising(monkeypatch, "These words were only a picture before somebody read them.")
    sheet = sheet_of("Anna Rundholz wrote this. " + prose(3), "", ciphered(prose(6)), prose(12, 30))
    page = sheet.document[3]
    for at, line in enumerate(["Table 1: Numbers that are too wide to stand upright.", *wrapped(prose(4, 60), 300)]):
        page.insert_text((450 + 10 * at, 700), line, fontsize=8, fontname="tiro", rotate=90)
    sheet.document.set_metadata({"author": "Anna Rundholz; Ben Writer"})
    options = ReadingOptions(ocr_languages="eng")
    content = sheet.bytes()
    whole = pdf.compose_document("paper.pdf", [pdf.read_pages(content, "paper.pdf", options)])
    assert whole.pages_recognised == (2, 3)
    parts = [tmp_path / "behind.pages", tmp_path / "front.pages"]
    for part, (first, last) in zip(parts, ((3, 4), (1, 2)), strict=True):
        list(pdf_ranges.write_pages(content, "paper.pdf", options, first, last, part))
    assert any(line.startswith(b'{"count":4') and b'"sideways":{' in line for line in parts[0].read_bytes().splitlines())
    assert encode_parsed(pdf_ranges.compose_pages(content, "paper.pdf", parts, [])) == encode_parsed(whole)
