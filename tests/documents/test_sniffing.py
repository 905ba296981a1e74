"""A file is what its content says; its name decides only where content cannot."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.loaders import media_types as media
from wiki_assets.documents.loaders.sniffing.content import name_lies, sniff

CORPUS = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus"


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return target.getvalue()


def package(part: str, **others: bytes) -> bytes:
    return zipped({"[Content_Types].xml": b"<Types/>", "_rels/.rels": b"<R/>", part: b"<x/>" * 50, **others})


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("word/document.xml", media.DOCX),
        ("word/document2.xml", media.DOCX),
        ("ppt/presentation.xml", media.PPTX),
        ("xl/workbook.xml", media.XLSX),
        ("/xl/workbook.xml", media.XLSX),
        ("xl\\workbook.xml", media.XLSX),
        ("notes/readme.txt", media.ZIP),
    ],
)
def test_an_office_package_is_told_by_its_main_part(part: str, expected: str) -> None:
    assert sniff(package(part), "whatever.bin") == expected


def test_a_main_part_of_any_name_is_told_by_the_content_types() -> None:
    types = b"<Types><Override ContentType='application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'/></Types>"
    assert sniff(zipped({"[Content_Types].xml": types, "main.xml": b"<x/>"}), "a") == media.DOCX


def test_a_binary_workbook_is_not_taken_for_one_we_can_read() -> None:
    assert sniff(package("xl/workbook.bin"), "a.xlsb") not in (media.XLSX, media.ZIP)


@pytest.mark.parametrize("keep", [0.95, 0.6, 0.3])
def test_a_package_that_was_cut_off_is_still_its_own_format(keep: float) -> None:
    content = package("word/document.xml", **{"word/media/image1.png": bytes(range(256)) * 200})
    assert sniff(content[: int(len(content) * keep)], "cut.docx") == media.DOCX


def test_a_zip_of_stored_documents_is_a_zip() -> None:
    inner = package("word/document.xml")
    assert sniff(zipped({"paper.docx": inner, "b.pdf": b"%PDF-1.4\n1 0 obj"}, zipfile.ZIP_STORED), "a.zip") == media.ZIP
    assert sniff(zipped({"b.pdf": b"%PDF-1.4\n1 0 obj"}, zipfile.ZIP_STORED), "a.zip") == media.ZIP


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        (b"application/epub+zip", media.EPUB),
        (b"application/epub+zip\n", media.EPUB),
        (b"application/vnd.oasis.opendocument.text", media.ODT),
        (b"application/vnd.oasis.opendocument.text-template", media.ODT),
        (b"application/vnd.oasis.opendocument.spreadsheet", media.ODS),
        (b"application/vnd.oasis.opendocument.presentation", media.ODP),
    ],
)
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_books_and_open_documents_are_told_by_their_mimetype(stated: bytes, expected: str, method: int) -> None:
    assert sniff(zipped({"mimetype": stated, "content.xml": b"<x/>"}, method), "a") == expected


def test_a_book_without_mimetype_is_a_book() -> None:
    assert sniff(zipped({"META-INF/container.xml": b"<x/>", "b.xhtml": b"<x/>"}), "a") == media.EPUB


def ole(*entries: str) -> bytes:
    content = bytearray(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504))
    for entry in ("Root Entry", *entries):
        name = entry.encode("utf-16-le") + b"\0\0"
        content += name.ljust(64, b"\0") + struct.pack("<H", len(name)) + bytes(62)
    return bytes(content)


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (("EncryptionInfo", "EncryptedPackage"), media.OFFICE_ENCRYPTED),
        (("WordDocument", "1Table"), media.OLE),
        (("Workbook",), media.OLE),
        (("PowerPoint Document",), media.OLE),
        (("__properties_version1.0", "__substg1.0_0037001F", "WordDocument"), media.OUTLOOK),
        ((), media.OLE),
    ],
)
def test_an_ole_container_is_told_by_its_entries(entries: tuple[str, ...], expected: str) -> None:
    assert sniff(ole(*entries), "a") == expected


def test_words_inside_an_old_document_are_no_entries() -> None:
    speaking = ole("WordDocument") + b"x" + "EncryptedPackage __properties_version1.0".encode("utf-16-le")
    assert sniff(speaking, "a.doc") == media.OLE


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"%PDF-1.7\n", media.PDF),
        (b"\xef\xbb\xbf\r\n%PDF-1.4\n", media.PDF),
        (b"HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n1 0 obj\n<<>>", media.PDF),
        (b"Every PDF begins with %PDF-1.4 and a comment.", media.TEXT),
        (b"{\\rtf1\\ansi Words}", media.RTF),
        (b"\n {\\rtf1\\ansi Words}", media.RTF),
        (b"\x89PNG\r\n\x1a\n" + bytes(20), "image/png"),
        (b"\xff\xd8\xff\xe0" + bytes(20), "image/jpeg"),
        (b"II*\0" + bytes(20), "image/tiff"),
        (b"%!PS-Adobe-3.0\n", "application/postscript"),
        (b"\x1f\x8b\x08" + bytes(20), "application/gzip"),
        (b"AT&TFORM" + bytes(20), "image/vnd.djvu"),
        (b"BMI is the mass over the square of the height.", media.TEXT),
        (bytes(range(256)), media.UNKNOWN),
    ],
)
def test_magic_bytes(content: bytes, expected: str) -> None:
    assert sniff(content, "a") == expected


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("<!DOCTYPE html><html><body>404</body></html>", "paper.pdf", media.HTML),
        ("<!-- saved from a page -->\n<!-- twice -->\n<html><p>Words", "a.txt", media.HTML),
        (
            '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">\n<html xmlns="y"/>',
            "a",
            media.HTML,
        ),
        ('<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><p/></html>', "a.xml", media.HTML),
        ("<p>One paragraph.</p>\n<p>Another.</p>", "a", media.HTML),
        ("<h1>Title</h1>", "a.html", media.HTML),
        ("Loose <b>words</b> of a page", "a.htm", media.HTML),
        ("HTTP/1.1 200 OK\nServer: x\n\n<html><head></head><body>x</body></html>", "a", media.HTML),
        ("No tag in here.", "a.html", media.TEXT),
        ('<?xml version="1.0"?>\n<article><title>T</title></article>', "a.txt", media.XML),
        ("<TEI xmlns='http://www.tei-c.org/ns/1.0'><text/></TEI>", "a", media.XML),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "a.svg", "image/svg+xml"),
        ("<jane@example.org> wrote that this is no markup.", "a.txt", media.TEXT),
        ('<p align="center"><img src="x"></p>\n\n# Title', "README.md", media.MARKDOWN),
        ("# Title\n\n- **one**\n- two", "notes.txt", media.TEXT),
        ("# Title\n\nText", "notes.md", media.MARKDOWN),
        ("# Title\n\nText", "NOTES.MARKDOWN", media.MARKDOWN),
        ("a,b\n1,2\n3,4\n", "t.csv", media.CSV),
        ("a;b\n1,5;2\n3;4\n", "t.csv", media.CSV),
        ("a\tb\n1\t2\n", "t.tsv", media.TSV),
        ("a\tb\n1\t2\n", "t.tab", media.TSV),
        ("a,b\n1,2\n", "t.txt", media.TEXT),
        ("Only words here, and there.\nNothing of a table\nAnd, well, one, more\n", "t.csv", media.TEXT),
        ("Title\n=====\n\nText", "a.rst", media.RST),
        ("\\section{One}", "a.tex", media.TEX),
        ("% a paper\n\\documentclass[a4paper]{article}\n\\begin{document}x\\end{document}", "a.txt", media.TEX),
        ("From: A <a@x.org>\nTo: b@x.org\nSubject: Hello\n\nWords.", "mail.txt", media.MAIL),
        ("Received: from x\n by y\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\nWords.", "a", media.MAIL),
        ("From a@x.org Mon Jan  1 10:00:00 2024\nSubject: Hi\n\nWords.", "box", media.MAIL),
        ("Subject: one header only\n\nWords.", "a.txt", media.TEXT),
        ("Note: this is a text.\nDate: today.\n", "a.txt", media.TEXT),
        ("Plain words.", "no_ending", media.TEXT),
    ],
)
def test_text_formats(text: str, name: str, expected: str) -> None:
    assert sniff(text.encode(), name) == expected


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
def test_wide_encodings_are_text(encoding: str) -> None:
    assert sniff("Just some words about circles.".encode(encoding), "a") == media.TEXT
    assert sniff("<html><body>Words</body></html>".encode(encoding), "a") == media.HTML


@pytest.mark.parametrize(
    ("name", "media_type", "lies"),
    [
        ("a.pdf", media.PDF, False),
        ("a.PDF", media.HTML, True),
        ("a.doc", media.DOCX, True),
        ("a.docm", media.DOCX, False),
        ("a.docx", media.OFFICE_ENCRYPTED, False),
        ("a.txt", media.MARKDOWN, False),
        ("a.txt", media.HTML, True),
        ("a.txt", media.PDF, True),
        ("a.xhtml", media.HTML, False),
        ("a.htm", media.HTML, False),
        ("a.jpeg", "image/jpeg", False),
        ("a", media.PDF, False),
        ("a.bin", media.PDF, False),
        ("2403.01234", media.PDF, False),
        ("folder.pdf/notes", media.TEXT, False),
    ],
)
def test_a_name_lies_where_its_ending_promises_another_format(name: str, media_type: str, lies: bool) -> None:
    assert name_lies(name, media_type) is lies


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(
        [b"", b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"%PDF-", b"<", b"<?xml", b"From: "]
    ),
    st.binary(max_size=300),
    st.sampled_from(["a", "a.csv", "a.md", "a.html", "a.pdf", "."]),
)
def test_any_bytes_have_a_type(start: bytes, rest: bytes, name: str) -> None:
    assert "/" in sniff(start + rest, name)


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 3000), st.integers(0, 255))
def test_a_package_with_a_wrong_byte_has_a_type(position: int, value: int) -> None:
    content = bytearray(package("word/document.xml"))
    content[position % len(content)] = value
    assert sniff(bytes(content), "a.docx")


@pytest.mark.shared
def test_real_files_are_told_by_content_alone() -> None:
    expected = {
        "docx": media.DOCX,
        "docm": media.DOCX,
        "pptx": media.PPTX,
        "xlsx": media.XLSX,
        "html": media.HTML,
        "pdf": media.PDF,
    }
    rows = [
        json.loads(line)["file"]
        for folder in ("formats", "hard")
        if (CORPUS / folder / "manifest.jsonl").is_file()
        for line in (CORPUS / folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    if not rows:
        pytest.skip("../shared/corpus is not here")
    for file in rows:
        ending = file.rpartition(".")[2]
        content = (CORPUS / file).read_bytes()
        if ending not in expected or not content:
            continue
        wanted = media.OFFICE_ENCRYPTED if "password-protected" in file else expected[ending]
        assert sniff(content, "no_name") == wanted, file
