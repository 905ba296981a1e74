"""Bad edit `condition-dropped`: what the source says under a condition, the claim says without it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import capitalised, choose, single_sentence
from wiki_assets.grounding.calibration.edits.presence import times_said

_LEADING = re.compile(
    r"^(?P<condition>(?:If|Whenever|Unless|Provided that|Assuming(?: that)?|As long as) [^,;:]{8,}, (?:then )?)(?P<rest>[^,;:]+\.)$"
)
_TRAILING = re.compile(
    r"^(?P<rest>[^,;:]{15,}?)(?P<condition>,? (?:if and only if|only if|if|whenever|unless|provided that|as long as|assuming that)"
    r" [^,;:]{8,})\.$"
)
# "Even if" and "as if" set no condition; "we ask if" and "whether" none that could be dropped.
_NO_CONDITION = re.compile(
    r"\b(?:even|as|ask|asks|asked|see|determine|determines|check|checks|decide|decides|know|tell|test|tests|what)$"
)
# What was only possible or said of some may hold without the condition, too; "and …" goes on with the condition.
_HOLDS_ANYWAY = re.compile(
    r"^(?:and|or|but)\b|\b(?:may|might|can|could|possible|possibly|some|sometimes|such that|need not)\b", re.IGNORECASE
)
_LEAST_LEFT = 4  # words


def _rewrite(specimen: Specimen) -> Rewrite | None:
    sentence = single_sentence(specimen.claim)
    if sentence is None:
        return None
    options = [
        (left, condition)
        for left, condition in _readings(sentence)
        if len(left.split()) >= _LEAST_LEFT
        and not _HOLDS_ANYWAY.search(left)
        # What is left stands in the source wherever the whole does, and must stand nowhere else.
        and times_said(specimen.source, left) <= times_said(specimen.source, sentence)
    ]
    found = choose(options, sentence)
    return Rewrite(found[0], specimen.source, f"{found[1]} → (nothing)") if found else None


def _readings(sentence: str) -> Iterator[tuple[str, str]]:
    """The sentence without its condition, and the condition."""
    if (match := _LEADING.match(sentence)) is not None:
        yield capitalised(match["rest"]), match["condition"].strip()
    if (match := _TRAILING.match(sentence)) is not None and not _NO_CONDITION.search(match["rest"]):
        yield f"{match['rest']}.", match["condition"].strip()


EDIT = Edit(
    name="condition-dropped",
    label=Label.UNSUPPORTED,
    description='an "if", "unless" or "whenever" taken out with what it says',
    advice="Read under which conditions the passage says it.",
    rewrite=_rewrite,
)
