"""Formats that have no loader of their own: Outlook messages, RTF, OpenDocument, reStructuredText, XML.

Belongs here: which way each of them goes. Does not belong here: the ways (`partitioned_*`).
"""

from __future__ import annotations

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders import media_types
from wiki_assets.documents.loaders.media_types import describe
from wiki_assets.documents.loaders.partitioned.opendocument import opendocument_text
from wiki_assets.documents.loaders.partitioned.outlook import outlook_message
from wiki_assets.documents.loaders.partitioned.pandoc import through_pandoc
from wiki_assets.documents.loaders.partitioned.xml import xml_document
from wiki_assets.documents.loaders.sniffing.content import sniff
from wiki_assets.documents.model import DocumentStatus, ParsedDocument
from wiki_assets.documents.options import ReadingOptions


class PartitionedLoader:
    """Reads what no other loader takes."""

    media_types = frozenset({media_types.OUTLOOK, media_types.RTF, media_types.ODT, media_types.RST, media_types.XML})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`."""
        media_type = sniff(content, name)
        if media_type == media_types.OUTLOOK:
            return outlook_message(content, name, options)
        if media_type == media_types.XML:
            return xml_document(content, name, options)
        if media_type == media_types.ODT:
            return opendocument_text(content, name, options)
        if media_type not in self.media_types:
            raise DocumentError(
                DocumentStatus.UNSUPPORTED,
                f"{name} holds {describe(media_type)}, which is not read here.",
                "Report this with the file.",
            )
        return through_pandoc(content, name, media_type)
