"""Bad edit `strengthened`: "may" becomes "must", "some" becomes "all", "usually" becomes "always".

The words are this edit's own, chosen without looking at what any guard knows.
"""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import choose, phrase_pattern, substitutions, word_table
from wiki_assets.grounding.calibration.edits.presence import says

_STRONGER = word_table(
    """
    may → must, might → will, could → will, can → must, should → must, some → all, several → all, many → all, certain → all,
    a few → all, a number of → all, usually → always, often → always, sometimes → always, typically → always,
    generally → always, frequently → always, occasionally → always, commonly → always, normally → always, mostly → entirely,
    rarely → never, seldom → never, partially → completely, partly → completely, probably → certainly, possibly → certainly,
    perhaps → certainly, likely → certain, almost → absolutely, nearly → exactly, in most cases → in all cases,
    in some cases → in all cases, most of the → all of the, some of the → all of the, many of the → all of the
    """
)
_PATTERN = phrase_pattern(_STRONGER)
# "How many", "the certain", "not always": the word does not limit the sentence there, or the stronger one makes it weaker.
_OTHERWISE_USED = re.compile(
    r"\b(?:how|as|so|too|not|n['’]t|never|cannot|no|without|more|less|most|very|equally)\s+$", re.IGNORECASE
)
_NOT_A_LIMIT = re.compile(r" (?:not|have|be able|amount|degree|sense|more|other than|surely|everywhere)\b")


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = specimen.claim
    options = [
        place
        for place in substitutions(claim, _STRONGER, _PATTERN)
        if not _OTHERWISE_USED.search(claim[: place.start])
        and not _NOT_A_LIMIT.match(claim[place.end :])
        and not says(specimen.source, place.apply(claim))
    ]
    found = choose(options, claim)
    return Rewrite(found.apply(claim), specimen.source, found.change) if found else None


EDIT = Edit(
    name="strengthened",
    label=Label.UNSUPPORTED,
    description="a limit of the claim lifted: may → must, some → all, usually → always",
    advice='Read claims with "must", "all" or "always" against their passages.',
    rewrite=_rewrite,
)
