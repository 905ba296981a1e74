"""Which format a file is in, judged by its content; the name decides only where content cannot.

Belongs here: magic bytes, what is inside a ZIP, and the marks of text formats. Does not belong here: whether we can read the format
(`registry`).
"""

from __future__ import annotations

from wiki_assets.documents.loaders.media_types import HTML, OLE, PDF, TEXT, UNKNOWN, ZIP

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


def sniff(content: bytes, name: str) -> str:
    """Media type of a file. `name` decides only between formats that content cannot tell apart, such as Markdown and plain text."""
    if b"%PDF-" in content[:_PDF_WITHIN]:
        return PDF
    for magic, media_type in _MAGIC:
        if content.startswith(magic):
            return media_type
    start = content[:2048].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<?xml")) or b"<html" in start:
        return HTML
    return TEXT if _is_text(content[:4096]) else UNKNOWN


def name_lies(name: str, media_type: str) -> bool:
    """Whether a file's ending promises another format than its content holds."""
    return name.lower().endswith(".pdf") != (media_type == PDF)


def _is_text(start: bytes) -> bool:
    if not start or b"\0" in start:
        return False
    strange = sum(byte < 9 or 13 < byte < 32 for byte in start)
    return strange * 100 <= len(start)
