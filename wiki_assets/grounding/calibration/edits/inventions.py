"""Statements that no paper makes, for the edits that add one. No edit of its own.

Belongs here: the statements, which were made up, and choosing one that shares nothing with a source. Does not belong here: adding it.
"""

from __future__ import annotations

from collections.abc import Sequence

from wiki_assets.grounding.calibration.edits.places import choose
from wiki_assets.grounding.calibration.edits.presence import long_words

SENTENCES = (
    "The harbour master of Trondheim recalled every lighthouse keeper after the herring season.",
    "A jury of violin makers awarded the lacquer recipe a medal in Cremona.",
    "Eleven beekeepers lost their licences because the orchard had been painted blue.",
    "The bakery in Salamanca stopped selling almond bread during the eclipse.",
    "Two ferries collided near the island while their captains were playing chess.",
    "An insurance company paid for the broken chandelier of the opera house.",
)
CLAUSES = (
    "The harbour master of Trondheim dismissed every lighthouse keeper, as did",
    "A jury of violin makers condemned the lacquer recipe together with",
    "Eleven beekeepers lost their licences over the painted orchard and over",
    "The bakery in Salamanca replaced its almond bread by",
    "Two ferries collided near the island because of",
    "An insurance company refused to pay for the broken chandelier and for",
)


def strange_to(source: str, statements: Sequence[str], text: str) -> str | None:
    """One of the statements, none of whose longer words the source holds; None where it holds some of each."""
    words = long_words(source)
    return choose([statement for statement in statements if not long_words(statement) & words - _COMMON], text)


_COMMON = frozenset(
    {"after", "been", "because", "during", "every", "from", "near", "over", "that", "their", "together", "while", "with", "were"}
)
