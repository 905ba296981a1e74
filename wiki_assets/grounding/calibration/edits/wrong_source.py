"""Bad edit `wrong-source`: the claim stays as it is and is compared with a passage of another paper."""

from __future__ import annotations

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.presence import shared_share

_MOST_SHARED = 0.6  # of the claim's long words; above it the other paper may say the same


def _rewrite(specimen: Specimen) -> Rewrite | None:
    if not specimen.stranger or shared_share(specimen.claim, specimen.stranger) > _MOST_SHARED:
        return None
    return Rewrite(specimen.claim, specimen.stranger, "its passage → a passage of another paper")


EDIT = Edit(
    name="wrong-source",
    label=Label.UNSUPPORTED,
    description="the claim compared with a passage of another paper",
    advice="Follow citations before relying on them; passages of this corpus resemble each other.",
    rewrite=_rewrite,
)
