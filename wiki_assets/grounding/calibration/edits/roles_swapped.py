"""Bad edit `roles-swapped`: subject and object change places around the verb.

Only short, plain sentences with a verb that is not symmetric are tried; anything longer would come out as no sentence at all.
"""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import capitalised, single_sentence, uncapitalised
from wiki_assets.grounding.calibration.edits.presence import says

# The longest first: "is contained in" before "contains".
_VERB = (
    "is a special case of|are determined by|is determined by|is stronger than|is contained in|is derived from"
    "|is smaller than|are bounded by|is faster than|is followed by|is larger than|is slower than|is weaker than"
    "|is bounded by|is implied by|approximates|converges to|follows from|approximate|are part of|consists of"
    "|converge to|generalises|generalizes|outperforms|depends on|determines|generalise|generalize|is part of"
    "|outperform|reduces to|decreases|depend on|describes|determine|dominates|increases|maximises|maximizes|minimises"
    "|minimizes|preserves|computes|contains|controls|dominate|leads to|precedes|preserve|produces|replaces|requires"
    "|changes|contain|defines|encodes|exceeds|extends|implies|induces|lead to|precede|produce|replace|require|causes"
    "|encode|exceed|extend|induce|imply|uses|use"
)
_PHRASE = r"(?:[\w’'-]+ ){0,5}?[\w’'-]+"
_SENTENCE = re.compile(
    rf"^(?P<subject>{_PHRASE}) (?P<verb>{_VERB}) (?P<object>{_PHRASE})(?P<rest>\.$|[,;] .*"
    r"|(?: (?:by|in|on|for|with|at|from|under|when|whenever|if|because|and|which|that|while|as|over|until|without)\b.*))$"
)
_NOT_A_PHRASE = re.compile(
    r"\b(?:is|are|was|were|be|has|have|had|does|do|can|will|may|must|should|not|no|which|that|who|and|or|but|it|we|they|this|these"
    r"|there|if|when|then|to|only|often|first|also|always|followed|\w+ly)\b",
    re.IGNORECASE,
)


def _rewrite(specimen: Specimen) -> Rewrite | None:
    sentence = single_sentence(specimen.claim)
    match = _SENTENCE.match(sentence) if sentence else None
    if match is None:
        return None
    subject, verb, other, rest = match.group("subject", "verb", "object", "rest")
    if _NOT_A_PHRASE.search(f"{subject} {other}") or subject.lower() == other.lower():
        return None
    swapped = f"{capitalised(other)} {verb} {uncapitalised(subject, specimen.source)}{rest}"
    if says(specimen.source, swapped):
        return None
    return Rewrite(swapped, specimen.source, f"{subject} ⇄ {other}")


EDIT = Edit(
    name="roles-swapped",
    label=Label.UNSUPPORTED,
    description="subject and object swapped around the verb",
    advice="Read claims that say what acts on what against their passages.",
    rewrite=_rewrite,
)
