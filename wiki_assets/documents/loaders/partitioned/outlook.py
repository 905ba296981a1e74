"""Outlook messages (MSG): the body through `unstructured`, headers and attachments through `oxmsg`, which it rests on.

Belongs here: the parts of a message, locks and damage. Does not belong here: what the library's elements mean (`partitioned_elements`), or
how attachments are read (`mail_attachments`).
"""

from __future__ import annotations

import io
from typing import Any

import olefile

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder, unpaged
from wiki_assets.documents.loaders.html_reading.facts import made_metadata
from wiki_assets.documents.loaders.mail.attachments import Attachments, add_attachment, spending
from wiki_assets.documents.loaders.media_types import OUTLOOK
from wiki_assets.documents.loaders.partitioned.elements import add_partitions
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions
from wiki_assets.text.cleaning import clean_line

_MOST_STREAMS_FOR_FILE = 2  # all streams of a real message together are no larger than its file; ones that share their bytes are
_SEALED = "IPM.Note.SMIME"
_SIGNED = "IPM.Note.SMIME.MultipartSigned"


def outlook_message(content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
    """Reads a message. Raises `DocumentError` where it is damaged, encrypted or without text."""
    _refuse_bomb(content, name)
    builder, attachments = ElementBuilder(), Attachments()
    message = _message(content, name)
    metadata = _add_headers(builder, message, name)
    before = len(builder.elements)
    add_partitions(builder, _body(content, name))
    with spending(options):
        for attachment in message.attachments:
            _add_attachment(builder, attachments, attachment, options)
    if len(builder.elements) == before:
        why = " ".join(attachments.problems)
        raise DocumentError(
            DocumentStatus.NO_TEXT, f"{name} is a message without text. {why}".rstrip(), "Save what is attached to it by itself."
        )
    return unpaged(
        OUTLOOK,
        builder.elements,
        reason=" ".join(attachments.problems),
        metadata=metadata,
        attachments=tuple(attachments.names),
        parts_lost=tuple(attachments.lost),
    )


def _refuse_bomb(content: bytes, name: str) -> None:
    try:
        with olefile.OleFileIO(io.BytesIO(content)) as streams:
            said = sum(streams.get_size(path) for path in streams.listdir())
    except Exception as error:  # the library raises whatever a broken table leads it into
        raise _damaged(name, error) from error
    if said > len(content) * _MOST_STREAMS_FOR_FILE:
        raise DocumentError(
            DocumentStatus.BOMB,
            f"{name} looks like an attack: its {len(content):,} bytes unfold to {said:,}.",
            "It was not read.",
        )


def _message(content: bytes, name: str) -> Any:
    from oxmsg import Message

    try:
        message = Message.load(content)
        sealed = str(message.message_class)
        headers = {key.lower(): str(value) for key, value in message.message_headers.items()}
    except Exception as error:  # it trusts the file: a property that is not there is a KeyError
        raise _damaged(name, error) from error
    encrypted = "encrypted" in headers.get("content-type", "").lower()
    if encrypted or (sealed.startswith(_SEALED) and not sealed.startswith(_SIGNED)):
        raise DocumentError(
            DocumentStatus.ENCRYPTED, f"{name} is encrypted.", "Open it in Outlook, and save its text or print it to PDF."
        )
    return message


def _add_headers(builder: ElementBuilder, message: Any, name: str) -> DocumentMetadata:
    try:
        subject, sender, sent = str(message.subject or ""), str(message.sender or ""), message.sent_date
        receivers = ", ".join(str(recipient.email_address or recipient.name or "") for recipient in message.recipients)
    except Exception as error:  # as above
        raise _damaged(name, error) from error
    builder.text(ElementKind.TITLE, subject)
    for field, said in (("From", sender), ("To", receivers), ("Date", sent.isoformat() if sent else "")):
        if clean_line(said):
            builder.text(ElementKind.FRONT_MATTER, f"{field}: {said}")
    author = sender.partition("<")[0].strip(' "') or sender.strip("<> ")
    return made_metadata(title=subject, authors=[author] if author else [], date=str(sent.year) if sent else "")


def _body(content: bytes, name: str) -> Any:
    from wiki_assets.documents.loaders.partitioned.engine import made_ready

    made_ready()
    from unstructured.partition.msg import partition_msg

    try:
        return partition_msg(file=io.BytesIO(content), process_attachments=False)
    except Exception as error:  # as above, and whatever its reader of HTML raises
        raise _damaged(name, error) from error


def _add_attachment(builder: ElementBuilder, found: Attachments, attachment: Any, options: ReadingOptions) -> None:
    try:
        called = clean_line(str(attachment.file_name or "")) or "unnamed"
        content, media_type = attachment.file_bytes, str(attachment.mime_type or "").lower()
    except Exception as error:  # as above
        found.names.append("unnamed")
        found.lose("unnamed", f"An attachment was not read: it is damaged ({type(error).__name__}).")
        return
    called = called.replace("\\", "/").rpartition("/")[2]
    if content:
        add_attachment(builder, found, content, called, media_type, options)
    else:  # a message in the message, or a link to a file elsewhere
        found.names.append(called)
        found.lose(called, f"Attachment {called} was not read: it is not stored as a file. Save it by itself.")


def _damaged(name: str, error: Exception) -> DocumentError:
    return DocumentError(
        DocumentStatus.CORRUPT,
        f"{name} is damaged: it cannot be read as an Outlook message ({type(error).__name__}).",
        "Save it anew.",
    )
