"""Numbers and bullets as Word and PowerPoint write them in lists.

Belongs here: how a number or a bullet is written. Does not belong here: counting.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from wiki_assets.documents.loaders.office.symbols import in_symbol_font

BULLET = "•"
_DRAWN = re.compile(r"[\s\uf000-\uf8ff]")
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"),
    (4, "iv"), (1, "i"),
)  # fmt: skip


def written_number(number: int, how: str) -> str:
    """A number in a list, by Word's name for the way: `lowerRoman` 4 is `iv`. In digits where we do not know the way."""
    return _WAYS.get(how, str)(number)


def _letters(number: int) -> str:
    """Letters from a to z, then aa … zz, as Word counts."""
    return chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 30) if number > 0 else str(number)


def _roman(number: int) -> str:
    if not 0 < number < 4000:
        return str(number)
    text = ""
    for value, sign in _ROMAN:
        text += sign * (number // value)
        number %= value
    return text


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


_WAYS: dict[str, Callable[[int], str]] = {
    "lowerLetter": _letters,
    "upperLetter": lambda number: _letters(number).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda number: _roman(number).upper(),
    "decimalZero": lambda number: f"{number:02}",
    "ordinal": _ordinal,
    "numberInDash": lambda number: f"- {number} -",
}


def written_bullet(sign: str, font: str) -> str:
    """A bullet. Signs that only a symbol font can draw, and the letter o that stands for a ring, become a plain one."""
    sign = sign.strip()
    if not sign or sign == "o" or _DRAWN.search(sign) or in_symbol_font(sign, font) != sign:
        return BULLET
    return sign
