"""Guessing the encoding of text that does not say it.

Belongs here: which of the encodings of the last forty years a text is likely in. Does not belong here: what bytes say for
certain (`encoding`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

_GUESSED_FROM = 20_000  # bytes around letters beyond ASCII: more of them made no guess better, and each costs time
# What texts of the last forty years are in. charset-normalizer tries all of Python's codecs if it may, and finds EBCDIC and Atari
# in short texts.
_CANDIDATES = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp874", "koi8_r", "koi8_u",
    "iso8859_2", "iso8859_5", "iso8859_7", "iso8859_15", "cp866", "cp850", "cp437", "mac_roman",
    "cp932", "euc_jp", "gb18030", "big5hkscs", "cp949",
)  # fmt: skip


def guessed(content: bytes) -> str:
    """The most likely encoding of text that is not UTF-8."""
    sample = _telling(content)
    beyond = len(sample) - len(sample.translate(None, bytes(range(128, 256))))
    rare = beyond * 100 < len(content)
    readings = {encoding: sample.decode(encoding) for encoding in _LATIN if decodes(content, encoding)}
    fits = {encoding: _fit(text, rare) for encoding, text in readings.items()}
    best = max(fits.values(), default=0.0)
    if best >= _FITS:
        tied = [encoding for encoding, fit in fits.items() if fit == best]
        if rare or beyond < _STATISTICS_FROM or len({readings[encoding] for encoding in tied}) == 1:
            return tied[0]
        return _by_statistics(sample, tied) or tied[0]
    return _by_script(sample) or "cp1252"


def _by_script(sample: bytes) -> str:
    """Where statistics over letters mislead: Japanese reads as Korean without words, Hebrew as Cyrillic without vowels."""
    japanese = sample.decode("euc_jp", errors="replace")
    if "\ufffd" not in japanese and len(_KANA.findall(japanese)) * 5 > len(japanese):
        return "euc_jp"
    found = _by_statistics(sample, _CANDIDATES)
    cyrillic = _CYRILLIC.findall(sample.decode(found, errors="replace")) if found else []
    vowels = sum(letter in "аеиоуыэюяіїєАЕИОУЫЭЮЯІЇЄ" for letter in cyrillic)
    if len(cyrillic) > _STATISTICS_FROM and vowels * 10 < len(cyrillic) * 3:
        return _by_statistics(sample, [name for name in _CANDIDATES if name not in _CYRILLIC_ENCODINGS])
    return found


_KANA = re.compile("[\u3040-\u30ff]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_CYRILLIC_ENCODINGS = ("cp1251", "koi8_r", "koi8_u", "iso8859_5", "cp866", "mac_cyrillic")


def _telling(content: bytes) -> bytes:
    """Lines with letters beyond ASCII, up to some thousand bytes: the others are equal in every encoding."""
    lines: list[bytes] = []
    size = 0
    for match in re.finditer(rb"[^\n]*[\x80-\xff][^\n]*\n?", content):
        lines.append(match.group()[:_GUESSED_FROM])
        size += len(lines[-1])
        if size > _GUESSED_FROM:
            break
    return b"".join(lines)[:_GUESSED_FROM]


_LATIN = ("cp1252", "cp1250", "iso8859_2", "cp1254", "cp1257", "mac_roman", "cp850", "cp852")
"""Encodings of Latin letters, the likeliest first: among those that fit equally well, the first is taken."""

# Letters beyond ASCII that one language uses. Statistics need some hundred letters to tell Danish from Czech; that no language has both
# the Danish and the Italian ones needs five.
_INVENTORIES = tuple(
    frozenset(letters + letters.upper())
    for letters in (
        "äöüßéàè",  # German
        "àâæçéèêëîïôœùûüÿ",  # French
        "áéíóúüñ",  # Spanish
        "áâãàçéêíóôõúü",  # Portuguese
        "àèéìòóùî",  # Italian
        "åäöé",  # Swedish, Finnish
        "æøåéôòóèêáü",  # Danish, Norwegian
        "áðéíóúýþæö",  # Icelandic
        "éëïóèêüáíàöä",  # Dutch
        "àçéèíïóòúü",  # Catalan
        "äöõüšž",  # Estonian
        "ąćęłńóśźż",  # Polish
        "áčďéěíňóřšťúůýž",  # Czech
        "áäčďéíĺľňóôŕšťúýž",  # Slovak
        "áéíóöőúüű",  # Hungarian
        "čćđšž",  # Croatian, Slovenian
        "ăâîşţșț",  # Romanian
        "çğıöşüâîİ",  # Turkish
        "ąčęėįšųūž",  # Lithuanian
        "āčēģīķļņšūž",  # Latvian
    )
)
_STATISTICS_FROM = 12  # letters: below, Hungarian is not told from Portuguese and "naïve" not from Czech
_FEW = 8  # letters of which a short German word may consist
_FITS = 0.95  # one letter in twenty may belong to a foreign name
_SIGN_WITHIN_WORD = re.compile(
    r"(?<=[^\W\d_])(?![’‘'´`\u00a0\u00ad·–—…®™©ªº°²³¹])[^\x00-\x7f\w](?=[^\W\d_])|(?<=[^\W\d_])[³¹](?=[^\W\d_])"
)
_CAPITAL_WITHIN_WORD = re.compile(r"[a-zà-öø-ÿ][À-ÖØ-ÞŠŽŒŸĄĆĘŁŚŹŻČĎĚŇŘŤŮ]")
_CONTROL = re.compile("[\x80-\x9f]")


def _fit(text: str, rare: bool) -> float:
    """How much of a text's letters beyond ASCII one language has, from 0 to 1.

    Args:
        text: Decoded in a way that may be wrong.
        rare: Such letters are so few that it is a text in English with foreign names, which need not be of one language.
    """
    if _SIGN_WITHIN_WORD.search(text) or _CAPITAL_WITHIN_WORD.search(text) or _CONTROL.search(text):
        return 0.0
    letters = [character for character in text if not character.isascii() and character.isalpha() and character not in "ªºµ"]
    if rare or not letters:
        return 1.0
    if len(letters) > _FEW and len(letters) * 2 > sum(
        map(str.isalpha, text)
    ):  # in Latin script, letters with marks are the fewer
        return 0.0
    return max(sum(letter in inventory for letter in letters) for inventory in _INVENTORIES) / len(letters)


def _by_statistics(sample: bytes, among: Sequence[str]) -> str:
    from charset_normalizer import from_bytes

    logging.getLogger("charset_normalizer").setLevel(logging.ERROR)
    best = from_bytes(sample, cp_isolation=list(among), preemptive_behaviour=False, language_threshold=0.1).best()
    return best.encoding if best is not None and best.encoding in among else ""


def decodes(content: bytes, encoding: str) -> bool:
    """Whether every byte is of a character in this encoding."""
    try:
        content.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True
