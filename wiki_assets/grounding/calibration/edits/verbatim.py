"""Good edit `verbatim`: the source's own sentence that the claim rests on, untrimmed."""

from __future__ import annotations

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.presence import sentences_of

_LEAST_WORDS = 6


def _rewrite(specimen: Specimen) -> Rewrite | None:
    for sentence in sentences_of(specimen.source):
        overlaps = sentence.start < specimen.quote_end and specimen.quote_start < sentence.end
        if overlaps and len(sentence.text.split()) >= _LEAST_WORDS:
            return Rewrite(sentence.text, specimen.source, "the claim → the sentence of the source")
    return None


EDIT = Edit(
    name="verbatim",
    label=Label.SUPPORTED,
    description="the sentence of the source itself",
    advice="Look at how the passage was read: its text must be broken in a way that the guard cannot follow.",
    rewrite=_rewrite,
)
