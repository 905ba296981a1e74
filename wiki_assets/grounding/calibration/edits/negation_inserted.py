"""Bad edit `negation-inserted`: "is" becomes "is not", "converges" becomes "does not converge".

After "may" and its like a "not" is no contradiction ("it may fail" and "it may not fail" are both true), and behind "whether" it changes
nothing; those places are left alone.
"""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import Substitution, bracketed_spans, choose, word_table
from wiki_assets.grounding.calibration.edits.presence import says

_AUXILIARY = re.compile(
    r"(?<![\w'’-])(?:is|are|was|were|can|will|must|should|does|do|did|(?:has|have|had)(?= (?:been|shown|become|\w+ed)\b))"
    r"(?= [a-z])(?! (?:not|no|never|neither|nor|only|none|nothing|nobody|hardly|in fact|to)\b)"
)
_VERBS = word_table(
    """
    requires → require, contains → contain, depends → depend, converges → converge, exists → exist, implies → imply,
    satisfies → satisfy, approximates → approximate, guarantees → guarantee, allows → allow, provides → provide,
    becomes → become, remains → remain, preserves → preserve, produces → produce, achieves → achieve,
    outperforms → outperform, improves → improve, reduces → reduce, follows → follow, computes → compute,
    minimises → minimise, minimizes → minimize, generalises → generalise, holds → hold, generalizes → generalize,
    ensures → ensure, corresponds → correspond, consists → consist, gives → give
    """
)
_VERB = re.compile(rf"(?<=[a-z)] )(?:{'|'.join(_VERBS)})(?![\w'’-])")
# Behind these a "not" denies nothing that the sentence says.
_UNDECIDED = re.compile(r"\b(?:whether(?: [^ ]+){0,6}|as) $", re.IGNORECASE)


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = specimen.claim
    if claim.rstrip().endswith("?"):
        return None
    found = choose([place for place in _places(claim) if not says(specimen.source, place.apply(claim))], claim)
    return Rewrite(found.apply(claim), specimen.source, found.change) if found else None


def _places(claim: str) -> list[Substitution]:
    places = [
        Substitution(match.start(), match.end(), match.group(), f"{match.group()} not") for match in _AUXILIARY.finditer(claim)
    ]
    places += [
        Substitution(match.start(), match.end(), match.group(), f"does not {_VERBS[match.group()]}")
        for match in _VERB.finditer(claim)
    ]
    closed = bracketed_spans(claim)
    return [
        place
        for place in places
        if not any(start <= place.start < end for start, end in closed) and not _UNDECIDED.search(claim[: place.start])
    ]


EDIT = Edit(
    name="negation-inserted",
    label=Label.UNSUPPORTED,
    description='a "not" put behind a verb',
    advice="Read claims that deny or affirm something against their passages.",
    rewrite=_rewrite,
)
