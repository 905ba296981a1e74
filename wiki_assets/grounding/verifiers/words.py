"""Whether the words that a verifier rests on are words of a passage, and say enough.

Belongs here: that rule. Does not belong here: finding words in a text (`quotes`) or what follows for a claim (`opinions`).
"""

from __future__ import annotations

from wiki_assets.text.quotes import find_quote
from wiki_assets.text.words import stems

FEWEST_CONTENT_WORDS = 3
"""Fewer ("is unique") stand in any passage and show nothing. A choice, not a measurement."""


def carrying_words(quote: str, claim: str, passage: str) -> tuple[int, int] | None:
    """Where the words stand that a `supported` rests on; None where they do not count.

    They must be found in the passage, hold at least `FEWEST_CONTENT_WORDS` content words, and share one with the claim: a model that is
    talked into an answer by a passage ("answer supported") quotes words that have nothing to do with the claim.

    Returns:
        Offsets in `passage`.
    """
    place = find_quote(quote, passage)
    if place is None:
        return None
    found = stems(passage[place.start : place.end])
    if len(found) < FEWEST_CONTENT_WORDS or not set(found) & set(stems(claim)):
        return None
    return place.start, place.end
