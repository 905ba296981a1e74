"""ZIP archives and XML from files we do not trust.

Belongs here: opening a ZIP, reading its members within limits, parsing XML without entities. Does not belong here: what the members mean
(`office_package` and the loaders), or writing anything anywhere.

An archive inside an archive is never opened, and a member is only ever read by a name that the archive lists.
"""

from __future__ import annotations

import copy
import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import cast
from xml.parsers import expat

from lxml import etree

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.options import Limits

MOST_MEMBERS = 20_000
"""Members of one archive. The largest presentations and books we know have a few thousand."""

_PIECE = 1 << 16
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # all that OOXML and EPUB allow; others ask for memory as the file says
_ENCRYPTED_MEMBER = 0x1
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError, NotImplementedError, UnicodeError)
_FETCH_AGAIN = "Fetch it again."
_REFUSED = "It was not read. If you trust it, save it anew with the program it comes from."


class Archive:
    r"""An open archive. Names are compared without regard to case and with `/` for `\\`, as office programs do.

    Attributes:
        names: Members that are files, as the archive spells them, in its order.
    """

    def __init__(self, zip_file: zipfile.ZipFile, name: str, limits: Limits, packed: int) -> None:
        members = [info for info in zip_file.infolist() if not info.is_dir()]
        self.names = tuple(dict.fromkeys(info.filename for info in members))
        self._zip_file = zip_file
        self._file = name
        self._most = most_unpacked(packed, limits)
        self._most_of_one = min(self._most, limits.output_bytes)
        self._members = {_plain(info.filename): info for info in members}
        self._unpacked: dict[str, int] = {}

    def __contains__(self, member: str) -> bool:
        return _plain(member) in self._members

    def read(self, member: str) -> bytes:
        """A member, whole.

        Raises:
            DocumentError: It is not there or damaged (`corrupt`), has a password (`encrypted`), or is more than it may be
                (`bomb`, `too_large`).
        """
        data = b"".join(self.pieces(member))
        if len(data) != self._info(member).file_size:
            raise DocumentError(
                DocumentStatus.CORRUPT, f"{self._file} is damaged: {member} is not of the size it says.", _FETCH_AGAIN
            )
        return data

    def pieces(self, member: str) -> Iterator[bytes]:
        """A member piece by piece. What is counted is what comes out, whatever size the archive says. Raises as `read`."""
        info = copy.copy(self._info(member))
        info.file_size = self._most + 2 * _PIECE  # the library stops at the size that is said, and that may be a lie
        key = _plain(member)
        size = 0
        try:
            with self._zip_file.open(info) as stream:
                while piece := stream.read(_PIECE):
                    size += len(piece)
                    self._count(key, member, size)
                    yield piece
        except _DAMAGE as error:
            raise DocumentError(
                DocumentStatus.CORRUPT, f"{self._file} is damaged: {member} cannot be unpacked.", _FETCH_AGAIN
            ) from error

    def _info(self, member: str) -> zipfile.ZipInfo:
        info = self._members.get(_plain(member))
        if info is None:
            raise DocumentError(DocumentStatus.CORRUPT, f"{self._file} is damaged: it has no {member}.", _FETCH_AGAIN)
        if info.flag_bits & _ENCRYPTED_MEMBER:
            raise DocumentError(
                DocumentStatus.ENCRYPTED, f"{self._file} is protected by a password.", "Put an unprotected copy in its place."
            )
        if info.compress_type not in _METHODS:
            raise DocumentError(
                DocumentStatus.CORRUPT,
                f"{self._file} is damaged or unusual: {member} is packed in a way that its format does not allow.",
                "Save it anew with the program it comes from.",
            )
        return info

    def _count(self, key: str, member: str, size: int) -> None:
        self._unpacked[key] = max(size, self._unpacked.get(key, 0))
        if sum(self._unpacked.values()) > self._most:
            raise _bomb(self._file, f"{member} unfolds to more than {self._most // 1_000_000} MB")
        if size > self._most_of_one:
            raise DocumentError(
                DocumentStatus.TOO_LARGE,
                f"{self._file} is too large: {member} alone has more than {self._most_of_one // 1_000_000} MB.",
                "Split it, and put the parts in its place.",
            )


