"""Good edit `synonyms`: one or two plain words become others that mean the same here.

The pairs are this edit's own: everyday words of papers that can stand for each other wherever the guards below let them.
"""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import phrase_pattern, substitutions, word_table

_SAME = word_table(
    """
    use → employ, uses → employs, using → employing, show → demonstrate, shows → demonstrates, shown → demonstrated,
    because → since, thus → therefore, hence → therefore, moreover → furthermore, in order to → to, whereas → while,
    obtain → get, begin → start, begins → starts, compute → calculate, computes → calculates, computed → calculated,
    construct → build, constructs → builds, constructed → built, choose → select, chooses → selects, chosen → selected,
    entire → whole, frequently → often, permits → allows, permit → allow, requires → needs, allows → permits,
    provides → offers, therefore → thus, furthermore → moreover, additionally → moreover, utilize → use, utilizes → uses,
    purchase → buy, demonstrate → show, demonstrates → shows, demonstrated → shown, select → choose, selects → chooses,
    approximately → roughly, nearly → almost, ensure → guarantee, ensures → guarantees, finally → lastly, error → mistake,
    errors → mistakes, difficult → hard, important → significant, main → principal, created → made, however → nevertheless,
    commonly → often, via → through, discover → find, discovered → found, initial → first, identical → equal,
    rapidly → quickly, rapid → quick, usually → typically, sometimes → at times
    """
)
_PATTERN = phrase_pattern(_SAME)
_MOST = 2  # words changed in one claim: one alone may hide in what a guard tolerates
# "Makes use", "the initial", "training error": there another word would be no idiom, or the words are a term.
_FIXED_BEFORE = re.compile(
    r"\b(?:the|a|of|in|no|make|makes|made|mean|squared|standard|training|most|more|too|so|very) $", re.IGNORECASE
)
_TERMS = frozenset({"use", "error", "errors", "initial", "identical", "main", "show", "via", "important", "difficult", "select"})


def _rewrite(specimen: Specimen) -> Rewrite | None:
    claim = specimen.claim
    places = [
        place
        for place in substitutions(claim, _SAME, _PATTERN)
        if not (place.old.lower() in _TERMS and _FIXED_BEFORE.search(claim[: place.start]))
    ][:_MOST]
    if not places:
        return None
    for place in reversed(places):
        claim = place.apply(claim)
    return Rewrite(claim, specimen.source, ", ".join(place.change for place in places))


EDIT = Edit(
    name="synonyms",
    label=Label.SUPPORTED,
    description="one or two words changed to synonyms",
    advice="Expect marks on reworded claims; a reviewer, or a second opinion, may clear them.",
    rewrite=_rewrite,
)
