"""Words exchanged for others by a table, both ways.

Belongs here: what the edits that exchange words have in common. Does not belong here: a table, which is an edit's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from wiki_assets.grounding.calibration.edits.interface import Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import both_ways, choose, phrase_pattern, substitutions, word_table
from wiki_assets.grounding.calibration.edits.presence import says


def exchange(pairs: str, fixed_before: str, fixed_after: str) -> Callable[[Specimen], Rewrite | None]:
    """An edit that exchanges one word of a claim.

    Args:
        pairs: `one → other, …`; either becomes the other.
        fixed_before: Regular expression for what stands before a word that belongs to a set phrase.
        fixed_after: The same for what stands behind it.
    """
    exchanged = both_ways(word_table(pairs))
    pattern = phrase_pattern(exchanged)
    before, after = re.compile(rf"(?:{fixed_before})$", re.IGNORECASE), re.compile(fixed_after)

    def rewrite(specimen: Specimen) -> Rewrite | None:
        claim = specimen.claim
        options = [
            place
            for place in substitutions(claim, exchanged, pattern)
            # Beside its own opposite ("upper and lower", "the more, the less") the exchange may change nothing.
            if not re.search(rf"\b{re.escape(place.new)}\b", claim, re.IGNORECASE)
            and not before.search(claim[: place.start])
            and not after.match(claim[place.end :])
            and not says(specimen.source, place.apply(claim))
        ]
        found = choose(options, claim)
        return Rewrite(found.apply(claim), specimen.source, found.change) if found else None

    return rewrite
