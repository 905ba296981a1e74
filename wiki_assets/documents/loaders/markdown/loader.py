"""Markdown, through markdown-it-py.

Belongs here: from bytes to a parsed document, and what its front matter states. Does not belong here: front matter, formulae and footnotes
as syntax (`markdown_source`), or tokens (`markdown_tokens`).

The text is what a reader of the rendered page sees, and so can quote: without asterisks, the words of links without their addresses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder, unpaged
from wiki_assets.documents.loaders.encoding.decoding import decode
from wiki_assets.documents.loaders.markdown.source import Source, source_of
from wiki_assets.documents.loaders.markdown.tokens import add_markdown
from wiki_assets.documents.loaders.media_types import MARKDOWN
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_DOI = re.compile(r"10\.\d{4,9}/\S+")


class MarkdownLoader:
    """Reads Markdown files."""

    media_types = frozenset({MARKDOWN})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`."""
        decoded = decode(content, name)
        if len(decoded.text) > options.limits.output_bytes:
            raise DocumentError(DocumentStatus.TOO_LARGE, f"{name} gives more text than is allowed.", "Split it.")
        source = source_of(decoded.text)
        builder = ElementBuilder()
        add_markdown(builder, source)
        if not builder.elements:
            raise DocumentError(DocumentStatus.NO_TEXT, f"{name} holds no words that a reader would see.", "Fetch it again.")
        return unpaged(
            MARKDOWN,
            builder.elements,
            reason=decoded.doubt(name),
            metadata=_metadata(source, builder),
        )


def _metadata(source: Source, builder: ElementBuilder) -> DocumentMetadata:
    """What the front matter states; without a title there, the first heading where nothing is above its rank."""
    stated = source.front_matter
    first = next((element for element in builder.elements if element.kind is ElementKind.HEADING), None)
    title = _words(stated.get("title")) or (first.text if first else "")
    year = _YEAR.search(_words(stated.get("year")) or _words(stated.get("date")))
    doi = _DOI.search(_words(stated.get("doi")).lower())
    return DocumentMetadata(
        title=title,
        authors=_names(stated.get("authors") or stated.get("author")),
        year=int(year.group()) if year else 0,
        venue=_words(stated.get("journal") or stated.get("container-title") or stated.get("venue")),
        doi=doi.group() if doi else "",
    )


def _words(value: object) -> str:
    """A plain value as text; nothing of lists and mappings."""
    return "" if value is None or isinstance(value, list | dict | bool) else " ".join(str(value).split())


def _names(value: object) -> tuple[str, ...]:
    """Names of a list of names or of mappings with a name; of one text, divided at semicolons and "and"."""
    if isinstance(value, str):
        return tuple(name.strip() for name in re.split(r"\s*;\s*|\s+and\s+", value) if name.strip())
    entries = value if isinstance(value, list) else [value]
    names = (_words(entry.get("name")) if isinstance(entry, Mapping) else _words(entry) for entry in entries)
    return tuple(name for name in names if name)
