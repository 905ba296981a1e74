"""Opening an XLSX: openpyxl, and what must be known before it is let loose.

Belongs here: guards against what the library would unfold in memory, formulae without values, opening in spite of damaged sheets. Does not
belong here: what the sheets say (`spreadsheet`).
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from dataclasses import dataclass
from typing import Any

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.office.archive import Archive, guard_package, parse_xml
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.documents.options import Limits

_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_SHEET_RELATIONS = re.compile(r"xl/worksheets/_rels/[^/]+\.rels", re.IGNORECASE)
_RANGE = re.compile(
    rb"<(?:\w+:)?(?:mergeCell|hyperlink)\b[^>]*?\bref=[\"']\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})"
)
_CELL = re.compile(rb"<(?:\w+:)?c[\s>/]")
_NO_VALUE = re.compile(
    rb"<(?:\w+:)?c\s[^>]*?\br=[\"']([A-Z]{1,3}\d{1,7})[\"'][^>]*>\s*<(?:\w+:)?f(?:\s[^>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)"
    rb"\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_MOST_JOINED = 1_200_000
"""Cells that merged ranges and links may cover. openpyxl makes an object for each of them; one whole column has 1,048,576."""
_MOST_CELLS = 1_500_000
"""Cells of a workbook. Each takes 1.1 kB and 35 microseconds from file to elements (measured on 300,000): more would pass the usual
limits of one document, and the message would be worse."""
_NOTHING = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>'
_NO_RELATIONS = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'


@dataclass(frozen=True, slots=True)
class Workbook:
    """An open workbook.

    Attributes:
        book: As openpyxl gives it, with the values that Excel stored.
        without_value: How many formulae have no stored value.
        reasons: What was wrong with the file, in sentences.
    """

    book: Any
    without_value: int
    reasons: tuple[str, ...]


def open_workbook(content: bytes, name: str, limits: Limits) -> Workbook:
    """Opens an XLSX.

    Raises:
        DocumentError: It is damaged beyond its sheets, or would unfold to more than it says.
    """
    archive = guard_package(content, name, limits)
    cells = joined = without_value = 0
    for member in filter(_SHEET.fullmatch, archive.names):
        data = _readable(archive, member)
        cells += len(_CELL.findall(data))
        joined += sum(_size(match) for match in _RANGE.findall(data))
        without_value += len(_NO_VALUE.findall(data))
        _refuse_vast(cells, joined, name)
    book, reasons = _opened(content, archive, name)
    return Workbook(book, without_value, tuple(reasons))


def _readable(archive: Archive, member: str) -> bytes:
    """A member; nothing where it is damaged."""
    try:
        return archive.read(member)
    except DocumentError as error:
        if error.status is not DocumentStatus.CORRUPT:
            raise
        return b""


def _damaged_sheets(archive: Archive, name: str) -> list[str]:
    damaged = []
    for member in filter(_SHEET.fullmatch, archive.names):
        try:
            parse_xml(archive.read(member), name, member)
        except DocumentError:
            damaged.append(member)
    return damaged


def _refuse_vast(cells: int, joined: int, name: str) -> None:
    if joined > _MOST_JOINED:
        raise DocumentError(
            DocumentStatus.BOMB,
            f"{name} looks like an attack: its merged cells and links cover {joined:,} cells.",
            "It was not read. If you trust it, save it anew without them.",
        )
    if cells > _MOST_CELLS:
        raise DocumentError(
            DocumentStatus.TOO_LARGE, f"{name} is too large: it has {cells:,} cells.", "Split it, or put a summary in its place."
        )


def _size(corners: tuple[bytes, bytes, bytes, bytes]) -> int:
    left, top, right, bottom = _column(corners[0]), int(corners[1]), _column(corners[2]), int(corners[3])
    return (abs(right - left) + 1) * (abs(bottom - top) + 1)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _opened(content: bytes, archive: Archive, name: str) -> tuple[Any, list[str]]:
    """The workbook; if need be without sheets that are damaged, and then without comments and drawings."""
    try:
        return _loaded(content), []
    except MemoryError:
        raise
    except Exception as error:  # openpyxl raises whatever its parts raise: KeyError, TypeError, ParseError, BadZipFile
        failure = error
    damaged = _damaged_sheets(archive, name)
    empty = dict.fromkeys(damaged, _NOTHING)
    reasons = [f"{name} is damaged: {len(damaged)} of its sheets cannot be read. Fetch it again."] if damaged else []
    unrelated = {member: _NO_RELATIONS for member in archive.names if _SHEET_RELATIONS.fullmatch(member)}
    for replaced, told in ((empty, reasons), (empty | unrelated, [*reasons, f"{name} is damaged: its comments cannot be read."])):
        try:
            return _loaded(_with(archive, replaced)), told
        except MemoryError:
            raise
        except Exception as error:
            failure = error
    raise DocumentError(
        DocumentStatus.CORRUPT,
        f"{name} cannot be opened as an Excel workbook ({failure}).",
        "Open and save it anew, or fetch it again.",
    ) from failure


def _loaded(content: bytes) -> Any:
    import openpyxl

    with warnings.catch_warnings():  # about extensions and styles it leaves out, which are no text
        warnings.simplefilter("ignore")
        return openpyxl.load_workbook(io.BytesIO(content), data_only=True, keep_links=False)


def _with(archive: Archive, replaced: dict[str, bytes]) -> bytes:
    """The package with other content for some members; members that cannot be read are left out."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as package:
        for member in archive.names:
            if data := replaced.get(member) or _readable(archive, member):
                package.writestr(member, data)
    return target.getvalue()
