"""Which library reads a format, in which version, and the version of what we do with it.

Belongs here: the table, kept apart from the loaders so that the planner can ask without importing any of their libraries. Does not belong
here: loaders.

Raise our version of a loader whenever the same file gives other elements: its documents are then read again, and no others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import version

from wiki_assets.documents.loaders import media_types


@dataclass(frozen=True, slots=True)
class Parser:
    """Who reads a format: `name` is the library's distribution, `python` for the standard library; `version` tells ours and its own."""

    name: str
    version: str


_OURS = {
    media_types.PDF: ("pymupdf", "3"),
    media_types.DOCX: ("lxml", "word-1"),
    media_types.PPTX: ("lxml", "slides-1"),
    media_types.XLSX: ("openpyxl", "1"),
    media_types.CSV: ("python", "delimited-1"),
    media_types.TSV: ("python", "delimited-1"),
    media_types.TEXT: ("charset-normalizer", "1"),
    media_types.TEX: ("charset-normalizer", "1"),
    media_types.MARKDOWN: ("markdown-it-py", "1"),
    media_types.HTML: ("lxml", "html-1"),
    media_types.EPUB: ("lxml", "epub-1"),
    media_types.MAIL: ("python", "mail-1"),
    media_types.OUTLOOK: ("unstructured", "1"),
    media_types.ODT: ("lxml", "odt-1"),
    media_types.RTF: ("unstructured", "1"),
    media_types.RST: ("unstructured", "1"),
    media_types.XML: ("lxml", "xml-1"),
}


@cache
def parser_of(media_type: str) -> Parser:
    """Who reads this format now; a parser without name where nobody does."""
    if media_type not in _OURS:
        return Parser("", "")
    library, ours = _OURS[media_type]
    return Parser(library, f"{library}-{version(library)}-{ours}" if library != "python" else f"python-{ours}")


def all_versions() -> tuple[str, ...]:
    """Versions of all parsers, in order of media type."""
    return tuple(parser_of(media_type).version for media_type in sorted(_OURS))
