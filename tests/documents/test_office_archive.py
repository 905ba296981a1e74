"""A ZIP is never let unfold to more than it may, and XML never brings entities with it."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.office.archive import MOST_MEMBERS, guard_package, open_archive, parse_xml
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.options import Limits

SMALL = Limits(expansion=10, expansion_from=10_000)
BOMB_FILE = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus" / "hard" / "poi-xmlbomb.xlsx"
LAUGHS = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><r>&b;</r>'


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def status_of(content: bytes, limits: Limits = SMALL) -> DocumentStatus:
    with pytest.raises(DocumentError) as caught:
        guard_package(content, "file.docx", limits)
    assert str(caught.value).startswith("file.docx")
    return caught.value.status


def with_said_size(content: bytes, size: int) -> bytes:
    """The archive of one member, saying that the member has another size than it has."""
    changed = bytearray(content)
    struct.pack_into("<I", changed, content.index(b"PK\x03\x04") + 22, size)
    struct.pack_into("<I", changed, content.index(b"PK\x01\x02") + 24, size)
    return bytes(changed)


def test_members_are_read_whatever_case_and_slashes_they_are_named_with() -> None:
    archive = open_archive(zipped({"word\\Document.xml": b"<a/>"}), "file.docx", SMALL)
    assert archive.read("/word/document.xml") == b"<a/>"
    assert "WORD/document.xml" in archive
    assert "word/other.xml" not in archive


def test_a_member_that_is_not_there_is_told_as_damage() -> None:
    with pytest.raises(DocumentError, match=r"it has no a\.xml"):
        open_archive(zipped({"b.xml": b""}), "file.docx", SMALL).read("a.xml")


@pytest.mark.parametrize("cut", [10, 60, -5])
def test_an_archive_that_is_cut_off_is_corrupt(cut: int) -> None:
    assert status_of(zipped({"a.xml": b"<a>some words</a>"})[:cut]) is DocumentStatus.CORRUPT


def test_an_archive_that_says_it_unfolds_to_too_much_is_a_bomb() -> None:
    assert status_of(zipped({"a.xml": bytes(20_000)})) is DocumentStatus.BOMB


def test_a_small_archive_may_pack_well() -> None:
    assert open_archive(zipped({"a.xml": bytes(9_000)}), "file.docx", SMALL).read("a.xml") == bytes(9_000)


def test_an_archive_that_says_less_than_it_unfolds_to_is_stopped_at_the_limit() -> None:
    archive = open_archive(with_said_size(zipped({"a.xml": bytes(3_000_000)}), 100), "file.docx", SMALL)
    read = 0
    with pytest.raises(DocumentError) as caught:
        for piece in archive.pieces("a.xml"):
            read += len(piece)
    assert caught.value.status is DocumentStatus.BOMB
    assert read <= 100_000


def test_a_member_of_another_size_than_it_says_is_corrupt() -> None:
    archive = open_archive(with_said_size(zipped({"a.xml": bytes(3_000)}), 100), "file.docx", SMALL)
    with pytest.raises(DocumentError) as caught:
        archive.read("a.xml")
    assert caught.value.status is DocumentStatus.CORRUPT


def test_what_is_read_counts_over_all_members_and_once_each() -> None:
    limits = Limits(expansion=1, expansion_from=1_500)
    archive = open_archive(with_said_size(zipped({"a": bytes(1_000)}), 1_000), "file.docx", limits)
    assert [len(archive.read("a")) for _ in range(3)] == [1_000] * 3
    two = zipped({"a": bytes(1_000), "b": bytes(1_000)})
    lying = two.replace(struct.pack("<I", 1_000), struct.pack("<I", 10))
    archive = open_archive(lying, "file.docx", limits)
    for member, outcome in (("a", DocumentStatus.CORRUPT), ("b", DocumentStatus.BOMB)):
        with pytest.raises(DocumentError) as caught:
            archive.read(member)
        assert caught.value.status is outcome


def test_one_member_larger_than_a_document_may_be_is_too_large() -> None:
    archive = open_archive(zipped({"a": bytes(5_000)}), "file.docx", Limits(output_bytes=1_000))
    with pytest.raises(DocumentError) as caught:
        archive.read("a")
    assert caught.value.status is DocumentStatus.TOO_LARGE


def test_an_archive_that_holds_itself_is_a_bomb() -> None:
    content = bytearray(zipped({"a.zip": b"\0" * 400}, zipfile.ZIP_STORED))
    inside = bytes(content)
    start = inside.index(b"PK\x01\x02")
    struct.pack_into("<I", content, start + 24, len(content))
    # The checksum stands inside what it is the checksum of: four bytes of the member are chosen so that it comes out right.
    place = inside.index(b"\0" * 400)
    wanted = struct.unpack_from("<I", inside, start + 16)[0]
    content[place : place + 4] = _bytes_for_checksum(bytes(content), place, wanted)
    assert zlib.crc32(bytes(content)) == wanted
    assert status_of(bytes(content)) is DocumentStatus.BOMB


def _bytes_for_checksum(content: bytes, place: int, wanted: int) -> bytes:
    """Four bytes at `place` that give `content` a checksum. CRC is affine: 32 equations with 32 unknowns."""

    def checksum(value: int) -> int:
        return zlib.crc32(content[:place] + struct.pack("<I", value) + content[place + 4 :])

    base = checksum(0)
    rows = [(checksum(1 << bit) ^ base, 1 << bit) for bit in range(32)]
    rest, chosen = wanted ^ base, 0
    for bit in range(32):
        pivot = next((row for row in rows if row[0] >> bit & 1), None)
        if pivot is None:
            continue
        rows = [(row[0] ^ pivot[0], row[1] ^ pivot[1]) if row[0] >> bit & 1 else row for row in rows if row is not pivot]
        if rest >> bit & 1:
            rest, chosen = rest ^ pivot[0], chosen ^ pivot[1]
    return struct.pack("<I", chosen)


def test_members_that_share_their_bytes_are_a_bomb() -> None:
    content = zipped({"a": b"0123456789" * 30, "b": b"x" * 5}, zipfile.ZIP_STORED)
    second = content.index(b"PK\x01\x02", content.index(b"PK\x01\x02") + 1)
    changed = bytearray(content)
    struct.pack_into("<II", changed, second + 20, 400, 400)
    assert status_of(bytes(changed)) is DocumentStatus.BOMB


def test_too_many_members_are_a_bomb() -> None:
    assert status_of(zipped({f"{n}": b"" for n in range(MOST_MEMBERS + 1)}), Limits()) is DocumentStatus.BOMB


def test_a_member_with_a_password_is_encrypted() -> None:
    changed = bytearray(zipped({"a.xml": b"<a/>"}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        changed[changed.index(signature) + offset] |= 1
    assert status_of(bytes(changed)) is DocumentStatus.ENCRYPTED


def test_a_member_packed_in_a_way_that_takes_memory_as_the_file_says_is_not_read() -> None:
    archive = guard_package(zipped({"a.xml": b"<a/>"}, zipfile.ZIP_LZMA), "file.docx", SMALL)
    with pytest.raises(DocumentError, match="packed in a way"):
        archive.read("a.xml")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "latin-1"])
def test_entities_are_found_in_any_encoding_and_in_a_part_of_any_name(encoding: str) -> None:
    start = f'<?xml version="1.0" encoding="{"utf-16" if "16" in encoding else encoding}"?>'
    bom = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    laughs = bom + (start + " " * 100_000 + LAUGHS).encode(encoding)
    assert status_of(zipped({"xl/strings.bin": laughs}), Limits()) is DocumentStatus.BOMB
    with pytest.raises(DocumentError) as caught:
        parse_xml(laughs, "file.docx")
    assert caught.value.status is DocumentStatus.BOMB


def test_entities_in_an_encoding_that_only_the_parser_knows_are_refused_too() -> None:
    hidden = b'<?xml version="1.0" encoding="UTF-7"?>' + LAUGHS.encode("utf-7")
    with pytest.raises(DocumentError):
        parse_xml(hidden, "file.docx")


def test_an_external_document_type_is_never_loaded(tmp_path: Path) -> None:
    secret = tmp_path / "secret.dtd"
    secret.write_text('<!ENTITY a "secret">')
    root = parse_xml(f'<!DOCTYPE r SYSTEM "{secret.as_uri()}"><r>plain</r>'.encode(), "book.epub")
    assert root.text == "plain"


@pytest.mark.parametrize("data", [b"", b"  ", b"<a>", b"<a></b>", b"\0\0\0", b"<a>" * 100_000])
def test_xml_that_is_not_well_formed_is_corrupt(data: bytes) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_xml(data, "file.docx", "word/document.xml")
    assert caught.value.status is DocumentStatus.CORRUPT
    assert "word/document.xml" in str(caught.value)


def test_comments_do_not_part_a_text() -> None:
    assert parse_xml(b"<a>one <!-- not this -->two</a>", "file.docx").text == "one two"


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_any_damage_gives_an_archive_or_an_error_with_a_status(data: st.DataObject) -> None:
    content = bytearray(zipped({"a.xml": b"<a>words and more words</a>", "b/c.xml": LAUGHS.replace("ENTITY", "X").encode()}))
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    content = content[: data.draw(st.integers(0, len(content)))]
    try:
        archive = guard_package(bytes(content), "file.docx", SMALL)
        for name in archive.names:
            archive.read(name)
    except DocumentError:
        pass


@pytest.mark.shared
@pytest.mark.skipif(not BOMB_FILE.exists(), reason="no corpus beside the repository")
def test_a_real_workbook_of_entities_is_a_bomb() -> None:
    assert status_of(BOMB_FILE.read_bytes(), Limits()) is DocumentStatus.BOMB
