"""E-mails, mailboxes of them, and web pages saved as mails (MHTML).

Belongs here: the parts of a mail and which of them are read. Does not belong here: header fields (`mail_headers`), text (`mail_bodies`),
attachments (`mail_attachments`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.building import ElementBuilder, unpaged
from wiki_assets.documents.loaders.encoding.decoding import decode
from wiki_assets.documents.loaders.html_reading import add_page
from wiki_assets.documents.loaders.html_reading.facts import made_metadata
from wiki_assets.documents.loaders.mail.attachments import Attachments, add_attachment, spending
from wiki_assets.documents.loaders.mail.bodies import add_html_body, add_plain_body, richer_html
from wiki_assets.documents.loaders.mail.headers import date_of, file_name, parsed_mail, sender_of
from wiki_assets.documents.loaders.mail.headers import field as header
from wiki_assets.documents.loaders.media_types import MAIL
from wiki_assets.documents.loaders.web_page import declared_encoding
from wiki_assets.documents.model import DocumentMetadata, DocumentStatus, ElementKind, ParsedDocument
from wiki_assets.documents.options import ReadingOptions

_MBOX_START = re.compile(rb"^From [^\r\n]{0,200}\d{4}[^\r\n]{0,100}\r?\n(?=[!-9;-~]+:)", re.MULTILINE)
_ESCAPED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
_SHOWN = ("From", "To", "Cc", "Date")
_PGP = "-----BEGIN PGP MESSAGE-----"
_LOCKED_TYPES = frozenset({"multipart/encrypted", "application/pgp-encrypted"})
_SEALED_TYPES = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
_MOST_FILES = 1000
_DEEPEST_PARTS = 50  # parts in parts; mail programs write fewer than ten
_TELLING_DEFECTS = {
    "StartBoundaryNotFoundDefect": "a part that is announced does not begin",
    "CloseBoundaryNotFoundDefect": "it is cut off",
    "NoBoundaryInMultipartDefect": "its parts are not marked",
    "MultipartInvariantViolationDefect": "its parts are not marked",
    "MissingHeaderBodySeparatorDefect": "its header fields do not end where they should",
    "InvalidBase64CharactersDefect": "an encoded part is damaged",
    "InvalidBase64LengthDefect": "an encoded part is damaged",
    "InvalidMultipartContentTransferEncodingDefect": "a part is encoded in a way that is not allowed",
}


@dataclass(slots=True)
class _Reading:
    """One file while it is read.

    Attributes:
        defects: What the library had to repair, in words, in order.
    """

    name: str
    options: ReadingOptions
    builder: ElementBuilder = field(default_factory=ElementBuilder)
    attachments: Attachments = field(default_factory=Attachments)
    defects: dict[str, None] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    messages_lost: list[str] = field(default_factory=list)


class MailLoader:
    """Reads mails (EML, MBOX, MHTML)."""

    media_types = frozenset({MAIL})

    def load(self, content: bytes, name: str, options: ReadingOptions) -> ParsedDocument:
        """See `Loader.load`. An attachment that cannot be read costs that attachment only, and a message of a mailbox that message."""
        reading = _Reading(name, options)
        with spending(options):
            messages = _messages(content)
            metadata = _read_one(reading, messages[0]) if len(messages) == 1 else _read_mailbox(reading, messages)
        if all(element.kind in (ElementKind.TITLE, ElementKind.FRONT_MATTER) for element in reading.builder.elements):
            raise DocumentError(
                DocumentStatus.NO_TEXT,
                f"{name} is a mail without text. {_reason(reading)}".rstrip(),
                "Save what is attached to it by itself.",
            )
        return unpaged(
            MAIL,
            reading.builder.elements,
            reason=_reason(reading),
            metadata=metadata,
            attachments=tuple(reading.attachments.names),
            parts_lost=(*reading.messages_lost, *reading.attachments.lost),
        )


def _messages(content: bytes) -> list[bytes]:
    """The mails of a file: those of a mailbox, or the one that it is."""
    content = content.lstrip(b"\xef\xbb\xbf\r\n\t ")
    starts = [match for match in _MBOX_START.finditer(content) if _begins_message(content, match.start())]
    if not starts or starts[0].start() != 0:
        return [content]
    ends = [match.start() for match in starts[1:]] + [len(content)]
    return [_ESCAPED_FROM.sub(rb"\1", content[match.end() : end]) for match, end in zip(starts, ends, strict=True)]


def _begins_message(content: bytes, start: int) -> bool:
    return start == 0 or content[max(0, start - 4) : start].endswith((b"\n\n", b"\r\n\r\n"))


def _read_one(reading: _Reading, content: bytes) -> DocumentMetadata:
    message = parsed_mail(content, reading.name)
    if header(message, "Snapshot-Content-Location") or header(message, "From").startswith("<Saved by"):
        return _read_saved_page(reading, message)
    subject = header(message, "Subject")
    reading.builder.text(ElementKind.TITLE, subject)
    _read_message(reading, message)
    return _metadata(message, subject)


def _read_mailbox(reading: _Reading, contents: list[bytes]) -> DocumentMetadata:
    for number, content in enumerate(contents, start=1):
        reading.builder.leave_sections()
        reading.builder.place = f"message {number}"
        try:
            message = parsed_mail(content, reading.name)
            reading.builder.heading(header(message, "Subject"), 1)
            _read_message(reading, message)
        except DocumentError as error:
            reading.problems.append(f"Message {number} was not read: {error.what}")
            reading.messages_lost.append(f"message {number}")
    return DocumentMetadata()


def _metadata(message: Message, subject: str) -> DocumentMetadata:
    sent = date_of(message)
    sender = sender_of(message)
    return made_metadata(title=subject, authors=[sender] if sender else [], date=str(sent.year) if sent else "")


def _read_saved_page(reading: _Reading, message: Message) -> DocumentMetadata:
    """A page that a browser saved with all its parts: its first HTML is the page, and the others are frames."""
    metadata = DocumentMetadata()
    for index, part in enumerate(part for part in _leaves(reading, message) if part.get_content_type() == "text/html"):
        said = add_page(reading.builder, _text(reading, part))
        metadata = said if index == 0 else metadata
    return metadata


def _read_message(reading: _Reading, message: Message) -> None:
    for name in _SHOWN:
        said = header(message, name)
        if said:
            reading.builder.text(ElementKind.FRONT_MATTER, f"{name}: {said}")
    for part in _leaves(reading, message):
        _read_part(reading, part)


def _leaves(reading: _Reading, message: Message) -> Iterator[Message]:
    """The parts to be read, in order: of alternatives one, of an attached mail the whole."""
    stack = [(message, 0)]
    while stack:
        part, depth = stack.pop()
        _refuse_locked(part, reading.name)
        inside = part.get_payload() if part.is_multipart() else None
        if not isinstance(inside, list) or part.get_content_maintype() != "multipart":
            _note_defects(reading, part)
            yield part
            continue
        _note_defects(reading, part)
        if depth >= _DEEPEST_PARTS:
            raise DocumentError(
                DocumentStatus.BOMB, f"{reading.name} looks like an attack: its parts are nested without end.", "It was not read."
            )
        children = [child for child in inside if isinstance(child, Message)]
        if part.get_content_subtype() == "alternative":
            children = _chosen(reading, children)
        stack.extend((child, depth + 1) for child in reversed(children))


def _chosen(reading: _Reading, versions: list[Message]) -> list[Message]:
    """One of the versions of a body: plain text, unless the HTML says much more; the last that we know where neither is there."""
    plain = next((part for part in versions if part.get_content_type() == "text/plain"), None)
    rich = next((part for part in versions if _html_in(part) is not None), None)
    if plain is None or rich is None:
        chosen = plain or rich or (versions[-1] if versions else None)
    else:
        html = _html_in(rich)
        chosen = rich if html is not None and richer_html(_text(reading, plain), _text(reading, html)) else plain
    others = [part for version in versions if version is not chosen for part in _files_in(version)]
    return [*([chosen] if chosen is not None else []), *others]


def _files_in(version: Message) -> Iterator[Message]:
    """What a version of a body has beside its text, such as a picture, a date, a file that some programs put there."""
    stack = [version]
    for _ in range(_MOST_FILES):
        if not stack:
            return
        part = stack.pop()
        payload = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(payload, list):
            stack.extend(child for child in reversed(payload) if isinstance(child, Message))
        elif part.get_content_maintype() not in ("text", "multipart") or file_name(part):
            yield part


def _html_in(part: Message) -> Message | None:
    """The HTML that a version of a body is, or is built around."""
    if part.get_content_type() == "text/html":
        return part
    if part.get_content_maintype() != "multipart":
        return None
    return next((inner for inner in _first_parts(part) if inner.get_content_type() == "text/html"), None)


def _first_parts(part: Message) -> Iterator[Message]:
    for _ in range(_DEEPEST_PARTS):
        payload = part.get_payload()
        inside = [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []
        yield from inside
        nested = next((child for child in inside if child.get_content_maintype() == "multipart"), None)
        if nested is None:
            return
        part = nested


def _read_part(reading: _Reading, part: Message) -> None:
    media_type = part.get_content_type()
    name = file_name(part)
    attached = str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment")
    if media_type == "message/rfc822" or part.is_multipart():
        _read_attached_mail(reading, part, name)
    elif media_type in ("text/plain", "text/html") and not attached and not name:
        _read_body(reading, part, media_type)
    elif media_type in ("message/delivery-status", "message/disposition-notification"):
        return
    else:
        content = _bytes(part)
        name = name or f"unnamed.{media_type.rpartition('/')[2]}"
        if content or attached:
            add_attachment(reading.builder, reading.attachments, content, name, media_type, reading.options)


def _read_body(reading: _Reading, part: Message, media_type: str) -> None:
    text = _text(reading, part)
    if _PGP in text:
        raise _locked(reading.name, "PGP")
    if media_type == "text/html":
        add_html_body(reading.builder, text)
    else:
        flowed = str(part.get_param("format", "")).lower() == "flowed"
        add_plain_body(reading.builder, text, flowed=flowed)


def _read_attached_mail(reading: _Reading, part: Message, name: str) -> None:
    payload = part.get_payload()
    for inner in payload if isinstance(payload, list) else []:
        if not isinstance(inner, Message):
            continue
        called = name or f"{header(inner, 'Subject')[:100] or 'message'}.eml"
        try:
            content = inner.as_bytes()
        except (ValueError, TypeError, LookupError, UnicodeError, KeyError, AttributeError, RecursionError):
            reading.attachments.names.append(called)
            reading.attachments.lose(called, f"Attachment {called} was not read: it is damaged.")
            continue
        add_attachment(reading.builder, reading.attachments, content, called, MAIL, reading.options)


def _bytes(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _text(reading: _Reading, part: Message) -> str:
    content = _bytes(part)
    if not content.strip():
        return ""
    charset = str(part.get_param("charset", "") or "")
    declared = charset or (declared_encoding(content) if part.get_content_type() == "text/html" else "")
    try:
        return decode(content, f"the text of {reading.name}", declared).text
    except DocumentError as error:
        reading.problems.append(error.what)
        return ""


def _refuse_locked(part: Message, name: str) -> None:
    """Raises `DocumentError` for a part that only its receiver can read."""
    media_type = part.get_content_type()
    if media_type in _LOCKED_TYPES:
        raise _locked(name, "PGP")
    if media_type in _SEALED_TYPES:
        if str(part.get_param("smime-type", "")).lower() == "signed-data":
            raise DocumentError(
                DocumentStatus.UNSUPPORTED,
                f"{name} is signed in a form that wraps its text (S/MIME).",
                "Open it in a mail program and save its text, or print it to PDF.",
            )
        raise _locked(name, "S/MIME")


def _locked(name: str, how: str) -> DocumentError:
    return DocumentError(
        DocumentStatus.ENCRYPTED,
        f"{name} is encrypted ({how}).",
        "Open it in your mail program, and save its text or print it to PDF.",
    )


def _note_defects(reading: _Reading, part: Message) -> None:
    for defect in part.defects:
        words = _TELLING_DEFECTS.get(type(defect).__name__)
        if words:
            reading.defects[words] = None


def _reason(reading: _Reading) -> str:
    defects = "; ".join(reading.defects)
    told = [f"{reading.name} is damaged and was repaired as far as possible: {defects}."] if defects else []
    return " ".join([*told, *dict.fromkeys(reading.problems), *reading.attachments.problems])
