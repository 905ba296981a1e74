"""From bytes to text: which encoding a text file is in, and how sure that is.

Belongs here: byte order marks, wide encodings without one, UTF-8, declared and guessed encodings, and the refusal of what is no text.
Does not belong here: guesses (`encoding_guess`), what the text says, or its format (`sniffing`).
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

from wiki_assets.documents.errors import DocumentError
from wiki_assets.documents.loaders.encoding.guessing import decodes, guessed
from wiki_assets.documents.model import DocumentStatus

SAMPLE = 4096
"""Bytes that are looked at to tell text from other data."""

_BYTE_ORDER_MARKS = (  # UTF-32 before UTF-16, whose mark it begins with
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Pages say the left and mean the right, a larger set of letters (WHATWG Encoding Standard).
_MEANT_BY = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "hz": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}
_WIDTHS = {"utf-16": 2, "utf-32": 4}
_NULS_PER_TEXT = 10  # tables exported from databases are full of them, and are text without
_STRANGE_PER_TEXT = 100  # one strange character in a hundred is damage, more is not text


@dataclass(frozen=True, slots=True)
class DecodedText:
    r"""A file as text.

    Attributes:
        text: Line ends as `\n`, no byte order mark, no NUL.
        encoding: As Python names it.
        certain: Whether the bytes allow no other reading: a byte order mark, valid UTF-8, or a declared encoding that fits. A guess, and
            a text with bytes that are no character, is not certain.
    """

    text: str
    encoding: str
    certain: bool

    def doubt(self, name: str) -> str:
        """A note for a text whose encoding was guessed; empty where it is certain."""
        if self.certain:
            return ""
        return f"The encoding of {name} is not stated; it was read as {self.encoding}. If letters are wrong, save it as UTF-8."


def decode(content: bytes, name: str, declared: str = "") -> DecodedText:
    """The text of a file.

    Args:
        content: The whole file.
        name: For messages.
        declared: The encoding that the file itself states (HTML meta, XML prolog, a mail's charset). It counts only where no byte order
            mark, zero bytes or valid UTF-8 say otherwise, for statements are copied and bytes are not.

    Raises:
        DocumentError: It is no text in any encoding.
    """
    found, certain = _encoding_of(content, declared)
    mark = next((mark for mark, encoding in _BYTE_ORDER_MARKS if encoding == found and content.startswith(mark)), b"")
    text, faithful = _as_text(content[len(mark) :], found)
    if not is_text(text):
        raise DocumentError(
            DocumentStatus.CORRUPT,
            f"{name} is not text: it holds control characters and bytes of no encoding.",
            "Fetch it again.",
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    return DecodedText(text, found, certain and faithful)


def is_text(text: str) -> bool:
    """Whether decoded characters are a text: nearly no controls, no replaced bytes."""
    strange = sum(map(len, _STRANGE.findall(text))) - 1  # one is the letter at which a file was cut, however short it is
    return strange * _STRANGE_PER_TEXT <= len(text) and text.count("\0") * _NULS_PER_TEXT <= len(text)


# Controls other than NUL, white space, form feed, escape (ISO 2022, terminals) and the DOS end of file; C1 controls except NEL.
_STRANGE = re.compile("[\x01-\x08\x0e-\x19\x1c-\x1f\x7f-\x84\x86-\x9f\ufffd\ufffe\uffff]+")


def wide_encoding(content: bytes) -> str:
    """`utf-16-le` and so on where a byte order mark or the zero bytes of its letters say so; empty for other content."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return encoding if encoding != "utf-8" else ""
    sample = content[: SAMPLE - SAMPLE % 4]
    if b"\0" not in sample:
        return ""
    for encoding in ("utf-32-le", "utf-32-be"):
        if len(sample) >= 4 and _reads_as_text(sample[: len(sample) // 4 * 4], encoding):
            return encoding
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    encoding, zeros, others = ("utf-16-le", odd, even) if odd >= even else ("utf-16-be", even, odd)
    if others * 10 > zeros or not _reads_as_text(sample[: len(sample) // 2 * 2], encoding):
        return ""
    # Chinese has zero bytes only at spaces and line ends; so has a text in one byte that somebody damaged, which is text without them.
    rare = zeros * 4 < len(sample)
    return "" if rare and _is_narrow_text(sample.replace(b"\0", b"")) else encoding


def looks_like_text(content: bytes) -> bool:
    """Whether the beginning of a file is text in some encoding."""
    if not content:
        return False
    if wide_encoding(content):
        return True
    return _is_narrow_text(content[:SAMPLE])


def beginning(content: bytes, size: int = SAMPLE) -> str:
    """The first bytes as characters, whatever the encoding: letters beyond ASCII may be wrong, marks and words are not."""
    wide = wide_encoding(content)
    return content[:size].decode(wide or "utf-8", errors="replace").lstrip("\ufeff")


def _encoding_of(content: bytes, declared: str) -> tuple[str, bool]:
    if content.startswith(codecs.BOM_UTF8):
        return "utf-8", True
    if wide := wide_encoding(content):
        return wide, True
    if b"\x1b$" in content[: SAMPLE * 4] and decodes(content, "iso2022_jp_2"):
        return "iso2022_jp_2", True
    if _is_mostly_utf8(content):
        return "utf-8", True
    if (stated := _meant(declared)) and decodes(content, stated):
        return stated, True
    return guessed(content), False


def _as_text(content: bytes, encoding: str) -> tuple[str, bool]:
    """The text, and whether every byte of it is a character."""
    if encoding.startswith(("utf-16", "utf-32")):
        content = content[: len(content) // _WIDTHS[encoding[:6]] * _WIDTHS[encoding[:6]]]
    try:
        return content.decode(encoding), True
    except UnicodeDecodeError:
        return content.decode(encoding, errors="replace"), False


def _meant(declared: str) -> str:
    try:
        known = codecs.lookup(declared.strip().strip("\"'")).name if declared.strip() else ""
    except (LookupError, ValueError):
        return ""
    text_to_bytes = known and isinstance(codecs.lookup(known), codecs.CodecInfo) and codecs.lookup(known)._is_text_encoding
    return _MEANT_BY.get(known, known) if text_to_bytes and not known.startswith("utf-") else ""


_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


def _is_mostly_utf8(content: bytes) -> bool:
    """Valid UTF-8, or so many valid letters that the odd bytes are damage: a file cut inside a letter, a line pasted from elsewhere."""
    if decodes(content, "utf-8"):
        return True
    beyond = len(content) - len(content.translate(None, bytes(range(128, 256))))
    valid = sum(map(len, _SEQUENCE.findall(content)))
    return (beyond - valid) * 20 <= valid


def _is_narrow_text(sample: bytes) -> bool:
    strange = len(sample) - len(sample.translate(None, _STRANGE_BYTES))
    return strange * _STRANGE_PER_TEXT <= len(sample) and sample.count(0) * _NULS_PER_TEXT <= len(sample)


_STRANGE_BYTES = bytes((*range(0x01, 0x09), *range(0x0E, 0x1A), *range(0x1C, 0x20), 0x7F))


def _reads_as_text(sample: bytes, encoding: str) -> bool:
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(sample)  # a letter may be cut at the end
    except UnicodeDecodeError:
        return False
    strange = sum(unicodedata.category(character) in ("Cn", "Co", "Cs") for character in text)
    return bool(text) and is_text(text) and strange * 50 <= len(text)
