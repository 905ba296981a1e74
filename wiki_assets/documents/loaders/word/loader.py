"""Word documents (DOCX, and DOCM and templates alike).

Belongs here: opening one, and what is said of it as a whole. Does not belong here: its text (`word_body` and what that uses).
"""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import unpaged
from wiki_assets.documents.loaders.media_types import DOCX
from wiki_assets.documents.loaders.office.package import Package, W
from wiki_assets.documents.loaders.office.properties import stated_metadata
from wiki_assets.documents.loaders.word.body import BodyReader
from wiki_assets.documents.loaders.word.numbering import Numbering
from wiki_assets.documents.loaders.word.styles import Styles
from wiki_assets.documents.loaders.word.text import Reader
from wiki_assets.documents.model import DocumentStatus, Element, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

_TAKE_OVER = "Open it with Word, save it, and put that in its place."
_WORDS_FOR_TITLE = 5  # elements in which a title that the properties state may be found


class WordLoader:
    """Reads Word documents."""

    media_types = frozenset({DOCX})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`. What cannot be read beside the text (styles, notes, charts) costs only itself."""
        package = Package.open(content, name, options.limits)
        part = package.main("word/document.xml")
        try:
            elements = _elements(package, part)
        except RecursionError as error:
            raise DocumentError(
                DocumentStatus.CORRUPT, f"{name} is damaged: its tables or boxes lie too deep in one another.", "Fetch it again."
            ) from error
        if not elements:
            raise _without_text(package, part)
        return unpaged(
            DOCX,
            elements,
            reason=" ".join(_remarks(package, part)),
            metadata=stated_metadata(
                package, _title(elements), " ".join(element.text for element in elements[:_WORDS_FOR_TITLE])
            ),
            attachments=package.attachments((part,)),
        )


def _elements(package: Package, part: str) -> tuple[Element, ...]:
    root = package.xml(part)
    body = root.find(f"{W}body")
    if body is None:
        raise DocumentError(
            DocumentStatus.CORRUPT, f"{package.name} is damaged: it is a Word document without a body.", "Fetch it again."
        )
    styles = Styles(package.related(part, "styles"))
    numbering = Numbering(package.related(part, "numbering"), styles)
    reader = BodyReader(package, part, styles, numbering, Reader(root, styles))
    reader.read(body)
    return reader.builder.elements


def _title(elements: tuple[Element, ...]) -> str:
    return next((element.text for element in elements if element.kind is ElementKind.TITLE), "")


def _without_text(package: Package, part: str) -> DocumentError:
    if _imported(package, part):
        return DocumentError(
            DocumentStatus.NO_TEXT, f"{package.name} has no text of its own, only other documents to be put into it.", _TAKE_OVER
        )
    if package.has_pictures:
        return DocumentError(
            DocumentStatus.NO_TEXT,
            f"{package.name} has no text, only pictures.",
            "Save it as PDF, run text recognition (OCR) on that, and put the result in its place.",
        )
    return DocumentError(DocumentStatus.EMPTY, f"{package.name} has no text.", "Fetch it again.")


def _imported(package: Package, part: str) -> tuple[str, ...]:
    """Documents that Word would take over into this one when it opens it."""
    return package.targets(part, "aFChunk")


def _remarks(package: Package, part: str) -> Iterator[str]:
    """What a reader should know of a document that was read."""
    if package.has_macros:
        yield f"{package.name} holds macros; they were neither run nor read."
    if _imported(package, part):
        yield f"Other documents are to be put into {package.name}, and were not read. {_TAKE_OVER}"
    lost = [
        kind
        for kind in ("styles", "numbering", "footnotes", "endnotes", "comments")
        if any(found.kind == kind and found.target for found in package.relationships(part))
        and package.related(part, kind) is None
    ]
    if lost:
        yield f"Parts of {package.name} are damaged and left out: {', '.join(lost)}. Fetch it again."
