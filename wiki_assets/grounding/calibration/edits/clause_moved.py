"""Good edit `clause-moved`: a clause at the beginning goes to the end ("If n grows, X holds": "X holds if n grows")."""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import capitalised, single_sentence

# One comma only: with more of them it is not plain where the clause ends.
_LEADING = re.compile(
    r"^(?P<clause>(?:If|When|Whenever|Since|Because|Although|Unless|While|Once|Until|Before|After|During|Under|Without|With|Despite|For|In|At"
    r"|On|By|Among|Within|Given|Throughout|Instead of|Due to|According to) [^,;:]{4,}), (?P<main>[^,;:]+)\.$"
)
_LEAST_LEFT = 4  # words of the main clause
_NOT_A_CLAUSE = re.compile(r"^(?:then|and|or|but|which|who|where|for example|that is|so)\b")
_FLOW = re.compile(
    r"^(?:In|For|On|By|At) (?:addition|contrast|example|instance|particular|general|short|summary|fact|turn|other words|the other hand)$"
)


def _rewrite(specimen: Specimen) -> Rewrite | None:
    sentence = single_sentence(specimen.claim)
    match = _LEADING.match(sentence) if sentence else None
    if match is None or len(match["main"].split()) < _LEAST_LEFT:
        return None
    if _NOT_A_CLAUSE.match(match["main"]) or _FLOW.match(match["clause"]):
        return None
    clause = match["clause"][:1].lower() + match["clause"][1:]
    return Rewrite(f"{capitalised(match['main'])} {clause}.", specimen.source, f"{match['clause']} → to the end")


EDIT = Edit(
    name="clause-moved",
    label=Label.SUPPORTED,
    description="the leading clause moved to the end",
    advice="Expect marks on reworded claims; a reviewer, or a second opinion, may clear them.",
    rewrite=_rewrite,
)
