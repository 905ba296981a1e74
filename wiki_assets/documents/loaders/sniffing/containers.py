"""What is inside a ZIP or an OLE container, by the names of its members.

Belongs here: finding names, also in a file that was cut off, and what they say. Does not belong here: unpacking, beyond a few kilobytes of
the members that exist to name the format.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from wiki_assets.documents.loaders import media_types

_MOST_MEMBERS = 2000  # the members that tell come early; a hostile file may list millions
_MOST_OF_MEMBER = 65_536  # bytes of a member that names the format
_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_STORED, _DEFLATED = 0, 8


@dataclass(frozen=True, slots=True)
class _Member:
    """A file inside a ZIP: its name in lower case, and where its local header is."""

    name: str
    header: int


_MAIN_PARTS = (
    ("word/document.xml", media_types.DOCX),
    ("ppt/presentation.xml", media_types.PPTX),
    ("xl/workbook.xml", media_types.XLSX),
    ("xl/workbook.bin", "application/vnd.ms-excel.sheet.binary.macroenabled.12"),
    ("visio/document.xml", "application/vnd.ms-visio.drawing"),
    ("fixeddocumentsequence.fdseq", "application/vnd.ms-xpsdocument"),
    ("fixeddocseq.fdseq", "application/vnd.ms-xpsdocument"),
)
_FOLDERS = (("word/", media_types.DOCX), ("ppt/", media_types.PPTX), ("xl/", media_types.XLSX))
_CONTENT_TYPES = (
    (b"wordprocessingml", media_types.DOCX),
    (b"presentationml", media_types.PPTX),
    (b"spreadsheetml", media_types.XLSX),
    (b"ms-word.", media_types.DOCX),
    (b"ms-powerpoint.", media_types.PPTX),
    (b"ms-excel.", media_types.XLSX),
)
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."


def zip_type(content: bytes) -> str:
    """Media type of a ZIP. One that was cut off is what its first members say, so that its own loader can call it damaged."""
    members = _members(content)
    names = {member.name: member for member in members}
    if "mimetype" in names and (stated := _stated_type(_read(content, names["mimetype"]))):
        return stated
    for part, media_type in _MAIN_PARTS:
        if part in names:
            return media_type
    if "[content_types].xml" in names or "_rels/.rels" in names:
        return _package_type(content, names)
    if "meta-inf/container.xml" in names:
        return media_types.EPUB
    if "meta-inf/manifest.xml" in names and (
        stated := _stated_type(_manifest_type(_read(content, names["meta-inf/manifest.xml"])))
    ):
        return stated
    if any(name.endswith(".iwa") for name in names):
        return "application/vnd.apple.iwork"
    return media_types.ZIP


def _package_type(content: bytes, names: dict[str, _Member]) -> str:
    """An Office package whose main part has a name of its own."""
    for folder, media_type in _FOLDERS:
        if any(name.startswith(folder) for name in names):
            return media_type
    stated = _read(content, names["[content_types].xml"]).lower() if "[content_types].xml" in names else b""
    return next((media_type for words, media_type in _CONTENT_TYPES if words in stated), media_types.ZIP)


def _stated_type(stated: bytes) -> str:
    """What a `mimetype` member says: templates are what they are templates of."""
    text = stated.decode("ascii", errors="replace").strip().lower()
    if text == media_types.EPUB:
        return media_types.EPUB
    if not text.startswith(_OPEN_DOCUMENT):
        return ""
    return text.removesuffix("-template").removesuffix("-master")


def _manifest_type(manifest: bytes) -> bytes:
    start = manifest.find(_OPEN_DOCUMENT.encode())
    return manifest[start : start + 80].split(b'"')[0].split(b"'")[0] if start >= 0 else b""


def _members(content: bytes) -> list[_Member]:
    """Members by the central directory; by local headers where that is lost."""
    found = list(_listed(content))
    return found or list(_met(content))


def _listed(content: bytes) -> Iterator[_Member]:
    end = content.rfind(b"PK\x05\x06", max(0, len(content) - 65_557))
    if end < 0 or end + _END.size > len(content):
        return
    *_, size, _, _ = _END.unpack_from(content, end)
    # Counted from its end: something may stand before the ZIP. A directory of more than 4 GB is found by local headers.
    position, begin = end - size, content[:4]
    shift = 0 if begin.startswith(b"PK") else max(0, position - _END.unpack_from(content, end)[6])
    for _ in range(_MOST_MEMBERS):
        if position < 0 or position + _CENTRAL.size > end:
            return
        fields = _CENTRAL.unpack_from(content, position)
        if fields[0] != b"PK\x01\x02":
            return
        name_size, extra_size, comment_size, header = fields[10], fields[11], fields[12], fields[16]
        name = content[position + _CENTRAL.size : position + _CENTRAL.size + name_size]
        yield _Member(_folded(name), header + shift)
        position += _CENTRAL.size + name_size + extra_size + comment_size


def _met(content: bytes) -> Iterator[_Member]:
    position = content.find(b"PK\x03\x04")
    for _ in range(_MOST_MEMBERS):
        if position < 0 or position + _LOCAL.size > len(content):
            return
        fields = _LOCAL.unpack_from(content, position)
        packed, name_size, extra_size = fields[7], fields[9], fields[10]
        name = content[position + _LOCAL.size : position + _LOCAL.size + name_size]
        yield _Member(_folded(name), position)
        after = position + _LOCAL.size + name_size + extra_size + packed
        position = content.find(b"PK\x03\x04", min(after, len(content)))


def _folded(name: bytes) -> str:
    return name.decode("utf-8", errors="replace").replace("\\", "/").lstrip("/").lower()


def _read(content: bytes, member: _Member) -> bytes:
    """The first kilobytes of a member; empty where they cannot be had."""
    if member.header + _LOCAL.size > len(content):
        return b""
    fields = _LOCAL.unpack_from(content, member.header)
    if fields[0] != b"PK\x03\x04":
        return b""
    method, packed = fields[3], fields[7] or _MOST_OF_MEMBER
    start = member.header + _LOCAL.size + fields[9] + fields[10]
    data = content[start : start + min(packed, _MOST_OF_MEMBER)]
    if method == _STORED:
        return data if fields[7] else data.split(b"PK")[0]
    if method != _DEFLATED:
        return b""
    try:
        return zlib.decompressobj(-15).decompress(data, _MOST_OF_MEMBER)
    except zlib.error:
        return b""


_OUTLOOK = ("__properties_version1.0", "__nameid_version1.0")
_OLD_OFFICE = ("WordDocument", "Workbook", "Book", "PowerPoint Document")
_ENCRYPTED = ("EncryptedPackage",)
_ENTRY = 128  # bytes of a directory entry; entries never cross that raster
_NAME_FIELD = 64  # bytes of its name, behind which stands the name's length


def ole_type(content: bytes) -> str:
    """Media type of an OLE container, by entries of its directory, wherever they stand: also in a file that was cut off."""
    if any(_has_entry(content, name) for name in _OUTLOOK):
        return media_types.OUTLOOK
    if any(_has_entry(content, name) for name in _OLD_OFFICE):
        return media_types.OLE
    return media_types.OFFICE_ENCRYPTED if any(_has_entry(content, name) for name in _ENCRYPTED) else media_types.OLE


def _has_entry(content: bytes, name: str) -> bool:
    written = name.encode("utf-16-le") + b"\0\0"
    position = content.find(written)
    while position >= 0:
        length = content[position + _NAME_FIELD : position + _NAME_FIELD + 2]
        if position % _ENTRY == 0 and length == struct.pack("<H", len(written)):
            return True
        position = content.find(written, position + 1)
    return False
