"""Opening a PDF: what can be wrong with the file as a whole, and what it says about itself.

Belongs here: passwords, damage, page trees without pages, stated metadata, names of attached files. Does not belong here: its pages
(`pdf_pages`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.loaders.pdf.properties import plain, properties_of, stated_title
from wiki_assets.documents.model import DocumentStatus

_MOST_ATTACHMENTS = 1000  # names; a file with more is a file system, or means harm
_EMPTY_TREE = re.compile(rb"/Count\s+0\b")


@dataclass(frozen=True, slots=True)
class StatedFacts:
    """What a PDF says about itself.

    Attributes:
        title: From its properties; empty where they name none.
        properties: `(name, value)` of what else they say.
        repaired: Whether it was damaged and MuPDF put together what it could find.
        attachments: Names of files inside.
        first_page: All text drawn on the first page, lines as drawn.
    """

    title: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    repaired: bool = False
    attachments: tuple[str, ...] = ()
    first_page: str = ""


def failures() -> tuple[type[Exception], ...]:
    """What MuPDF raises: its own errors are no subclass of those that PyMuPDF raises around them."""
    return RuntimeError, ValueError, mupdf().mupdf.FzErrorBase


@contextmanager
def opened(content: bytes, name: str, password: str) -> Iterator[Any]:
    """The open document, unlocked and with pages; closed at the end.

    Raises:
        DocumentError: It is damaged, protected or has no pages.
    """
    try:
        document = mupdf().open(stream=content, filetype="pdf")
    except failures() as error:
        raise DocumentError(DocumentStatus.CORRUPT, f"{name} cannot be opened as a PDF: {error}.", "Fetch it again.") from error
    with document:
        if document.needs_pass:
            _unlock(document, name, password)
        if _page_count(document, name) == 0:
            raise _without_pages(content, name)
        yield document


def _page_count(document: Any, name: str) -> int:
    """Number of pages. A file may claim a number that no file can have."""
    try:
        return int(document.page_count)
    except failures() as error:
        raise DocumentError(DocumentStatus.CORRUPT, f"{name} cannot be opened as a PDF: {error}.", "Fetch it again.") from error


def _unlock(document: Any, name: str, password: str) -> None:
    """Opens a protected document. One that only its owner's rights protect opens with the empty password."""
    if document.authenticate("") or (password and document.authenticate(password)):
        return
    if password:
        raise DocumentError(
            DocumentStatus.ENCRYPTED,
            f"{name} is protected by a password, and the one in sources.yaml does not open it.",
            "Correct it there, or put an unprotected copy in its place.",
        )
    raise DocumentError(
        DocumentStatus.ENCRYPTED,
        f"{name} is protected by a password.",
        "Give its password in sources.yaml (password: …), or put an unprotected copy in its place.",
    )


def _without_pages(content: bytes, name: str) -> DocumentError:
    """Why a document has no pages: MuPDF also opens what it could not mend, as a document of none."""
    whole = _EMPTY_TREE.search(content) and b"%%EOF" in content[-1024:]
    if whole and b"/Type /Page\n" not in content and content.count(b" obj") < 10:
        return DocumentError(DocumentStatus.EMPTY, f"{name} has no pages.", "Fetch it again.")
    return DocumentError(DocumentStatus.CORRUPT, f"{name} is damaged or cut off: no page could be recovered.", "Fetch it again.")


def facts_of(document: Any) -> StatedFacts:
    """What an open document says about itself, without its first page; what is damaged there is as if it were not stated."""
    return StatedFacts(
        title=_unless_damaged(stated_title, document, ""),
        properties=_unless_damaged(properties_of, document, ()),
        repaired=bool(document.is_repaired),
        attachments=_unless_damaged(_attachments, document, ()),
    )


_Stated = TypeVar("_Stated")


def _unless_damaged(read: Callable[[Any], _Stated], document: Any, otherwise: _Stated) -> _Stated:
    try:
        return read(document)
    except failures():
        return otherwise


def _attachments(document: Any) -> tuple[str, ...]:
    """Names of embedded files: what the document shows for each, not where somebody would like it written."""
    return tuple(name for stated in document.embfile_names()[:_MOST_ATTACHMENTS] if (name := plain(stated)))
