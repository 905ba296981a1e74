"""Bad edit `antonym`: a content word becomes an antonym of it.

Antonyms come from whoever builds the edit; the catalogue gives it WordNet's, which a guard may know as well, so this kind shows at
least whether a guard uses what it knows. `opposite` has pairs of its own for what it was never told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import Substitution, bracketed_spans, choose
from wiki_assets.grounding.calibration.edits.presence import says
from wiki_assets.text.words import STOPWORDS

# Most inflected words are no lemmas; these endings are left out at once.
_WORD = re.compile(r"(?<![\w'’-])[a-z]{4,}(?<!s)(?<!ed)(?<!ing)(?![\w'’-])")
# Verbs so light, and words with so many senses, that another one in their place may change nothing.
_LIGHT = frozenset(
    {"give", "take", "come", "make", "have", "need", "want", "like", "well", "even", "just", "back", "real", "right", "left"}
)


def antonym_edit(antonyms: Callable[[str], Iterable[str]]) -> Edit:
    """The edit with a given source of antonyms of lower-case words, in an order that does not change."""

    def rewrite(specimen: Specimen) -> Rewrite | None:
        claim = specimen.claim
        options = [place for place in _places(claim, antonyms) if not says(specimen.source, place.apply(claim))]
        found = choose(options, claim)
        return Rewrite(found.apply(claim), specimen.source, found.change) if found else None

    return Edit(
        name="antonym",
        label=Label.UNSUPPORTED,
        description="a word changed to an antonym of WordNet",
        advice="Read claims against their passages where one word decides.",
        rewrite=rewrite,
    )


def _places(claim: str, antonyms: Callable[[str], Iterable[str]]) -> Iterator[Substitution]:
    closed = bracketed_spans(claim)
    for match in _WORD.finditer(claim):
        word = match.group()
        if word in STOPWORDS or word in _LIGHT or any(start <= match.start() < end for start, end in closed):
            continue
        for other in dict.fromkeys(antonyms(word)):
            # A word that is no antonym of its antonym is an inflected form ("went" and "come"), which would need one inflected alike.
            # Beside its own opposite ("inner and outer") the change may say the same.
            if (
                other != word
                and other.isalpha()
                and word in antonyms(other)
                and re.search(rf"\b{re.escape(other)}\b", claim, re.IGNORECASE) is None
            ):
                yield Substitution(match.start(), match.end(), word, other)
