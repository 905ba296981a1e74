"""Bad edit `invented-clause`: an invented clause that ends with the claim's own last words."""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.inventions import CLAUSES, strange_to

_TAIL_WORDS = 10  # enough that copied words make up half of what is said
_LEAST_TAIL = 6


def _rewrite(specimen: Specimen) -> Rewrite | None:
    words = list(re.finditer(r"\S+", specimen.claim))
    if len(words) < _LEAST_TAIL + 2:
        return None
    tail = specimen.claim[words[max(2, len(words) - _TAIL_WORDS)].start() :]
    invented = strange_to(specimen.source, CLAUSES, specimen.claim)
    return Rewrite(f"{invented} {tail}", specimen.source, f"+ {invented} …") if invented else None


EDIT = Edit(
    name="invented-clause",
    label=Label.UNSUPPORTED,
    description="an invented clause that ends with the claim's last words",
    advice="Read the beginning of claims; a copied end vouches for nothing.",
    rewrite=_rewrite,
)
