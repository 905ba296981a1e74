"""Which format a file is in, judged by its content; the name decides only where content cannot.

Belongs here: magic bytes, the order of questions, and whether a name lies. Does not belong here: what is inside a container
(`sniffing_containers`), formats that are text (`sniffing_text`), or whether we can read the format (`registry`).
"""

from __future__ import annotations

import re

from wiki_assets.documents.loaders import media_types
from wiki_assets.documents.loaders.encoding.decoding import looks_like_text
from wiki_assets.documents.loaders.sniffing.containers import ole_type, zip_type
from wiki_assets.documents.loaders.sniffing.text import text_type

_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08PK\x03\x04")  # with a member, empty, first of several volumes
_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"\0\0\0\x0cjP  ", "image/jp2"),
    (b"%!PS", "application/postscript"),
    (b"\x04%!PS", "application/postscript"),
    (b"\xc5\xd0\xd3\xc6", "application/postscript"),  # with a preview for DOS around it
    (b"\x1f\x8b", "application/gzip"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\0", "application/x-xz"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"AT&TFORM", "image/vnd.djvu"),
    (b"SQLite format 3\0", "application/vnd.sqlite3"),
    (b"\xf7\x02", "application/x-dvi"),
    (b"OggS", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"BM", "image/bmp"),
)
# These letters may begin a sentence too.
_READ_AS_TEXT_FIRST = frozenset({"image/bmp", "application/x-bzip2", "audio/mpeg"})
_PDF_HEADER = re.compile(rb"%PDF-\d")
_PDF_WITHIN = 1024  # readers accept rubbish of up to this many bytes before "%PDF-" (ISO 32000, implementation note)
_PDF_OBJECT = re.compile(rb"\d+\s+\d+\s+obj\b")
_PDF_OBJECT_WITHIN = 65_536
_RTF = re.compile(rb"\s*\{\\rtf")
_END_OF_ZIP_WITHIN = 65_557  # a comment of 65,535 bytes and the 22 of the record itself


def sniff(content: bytes, name: str) -> str:
    """Media type of a file.

    Args:
        content: The whole file; a few kilobytes of it, and of a ZIP its list of members, are looked at.
        name: Decides only between formats that content cannot tell apart, such as Markdown and plain text.
    """
    return _binary_type(content) or (text_type(content, name) if looks_like_text(content) else _hidden_type(content))


def _binary_type(content: bytes) -> str:
    """The type by magic bytes; empty where there are none."""
    if content.startswith(_ZIP_MAGIC):
        return zip_type(content)
    if content.startswith(_OLE_MAGIC):
        return ole_type(content)
    if _is_pdf(content):
        return media_types.PDF
    start = content[:64].removeprefix(b"\xef\xbb\xbf")
    if _RTF.match(start):
        return media_types.RTF
    for magic, media_type in _MAGIC:
        if content.startswith(magic):
            return "" if media_type in _READ_AS_TEXT_FIRST and looks_like_text(content) else media_type
    if content[257:262] == b"ustar":
        return "application/x-tar"
    if content[4:8] == b"ftyp":
        return "image/heic" if content[8:11] in (b"hei", b"hev", b"mif") else "video/mp4"
    if content[:4] == b"RIFF":
        return "image/webp" if content[8:12] == b"WEBP" else "application/x-riff"
    return ""


def _is_pdf(content: bytes) -> bool:
    """A text may speak of "%PDF-1.4": behind other bytes, an object must follow."""
    header = _PDF_HEADER.search(content[:_PDF_WITHIN])
    if header is None:
        return content.startswith(b"%PDF-")
    before = content[: header.start()]
    return not before.strip(b"\xef\xbb\xbf\0 \t\r\n") or _PDF_OBJECT.search(content[:_PDF_OBJECT_WITHIN]) is not None


def _hidden_type(content: bytes) -> str:
    """A ZIP with something before it, as programs that unpack themselves are, and what nobody knows."""
    return zip_type(content) if b"PK\x05\x06" in content[-_END_OF_ZIP_WITHIN:] else media_types.UNKNOWN


_TEXTS = frozenset({media_types.TEXT, media_types.MARKDOWN, media_types.CSV, media_types.TSV, media_types.RST, media_types.TEX})
_ENCRYPTABLE = frozenset({media_types.OFFICE_ENCRYPTED})
_PROMISES: dict[str, frozenset[str]] = {
    **dict.fromkeys((".pdf",), frozenset({media_types.PDF})),
    **dict.fromkeys((".docx", ".docm", ".dotx", ".dotm"), frozenset({media_types.DOCX}) | _ENCRYPTABLE),
    **dict.fromkeys((".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"), frozenset({media_types.PPTX}) | _ENCRYPTABLE),
    **dict.fromkeys((".xlsx", ".xlsm", ".xltx", ".xltm"), frozenset({media_types.XLSX}) | _ENCRYPTABLE),
    **dict.fromkeys((".doc", ".dot", ".xls", ".xlt", ".ppt", ".pps"), frozenset({media_types.OLE})),
    ".msg": frozenset({media_types.OUTLOOK}),
    ".rtf": frozenset({media_types.RTF}),
    ".epub": frozenset({media_types.EPUB}),
    ".odt": frozenset({media_types.ODT}),
    ".ott": frozenset({media_types.ODT}),
    ".ods": frozenset({media_types.ODS}),
    ".odp": frozenset({media_types.ODP}),
    ".zip": frozenset({media_types.ZIP}),
    **dict.fromkeys((".html", ".htm", ".xhtml", ".xht", ".shtml"), frozenset({media_types.HTML})),
    ".xml": frozenset({media_types.XML, media_types.HTML, "image/svg+xml"}),
    **dict.fromkeys((".eml", ".mbox", ".mht", ".mhtml"), frozenset({media_types.MAIL})),
    **dict.fromkeys((".txt", ".text", ".log", ".asc"), _TEXTS),
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd"), _TEXTS),
    **dict.fromkeys((".csv", ".tsv", ".tab"), _TEXTS),
    **dict.fromkeys((".rst", ".rest", ".tex", ".latex", ".ltx"), _TEXTS),
    **dict.fromkeys((".jpg", ".jpeg", ".jpe"), frozenset({"image/jpeg"})),
    ".png": frozenset({"image/png"}),
    ".gif": frozenset({"image/gif"}),
    **dict.fromkeys((".tif", ".tiff"), frozenset({"image/tiff"})),
    **dict.fromkeys((".ps", ".eps"), frozenset({"application/postscript"})),
    **dict.fromkeys((".djvu", ".djv"), frozenset({"image/vnd.djvu"})),
    **dict.fromkeys((".gz", ".tgz"), frozenset({"application/gzip"})),
}


def name_lies(name: str, media_type: str) -> bool:
    """Whether a file's ending promises another format than its content holds. An ending that promises nothing, or none, is no lie."""
    promised = _PROMISES.get(ending_of(name))
    return promised is not None and media_type not in promised


def ending_of(name: str) -> str:
    """`.pdf` of `Some/Paper.PDF`; empty where there is none."""
    _, dot, ending = name.rpartition("/")[2].rpartition(".")
    return f".{ending.lower()}" if dot else ""
