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
}


def describe(media_type: str) -> str:
    """The format in words, for a message."""
    return _DESCRIPTIONS.get(media_type, f"a file of type {media_type}")
