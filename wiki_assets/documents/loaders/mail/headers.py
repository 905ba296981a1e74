"""Header fields of mails as text.

Belongs here: encoded words, raw bytes, parameters such as file names. Does not belong here: bodies (`mail_bodies`).

The library's newer policy parses every field by a grammar when it is asked for it: that costs quadratic time on hostile fields, and some
raise. We show fields and never answer mails, so the older policy and its decoder are enough.
"""

from __future__ import annotations

import base64
import email
import email.policy
import email.utils
import re
from datetime import datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.encoding.decoding import decode
from wiki_assets.documents.model import DocumentStatus
from wiki_assets.text.cleaning import clean_line

_LONGEST = 10_000  # characters of a field that are read
_LONGEST_SENDER = 1000
_LONGEST_NAME = 200
_FOLD = re.compile(r"\r?\n[ \t]+|[\r\n]+")


def parsed_mail(content: bytes, name: str) -> Message:
    """A mail as the library repairs it. Raises `DocumentError` where it nests deeper than the library can follow."""
    try:
        return email.message_from_bytes(content, policy=email.policy.compat32)
    except RecursionError as error:
        raise DocumentError(
            DocumentStatus.BOMB, f"{name} looks like an attack: its parts are nested without end.", "It was not read."
        ) from error


def field(message: Message, name: str) -> str:
    """The first field of that name as text; empty where there is none."""
    for key, value in message.raw_items():
        if key.lower() == name.lower():
            return _decoded(str(value)[:_LONGEST])
    return ""


def file_name(part: Message) -> str:
    """The name a part gives itself, for people only: no folders, no controls. Empty where it gives none."""
    try:
        said = part.get_filename() or part.get_param("name") or ""
    except (ValueError, TypeError, LookupError, UnicodeError):
        return ""
    text = email.utils.collapse_rfc2231_value(said) if isinstance(said, tuple) else str(said)
    last = re.split(r"[\\/]", _decoded(text[:_LONGEST]))[-1]
    return clean_line(last)[:_LONGEST_NAME]


def date_of(message: Message) -> datetime | None:
    """When it says it was sent."""
    try:
        return email.utils.parsedate_to_datetime(field(message, "Date"))
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def sender_of(message: Message) -> str:
    """The name of who sent it, or the address where there is no name."""
    try:
        said, address = email.utils.parseaddr(field(message, "From")[:_LONGEST_SENDER])
    except (RecursionError, ValueError, IndexError):  # it calls itself for every bracket
        return ""
    return clean_line(said or address)


def _decoded(raw: str) -> str:
    unfolded = _FOLD.sub(" ", _text(raw.encode("utf-8", "surrogateescape"), ""))
    try:
        parts = decode_header(unfolded)
    except (HeaderParseError, ValueError, base64.binascii.Error):  # type: ignore[attr-defined]
        return clean_line(unfolded)
    return clean_line("".join(part if isinstance(part, str) else _text(part, charset or "") for part, charset in parts))


def _text(data: bytes, charset: str) -> str:
    if data.isascii() and charset.lower() not in ("utf-7", "iso-2022-jp", "hz-gb-2312", "utf-16", "utf-16-le", "utf-16-be"):
        return data.decode("ascii")
    try:
        return decode(data, "a header field", charset).text
    except DocumentError:
        return data.decode("utf-8", "replace")
