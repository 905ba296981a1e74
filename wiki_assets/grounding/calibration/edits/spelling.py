"""Good edit `spelling`: British words in American spelling and the other way round."""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import both_ways, word_table

_STEMS = (
    "minim|maxim|optim|general|special|normal|initial|real|parametr|discret|regular|summar|character|recogn|util|organ|local|visual"
    "|synchron|factor|emphas|formal|standard|token|serial|central|decentral|random|penal|polar|quant|linear|categor|stabil"
)
_ENDINGS = re.compile(rf"\b((?:{_STEMS}))i([sz])(e|es|ed|er|ers|ing|ation|ations)\b", re.IGNORECASE)
_WORDS = word_table(
    """
    behaviour → behavior, neighbour → neighbor, neighbours → neighbors, neighbouring → neighboring, colour → color,
    colours → colors, colouring → coloring, neighbourhood → neighborhood, neighbourhoods → neighborhoods, centre → center,
    centres → centers, modelling → modeling, modelled → modeled, labelled → labeled, labelling → labeling, analyse → analyze,
    analysed → analyzed, favour → favor, fibre → fiber, honour → honor, travelling → traveling, cancelled → canceled,
    artefact → artifact, artefacts → artifacts, grey → gray
    """
)
_OTHER_WAY = both_ways(_WORDS)
_WORD = re.compile(rf"\b(?:{'|'.join(sorted(_OTHER_WAY, key=lambda word: (-len(word), word)))})\b")


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = _ENDINGS.sub(lambda match: f"{match[1]}i{'z' if match[2].lower() == 's' else 's'}{match[3]}", specimen.claim)
    claim = _WORD.sub(lambda match: _OTHER_WAY[match.group()], claim)
    if claim == specimen.claim:
        return None
    changed = next((old, new) for old, new in zip(specimen.claim.split(), claim.split(), strict=True) if old != new)
    return Rewrite(claim, specimen.source, f"{changed[0]} → {changed[1]}")


EDIT = Edit(
    name="spelling",
    label=Label.SUPPORTED,
    description="British spelling for American, and the other way round",
    advice="Let pages keep the spelling of their sources.",
    rewrite=_rewrite,
)
