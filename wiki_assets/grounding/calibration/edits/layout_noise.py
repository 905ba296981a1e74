"""Good edits `white-space` and `typography`: the claim set otherwise, with the same words."""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen

# No line break: within a claim it parts sentences (`text.sentences`).
_SPACES = ("  ", "\u00a0", " \t", "\u2009")
_QUOTED = re.compile(r'"([^"]*)"')
_COMPOUND = re.compile(r"(?<=[a-z])-(?=[a-z])")


def _with_white_space(specimen: Specimen) -> Rewrite | None:
    """Other white space everywhere, more of it around, and the claim's own citation behind it."""
    pieces = specimen.claim.split(" ")
    if len(pieces) < len(_SPACES):
        return None
    spaced = pieces[0] + "".join(_SPACES[n % len(_SPACES)] + piece for n, piece in enumerate(pieces[1:]))
    claim = f"  {spaced} [{specimen.bibkey} #chunk {specimen.chunk}]\n"
    return Rewrite(claim, specimen.source, "white space and a citation added")


def _with_typography(specimen: Specimen) -> Rewrite | None:
    claim = _QUOTED.sub("“\\1”", specimen.claim)
    claim = claim.replace("'", "’").replace(" - ", " – ")
    claim = _COMPOUND.sub("\u2010", claim)
    return Rewrite(claim, specimen.source, "quotation marks, apostrophes, hyphens") if claim != specimen.claim else None


WHITE_SPACE = Edit(
    "white-space",
    Label.SUPPORTED,
    "white space and a citation marker added to the claim",
    "This is a defect of the guard; please report it.",
    _with_white_space,
)
TYPOGRAPHY = Edit(
    "typography",
    Label.SUPPORTED,
    "other quotation marks, apostrophes and hyphens in the claim",
    "This is a defect of the guard; please report it.",
    _with_typography,
)
