"""Private keys: blocks from a line that begins one to the line that ends it, over as many lines and elements as they have.

Belongs here: what such a block looks like, with its line breaks or folded to spaces. Does not belong here: tokens (`formats`).

The forms: PEM (RFC 7468), OpenSSH, PGP (RFC 4880), SSH2 (RFC 4716), and PuTTY's key files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wiki_assets.documents.redaction.model import Finding

KIND = "private key"

_DASH = r"[-\u2010-\u2015\u2212]"  # word processors make dashes of hyphens
_KEY = r"(?:[A-Z0-9]{1,12}\s+){0,4}PRIVATE\s+KEY(?:\s+BLOCK)?"
_BEGIN = re.compile(rf"(?:{_DASH}{{1,6}}\s?)?BEGIN\s+{_KEY}(?P<fence>\s?{_DASH}{{1,6}})?")
_END = re.compile(rf"(?:{_DASH}{{1,6}}\s?)?END\s+{_KEY}(?:\s?{_DASH}{{1,6}})?")
_PUTTY = re.compile(r"PuTTY-User-Key-File-\d")
_PUTTY_END = re.compile(r"Private-MAC:\s{0,3}[0-9a-fA-F]{20,128}")
# What a block without an end holds: header lines, then words of Base64, of which only the last may be short.
_HEADERS = re.compile(r"(?:\s*(?:[A-Z][A-Za-z]{1,20}(?:-[A-Z][A-Za-z]{1,20}){0,3}):\s{0,3}[^\s]{1,80}(?:,[^\s]{1,80})?)*")
_BODY = re.compile(r"(?:(?:\s|\\n|\\r)*[A-Za-z0-9+/=]{16,})+(?:(?:\s|\\n)+(?=[A-Za-z+/=]*[0-9+/=])[A-Za-z0-9+/=]{1,76})?")
_BASE64_WORD = re.compile(r"[A-Za-z0-9+/=]{16,}")
_MOST = (
    60_000  # characters of one block: an RSA key of 16,384 bits has 12,800, a PGP key with many subkeys some tens of thousands
)


@dataclass(frozen=True, slots=True)
class BlockPart:
    """The part of a block that stands in one of the texts; only the `first` gets the words that take its place."""

    text: int
    finding: Finding
    first: bool


def find_blocks(texts: Sequence[str]) -> list[BlockPart]:
    """Private keys in texts that follow each other, as parts by the text they stand in."""
    joined = "\n".join(texts)
    parts: list[BlockPart] = []
    starts: list[int] = []
    position = 0
    for text in texts:
        starts.append(position)
        position += len(text) + 1
    for start, end in (*_armoured(joined), *_putty(joined)):
        own = [
            part
            for part in enumerate(zip(starts, texts, strict=True))
            if part[1][0] < end and part[1][0] + len(part[1][1]) > start
        ]
        for number, (index, (first, text)) in enumerate(own):
            finding = Finding(max(start - first, 0), min(end - first, len(text)), KIND)
            parts.append(BlockPart(index, finding, number == 0))
    return parts


def _armoured(text: str) -> Iterator[tuple[int, int]]:
    position = 0
    while begin := _BEGIN.search(text, position):
        position = begin.end()
        following = _BEGIN.search(text, begin.end(), begin.end() + _MOST)
        end = _END.search(text, begin.end(), following.start() if following else begin.end() + _MOST)
        if end is not None and _holds_key(text[begin.end() : end.start()]):
            position = end.end()
            yield begin.start(), position
        elif body := _body_after(text, begin.end()):
            position = body
            yield begin.start(), position


def _putty(text: str) -> Iterator[tuple[int, int]]:
    position = 0
    while begin := _PUTTY.search(text, position):
        position = begin.end()
        end = _PUTTY_END.search(text, position, position + _MOST)
        private = text.find("Private-Lines:", position, position + _MOST)
        if end is not None:
            position = end.end()
        elif private >= 0 and (body := _BODY.match(text, text.find(":", private) + 1 + 5)):
            position = body.end()
        else:
            continue
        yield begin.start(), position


def _holds_key(body: str) -> bool:
    """Whether there is a key between the two lines; in prose about keys there are words."""
    if _BASE64_WORD.search(body):
        return True
    packed = "".join(body.split())
    return len(packed) >= 32 and bool(re.fullmatch(r"[A-Za-z0-9+/=]+", packed)) and any(sign.isdigit() for sign in packed)


def _body_after(text: str, start: int) -> int:
    """End of the key that begins at `start` and has no end of its own; 0 where there is none."""
    headers = _HEADERS.match(text, start)
    body = _BODY.match(text, headers.end() if headers else start) or _BODY.match(text, start)
    return body.end() if body else 0
