"""Bad edit `comparative-reversed`: more becomes less, increases become decreases, an upper bound a lower one.

The words are this edit's own, chosen without looking at what any guard knows.
"""

from __future__ import annotations

from wiki_assets.grounding.calibration.edits.exchange import exchange
from wiki_assets.grounding.calibration.edits.interface import Edit, Label

_PAIRS = """
    more → less, higher → lower, greater → smaller, larger → smaller, better → worse, best → worst, faster → slower,
    longer → shorter, stronger → weaker, earlier → later, above → below, before → after, at least → at most, most → least,
    largest → smallest, highest → lowest, fastest → slowest, easier → harder, closer → farther, richer → poorer,
    thicker → thinner, increase → decrease, increases → decreases, increased → decreased, increasing → decreasing,
    maximum → minimum, maximal → minimal, maximize → minimize, maximise → minimise, maximizes → minimizes,
    maximizing → minimizing, maximises → minimises, maximising → minimising, outperforms → underperforms,
    outperform → underperform, outperformed → underperformed, upper bound → lower bound, upper bounds → lower bounds,
    simpler → more complicated, exceeds → stays below, rises → falls, grows → shrinks, gains → losses, ascending → descending
    """
_FIXED_BEFORE = r"\b(?:no|any|once|some|much|ever|never|day|week|year|shortly|or|and|not|what is)\s+"
_FIXED_AFTER = r",| (?:or less|or more|and more|and less|than one|often than|generally|precisely|specifically|importantly|all\b)"

EDIT = Edit(
    name="comparative-reversed",
    label=Label.UNSUPPORTED,
    description="a comparison turned around: more ↔ less, increases ↔ decreases",
    advice="Read claims that compare against their passages.",
    rewrite=exchange(_PAIRS, _FIXED_BEFORE, _FIXED_AFTER),
)
