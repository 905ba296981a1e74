"""Bad edit `negation-removed`: "is not" becomes "is", "cannot" becomes "can", "without" becomes "with".

"May not" is left alone, for it does not contradict "may"; so are "not only", "whether or not" and the like, which deny nothing.
"""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import Substitution, bracketed_spans, cased_like, choose
from wiki_assets.grounding.calibration.edits.presence import says

_AFTER_VERB = re.compile(
    r"(?<![\w'’-])(is|are|was|were|has|have|had|can|could|will|would|should|must|does|do|did|need) not\b"
    r"(?! (?:only|just|merely|to mention))"
)
_CONTRACTED = re.compile(r"(?<![\w'’-])(is|are|was|were|has|have|had|could|would|should|must|does|do|did)n['’]t\b")
_CANNOT = re.compile(r"(?<![\w'’-])(?:cannot|can['’]t)(?! (?:only|but|help))")
_WITHOUT = re.compile(r"(?<![\w'’-])[Ww]ithout(?= \w)(?! loss\b)")
_NEVER = re.compile(r"(?<![\w'’-])(?:is|are|was|were|can|will|has|have) (never) (?=[a-z])")
_NO = re.compile(r"(?<=[a-z] )no(?= [a-z])(?! (?:longer|more|less|fewer|later|earlier|matter|one|other|doubt)\b)")
_NOT_ALL = re.compile(r"(?<![\w'’-])(?:[Nn]ot )(?=(?:all|every|each|always)\b)")


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = specimen.claim
    if claim.rstrip().endswith("?"):
        return None
    found = choose([place for place in _places(claim) if not says(specimen.source, place.apply(claim))], claim)
    return Rewrite(found.apply(claim), specimen.source, found.change) if found else None


def _places(claim: str) -> list[Substitution]:
    places = [
        Substitution(match.start(), match.end(), match.group(), match.group(1))
        for pattern in (_AFTER_VERB, _CONTRACTED)
        for match in pattern.finditer(claim)
    ]
    for pattern, put in ((_CANNOT, "can"), (_WITHOUT, "with"), (_NO, "some")):
        places += [
            Substitution(match.start(), match.end(), match.group(), cased_like(put, match.group()))
            for match in pattern.finditer(claim)
        ]
    places += [Substitution(match.start(1), match.end(1) + 1, f"{match.group(1)} ", "") for match in _NEVER.finditer(claim)]
    places += [_not_all(claim, match) for match in _NOT_ALL.finditer(claim)]
    closed = bracketed_spans(claim)
    return [place for place in places if not any(start <= place.start < end for start, end in closed)]


def _not_all(claim: str, match: re.Match[str]) -> Substitution:
    """Takes the next letter along, which gets the capital where "Not" had one."""
    following = claim[match.end()]
    return Substitution(match.start(), match.end() + 1, match.group() + following, cased_like(following, match.group()))


EDIT = Edit(
    name="negation-removed",
    label=Label.UNSUPPORTED,
    description='a "not" or "no" taken out',
    advice="Read claims that deny or affirm something against their passages.",
    rewrite=_rewrite,
)
