"""Books: chapters in the order of the spine, named by the table of contents; damage and locks cost what they cost and no more."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web_samples import PLAIN, book, chapter, texts, words, zipped

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.epub import EpubLoader
from wiki_assets.documents.model import DocumentStatus, ElementKind, ParsedDocument

ONE, TWO = chapter("<h1>First</h1><p>One.</p>"), chapter("<h1>Second</h1><p>Two.</p>")
NAV = chapter(
    '<nav epub:type="toc"><ol><li><a href="1.xhtml">The first</a></li><li><a href="2.xhtml#x">The second</a></li></ol></nav>'
)


def read(content: bytes) -> ParsedDocument:
    return EpubLoader().load(content, "book.epub", PLAIN)


def refused(content: bytes) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read(content)
    return caught.value


def encryption(path: str, algorithm: str) -> dict[str, str | bytes]:
    return {
        "META-INF/encryption.xml": '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
        'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>'
        f'<enc:EncryptionMethod Algorithm="{algorithm}"/><enc:CipherData><enc:CipherReference URI="{path}"/></enc:CipherData>'
        "</enc:EncryptedData></encryption>"
    }


def test_chapters_come_in_the_order_of_the_spine_and_what_is_beside_it_last() -> None:
    spine = '<itemref idref="2.xhtml" linear="no"/><itemref idref="3.xhtml"/><itemref idref="1.xhtml"/>'
    document = read(book({"1.xhtml": ONE, "2.xhtml": TWO, "3.xhtml": chapter("<p>Three.</p>")}, spine=spine))
    assert texts(document.elements, ElementKind.PARAGRAPH) == ["Three.", "One.", "Two."]
    assert [element.place for element in document.elements if element.text in ("Three.", "One.")] == ["chapter 1", "chapter 2"]


def test_a_chapter_is_named_by_the_table_of_contents_which_is_itself_no_evidence() -> None:
    spine = '<itemref idref="nav"/><itemref idref="1.xhtml"/><itemref idref="2.xhtml"/>'
    document = read(book({"1.xhtml": ONE, "2.xhtml": TWO}, nav=NAV, spine=spine))
    two = next(element for element in document.elements if element.text == "Two.")
    assert (two.place, two.section_path) == ("The second", ("Second",))
    contents = next(element for element in document.elements if "The first" in element.text)
    assert contents.kind is ElementKind.FRONT_MATTER


def test_a_file_that_goes_on_with_a_chapter_keeps_its_name_and_its_section() -> None:
    more = chapter("<p>Still one.</p>")
    spine = '<itemref idref="1.xhtml"/><itemref idref="m.xhtml"/><itemref idref="2.xhtml"/>'
    document = read(book({"1.xhtml": ONE, "m.xhtml": more, "2.xhtml": TWO}, nav=NAV, spine=spine))
    still = next(element for element in document.elements if element.text == "Still one.")
    assert (still.place, still.section_path) == ("The first", ("First",))


def test_what_the_book_says_of_itself_is_known() -> None:
    said = (
        "<dc:title>On Mice</dc:title><dc:creator>Jane Doe</dc:creator><dc:creator>Rick Roe</dc:creator><dc:date>2019-05-01</dc:date>"
        "<dc:identifier>urn:isbn:9780000000000</dc:identifier><dc:identifier>doi:10.1234/Mice.1</dc:identifier>"
    )
    known = read(book({"1.xhtml": ONE}, metadata=said)).metadata
    assert (known.title, known.authors, known.year, known.doi) == ("On Mice", ("Jane Doe", "Rick Roe"), 2019, "10.1234/mice.1")


def test_a_footnote_is_a_footnote_and_a_self_closed_title_swallows_nothing() -> None:
    document = read(book({"1.xhtml": chapter('<p>Text.</p><aside epub:type="footnote"><p>A note.</p></aside>')}))
    assert texts(document.elements, ElementKind.FOOTNOTE) == ["A note."]


def test_encrypted_chapters_are_said_to_be_encrypted() -> None:
    error = refused(book({"1.xhtml": ONE}, more=encryption("OPS/1.xhtml", "http://www.w3.org/2001/04/xmlenc#aes128-cbc")))
    assert error.status is DocumentStatus.ENCRYPTED


def test_an_obfuscated_font_locks_nothing() -> None:
    document = read(book({"1.xhtml": ONE}, more=encryption("OPS/1.xhtml", "http://www.idpf.org/2008/embedding")))
    assert "One." in words(document)


def test_a_chapter_that_is_not_there_costs_that_chapter_and_is_told() -> None:
    spine = '<itemref idref="1.xhtml"/><itemref idref="gone.xhtml"/>'
    content = book({"1.xhtml": ONE, "gone.xhtml": TWO}, spine=spine).replace(b"OPS/gone.xhtml", b"OPS/else.xhtml")
    document = read(content)
    assert texts(document.elements, ElementKind.PARAGRAPH) == ["One."]
    assert "OPS/gone.xhtml" in document.reason


def test_a_chapter_with_damaged_bytes_costs_that_chapter() -> None:
    content = bytearray(book({"1.xhtml": ONE, "2.xhtml": chapter("<p>" + "Many words about mice. " * 50 + "</p>")}))
    position = content.find(b"OPS/2.xhtml") + 30
    content[position : position + 8] = b"\xff" * 8
    assert "OPS/2.xhtml" in read(bytes(content)).reason


def test_a_book_without_a_readable_package_is_read_by_the_names_of_its_pages() -> None:
    document = read(zipped({"mimetype": "application/epub+zip", "b.xhtml": TWO, "a.xhtml": ONE}))
    assert texts(document.elements, ElementKind.PARAGRAPH) == ["One.", "Two."]
    assert "order of their names" in document.reason


def test_entities_in_the_package_are_an_attack() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><package><metadata/>&b;</package>'
    content = zipped({"mimetype": "application/epub+zip", "book.opf": bomb, "1.xhtml": ONE})
    assert refused(content).status is DocumentStatus.BOMB


def test_a_reference_out_of_the_book_leads_nowhere() -> None:
    document = read(book({"1.xhtml": ONE, "../../../etc/passwd": TWO}))
    assert "root:" not in words(document)


def test_a_book_of_pictures_has_no_text() -> None:
    assert refused(book({"1.xhtml": chapter("<img src='a.png'/>")}, metadata="")).status is DocumentStatus.NO_TEXT


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=200), st.integers(0, 2000))
def test_no_damage_makes_the_loader_fail(noise: bytes, position: int) -> None:
    content = book({"1.xhtml": ONE, "2.xhtml": TWO}, nav=NAV)
    position = min(position, len(content))
    try:
        read(content[:position] + noise + content[position + len(noise) :])
    except DocumentError:
        return
