"""Pages of the web as files.

Belongs here: from bytes to a page, and what can be wrong with one. Does not belong here: what HTML means (`html_reading`).
"""

from __future__ import annotations

import re

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder, unpaged
from wiki_assets.documents.loaders.encoding.decoding import decode
from wiki_assets.documents.loaders.html_reading import add_page
from wiki_assets.documents.loaders.media_types import HTML
from wiki_assets.documents.model import DocumentStatus, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

_DECLARED = re.compile(
    rb"<\?xml[^<>]{0,200}?\bencoding\s*=\s*[\"']\s*([\w.:-]+)|<meta\b[^<>]{0,500}?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)",
    re.IGNORECASE,
)
_DECLARED_WITHIN = 8192  # browsers look at 1,024 bytes; pages that put scripts first declare it later


class WebPageLoader:
    """Reads HTML files."""

    media_types = frozenset({HTML})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:  # noqa: ARG002 # a page has nothing to choose
        """See `Loader.load`."""
        decoded = decode(content, name, declared_encoding(content))
        builder = ElementBuilder()
        metadata = add_page(builder, decoded.text)
        if not builder.elements:
            raise DocumentError(
                DocumentStatus.NO_TEXT,
                f"{name} is a page without text: what it shows is put in by scripts, or it is a picture.",
                "Open it in a browser and save it from there, or print it to PDF.",
            )
        return unpaged(
            HTML,
            builder.elements,
            reason=decoded.doubt(name),
            metadata=metadata,
        )


def declared_encoding(content: bytes) -> str:
    """The encoding that a page states in its prolog or a meta element; empty where it states none."""
    match = _DECLARED.search(content[:_DECLARED_WITHIN])
    return (match.group(1) or match.group(2)).decode("ascii", "ignore") if match else ""
