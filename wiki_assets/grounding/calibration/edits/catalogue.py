"""All kinds of edit, in the order of the tables: first what makes a claim false, then what leaves it true.

Belongs here: the list. Does not belong here: an edit. Adding one is writing its module and naming it here.
"""

from __future__ import annotations

from wiki_assets.grounding.calibration.edits import (
    clause_moved,
    comparative_reversed,
    condition_dropped,
    contractions,
    hedge_dropped,
    invented_clause,
    invented_front,
    latex_symbols,
    layout_noise,
    name_swapped,
    negation_inserted,
    negation_removed,
    noisy_source,
    number_invented,
    number_spelled,
    number_swapped,
    opposite,
    roles_swapped,
    spelling,
    spliced,
    strengthened,
    synonyms,
    unit_changed,
    verbatim,
    wrong_source,
)
from wiki_assets.grounding.calibration.edits.antonym import antonym_edit
from wiki_assets.grounding.calibration.edits.interface import Edit
from wiki_assets.grounding.lexicon import wordnet

EDITS_VERSION = "1"
"""Changes whenever an edit makes another claim of the same one: figures of two versions cannot be compared."""

BAD_EDITS: tuple[Edit, ...] = (
    negation_inserted.EDIT,
    negation_removed.EDIT,
    number_invented.EDIT,
    number_swapped.EDIT,
    unit_changed.EDIT,
    name_swapped.EDIT,
    strengthened.EDIT,
    hedge_dropped.EDIT,
    condition_dropped.EDIT,
    comparative_reversed.EDIT,
    antonym_edit(wordnet.antonyms),
    opposite.EDIT,
    roles_swapped.EDIT,
    spliced.EDIT,
    invented_front.EDIT,
    invented_clause.EDIT,
    wrong_source.EDIT,
)
GOOD_EDITS: tuple[Edit, ...] = (
    verbatim.EDIT,
    noisy_source.LIGATURES,
    noisy_source.LINE_BREAKS,
    noisy_source.SOFT_HYPHENS,
    latex_symbols.EDIT,
    layout_noise.WHITE_SPACE,
    layout_noise.TYPOGRAPHY,
    contractions.EDIT,
    number_spelled.EDIT,
    spelling.EDIT,
    clause_moved.EDIT,
    synonyms.EDIT,
)
ALL_EDITS: tuple[Edit, ...] = (*BAD_EDITS, *GOOD_EDITS)
