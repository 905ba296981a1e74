"""The table of conflicts in the UI."""

from __future__ import annotations

from wiki_assets.grounding.model import Conflict
from wiki_assets.grounding.previews import conflict_table

CONFLICT = Conflict(
    slug="circle-packing",
    heuristic="contrary-1",
    bibkey_a="Ash2001",
    chunk_a=4,
    words_a="It needs forty sweeps.",
    bibkey_b="Birch2002",
    chunk_b=9,
    words_b="It never needs them.",
    cue="",
    kind="negation",
    differing_a="",
    differing_b="never",
    score=0.8,
)


def test_a_conflict_is_shown_with_its_heuristic_both_sides_and_what_differs() -> None:
    _, _, shown, other = conflict_table([CONFLICT, CONFLICT.model_copy(update={"kind": "words"})]).splitlines()
    sides = "It needs forty sweeps. [Ash2001 #chunk 4] | It never needs them. [Birch2002 #chunk 9]"
    assert shown == f"| ✓ | contrary-1 | negation | – / never | {sides} | – | 0.80 |"
    assert other == f"|  | contrary-1 | words | – / never | {sides} | – | 0.80 |"


def test_none_found_is_said() -> None:
    assert conflict_table([]) == "None found between the sources."
