"""What every loader is.

Belongs here: the interface and the magic bytes that formats begin with. Does not belong here: reading any of them.
"""

from __future__ import annotations

from typing import Protocol

from wiki_assets.documents.model import ParsedDocument
from wiki_assets.documents.options import ReadingOptions


class Loader(Protocol):
    """Reads one file format.

    Attributes:
        media_types: What it takes, as `sniffing.media_type_of` names them.
    """

    media_types: frozenset[str]

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """The readable content of a document.

        Args:
            content: The whole file. Loaders get bytes and not a path, so that the recorded hash is that of what was read.
            name: The file's name, for messages only.
            options: Limits, password, text recognition.

        Raises:
            DocumentError: It cannot be read; status and reason say why.
        """
        ...
