"""Rich text and reStructuredText: through `unstructured`, which has pandoc convert them.

Belongs here: calling it, and saying what is missing. Does not belong here: what its elements mean (`partitioned_elements`).

Pandoc is a program of its own, which not every machine has; without it these formats are refused in words. The library runs it in its
sandbox: it reads and fetches nothing that a file names.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders import media_types
from wiki_assets.documents.loaders.building import ElementBuilder, unpaged
from wiki_assets.documents.loaders.media_types import describe
from wiki_assets.documents.loaders.partitioned.elements import Partition, add_partitions
from wiki_assets.documents.loaders.partitioned.engine import made_ready
from wiki_assets.documents.model import DocumentStatus, ParsedDocument

_PARTITIONERS = {media_types.RTF: "rtf", media_types.RST: "rst"}
_INSTEAD = {media_types.RST: "save it as Markdown or HTML"}


def through_pandoc(content: bytes, name: str, media_type: str) -> ParsedDocument:
    """Reads a document that pandoc converts.

    Args:
        content: The whole file.
        name: For messages.
        media_type: RTF or RST, as `media_types` names them.

    Raises:
        DocumentError: Pandoc is not installed (`unsupported`), or the file cannot be read.
    """
    instead = _INSTEAD.get(media_type, "save it as DOCX")
    if not _pandoc_is_there():
        raise DocumentError(
            DocumentStatus.UNSUPPORTED,
            f"{name} holds {describe(media_type)}, which needs the program pandoc.",
            f"Install it with the extra `pandoc` (pip install 'grounded-wiki[pandoc]'), or {instead} and put that in its place.",
        )
    builder = ElementBuilder()
    add_partitions(builder, _partitions(content, name, media_type, instead))
    if not builder.elements:
        raise DocumentError(DocumentStatus.NO_TEXT, f"{name} has no text.", "Put a document with text in its place.")
    return unpaged(media_type, builder.elements)


def _pandoc_is_there() -> bool:
    """Whether pypandoc is installed and finds the program: its own copy, or the system's."""
    if find_spec("pypandoc") is None:
        return False
    import pypandoc

    try:
        return bool(pypandoc.get_pandoc_path())
    except OSError:
        return False


def _partitions(content: bytes, name: str, media_type: str, instead: str) -> Sequence[Partition]:
    made_ready()
    way = _PARTITIONERS[media_type]
    partition = cast(
        "Callable[..., Sequence[Partition]]", getattr(import_module(f"unstructured.partition.{way}"), f"partition_{way}")
    )
    try:
        return partition(file=io.BytesIO(content))
    except Exception as error:  # the library raises what pandoc, pypandoc and its own readers raise
        raise DocumentError(
            DocumentStatus.CORRUPT,
            f"{name} is damaged: pandoc cannot read it ({type(error).__name__}).",
            f"Fetch it again, or {instead}.",
        ) from error
