"""What line breaking and typing do to the space between words and inside numbers.

Belongs here: white space, hyphenation at line ends, runs of hyphens, typewriter quotation marks, thousands separators. Does not
belong here: cleaning a document, which knows its lines and its vocabulary (`cleaning`).
"""

from __future__ import annotations

import re

from wiki_assets.text.edits import Edit

_BREAK = re.compile(r"[^\S ]\s*")
_SPACES = re.compile(r"  +|\A | \Z")
_DASHES = re.compile(r"--+")
_QUOTES = re.compile(r"[`']{2}|`")
_COMMAS = re.compile(r",(?<=\d,)\d{3}(?:,\d{3}){0,7}(?!\d|,\d)")
_ZEROS = re.compile(r" 000(?: 000){0,7}(?! ?\d)")
_BROKEN = re.compile(r"-(?<=[^\W\d_]-)\s+(?=\w)")
# A first group of digits. In square brackets and braces commas part references and members.
_FIRST_GROUP = re.compile(r"(?<![\w.,\[{])[1-9]\d{0,2}$")
_LONGEST_WORD = 40
_WORD_BEFORE = re.compile(r"(?<![\w])[^\W\d_]{2,}$")
_WORD_BEHIND = re.compile(r"[^\W\d_]{2,}(?![\w-])|can(?=not\b)")  # "cannot" will be two words
_LINK = re.compile(r"(?:and|or|to|nor|but|versus|vs|through|than|as|und|oder|et|ou)\b")  # "pre- and postprocessing"
# The first part of a number such as "twenty-three".
_TENS = frozenset(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"))


def sign_edits(text: str) -> list[Edit]:
    """Makes a typewriter's and TeX's quotation marks the plain ones, and their dashes one hyphen."""
    edits: list[Edit] = []
    if "`" in text or "''" in text:
        edits += (Edit(*match.span(), "'" if match.group() == "`" else '"') for match in _QUOTES.finditer(text))
    if "--" in text:
        edits += (Edit(*match.span(), _dash(text, *match.span())) for match in _DASHES.finditer(text))
    return sorted(edits)


def _dash(text: str, start: int, end: int) -> str:
    # A space before it where one stands behind, or what came before would look like a broken word.
    parts_words = start > 0 and not text[start - 1].isspace() and (end == len(text) or text[end].isspace())
    return " -" if parts_words else "-"


def hyphenation_edits(text: str) -> list[Edit]:
    """Joins words that a line's end broke, "exam- ple" as well as with the line break."""
    if "- " not in text and (text.isprintable() or "-" not in text):
        return []
    edits: list[Edit] = []
    kept = -1  # where a word begins that has another broken one before it
    for match in _BROKEN.finditer(text):
        start, end = match.span()
        edits.append(_mended(text, start, end, behind_another=kept))
        kept = end if edits[-1].replacement else -1
    return edits


def _mended(text: str, hyphen: int, end: int, *, behind_another: int) -> Edit:
    """A hyphen and the white space behind it: nothing in a broken word, no space in a compound, else one space.

    A word that is broken twice, or that ends in a hyphen again, may be a list ("first- second- and third-order"): it stays.
    """
    left = _WORD_BEFORE.search(text, max(0, hyphen - _LONGEST_WORD), hyphen)
    right = _WORD_BEHIND.match(text, end, end + _LONGEST_WORD)
    if _LINK.match(text, end):
        return Edit(hyphen + 1, end, " ")
    compound = "\n" in text[hyphen:end]
    if left and text[end].islower():
        tens = left.group().lower() in _TENS
        acronym = left.group().isupper()
        if right and not tens and not acronym and behind_another != left.start():
            return Edit(hyphen, end, "")
        compound = compound or tens or acronym
    return Edit(hyphen + 1, end, "" if compound else " ")


def line_break_edits(text: str) -> list[Edit]:
    """Turns line breaks and tabs, with the white space behind them, into one space."""
    return [] if text.isprintable() else [Edit(*match.span(), " ") for match in _BREAK.finditer(text)]


def space_edits(text: str) -> list[Edit]:
    """Folds runs of spaces, and takes those at the ends away."""
    if "  " not in text and text[:1] != " " and text[-1:] != " ":
        return []
    return [
        Edit(*match.span(), "" if match.start() == 0 or match.end() == len(text) else " ") for match in _SPACES.finditer(text)
    ]


def separator_edits(text: str) -> list[Edit]:
    """Takes the separators of thousands out of numbers. Of plain spaces only one before "000" is one for sure."""
    edits: list[Edit] = []
    for pattern in (_COMMAS, _ZEROS):
        for match in pattern.finditer(text):
            if _FIRST_GROUP.search(text, max(0, match.start() - 4), match.start()):
                edits += (Edit(at, at + 1, "") for at in range(match.start(), match.end(), 4))
    return sorted(edits)
