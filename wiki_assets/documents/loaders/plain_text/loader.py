"""Plain text and TeX source.

Belongs here: from bytes to a parsed document. Does not belong here: finding paragraphs (`plain_text_blocks`), TeX (`tex_source`) or
encodings (`encoding`).
"""

from __future__ import annotations

import re

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder, unpaged
from wiki_assets.documents.loaders.encoding.decoding import decode
from wiki_assets.documents.loaders.media_types import TEX, TEXT
from wiki_assets.documents.loaders.plain_text.blocks import add_text
from wiki_assets.documents.loaders.plain_text.tex_source import add_tex
from wiki_assets.documents.loaders.sniffing.content import sniff
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

_STATED = re.compile(r"^(Title|Author|Authors):[ \t]*(\S.*)$", re.MULTILINE)
_STATED_WITHIN = 3000  # characters: the head of a Project Gutenberg text


class PlainTextLoader:
    """Reads text files and TeX source."""

    media_types = frozenset({TEXT, TEX})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`. TeX is read as text: nothing is run, and no other file is read."""
        decoded = decode(content, name)
        if len(decoded.text) > options.limits.output_bytes:
            raise DocumentError(DocumentStatus.TOO_LARGE, f"{name} gives more text than is allowed.", "Split it.")
        media_type = TEX if sniff(content, name) == TEX else TEXT
        builder = ElementBuilder()
        if media_type == TEX:
            metadata = add_tex(builder, decoded.text)
        else:
            add_text(builder, decoded.text)
            metadata = _metadata(builder, decoded.text)
        if not builder.elements:
            raise DocumentError(DocumentStatus.EMPTY, f"{name} holds no words.", "Fetch it again.")
        return unpaged(
            media_type,
            builder.elements,
            reason=decoded.doubt(name),
            metadata=metadata,
        )


def _metadata(builder: ElementBuilder, text: str) -> DocumentMetadata:
    stated = {field.lower().rstrip("s"): value.strip() for field, value in reversed(_STATED.findall(text[:_STATED_WITHIN]))}
    title = next((element.text for element in builder.elements[:1] if element.kind is ElementKind.TITLE), "")
    return DocumentMetadata(
        title=stated.get("title", title), authors=(stated["author"],) if stated.get("title") and "author" in stated else ()
    )
