"""Which format a file is in, judged by its content.

Belongs here: magic bytes. Does not belong here: whether we can read the format (`registry`).
"""

from __future__ import annotations

PDF = "application/pdf"
ZIP = "application/zip"
OLE = "application/x-ole-storage"
HTML = "text/html"
TEXT = "text/plain"
UNKNOWN = "application/octet-stream"

_MAGIC = (
    (b"PK\x03\x04", ZIP),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLE),
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"%!PS", "application/postscript"),
    (b"{\\rtf", "application/rtf"),
    (b"\x1f\x8b", "application/gzip"),
    (b"AT&TFORM", "image/vnd.djvu"),
)
_PDF_WITHIN = 1024  # readers accept rubbish of up to this many bytes before "%PDF-" (ISO 32000, implementation note)

_DESCRIPTIONS = {
    PDF: "a PDF",
    ZIP: "a ZIP archive (Office documents are such)",
    OLE: "an old or encrypted Office document",
    HTML: "HTML",
    TEXT: "plain text",
    UNKNOWN: "data of an unknown kind",
}


def media_type_of(content: bytes) -> str:
    """Media type of a file's content; `UNKNOWN` where no mark is known."""
    if b"%PDF-" in content[:_PDF_WITHIN]:
        return PDF
    for magic, media_type in _MAGIC:
        if content.startswith(magic):
            return media_type
    start = content[:2048].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<?xml")) or b"<html" in start:
        return HTML
    return TEXT if _is_text(content[:4096]) else UNKNOWN


def describe(media_type: str) -> str:
    """The format in words, for a message."""
    return _DESCRIPTIONS.get(media_type, f"a file of type {media_type}")


def _is_text(start: bytes) -> bool:
    if not start or b"\0" in start:
        return False
    strange = sum(byte < 9 or 13 < byte < 32 for byte in start)
    return strange * 100 <= len(start)
