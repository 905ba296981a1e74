"""Clean text: the one form in which a document's words are chunked, matched and quoted.

Belongs here: character-level repair (ligatures, soft hyphens, control characters, white space, line-end hyphenation).
Does not belong here: anything that weighs meaning, or that compares two texts (`matching`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set

_INVISIBLE = dict.fromkeys(
    [
        *range(0x09),
        *range(0x0B, 0x0D),
        *range(0x0E, 0x20),
        0x7F,
        0xAD,  # soft hyphen
        *range(0x200B, 0x2010),  # zero-width characters and direction marks
        0x2060,
        0xFEFF,
        0xFFFE,
        0xFFFF,
    ]
)
# Codes of the private area that fonts in the Macintosh encoding give to the ligatures fi and fl (0xDE and 0xDF there).
_HIDDEN_LIGATURES = {0xF0DE: "fi", 0xF0DF: "fl"}
REPAIRS = {**_INVISIBLE, **_HIDDEN_LIGATURES}
_TO_REPAIR = re.compile(f"[{''.join(re.escape(chr(code)) for code in REPAIRS)}]")
_LINE_END_HYPHEN = re.compile(r"(\w+)[-\u2010]$")
_IDEOGRAPH = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")  # scripts written without spaces
_FIRST_IDEOGRAPH = "\u3000"
_FIRST_WORD = re.compile(r"\w+")
_COMPOUND = re.compile(r"\w+-\w")


def clean_line(line: str) -> str:
    """One drawn line as clean text: NFKC (which undoes ligatures), invisible characters out, white space folded."""
    if line.isascii() and line.isprintable():
        return " ".join(line.split())
    text = line.translate(REPAIRS) if _TO_REPAIR.search(line) else line  # to look first is a tenth of the work
    text = unicodedata.normalize("NFKC", text)
    if _TO_REPAIR.search(text):
        text = text.translate(_INVISIBLE)
    return " ".join(text.split())


def join_lines(first: str, second: str, vocabulary: Set[str]) -> tuple[str, str]:
    """What stands between two clean lines of one paragraph.

    A hyphen at the end of `first` is undone where the next line goes on in lower case, unless the document writes the
    compound with a hyphen elsewhere and never as one word. Before a capital it stays, unless the document writes one word.

    Args:
        first: Clean line.
        second: Clean line below it.
        vocabulary: Lower-case words of the document, hyphenated compounds included, as `words_of` gives them.

    Returns:
        `first` as it must stand (perhaps without its hyphen), and the separator (a space or nothing).
    """
    if not first.endswith(("-", "\u2010")):
        if first[-1:] < _FIRST_IDEOGRAPH:  # nearly always
            return first, " "
        ideographs = _IDEOGRAPH.match(first[-1:]) and _IDEOGRAPH.match(second[:1])
        return first, "" if ideographs else " "
    hyphenated = _LINE_END_HYPHEN.search(first)
    if hyphenated is None:
        return first, " "
    following = _FIRST_WORD.match(second)
    if following is None:
        return first, ""
    left, right = hyphenated.group(1).lower(), following.group().lower()
    if not following.group()[0].islower():
        one_word = left + right in vocabulary and f"{left}-{right}" not in vocabulary
        return (first[:-1], "") if one_word else (first, "")
    if left.isdigit() or (f"{left}-{right}" in vocabulary and left + right not in vocabulary):
        return first, ""
    if left in vocabulary and left + right not in vocabulary and _COMPOUND.match(second):  # "English-" above "to-German"
        return first, ""
    return first[:-1], ""


_VOCABULARY_WORD = re.compile(r"\w+(?:-\w+)*")


def words_of(text: str) -> set[str]:
    """Lower-case words of a text; a hyphenated compound is one word and its parts are not counted."""
    return set(_VOCABULARY_WORD.findall(text.lower()))


_ACCENT_BESIDE = re.compile(r" ([\u0300-\u0308\u030a-\u030c])(\w)")


def with_accents_composed(text: str) -> str:
    """A clean text for display, with every accent that TeX drew beside its letter put on it ("M ¨obius").

    Clean text itself is left as NFKC has it, so that a quote is found by whoever reads the page's words the same way.
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _ACCENT_BESIDE.sub(r"\2\1", text))
