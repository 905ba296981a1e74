"""Bad edit `hedge-dropped`: what the source only suggests, or bounds, the claim says outright.

"The data suggest that X" becomes "X", "at most five" becomes "five", "seems to be" becomes "is". The words are this edit's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.numbers import counting_numbers
from wiki_assets.grounding.calibration.edits.places import (
    Substitution,
    capitalised,
    choose,
    phrase_pattern,
    substitutions,
    word_table,
)
from wiki_assets.grounding.calibration.edits.presence import times_said

_REPORTING = re.compile(
    r"^(?:[\w’'-]+[ ,]+){0,8}?(?:suggest(?:s|ed)?|hypothesi[sz]ed?|conjectured|we conjecture|speculated?|believed?|suspect(?:s|ed)?"
    r"|assumed?|expect(?:ed)?|argued?|(?:have )?claimed|hoped?|likely|possible|plausible|conceivable|unlikely) that (?=\w)"
)
_SOFTENED = word_table(
    """
    seems to be → is, appears to be → is, tends to be → is, seem to be → are, appear to be → are, tend to be → are,
    is likely to be → is, are likely to be → are, is expected to be → is, is believed to be → is, is thought to be → is,
    are thought to be → are, are expected to be → are, is conjectured to be → is, almost every → every, almost all → all,
    nearly all → all, nearly every → every, most of the → the
    """
)
_PATTERN = phrase_pattern(_SOFTENED)
_BOUND = re.compile(r"(?<![\w-])(?:at most|at least|up to|no more than|no fewer than|fewer than|more than|less than) $")


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = specimen.claim
    # What is left stands in the source wherever the hedge stood before it, and must stand nowhere else.
    options = [
        place
        for place in _places(claim)
        if times_said(specimen.source, _left(place, claim)) <= times_said(specimen.source, claim)
    ]
    found = choose(options, claim)
    return Rewrite(_left(found, claim), specimen.source, found.change) if found else None


def _left(place: Substitution, claim: str) -> str:
    return capitalised(place.apply(claim)) if place.start == 0 else place.apply(claim)


def _places(claim: str) -> Iterator[Substitution]:
    if (reporting := _REPORTING.match(claim)) is not None:
        yield Substitution(0, reporting.end(), reporting.group(), "")
    yield from substitutions(claim, _SOFTENED, _PATTERN)
    for number in counting_numbers(claim):
        if (bound := _BOUND.search(claim[: number.start])) is not None:
            yield Substitution(bound.start(), bound.end(), bound.group(), "")


EDIT = Edit(
    name="hedge-dropped",
    label=Label.UNSUPPORTED,
    description='"suggests that", "at most" and the like taken out',
    advice="Read whether the passage says it as firmly as the claim does.",
    rewrite=_rewrite,
)
