"""Units of measurement, as the maintained registry of `pint` knows them.

Belongs here: whether a word is a unit, and which. Does not belong here: converting quantities.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pint

_KNOWN_WORDS = 50_000
_MAGNITUDES = {
    form: word for word in ("hundred", "thousand", "million", "billion", "trillion") for form in (word, f"{word}s")
} | {"percent": "percent", "%": "percent"}


@cache
def _registry() -> pint.UnitRegistry:  # type: ignore[type-arg]  # pint's registry is generic only for its type checker
    import pint  # here, for it takes a third of a second and most processes ask for no unit

    return pint.UnitRegistry()


@lru_cache(maxsize=_KNOWN_WORDS)
def unit_of(word: str) -> str:
    """Canonical name of a unit ("km", "kilometres" and "kilometer" are `kilometer`); empty for a word that is none."""
    if magnitude := _MAGNITUDES.get(word.lower()):
        return magnitude
    spelled = word.replace("metre", "meter").replace("litre", "liter")
    if not spelled.isalpha() or not spelled.isascii():
        return ""
    from pint.errors import PintError

    try:
        return str(_registry().Unit(spelled))
    except (PintError, ValueError, AttributeError, TypeError):
        return ""
