"""Files attached to a mail, read by the loaders of their own formats.

Belongs here: how deep and how much, where the elements of an attachment stand, what is told of one that cannot be read. Does not
belong here: finding the parts of a mail (`mail`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.sniffing.content import sniff
from wiki_assets.documents.model import DocumentStatus, Element, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

_LOG = logging.getLogger(__name__)

DEEPEST = 3
"""Attachments in attachments that are read; what is deeper is listed."""
_MOST_READ = 200  # attachments of one file, those of its attachments counted
_SILENT = ("image/", "audio/", "video/", "font/")  # listed; that they have no text is no news
_SILENT_TYPES = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-keys", "text/calendar",
     "text/vcard", "text/x-vcard"}
)  # fmt: skip


@dataclass(slots=True)
class _Spending:
    depth: int
    bytes_left: int
    files_left: int


_SPENDING: ContextVar[_Spending | None] = ContextVar("attachments being read", default=None)


@dataclass(slots=True)
class Attachments:
    """What a mail has beside its text.

    Attributes:
        names: All of them, in order.
        problems: Why some were not read, for a person.
        lost: Those that we could read, were they not damaged, locked or too much.
    """

    names: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def lose(self, name: str, problem: str) -> None:
        """Notes one that could not be read, though we read its kind."""
        self.problems.append(problem)
        self.lost.append(name)


@contextmanager
def spending(options: ReadingOptions) -> Iterator[None]:
    """Around the reading of a mail: counts, over all mails inside it, what attachments cost."""
    if _SPENDING.get() is not None:
        yield
        return
    token = _SPENDING.set(_Spending(0, options.limits.output_bytes, _MOST_READ))
    try:
        yield
    finally:
        _SPENDING.reset(token)


def add_attachment(
    builder: ElementBuilder, found: Attachments, content: bytes, name: str, media_type: str, options: ReadingOptions
) -> None:
    """Lists an attachment and reads it, if a loader takes it.

    Args:
        builder: Gets its elements, each with the attachment as its place and its outermost section.
        found: Gets its name, and what went wrong.
        content: Its bytes.
        name: As the mail says it.
        media_type: As the mail says it; only for telling what is worth a word.
        options: Of the mail.
    """
    found.names.append(name)
    refusal = _spend(len(content))
    if refusal:
        found.lose(name, f"Attachment {name} was not read: {refusal}.")
        return
    try:
        parsed = _loaded(content, name, options)
    except DocumentError as error:
        if error.status is DocumentStatus.UNSUPPORTED:
            if not _is_silent(content, name, media_type):
                found.problems.append(f"Attachment {name} was not read: {error}")
        elif error.status is not DocumentStatus.EMPTY:
            found.lose(name, f"Attachment {name} was not read: {error}")
        return
    except Exception as error:  # a fault of ours in one attachment must not cost the mail
        _LOG.exception("Reading attachment %s failed.", name)
        found.lose(name, f"Attachment {name} made the reader fail ({type(error).__name__}).")
        return
    if parsed.reason:
        found.problems.append(f"Attachment {name}: {parsed.reason}")
    found.names.extend(f"{name}/{inner}" for inner in parsed.attachments)
    builder.add(_placed(element, name) for element in parsed.elements)


def _is_silent(content: bytes, name: str, media_type: str) -> bool:
    told = (media_type, sniff(content, name))
    return any(said.startswith(_SILENT) or said in _SILENT_TYPES for said in told)


def _spend(size: int) -> str:
    """Why an attachment of that size may not be read; empty where it may, and then it is counted."""
    spent = _SPENDING.get()
    if spent is None:
        return ""
    if spent.depth >= DEEPEST:
        return f"it is attached to an attachment of an attachment, and we read {DEEPEST} deep"
    if size > spent.bytes_left or not spent.files_left:
        return "all attachments together are too large"
    spent.bytes_left -= size
    spent.files_left -= 1
    return ""


def _loaded(content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
    from wiki_assets.documents.loaders.registry import load  # the registry imports loaders, and not the other way round

    spent = _SPENDING.get()
    if spent is None:
        return load(content, name, options)
    spent.depth += 1
    try:
        return load(content, name, options)
    except RecursionError as error:
        raise DocumentError(DocumentStatus.BOMB, f"{name} is nested without end.", "It was not read.") from error
    finally:
        spent.depth -= 1


def _placed(element: Element, name: str) -> Element:
    """An element of an attachment as one of the mail's: its pages are not pages of the mail, so they are told in words."""
    page = f"page {element.spans[0].box.page}" if element.spans else ""
    return replace(
        element,
        kind=ElementKind.FRONT_MATTER if element.kind is ElementKind.TITLE else element.kind,
        place=", ".join(filter(None, (f"attachment {name}", page, element.place))),
        section_path=(name, *element.section_path),
        spans=(),
    )
