"""The rule `graft`: half a sentence of the source, and something else."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import findings, remarked
from wiki_assets.grounding.guards.edit_audit.rules.graft import find

SOURCE = (
    "The old harbour of Vell was dredged by hand for a century. Traders of the coast kept their ledgers in a chapel. "
    "Glass beads paid for salt, and barley was weighed in public."
)


def test_a_copied_beginning_with_a_rest_from_elsewhere_in_the_source_makes_doubtful() -> None:
    claim = "The old harbour of Vell was dredged because glass beads and barley ledgers were weighed."
    (found,) = remarked(find, claim, SOURCE)
    assert (found.contradicts, found.claim) == (False, "glass beads barley ledgers weighed")
    assert found.remark == "The source begins or ends like the claim; the rest does not stand there."


def test_a_rest_that_stands_in_the_same_sentence_is_no_graft() -> None:
    assert findings(find, "For a century, so it is told, by hand the old harbour of Vell was dredged.", SOURCE) == []


def test_a_claim_that_is_copied_whole_has_no_rest() -> None:
    assert findings(find, "The old harbour of Vell was dredged by hand for a century.", SOURCE) == []


@pytest.mark.parametrize(("copied", "grafted"), [("The old harbour of", False), ("The old harbour of Vell", True)])
def test_five_words_in_a_row_are_meant_and_four_may_be_chance(copied: str, grafted: bool) -> None:
    assert bool(findings(find, f"{copied} paid glass and barley.", SOURCE)) is grafted


def test_in_a_long_sentence_a_short_run_is_a_phrase() -> None:
    rest = "and " + " and ".join(f"salt of kind {letter}" for letter in "bcdefgh")
    assert findings(find, f"The old harbour of Vell {rest}.", SOURCE) == []


def test_half_of_the_rest_near_by_is_enough() -> None:
    source = "The old harbour of Vell had a quindle and a zorbal. Nobody came. Then came a plorn with a frindle."
    assert findings(find, "The old harbour of Vell has a zorbal, a plorn.", source) == []
    assert len(findings(find, "The old harbour of Vell has a zorbal, a plorn and a frindle.", source)) == 1
