"""Bad edit `invented-front`: a sentence that no paper says goes before the claim, which stays as it is."""

from __future__ import annotations

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.inventions import SENTENCES, strange_to


def _rewrite(specimen: Specimen) -> Rewrite | None:
    invented = strange_to(specimen.source, SENTENCES, specimen.claim)
    return Rewrite(f"{invented} {specimen.claim}", specimen.source, f"+ {invented}") if invented else None


EDIT = Edit(
    name="invented-front",
    label=Label.UNSUPPORTED,
    description="an invented sentence in front of the claim",
    advice="Read every sentence of longer claims, not only the last one.",
    rewrite=_rewrite,
)
