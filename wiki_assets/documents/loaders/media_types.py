"""The formats we know, by the names that MIME gives them, and in words.

Belongs here: names only. Does not belong here: telling them apart (`sniffing`) or reading them.
"""

from __future__ import annotations

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
EPUB = "application/epub+zip"
ODT = "application/vnd.oasis.opendocument.text"
ODP = "application/vnd.oasis.opendocument.presentation"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
ZIP = "application/zip"
OLE = "application/x-ole-storage"
OFFICE_ENCRYPTED = "application/x-ole-storage;encrypted"
OUTLOOK = "application/vnd.ms-outlook"
RTF = "application/rtf"
HTML = "text/html"
XML = "text/xml"
MAIL = "message/rfc822"
MARKDOWN = "text/markdown"
CSV = "text/csv"
TSV = "text/tab-separated-values"
RST = "text/x-rst"
TEX = "text/x-tex"
TEXT = "text/plain"
UNKNOWN = "application/octet-stream"

_DESCRIPTIONS = {
    PDF: "a PDF",
    DOCX: "a Word document (DOCX)",
    PPTX: "a PowerPoint presentation (PPTX)",
    XLSX: "an Excel workbook (XLSX)",
    EPUB: "an EPUB book",
    ODT: "an OpenDocument text",
    ODP: "an OpenDocument presentation",
    ODS: "an OpenDocument spreadsheet",
    ZIP: "a ZIP archive",
    OLE: "an Office document in the format before 2007",
    OFFICE_ENCRYPTED: "an encrypted Office document",
    OUTLOOK: "an Outlook message",
    RTF: "rich text (RTF)",
    HTML: "HTML",
    XML: "XML",
    MAIL: "an e-mail",
    MARKDOWN: "Markdown",
    CSV: "comma-separated values",
    TSV: "tab-separated values",
    RST: "reStructuredText",
    TEX: "TeX",
    TEXT: "plain text",
    UNKNOWN: "data of an unknown kind",
    "application/postscript": "PostScript",
    "application/vnd.ms-excel.sheet.binary.macroenabled.12": "a binary Excel workbook (XLSB)",
    "application/vnd.ms-visio.drawing": "a Visio drawing",
    "application/vnd.ms-xpsdocument": "an XPS document",
    "application/vnd.apple.iwork": "a Pages, Numbers or Keynote document",
    "application/vnd.sqlite3": "a SQLite database",
    "application/x-dvi": "a DVI file",
    "image/vnd.djvu": "a DjVu document",
}
ARCHIVES = frozenset((
    ZIP, "application/gzip", "application/x-bzip2", "application/x-xz", "application/x-7z-compressed", "application/vnd.rar",
    "application/x-tar",
))  # fmt: skip
"""Files that are only wrappings of others."""


def describe(media_type: str) -> str:
    """The format in words, for a message."""
    if media_type in _DESCRIPTIONS:
        return _DESCRIPTIONS[media_type]
    if media_type in ARCHIVES:
        return "a compressed archive"
    group, _, kind = media_type.partition("/")
    if group == "image":
        return f"a picture ({kind.removeprefix('x-').removesuffix('+xml').upper()})"
    return f"{'sound' if group == 'audio' else 'a film' if group == 'video' else 'a file'} of type {media_type}"