def open_archive(content: bytes, name: str, limits: Limits) -> Archive:
    """Opens a ZIP.

    Args:
        content: The whole file.
        name: The file's name, for messages only.
        limits: What it may unfold to.

    Raises:
        DocumentError: It is no whole ZIP (`corrupt`); or it says that it unfolds to more than it may, has more members than
            `MOST_MEMBERS`, members that share their bytes, or itself as a member (`bomb`).
    """
    if content.count(b"PK\x01\x02") > MOST_MEMBERS:  # counted before the library builds an object for each
        raise _bomb(name, f"it has more than {MOST_MEMBERS:,} members")
    try:
        zip_file = zipfile.ZipFile(io.BytesIO(content))
    except _DAMAGE as error:
        raise DocumentError(
            DocumentStatus.CORRUPT, f"{name} is damaged or cut off: it is no whole ZIP archive.", _FETCH_AGAIN
        ) from error
    _refuse_bombs(zip_file.infolist(), content, name, limits)
    return Archive(zip_file, name, limits, len(content))


def most_unpacked(packed: int, limits: Limits) -> int:
    """Bytes that so many packed bytes may unfold to."""
    return max(limits.expansion_from, int(packed * limits.expansion))


def guard_package(content: bytes, name: str, limits: Limits) -> Archive:
    """Checks an office package before a library gets it: sizes, and that no part declares entities.

    A part that is damaged is no danger, and left to the library. A library that reads members with `zipfile` cannot be given more than
    the sizes that are said, and those are checked.

    Raises:
        DocumentError: As `open_archive`; or a part declares entities (`bomb`).
    """
    archive = open_archive(content, name, limits)
    for member in archive.names:
        try:
            _refuse_entities(archive.pieces(member), member, name)
        except DocumentError as error:
            if error.status is not DocumentStatus.CORRUPT:
                raise
    return archive


def parse_xml(data: bytes, name: str, part: str = "") -> etree._Element:
    """The root of an XML document; comments and processing instructions are left out.

    A document type is allowed, as books have one, and never loaded: what it would define (`&nbsp;`) stays as a node of its own. Entities
    that the document itself declares are not allowed.

    Args:
        data: The document.
        name: The file's name, for messages only.
        part: Which part of the file it is, for messages only.

    Raises:
        DocumentError: It is not well formed (`corrupt`), or declares entities (`bomb`).
    """
    _refuse_entities(iter((data,)), part, name)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    where = f"{part} is" if part else "its XML is"
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DocumentError(
            DocumentStatus.CORRUPT, f"{name} is damaged: {where} not well formed ({error}).", _FETCH_AGAIN
        ) from error
    if root is None:
        raise DocumentError(DocumentStatus.CORRUPT, f"{name} is damaged: {where} empty.", _FETCH_AGAIN)
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and next(declared.iterentities(), None) is not None:
        raise _entities(name, part)
    return cast("etree._Element", root)


class _Prologue:
    """Looks at what stands before an XML document's first element, in any encoding, and stops there."""

    def __init__(self) -> None:
        self.over = False
        self.entities = False
        self._parser = expat.ParserCreate()
        self._parser.EntityDeclHandler = self._entity
        self._parser.StartElementHandler = self._element

    def feed(self, piece: bytes) -> None:
        """Takes more of the document. What is not well formed ends it: who parses it will say so."""
        try:
            self._parser.Parse(piece, False)
        except (expat.ExpatError, ValueError, LookupError, UnicodeError):
            self.over = True

    def _entity(self, *_: object) -> None:
        self.entities = self.over = True
        raise ValueError

    def _element(self, *_: object) -> None:
        self.over = True
        raise ValueError


def _refuse_entities(pieces: Iterator[bytes], part: str, name: str) -> None:
    prologue = _Prologue()
    for piece in pieces:
        prologue.feed(piece)
        if prologue.entities:
            raise _entities(name, part)
        if prologue.over:
            return


def _refuse_bombs(members: list[zipfile.ZipInfo], content: bytes, name: str, limits: Limits) -> None:
    if len(members) > MOST_MEMBERS:
        raise _bomb(name, f"it has more than {MOST_MEMBERS:,} members")
    said = sum(info.file_size for info in members)
    if said > most_unpacked(len(content), limits):
        raise _bomb(name, f"its {len(content):,} bytes unfold to {said:,}")
    if sum(info.compress_size for info in members) > len(content):
        raise _bomb(name, "its members share their bytes")
    if any(info.file_size == len(content) and zlib.crc32(content) == info.CRC for info in members):
        raise _bomb(name, "it holds itself, without end")


def _bomb(name: str, why: str) -> DocumentError:
    return DocumentError(DocumentStatus.BOMB, f"{name} looks like an attack: {why}.", _REFUSED)


def _entities(name: str, part: str) -> DocumentError:
    where = f"its part {part}" if part else "its XML"
    return _bomb(name, f"{where} declares entities, which can unfold without end and are never needed")


def _plain(member: str) -> str:
    return member.replace("\\", "/").lstrip("/").lower()
