"""The list of loaders, and the choice among them.

Belongs here: which loader takes a file. Does not belong here: reading it.
"""

from __future__ import annotations

from functools import cache
from pathlib import PurePosixPath

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.base import Loader
from wiki_assets.documents.loaders.sniffing import describe, media_type_of
from wiki_assets.documents.model import DocumentStatus, ParsedDocument


@cache
def loaders() -> tuple[Loader, ...]:
    """Every loader. They are imported at first use, for each brings a library of its own."""
    from wiki_assets.documents.loaders.pdf import PdfLoader

    return (PdfLoader(),)


def load(content: bytes, name: str) -> ParsedDocument:
    """Reads a file with the loader that takes its content.

    Raises:
        DocumentError: The file is empty, no loader takes it, or the loader cannot read it.
    """
    if not content:
        raise DocumentError(DocumentStatus.EMPTY, f"{name} is empty (0 bytes).", "Fetch it again.")
    media_type = media_type_of(content)
    for loader in loaders():
        if media_type in loader.media_types:
            return loader.load(content, name)
    suffix = PurePosixPath(name).suffix
    named = f"is named {suffix} but holds" if suffix.lower() == ".pdf" else "holds"
    raise DocumentError(
        DocumentStatus.UNSUPPORTED, f"{name} {named} {describe(media_type)}, which we cannot read.", "Put a PDF in its place."
    )
