"""Characters that look or are meant alike, as one.

Belongs here: single characters and their accents. Does not belong here: words, white space (`layout`), LaTeX (`latex`).
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum, auto
from typing import NamedTuple

from wiki_assets.text.cleaning import REPAIRS
from wiki_assets.text.edits import Edit

# Signs that one text writes for the other; the right one of each pair stands. None of them is told from its partner by meaning.
_ALIKE = str.maketrans({
    "⋅": "·", "∼": "~", "∗": "*", "∣": "|", "∥": "‖", "∆": "Δ", "〈": "⟨", "〉": "⟩", "⩽": "≤", "⩾": "≥", "≦": "≤", "≧": "≥",
    "⪯": "≼", "⪰": "≽", "∊": "∈", "∍": "∋", "♢": "⋄", "◇": "⋄", "◯": "○", "⟶": "→", "⟵": "←", "⟹": "⇒", "⟺": "⇔",
    "⟼": "↦", "⁄": "/", "∕": "/", "−": "-", "⁃": "-", "′": "'", "‵": "'", "ʹ": "'", "ʼ": "'", "ʻ": "'", "‚": "'", "‛": "'",
    "„": '"', "‟": '"', "″": '"', "‶": '"',
})  # fmt: skip
_DOUBLE_QUOTES = frozenset("«»“”〝〞")
_LINE_SPACES = frozenset("\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029")
# White space that typesetters put between groups of digits.
_DIGIT_SPACES = frozenset("\u00a0\u2007\u2008\u2009\u202f")
# Hyphens proper. Every other dash parts words, so that what stands before a space behind it is no broken word.
_HYPHENS = frozenset("\u2010\u2011")
# Accents that TeX draws before the letter they belong to. NFKC makes "¨" a space and a mark.
_DRAWN_MARKS = frozenset("\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u030a\u030b\u030c")
# Of these, hats, tildes, bars and dots are mostly on a variable, the others in a name; grave and acute also on its last letter.
_MARKS_OF_WORDS = frozenset("\u0300\u0301\u0306\u0308\u030a\u030b\u030c")
_MARKS_OF_LAST_LETTERS = frozenset("\u0300\u0301")
# For two of them NFKC makes no space.
_DRAWN_WITHOUT_SPACE = {"ˆ": " \u0302", "ˇ": " \u030c"}
# Accents that TeX draws behind their letter.
_DRAWN_BEHIND = {"¸": "\u0327", "˛": "\u0328"}
_MARKS_BEHIND = frozenset(_DRAWN_BEHIND.values())
_AS_MARKS = str.maketrans(_DRAWN_BEHIND)
_DOTLESS = str.maketrans("ıȷ", "ij")
# Unicode's own limit for marks on one letter, in its Stream-Safe Text Format (UAX 15). Putting marks in order takes quadratic time.
_MOST_MARKS = 30

_INVISIBLE = re.compile("[{}]".format("".join(re.escape(chr(code)) for code in sorted(REPAIRS) if chr(code) not in _LINE_SPACES)))
_SOFT_BREAK = re.compile(r"\u00ad\s*[\n\u2028]\s*(?=[^\W\d_])")
# Letters and signs that are plain already, the most frequent ones of each script: whole texts of them need no look at each.
PLAIN = (
    r"\t\n\r -~\u00a7\u00b0\u00b1\u00b6\u00c0-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e"  # Latin
    r"\u0391-\u03ce\u0400-\u0481\u048a-\u052f\u05d0-\u05ea\u0621-\u063a\u0641-\u064a"  # Greek, Cyrillic, Hebrew, Arabic
    r"\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3"  # kana, ideographs, Korean
    r"\u2190-\u2193\u2200-\u2205\u2207-\u2209\u221a\u221d\u221e\u2227-\u222a\u2248\u2260\u2264\u2265\u2282-\u2287"
)
_UNUSUAL = re.compile(rf"[^{PLAIN}]+")
_GROUPS_BEFORE = re.compile(r"(?<!\d)\d{1,3}$")
_GROUP_BEHIND = re.compile(r"\d{3}(?!\d)")


class _Role(Enum):
    """What a character does to its neighbours."""

    NONE = auto()
    JOINS = auto()  # becomes one with the letter before it
    DRAWN_ACCENT = auto()  # belongs on the letter after it
    SUPERSCRIPT = auto()
    SUBSCRIPT = auto()
    NUMBER = auto()  # a fraction or a number in a circle, which must not run into a number beside it
    DIGIT_SPACE = auto()
    DASH = auto()


class _Character(NamedTuple):
    plain: str
    role: _Role


class _Known(dict[str, _Character]):
    """Characters met so far: each is worked out once."""

    def __missing__(self, character: str) -> _Character:
        folded = _DRAWN_WITHOUT_SPACE.get(character) or unicodedata.normalize("NFKC", character)
        plain = "".join(map(_sign, folded.translate(_ALIKE)))
        found = self[character] = _Character(plain, _role(character, folded, plain))
        return found


def _sign(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Pd":
        return "-"
    if category in ("Pi", "Pf") or character in _DOUBLE_QUOTES:
        return '"' if character in _DOUBLE_QUOTES else "'"
    return " " if category == "Zs" or character in _LINE_SPACES else character


_DECOMPOSED_ROLES = {
    "<super>": _Role.SUPERSCRIPT,
    "<sub>": _Role.SUBSCRIPT,
    "<fraction>": _Role.NUMBER,
    "<circle>": _Role.NUMBER,
}


def _role(character: str, folded: str, plain: str) -> _Role:
    kind = unicodedata.decomposition(character).partition(" ")[0]
    if character in _DRAWN_BEHIND:
        return _Role.JOINS
    if folded[0] == " " and len(folded) > 1 and unicodedata.combining(folded[1]):
        return _Role.DRAWN_ACCENT
    if unicodedata.category(folded[0])[0] == "M" or "\u1160" <= folded[0] <= "\u11ff":  # marks; Korean vowels and finals
        return _Role.JOINS
    if character in _DIGIT_SPACES:
        return _Role.DIGIT_SPACE
    if kind in _DECOMPOSED_ROLES and character not in "™℠ªº":
        return _DECOMPOSED_ROLES[kind]
    return _Role.DASH if plain == "-" and character not in _HYPHENS else _Role.NONE


_KNOWN = _Known()


def invisible_edits(text: str) -> list[Edit]:
    """Takes out what nobody sees, soft hyphens with the line break behind them, and spells ligatures that a font hides."""
    if text.replace("\n", " ").isprintable():  # what has to go is not printable, by Unicode's word or by Python's
        return []
    edits = []
    done = 0
    for match in _INVISIBLE.finditer(text):
        if match.start() < done:
            continue
        soft_break = _SOFT_BREAK.match(text, match.start())
        done = (soft_break or match).end()
        edits.append(Edit(match.start(), done, REPAIRS[ord(match.group())] or ""))
    return edits


def character_edits(text: str) -> list[Edit]:
    """Gives every character beyond printable ASCII its plain form; expects that the invisible ones are out."""
    if text.isascii() and text.replace("\n", " ").isprintable():
        return []
    edits: list[Edit] = []
    done = 0
    for run in _UNUSUAL.finditer(text):
        at = max(run.start(), done)
        while at < run.end():
            edit = _edit_at(text, at, done)
            done = at = edit.end
            if text[edit.start : edit.end] != edit.replacement:
                edits.append(edit)
    return edits


def _edit_at(text: str, at: int, done: int) -> Edit:
    """What becomes of the character at `at`, with the marks behind it; characters before `done` are spoken for."""
    known = _KNOWN[text[at]]
    if known.role is _Role.DRAWN_ACCENT or (text[at] in _DRAWN_MARKS and (at == 0 or (at == done and text[at - 1].isspace()))):
        return _drawn(text, at, done)
    if known.role is _Role.JOINS and at > done:
        return _edit_at(text, at - 1, done)
    if text[at].isspace() and text[at + 1 : at + 2] in _DRAWN_MARKS:
        inside = _drawn(text, at + 1, done)
        return inside if inside.start == at else Edit(at, at + 1, known.plain)
    end = _end_of_marks(text, at + 1)
    return Edit(at, end, _marked(text[at:end]) if end > at + 1 else _in_context(text, at, known))


def _drawn(text: str, at: int, done: int) -> Edit:
    """Accents drawn before their letter, of which `at` is the first, with the space before them where it is none between words."""
    letter = at
    while text[letter : letter + 1] > "~" and _KNOWN[text[letter]].role in (_Role.DRAWN_ACCENT, _Role.JOINS):
        letter += 1
    accents = "".join(_KNOWN[accent].plain for accent in text[at:letter])
    if not _plain(text[letter : letter + 1])[:1].isalpha():
        return Edit(at, letter, _marked(accents))
    end = _end_of_marks(text, letter + 1)
    marked = _marked(text[letter].translate(_DOTLESS) + accents.replace(" ", "") + text[letter + 1 : end])
    inside = at > done and text[at - 1].isspace() and _within_word(text, at - 1, letter)
    return Edit(at - 1 if inside else at, end, marked)


def _plain(character: str) -> str:
    return character if character <= "~" else _KNOWN[character].plain


def _within_word(text: str, space: int, letter: int) -> bool:
    """Whether a space is the one that TeX leaves before an accent, as in "M ¨obius", and not one before a word, as in "for ˜x"."""
    before, mark = text[space - 1 : space] if space else "", _KNOWN[text[letter - 1]].plain[-1:]
    if not before.isalpha() or _KNOWN[before].role is not _Role.NONE or (text[letter].isupper() and before.islower()):
        return False
    return mark in _MARKS_OF_LAST_LETTERS or (mark in _MARKS_OF_WORDS and text[letter + 1 : letter + 2].isalpha())


def _end_of_marks(text: str, end: int) -> int:
    while text[end : end + 1] > "~" and _KNOWN[text[end]].role is _Role.JOINS:
        end += 1
    return end


def _marked(cluster: str) -> str:
    """A letter with its marks, put in order and made one character where there is one."""
    whole = unicodedata.normalize("NFKC", cluster[: _MOST_MARKS + 1].translate(_AS_MARKS))
    return "".join(map(_plain, whole))


def _in_context(text: str, at: int, known: _Character) -> str:
    plain, role = known
    before, behind = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if role is _Role.SUPERSCRIPT:
        return plain if before == "^" or (before and _KNOWN[before].role is _Role.SUPERSCRIPT) else "^" + plain
    if role is _Role.SUBSCRIPT:
        return "_" + plain if before.isdecimal() and plain.isdecimal() else plain
    if role is _Role.NUMBER:
        return (" " if before.isdecimal() else "") + plain + (" " if behind.isdecimal() else "")
    if role is _Role.DASH and before and not before.isspace() and (not behind or behind.isspace()):
        return " -"
    if role is _Role.DIGIT_SPACE and _GROUP_BEHIND.match(text, at + 1) and _GROUPS_BEFORE.search(text, max(0, at - 4), at):
        return ""
    return plain
