"""Pages, books, mails and Outlook messages that tests write for themselves."""

from __future__ import annotations

import io
import itertools
import struct
import zipfile
from collections.abc import Mapping, Sequence

from wiki_assets.documents.loaders.web_page import WebPageLoader
from wiki_assets.documents.model import Element, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

PLAIN = ReadingOptions()


def page(html: str, name: str = "page.html") -> ParsedDocument:
    """A page as its loader reads it."""
    return WebPageLoader().load(html.encode(), name, PLAIN)


def texts(elements: Sequence[Element], *kinds: ElementKind) -> list[str]:
    """Texts of elements, of some kinds or of all."""
    return [element.text for element in elements if not kinds or element.kind in kinds]


def words(document: ParsedDocument) -> str:
    """All text of a document."""
    return "\n".join(texts(document.elements))


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive with these members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def chapter(body: str) -> str:
    """A chapter as XHTML."""
    return f'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{body}</body></html>'


def book(
    chapters: Mapping[str, str | bytes],
    *,
    nav: str = "",
    metadata: str = "<dc:title>A Book</dc:title>",
    spine: str = "",
    more: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """An EPUB with these chapters, in this order unless `spine` says another."""
    items = "".join(f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in chapters)
    if nav:
        items += '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    order = spine or "".join(f'<itemref idref="{name}"/>' for name in chapters)
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<metadata>{metadata}</metadata><manifest>{items}</manifest><spine>{order}</spine></package>"
    )
    members: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _CONTAINER,
        "OPS/book.opf": package,
        **{f"OPS/{name}": text for name, text in chapters.items()},
    }
    if nav:
        members["OPS/nav.xhtml"] = nav
    return zipped({**members, **(more or {})})


_SECTOR = 512
_MINI_CUTOFF = 4096  # smaller streams would have to lie in another place
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_STRING, _BINARY = 0x001F, 0x0102

Streams = Mapping[str, "bytes | Streams"]


def compound_file(root: Streams) -> bytes:
    """An OLE container with these streams; folders are mappings. A stream has sectors of its own."""
    sectors: list[bytes] = []
    chains: list[int] = []
    entries: list[tuple[str, int, int, int, int, int]] = []  # name, type, right, child, first sector, size

    def stored(data: bytes) -> int:
        first = len(sectors)
        pieces = [data[start : start + _SECTOR].ljust(_SECTOR, b"\0") for start in range(0, len(data), _SECTOR)]
        sectors.extend(pieces)
        chains.extend([*range(first + 1, first + len(pieces)), _END])
        return first

    def placed(name: str, inside: bytes | Streams, kind: int) -> int:
        index = len(entries)
        entries.append(("", 0, _FREE, _FREE, 0, 0))
        if isinstance(inside, bytes):
            entries[index] = (name, 2, _FREE, _FREE, stored(inside), len(inside))
            return index
        children = [placed(child, data, 1) for child, data in inside.items()]
        for left, right in itertools.pairwise(children):
            entries[left] = (*entries[left][:2], right, *entries[left][3:])
        entries[index] = (name, kind, _FREE, children[0] if children else _FREE, _END if kind == 5 else 0, 0)
        return index

    placed("Root Entry", root, 5)
    directory = b""
    for name, kind, right, child, first, size in entries:
        written = name.encode("utf-16-le") + b"\0\0"
        directory += written.ljust(64, b"\0") + struct.pack("<HBBIII", len(written), kind, 1, _FREE, right, child)
        directory += bytes(16) + struct.pack("<IQQIQ", 0, 0, 0, first, size)
    directory_start = stored(directory)
    tables = 1
    while tables * (_SECTOR // 4) < len(sectors) + tables:
        tables += 1
    table_start = len(sectors)
    fat = [*chains, *[_FAT] * tables]
    fat += [_FREE] * (tables * (_SECTOR // 4) - len(fat))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIIIIIII", 0, tables, directory_start, 0, _MINI_CUTOFF, _END, 0, _END, 0)
    listed = [*range(table_start, table_start + tables)]
    header += struct.pack("<109I", *listed, *[_FREE] * (109 - tables))
    return header + b"".join(sectors) + struct.pack(f"<{len(fat)}I", *fat)


def _properties(values: Mapping[int, str | bytes], header: int) -> dict[str, bytes]:
    """Streams of the properties of a message or an attachment."""
    listing = bytes(header)
    streams: dict[str, bytes] = {}
    for identity, value in values.items():
        kind = _STRING if isinstance(value, str) else _BINARY
        data = value.encode("utf-16-le") if isinstance(value, str) else value
        filler = " ".encode("utf-16-le") if isinstance(value, str) else b" "
        data += filler * max(0, (_MINI_CUTOFF - len(data)) // len(filler) + 1)
        streams[f"__substg1.0_{identity:04X}{kind:04X}"] = data
        listing += struct.pack("<HHIII", kind, identity, 6, len(data), 0)
    listing += struct.pack("<HHIII", 0x0003, 0x3FDE, 6, 65001, 0)  # the encoding of the body: UTF-8
    missing = (_MINI_CUTOFF - len(listing)) // 16 + 1
    listing += struct.pack("<HHIII", 0x0003, 0x7FFF, 6, 0, 0) * missing
    return {"__properties_version1.0": listing, **streams}


def outlook_file(
    *,
    subject: str = "A message",
    body: str = "",
    html: str = "",
    kind: str = "IPM.Note",
    attachments: Mapping[str, bytes] | None = None,
) -> bytes:
    """An Outlook message."""
    values: dict[int, str | bytes] = {0x001A: kind, 0x0037: subject, 0x0C1A: "Jane Doe", 0x0C1F: "jane@example.org"}
    if body:
        values[0x1000] = body
    if html:
        values[0x1013] = html.encode()
    root: dict[str, bytes | Streams] = dict(_properties(values, 32))
    for number, (name, content) in enumerate((attachments or {}).items()):
        root[f"__attach_version1.0_#{number:08X}"] = _properties({0x3707: name, 0x3701: content}, 8)
    return compound_file(root)
