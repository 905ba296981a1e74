"""Bad edit `number-invented`: a number becomes one that stands nowhere in the source, of the same length and near it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.numbers import NUMBER_WORDS, Number, all_values, counting_numbers, value_of
from wiki_assets.grounding.calibration.edits.places import Substitution, cased_like, choose

_LAST_DIGIT = re.compile(r"[1-9](?=[0.,]*$)")


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = specimen.claim
    number = choose(list(counting_numbers(claim)), claim)
    if number is None:
        return None
    taken = all_values(specimen.source) | all_values(claim)
    written = NUMBER_WORDS if number.spelled else None
    new = choose(
        [text for text in _neighbours(number) if (written[text] if written else value_of(text)) not in taken], number.text + claim
    )
    if new is None:
        return None
    change = Substitution(number.start, number.end, number.text, cased_like(new, number.text))
    return Rewrite(change.apply(claim), specimen.source, change.change)


def _neighbours(number: Number) -> Iterator[str]:
    """Other number words; or the same digits with the last one that is not zero changed, which keeps years and sizes believable."""
    if number.spelled:
        yield from NUMBER_WORDS
        return
    last = _LAST_DIGIT.search(number.text)
    if last is not None:
        for digit in "123456789":
            yield number.text[: last.start()] + digit + number.text[last.end() :]


EDIT = Edit(
    name="number-invented",
    label=Label.UNSUPPORTED,
    description="a number changed to one that is nowhere in the source",
    advice="Read claims with numbers against their passages.",
    rewrite=_rewrite,
)
