"""Edits that only reword: what each does, where it keeps its hands off, and that the claim's words stay."""

from __future__ import annotations

import unicodedata

import pytest
from calibration_samples import SOURCE, edited, rewritten, specimen

from wiki_assets.grounding.calibration.edits import (
    clause_moved,
    contractions,
    latex_symbols,
    layout_noise,
    noisy_source,
    number_spelled,
    spelling,
    synonyms,
    verbatim,
)
from wiki_assets.text.words import tokens

CHANGED = [
    (contractions.EDIT, "The jar is not red.", "The jar isn't red."),
    (contractions.EDIT, "The jar cannot leak.", "The jar can't leak."),
    (contractions.EDIT, "The jars don’t leak.", "The jars do not leak."),
    (contractions.EDIT, "The jar can't leak.", "The jar cannot leak."),
    (number_spelled.EDIT, "They broke 3 jars.", "They broke three jars."),
    (number_spelled.EDIT, "They broke twelve jars.", "They broke 12 jars."),
    (number_spelled.EDIT, "3 jars broke.", "Three jars broke."),
    (number_spelled.EDIT, "Three jars broke.", "3 jars broke."),
    (spelling.EDIT, "The colour is realised here.", "The color is realized here."),
    (spelling.EDIT, "The neighborhood minimizes it.", "The neighbourhood minimises it."),
    (clause_moved.EDIT, "If the ash is wet, the glaze turns grey.", "The glaze turns grey if the ash is wet."),
    (clause_moved.EDIT, "In the old town, people fired clay daily.", "People fired clay daily in the old town."),
    (synonyms.EDIT, "Potters use ash because it melts.", "Potters employ ash since it melts."),
    (synonyms.EDIT, "However, it melts.", "Nevertheless, it melts."),
    (layout_noise.TYPOGRAPHY, 'A "well-known" potter\'s jar', "A “well\u2010known” potter’s jar"),
]


@pytest.mark.parametrize(("edit", "claim", "expected"), CHANGED, ids=lambda value: getattr(value, "name", None))
def test_an_edit_rewords_the_claim(edit, claim: str, expected: str) -> None:
    assert edited(edit, claim) == expected


UNTOUCHED = [
    (contractions.EDIT, "The jar is red.", "nothing is denied"),
    (contractions.EDIT, "The jar is not only red.", "nobody writes isn't only"),
    (number_spelled.EDIT, "They broke 13 jars.", "thirteen is long"),
    (number_spelled.EDIT, "It rose by 3 %.", "no word is counted"),
    (number_spelled.EDIT, "For k = 3 jars it holds.", "a formula"),
    (number_spelled.EDIT, "It follows from Lemma 3 here.", "a reference"),
    (spelling.EDIT, "The jar is red and rises.", "one spelling only"),
    (clause_moved.EDIT, "The glaze turns grey if the ash is wet.", "nothing leads"),
    (clause_moved.EDIT, "If wet, and if cold, the glaze turns grey.", "where the clause ends is not plain"),
    (clause_moved.EDIT, "In addition, the glaze turns quite grey.", "no clause"),
    (clause_moved.EDIT, "In Lund, it broke.", "too short"),
    (clause_moved.EDIT, "If the ash is wet, then the glaze turns grey.", "then would be left over"),
    (synonyms.EDIT, "The jar is red.", "no word that it knows"),
    (synonyms.EDIT, "They make use of ash.", "an idiom"),
    (latex_symbols.EDIT, "The jar is red.", "no symbol"),
    (layout_noise.TYPOGRAPHY, "The jar is red.", "nothing to set otherwise"),
    (layout_noise.WHITE_SPACE, "Red jar.", "hardly any space"),
]


@pytest.mark.parametrize(("edit", "claim", "why"), UNTOUCHED, ids=lambda value: getattr(value, "name", None))
def test_an_edit_keeps_off_where_it_would_change_nothing_or_the_meaning(edit, claim: str, why: str) -> None:
    assert edited(edit, claim) is None, why


def test_verbatim_is_the_sentence_that_holds_the_quote() -> None:
    sentence = "Potters from Lund visited the workshop in 1874 and measured 35 jars."
    found = verbatim.EDIT.rewrite(specimen("Potters measured 35 jars.", quote="visited the workshop"))
    assert found is not None
    assert (found.claim, found.source) == (sentence, SOURCE)


def test_verbatim_passes_over_what_is_too_short_to_be_a_sentence() -> None:
    assert rewritten(verbatim.EDIT, "It broke.", source="It broke. See there.") is None


@pytest.mark.parametrize(
    "edit", [noisy_source.LIGATURES, noisy_source.SOFT_HYPHENS, noisy_source.LINE_BREAKS], ids=lambda e: e.name
)
def test_noise_in_the_source_can_be_read_back_and_leaves_the_claim_alone(edit) -> None:
    source = f"The first office of the kiln was difficult to find for foreign potters. {SOURCE}"
    found = rewritten(edit, "The jar leaks.", source=source)
    assert found is not None and found.claim == "The jar leaks."
    assert found.source != source
    repaired = unicodedata.normalize("NFKC", found.source).replace("\u00ad", "").replace("-\n", "").replace("\n", " ")
    assert repaired == source


def test_lines_are_broken_at_about_sixty_characters_and_long_words_at_their_ends_are_divided() -> None:
    found = rewritten(noisy_source.LINE_BREAKS, "The jar leaks.", source="thermodynamical " * 12)
    assert found is not None
    lines = found.source.split("\n")
    assert len(lines) > 2
    assert all(len(line) <= 75 for line in lines)
    assert "thermod-\nynamical" in found.source


def test_lines_of_a_text_keep_its_own_line_breaks() -> None:
    found = rewritten(noisy_source.LINE_BREAKS, "The jar leaks.", source=f"{SOURCE}\n{SOURCE}")
    assert found is not None
    assert f"{SOURCE[-15:]}\n{SOURCE[:20]}" in found.source


def test_a_short_clean_source_has_no_noise_to_add() -> None:
    for edit in (noisy_source.LIGATURES, noisy_source.SOFT_HYPHENS, noisy_source.LINE_BREAKS):
        assert rewritten(edit, "A jar.", source="A red jar.") is None


def test_latex_stands_in_the_source_and_the_claim_keeps_its_symbols() -> None:
    claim = "The angle α is ≤ π."
    found = rewritten(latex_symbols.EDIT, claim, source=f"They saw: {claim}")
    assert found is not None
    assert (found.claim, found.source) == (claim, "They saw: The angle \\alpha  is \\leq  \\pi .")


def test_white_space_and_the_claims_own_citation_are_added_and_no_word_changes() -> None:
    claim = "The kiln reaches its heat in two hours."
    noisy = edited(layout_noise.WHITE_SPACE, claim)
    assert noisy is not None and noisy != claim
    words, _, marker = noisy.partition("[")
    assert marker == "Kilner1999 #chunk 3]\n"
    assert words.split() == claim.split()
    assert len(words) > len(claim)


@pytest.mark.parametrize(
    "claim",
    ["If the ash is wet, the glaze turns grey.", "Under a full moon, potters never fire clay."],
)
def test_a_moved_clause_keeps_all_words(claim: str) -> None:
    moved = edited(clause_moved.EDIT, claim)
    assert moved is not None and moved != claim
    assert sorted(tokens(moved)) == sorted(tokens(claim))
