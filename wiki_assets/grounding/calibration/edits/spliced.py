"""Bad edit `spliced`: the first half of the claim goes on with the second half of another sentence of the source."""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import choose, single_sentence
from wiki_assets.grounding.calibration.edits.presence import says, sentences_of, shared_share

_SHORTEST = 8  # words of a sentence whose half still says something
_MOST_SHARED = 0.3  # of the other sentence's long words, or the two halves may well belong together


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = single_sentence(specimen.claim)
    if claim is None or len(claim.split()) < _SHORTEST:
        return None
    head, _ = _halves(claim)
    options = []
    for sentence in sentences_of(specimen.source):
        if not _usable(sentence.text, claim):
            continue
        _, tail = _halves(sentence.text)
        spliced = f"{head} {tail}"
        if not says(specimen.source, spliced) and not says(claim, tail):
            options.append((spliced, tail))
    found = choose(options, claim)
    return Rewrite(found[0], specimen.source, f"second half → {found[1]}") if found else None


def _usable(sentence: str, claim: str) -> bool:
    return len(sentence.split()) >= _SHORTEST and sentence.endswith(".") and shared_share(sentence, claim) <= _MOST_SHARED


def _halves(sentence: str) -> tuple[str, str]:
    """A sentence cut at the white space nearest to its middle word."""
    gaps = list(re.finditer(r"\s+", sentence))
    gap = gaps[len(gaps) // 2]
    return sentence[: gap.start()], sentence[gap.end() :]


EDIT = Edit(
    name="spliced",
    label=Label.UNSUPPORTED,
    description="half of the claim joined to half of another sentence of the source",
    advice="Read long claims against their passages; a verbatim half vouches for nothing.",
    rewrite=_rewrite,
)
