"""Opening a PDF: what can be wrong with the file as a whole, and what it says about itself.

Belongs here: passwords, damage, page trees without pages, stated metadata, names of attached files. Does not belong here: its pages
(`pdf_pages`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.engine import mupdf
from wiki_assets.documents.model import DocumentStatus

_EMPTY_TREE = re.compile(rb"/Count\s+0\b")


@dataclass(frozen=True, slots=True)
class StatedFacts:
    """What a PDF says about itself.

    Attributes:
        title, author: From its properties; empty where it has none.
        repaired: Whether it was damaged and MuPDF put together what it could find.
        attachments: Names of files inside.
    """

    title: str = ""
    author: str = ""
    repaired: bool = False
    attachments: tuple[str, ...] = ()


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
        if document.page_count == 0:
            raise _without_pages(content, name)
        yield document


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
    """What an open document says about itself; what is damaged there is as if it were not stated."""
    stated = document.metadata or {}
    return StatedFacts(
        title=(stated.get("title") or "").strip(),
        author=(stated.get("author") or "").strip(),
        repaired=bool(document.is_repaired),
        attachments=_attachments(document),
    )


def _attachments(document: Any) -> tuple[str, ...]:
    try:
        return tuple(document.embfile_names())
    except failures():
        return ()
