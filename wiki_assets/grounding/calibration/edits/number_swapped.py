"""Bad edit `number-swapped`: a number becomes another one of the same source.

The other number stands in no sentence of the source together with the first: from "for 2 and 3 dimensions" a claim about 2 would become
one about 3 that is true.
"""

from __future__ import annotations

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.numbers import Number, all_values, counting_numbers
from wiki_assets.grounding.calibration.edits.places import Substitution, cased_like, choose
from wiki_assets.grounding.calibration.edits.presence import says, sentences_of


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = specimen.claim
    options = [
        change
        for number in counting_numbers(claim)
        for change in _swaps(number, specimen)
        if not says(specimen.source, change.apply(claim))
    ]
    found = choose(options, claim)
    return Rewrite(found.apply(claim), specimen.source, found.change) if found else None


def _swaps(number: Number, specimen: Specimen) -> list[Substitution]:
    sentences = [(counting, all_values(sentence.text)) for sentence in sentences_of(specimen.source)
                 if (counting := list(counting_numbers(sentence.text)))]  # fmt: skip
    excluded = all_values(specimen.claim).union(*(values for _, values in sentences if number.value in values))
    others = {
        other.value: Substitution(number.start, number.end, number.text, cased_like(other.text.lower(), number.text))
        for counting, _ in sentences
        for other in counting
        if other.value not in excluded and _alike(number, other)
    }
    return list(others.values())


def _alike(number: Number, other: Number) -> bool:
    """Whether one may stand for the other in a sentence: a word for a word, a decimal for a decimal, a year for a year."""
    return (number.spelled, "." in number.text, len(number.text) == len("2020")) == (
        other.spelled,
        "." in other.text,
        len(other.text) == len("2020"),
    )


EDIT = Edit(
    name="number-swapped",
    label=Label.UNSUPPORTED,
    description="a number changed to another one of the same source",
    advice="Read claims with numbers against their passages.",
    rewrite=_rewrite,
)
