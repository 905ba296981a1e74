"""Bad edit `opposite`: a word becomes its opposite, from pairs of this edit's own.

The pairs are ones that people write in papers, chosen without looking at what any guard knows; many of them are in no dictionary of
antonyms. They show what `antonym`, whose words come from WordNet, cannot: how a guard does on opposites that it was never told.
"""

from __future__ import annotations

from wiki_assets.grounding.calibration.edits.exchange import exchange
from wiki_assets.grounding.calibration.edits.interface import Edit, Label

_PAIRS = """
    accelerates → slows down, sufficient → insufficient, necessary → needless, succeeds → fails, strict → loose,
    exact → approximate, sparse → dense, supervised → unsupervised, strongly → weakly, easily → with difficulty,
    difficult → trivial, efficient → wasteful, robust → fragile, stable → unstable, convex → concave, global → local,
    globally → locally, continuous → discrete, finite → infinite, unique → ambiguous, uniquely → ambiguously,
    linear → nonlinear, directed → undirected, synchronous → asynchronous, static → dynamic,
    deterministic → random, supports → contradicts, consistent → inconsistent, centralized → decentralized, smooth → rough,
    closed → open, short → long, encoder → decoder, input → output, reads → writes, read → write, first → last,
    inside → outside, rapidly → sluggishly, cheap → costly, expensive → inexpensive, advantage → drawback,
    strength → weakness, preserves → destroys, remains → ceases to be, includes → excludes, including → excluding,
    improves → harms, reduces → raises, enables → prevents, allows → forbids, accepts → rejects, explicit → implicit,
    explicitly → implicitly, internal → external, positive → negative, true → false, simple → intricate,
    complex → straightforward, slowly → quickly, new → outdated, large → tiny, small → huge, high → low, strong → feeble,
    good → poor, well → badly, common → unheard-of
    """
_FIXED_BEFORE = r"\b(?:as|so|at|in|not|or|and|how|very)\s+"
_FIXED_AFTER = r"(?:,| (?:as|known|if|though|when|to|and|or)\b)"

EDIT = Edit(
    name="opposite",
    label=Label.UNSUPPORTED,
    description="a word changed to its opposite, from the generator's own pairs",
    advice="Read claims against their passages where one word decides; ask for a second opinion.",
    rewrite=exchange(_PAIRS, _FIXED_BEFORE, _FIXED_AFTER),
)
