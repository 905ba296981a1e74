"""Good edit `number-spelled`: "3 circles" becomes "three circles", and the other way round."""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.numbers import NUMBER_WORDS, counting_numbers
from wiki_assets.grounding.calibration.edits.places import Substitution, cased_like, choose

_WORDS = {str(value): word for word, value in NUMBER_WORDS.items()}
_EQUATED = re.compile(r"[=<>≤≥≈∼~] ?$")
_COUNTED = re.compile(r"[ -][a-z]")  # a word follows: "3 %" and "scored 3." are better left in digits


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = specimen.claim
    options = []
    for number in counting_numbers(claim):
        new = str(number.value) if number.spelled else _WORDS.get(number.text)
        if new is not None and _COUNTED.match(claim, number.end) and not _EQUATED.search(claim[: number.start]):
            start_of_claim = not number.spelled and number.start == 0
            options.append(Substitution(number.start, number.end, number.text, cased_like(new, "A") if start_of_claim else new))
    found = choose(options, claim)
    return Rewrite(found.apply(claim), specimen.source, found.change) if found else None


EDIT = Edit(
    name="number-spelled",
    label=Label.SUPPORTED,
    description="3 ↔ three",
    advice="Let pages write numbers as their sources do.",
    rewrite=_rewrite,
)
