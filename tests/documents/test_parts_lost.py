"""A part that cannot be read makes its document partial, and the reason names it, in every format that has parts."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from wiki_assets.documents import codec
from wiki_assets.documents.model import DocumentStatus, Source
from wiki_assets.documents.options import ReadingOptions
from wiki_assets.documents.reading.single import read_document

MAIL = """From: Ann <ann@example.org>
Subject: Two files
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=cut

--cut
Content-Type: text/plain

The words of the mail itself are here to be read.
--cut
Content-Type: application/pdf
Content-Disposition: attachment; filename=broken.pdf

%PDF-1.7 and then nothing
--cut--
"""


def damaged_workbook() -> bytes:
    """Two sheets, the second no XML."""
    book = openpyxl.Workbook()
    book.active.append(["radius", "angle"])
    book.active.append([1, 2])
    book.create_sheet("Second").append(["lost", "words"])
    content, damaged = io.BytesIO(), io.BytesIO()
    book.save(content)
    with zipfile.ZipFile(content) as whole, zipfile.ZipFile(damaged, "w", zipfile.ZIP_DEFLATED) as target:
        for member in whole.namelist():
            target.writestr(member, b"<worksheet" if member.endswith("sheet2.xml") else whole.read(member))
    return damaged.getvalue()


def book_with_a_locked_chapter() -> bytes:
    """Two chapters, of which the second is encrypted."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr("META-INF/container.xml", '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>')
        book.writestr(
            "META-INF/encryption.xml",
            '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData>'
            '<e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/><e:CipherData>'
            '<e:CipherReference URI="two.xhtml"/></e:CipherData></e:EncryptedData></encryption>',
        )
        book.writestr(
            "book.opf",
            '<package><manifest><item id="a" href="one.xhtml" media-type="application/xhtml+xml"/><item id="b" href="two.xhtml" '
            'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
        )
        book.writestr("one.xhtml", "<html><body><p>The first chapter can be read by everybody.</p></body></html>")
        book.writestr("two.xhtml", b"\x00\x9f\x13")
    return content.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "kept", "told"),
    [
        ("mail.eml", MAIL.encode(), "The words of the mail itself", "broken.pdf"),
        ("book.xlsx", damaged_workbook(), "radius", "of its sheets cannot be read"),
        ("book.epub", book_with_a_locked_chapter(), "The first chapter", "two.xhtml"),
    ],
)
def test_a_lost_part_makes_its_document_partial_and_is_named(
    tmp_path: Path, name: str, content: bytes, kept: str, told: str
) -> None:
    (tmp_path / name).write_bytes(content)
    outcome = read_document(tmp_path, Source("k", name, "", len(content), 0), ReadingOptions())
    assert outcome.record.status is DocumentStatus.PARTIAL
    assert told in outcome.record.reason
    assert outcome.parsed is not None
    parsed = codec.decode_parsed(outcome.parsed)
    assert parsed.parts_lost
    assert any(kept in element.text for element in parsed.elements)


def test_a_picture_in_a_signature_is_no_loss(tmp_path: Path) -> None:
    content = (
        MAIL.replace("application/pdf", "image/png").replace("broken.pdf", "logo.png").replace("%PDF-1.7", "\x89PNG\r\n\x1a\n")
    )
    (tmp_path / "mail.eml").write_text(content, encoding="latin-1")
    outcome = read_document(tmp_path, Source("k", "mail.eml", "", len(content), 0), ReadingOptions())
    assert (outcome.record.status, outcome.record.attachments) == (DocumentStatus.OK, ("logo.png",))
