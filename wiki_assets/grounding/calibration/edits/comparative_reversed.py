"""Bad edit `comparative-reversed`: more becomes less, increases become decreases, an upper bound a lower one.

The words are this edit's own, chosen without looking at what any guard knows.
"""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import both_ways, choose, phrase_pattern, substitutions, word_table
from wiki_assets.grounding.calibration.edits.presence import says

_PAIRS = word_table(
    """
    more → less, higher → lower, greater → smaller, larger → smaller, better → worse, best → worst, faster → slower,
    longer → shorter, stronger → weaker, earlier → later, above → below, before → after, at least → at most, most → least,
    largest → smallest, highest → lowest, fastest → slowest, easier → harder, closer → farther, richer → poorer,
    thicker → thinner, increase → decrease, increases → decreases, increased → decreased, increasing → decreasing,
    maximum → minimum, maximal → minimal, maximize → minimize, maximise → minimise, maximizes → minimizes,
    maximizing → minimizing, maximises → minimises, maximising → minimising, outperforms → underperforms,
    outperform → underperform, outperformed → underperformed, upper bound → lower bound, upper bounds → lower bounds,
    simpler → more complicated, exceeds → stays below, rises → falls, grows → shrinks, gains → losses, ascending → descending
    """
)
_REVERSED = both_ways(_PAIRS)
_PATTERN = phrase_pattern(_REVERSED)
_FIXED_BEFORE = re.compile(r"\b(?:no|any|once|some|much|ever|never|day|week|year|shortly|or|and|not|what is)\s+$", re.IGNORECASE)
_FIXED_AFTER = re.compile(
    r",| (?:or less|or more|and more|and less|than one|often than|generally|precisely|specifically|importantly|all\b)"
)


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = specimen.claim
    options = [
        place
        for place in substitutions(claim, _REVERSED, _PATTERN)
        # Beside its own opposite ("upper and lower", "the more, the less") the reversal may change nothing.
        if not re.search(rf"\b{re.escape(place.new)}\b", claim, re.IGNORECASE)
        and not _FIXED_BEFORE.search(claim[: place.start])
        and not _FIXED_AFTER.match(claim[place.end :])
        and not says(specimen.source, place.apply(claim))
    ]
    found = choose(options, claim)
    return Rewrite(found.apply(claim), specimen.source, found.change) if found else None


EDIT = Edit(
    name="comparative-reversed",
    label=Label.UNSUPPORTED,
    description="a comparison turned around: more ↔ less, increases ↔ decreases",
    advice="Read claims that compare against their passages.",
    rewrite=_rewrite,
)
