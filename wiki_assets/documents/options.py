"""How documents are to be read: limits, text recognition, redaction, passwords.

Belongs here: the choices, as values that cross a process border. Does not belong here: acting on any of them, or reading settings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import orjson

_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What one document may cost.

    Attributes:
        seconds: Time for one document.
        memory: Bytes of memory of the process that reads it.
        file_bytes: Size of the file.
        output_bytes: Size of what it gives, as stored.
        expansion: Unpacked bytes for each packed byte of a ZIP or a compressed stream, and expanded for each written of XML. Only looked
            at beyond `expansion_from` unpacked bytes, for small files pack well.
    """

    seconds: float = 120.0
    memory: int = 2_000 * _MEGABYTE
    file_bytes: int = 500 * _MEGABYTE
    output_bytes: int = 200 * _MEGABYTE
    expansion: float = 200.0
    expansion_from: int = 50 * _MEGABYTE


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How one document is to be read.

    Attributes:
        limits: What it may cost.
        ocr_languages: Languages for text recognition of pages without text, as Tesseract names them (`eng+deu`); empty: none.
        redact_emails: Whether e-mail addresses are taken out as secrets are.
        redact_home_paths: Whether names of home folders are taken out as secrets are.
        password: For an encrypted file; empty where none is known. Never stored, never shown.
    """

    limits: Limits = field(default_factory=Limits)
    ocr_languages: str = ""
    redact_emails: bool = False
    redact_home_paths: bool = False
    password: str = field(default="", repr=False)

    def fingerprint(self, document_sha256: str) -> str:
        """Identity of all that changes what a document gives; limits do not."""
        sealed = _sealed(self.password, document_sha256) if self.password else ""
        told = (self.ocr_languages, self.redact_emails, self.redact_home_paths, sealed)
        return hashlib.sha256(orjson.dumps(told)).hexdigest()


@lru_cache(maxsize=4096)
def _sealed(password: str, document_sha256: str) -> str:
    """A password as something that can be compared and not guessed cheaply: scrypt, with the document as salt."""
    return hashlib.scrypt(password.encode("utf-8"), salt=document_sha256.encode("ascii"), n=2**14, r=8, p=1).hex()


@dataclass(frozen=True, slots=True)
class Choices:
    """How all documents are to be read.

    Attributes:
        common: For every document; without password.
        passwords: By file, relative to the raw folder with forward slashes.
    """

    common: ReadingOptions = field(default_factory=ReadingOptions)
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)

    def of(self, file: str) -> ReadingOptions:
        """Options of one file."""
        password = self.passwords.get(file, "")
        return replace(self.common, password=password) if password else self.common


READ_PLAINLY = Choices()
"""Default limits, no text recognition, secrets taken out and nothing else."""
