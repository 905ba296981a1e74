"""Good edit `contractions`: "is not" becomes "isn't", and the other way round."""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import Substitution, choose

_FULL = re.compile(
    r"(?<![\w'’-])(?:(is|are|was|were|has|have|had|could|would|should|does|do|did) not|(can)(?:not| not))\b(?! only\b)"
)
_SHORT = re.compile(r"(?<![\w'’-])(?:(is|are|was|were|has|have|had|could|would|should|does|do|did)n['’]t|(can)['’]t)\b")


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = specimen.claim
    options = []
    for match in _FULL.finditer(claim):
        new = "can't" if match[2] else f"{match[1]}n't"
        options.append(Substitution(match.start(), match.end(), match.group(), new))
    for match in _SHORT.finditer(claim):
        new = "cannot" if match[2] else f"{match[1]} not"
        options.append(Substitution(match.start(), match.end(), match.group(), new))
    found = choose(options, claim)
    return Rewrite(found.apply(claim), specimen.source, found.change) if found else None


EDIT = Edit(
    name="contractions",
    label=Label.SUPPORTED,
    description="is not ↔ isn't, cannot ↔ can't",
    advice="Let pages write negations out.",
    rewrite=_rewrite,
)
