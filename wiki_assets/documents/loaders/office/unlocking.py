"""Opening encrypted Office documents.

Belongs here: from encrypted bytes and a password to the bytes inside. Does not belong here: reading those (the loaders), or where the
password comes from. A password is never logged and never part of a message.
"""

from __future__ import annotations

import binascii
import io
import struct
from xml.parsers.expat import ExpatError

import msoffcrypto
import olefile
from msoffcrypto.exceptions import DecryptionError, EncryptionError, FileFormatError, InvalidKeyError, ParseError

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.model import DocumentStatus

_KNOWN_TO_ALL = "VelvetSweatshop"
"""Excel's own: it encrypts with this where a workbook is protected but nobody is to be asked for a password ([MS-OFFCRYPTO] 2.4.2.3)."""

_HOW_TO_OPEN = "EncryptionInfo"
_PACKAGE = "EncryptedPackage"
_LARGEST_HOW_TO = 1_000_000  # bytes; real ones have about 1,200
_DAMAGE = (
    FileFormatError, ParseError, DecryptionError, EncryptionError, OSError, ValueError, LookupError, TypeError, AttributeError,
    OverflowError, RecursionError, struct.error, binascii.Error, ExpatError,
)  # fmt: skip
_ZIP = b"PK\x03\x04"


def unlocked(content: bytes, name: str, password: str) -> bytes:
    """The document inside an encrypted one.

    Args:
        content: The whole file, an OLE container.
        name: The file's name, for messages only.
        password: Empty where none is known.

    Raises:
        DocumentError: The password is missing or wrong, or the file is in a format that no password would let us read (`encrypted`); it is
            damaged (`corrupt`); what says how to open it is an attack (`bomb`).
    """
    try:
        streams = olefile.OleFileIO(io.BytesIO(content))
        todays = streams.exists(_HOW_TO_OPEN) and streams.exists(_PACKAGE)
        how_to = streams.openstream(_HOW_TO_OPEN).read(_LARGEST_HOW_TO) if todays else b""
    except _DAMAGE as error:
        raise _corrupt(name) from error
    if not todays:
        raise DocumentError(
            DocumentStatus.ENCRYPTED,
            f"{name} is protected by a password, or by a server that manages rights, in a way that we cannot open.",
            "Put an unprotected copy (DOCX, PPTX, XLSX or PDF) in its place.",
        )
    if b"<!" in how_to.replace(b"\0", b""):
        raise DocumentError(
            DocumentStatus.BOMB, f"{name} looks like an attack: what says how to open it declares entities.", "Fetch it again."
        )
    for candidate in filter(None, (password, _KNOWN_TO_ALL)):
        inside = _opened_with(content, name, candidate)
        if inside:
            return inside
    raise _wrong(name) if password else _missing(name)


def _opened_with(content: bytes, name: str, password: str) -> bytes:
    """What is inside; empty where the password is wrong. Raises `DocumentError`."""
    opened = io.BytesIO()
    try:
        office = msoffcrypto.OfficeFile(io.BytesIO(content))
        office.load_key(password=password, verify_password=True)
    except InvalidKeyError:
        return b""
    except _DAMAGE as error:
        raise _corrupt(name) from error
    try:
        office.decrypt(opened)
    except _DAMAGE as error:  # the password was right, so it is the document that is damaged
        raise _corrupt(name) from error
    inside = opened.getvalue()
    if not inside.startswith(_ZIP):
        raise _corrupt(name)
    return inside


def _missing(name: str) -> DocumentError:
    return DocumentError(
        DocumentStatus.ENCRYPTED,
        f"{name} is protected by a password.",
        "Give it in sources.yaml, or put an unprotected copy in its place.",
    )


def _wrong(name: str) -> DocumentError:
    return DocumentError(
        DocumentStatus.ENCRYPTED,
        f"{name} is protected by a password, and the password in sources.yaml does not open it.",
        "Correct it in sources.yaml, or put an unprotected copy in its place.",
    )


def _corrupt(name: str) -> DocumentError:
    return DocumentError(DocumentStatus.CORRUPT, f"{name} is encrypted and damaged: it cannot be opened.", "Fetch it again.")
