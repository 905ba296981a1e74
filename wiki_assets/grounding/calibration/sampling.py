"""Which claims a calibration takes, where there are more than it can look at.

Belongs here: an order without chance in which any beginning is spread evenly over pages. Does not belong here: where claims come from
(`steps`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from wiki_assets.grounding.calibration.edits.interface import Specimen


def in_turns(specimens: Iterable[Specimen]) -> tuple[Specimen, ...]:
    """The specimens so that the first so many are a fair sample, the same whatever order they come in.

    Those of a page are put in the order of a hash of their words; then every page gives its first, every page its second, and so
    on. A sentence that several pages take from one passage is one specimen.
    """
    by_page: dict[str, dict[str, Specimen]] = {}
    taken: set[tuple[str, str, int]] = set()
    for specimen in sorted(specimens, key=lambda specimen: (specimen.slug, specimen.ordinal)):
        words = (specimen.claim, specimen.bibkey, specimen.chunk)
        if words not in taken:
            taken.add(words)
            by_page.setdefault(specimen.slug, {})[_digest(specimen)] = specimen
    turns = [
        (turn, digest, specimen)
        for page in by_page.values()
        for turn, (digest, specimen) in enumerate(sorted(page.items(), key=lambda item: item[0]))
    ]
    return tuple(specimen for _, _, specimen in sorted(turns, key=lambda item: item[:2]))


def _digest(specimen: Specimen) -> str:
    told = f"{specimen.slug}\n{specimen.bibkey}\n{specimen.chunk}\n{specimen.claim}"
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
