"""The section on disagreements: which conflicts a page shows, in which words, and that each side leads to its passage."""

from __future__ import annotations

from wiki_samples import Home, good_page

from wiki_assets.concepts.markdown import NO_DISAGREEMENTS
from wiki_assets.grounding.model import Conflict
from wiki_assets.publication.steps import disagreement_lines

FORTY = "The relaxation of a hexagonal mesh [3] needs forty sweeps."
NINETY = "However, the relaxation of a hexagonal mesh needs ninety sweeps (Birch, 2002)."
CONFLICT = Conflict(
    slug="circle-packing",
    heuristic="contrary-1",
    bibkey_a="Birch2002",
    chunk_a=9,
    words_a=NINETY,
    bibkey_b="Ash2001",
    chunk_b=4,
    words_b=FORTY,
    cue="however",
    kind="number",
    differing_a="ninety",
    differing_b="forty",
    score=0.8,
)
LINE = (
    "The relaxation of a hexagonal mesh needs forty sweeps. [Ash2001 #chunk 4] — but: "
    "The relaxation of a hexagonal mesh needs ninety sweeps. [Birch2002 #chunk 9] — what differs: “forty” / “ninety”."
)


def test_both_sentences_are_cut_to_what_is_needed_the_one_that_turns_last_with_the_words_that_differ() -> None:
    assert disagreement_lines([CONFLICT]) == (LINE,)


def test_where_neither_turns_side_a_comes_first() -> None:
    (line,) = disagreement_lines([CONFLICT.model_copy(update={"cue": ""})])
    assert line.index("Birch2002") < line.index("Ash2001")
    assert line.endswith("“ninety” / “forty”.")


def test_words_that_one_side_lacks_are_told_as_missing() -> None:
    (line,) = disagreement_lines([CONFLICT.model_copy(update={"kind": "negation", "differing_a": "never", "differing_b": ""})])
    assert line.endswith("what differs: – / “never”.")
    (bare,) = disagreement_lines([CONFLICT.model_copy(update={"differing_a": "", "differing_b": ""})])
    assert bare.endswith("[Birch2002 #chunk 9]")


def test_what_is_only_a_sign_is_not_shown() -> None:
    turned = CONFLICT.model_copy(update={"heuristic": "adversative-1", "kind": "adversative"})
    worded = CONFLICT.model_copy(update={"kind": "words", "cue": ""})
    assert disagreement_lines([turned, worded]) == ()


def test_a_page_shows_them_with_citations_that_stay_as_they_are_and_says_when_there_are_none(home: Home) -> None:
    home.judge(good_page())
    home.wiki().promote(good_page())
    assert f"## Disagreements\n\n{NO_DISAGREEMENTS}\n" in home.text("circle-packing.md")
    home.wiki().promote(good_page(), disagreement_lines([CONFLICT]), "looked")
    assert f"## Disagreements\n\n- {LINE}\n" in home.text("circle-packing.md")
    published = home.wiki().published("circle-packing")
    assert published is not None
    assert published.looked_through == "looked"
