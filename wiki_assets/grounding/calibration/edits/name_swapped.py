"""Bad edit `name-swapped`: a name or acronym becomes another one of the same paper, of the same passage where it has one.

The other name stands in no sentence of the source together with the first, for of two names in one sentence the claim may hold alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.names import names_in, unlike
from wiki_assets.grounding.calibration.edits.places import Substitution, bracketed_spans, choose
from wiki_assets.grounding.calibration.edits.presence import said_together, says


def _rewrite(specimen: Specimen) -> Rewrite | None:
    near = list(_swaps(specimen, names_in(specimen.source)))
    far = [] if near else list(_swaps(specimen, (name for text in specimen.document for name in names_in(text))))
    found = choose(near or far, specimen.claim)
    return Rewrite(found.apply(specimen.claim), specimen.source, found.change) if found else None


def _swaps(specimen: Specimen, pool: Iterable[str]) -> Iterator[Substitution]:
    claim, candidates = specimen.claim, list(dict.fromkeys(pool))
    closed = bracketed_spans(claim)
    for name in dict.fromkeys((*names_in(claim), *names_in(specimen.source))):
        place = re.search(rf"(?<![\w’'-]){re.escape(name)}(?![\w’'-])", claim)
        if place is None or any(start <= place.start() < end for start, end in closed):
            continue
        for other in candidates:
            change = Substitution(place.start(), place.end(), name, other)
            if _fits(name, other, specimen) and not says(specimen.source, change.apply(claim)):
                yield change


def _fits(name: str, other: str, specimen: Specimen) -> bool:
    return (
        name.isupper() == other.isupper()
        and unlike(name, other)
        and not says(specimen.claim, other)
        and not said_together(specimen.source, name, other)
    )


EDIT = Edit(
    name="name-swapped",
    label=Label.UNSUPPORTED,
    description="a name changed to another one of the same paper",
    advice="Read claims that name methods, people or places against their passages.",
    rewrite=_rewrite,
)
