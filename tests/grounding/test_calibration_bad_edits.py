"""Edits that make a claim false: what each does, where it keeps its hands off, and that the source never says the result."""

from __future__ import annotations

import pytest
from calibration_samples import SOURCE, STRANGER, edited, rewritten, specimen

from wiki_assets.grounding.calibration.edits import (
    comparative_reversed,
    condition_dropped,
    hedge_dropped,
    invented_clause,
    invented_front,
    name_swapped,
    negation_inserted,
    negation_removed,
    number_invented,
    number_swapped,
    opposite,
    roles_swapped,
    spliced,
    strengthened,
    unit_changed,
    wrong_source,
)
from wiki_assets.grounding.calibration.edits.antonym import antonym_edit
from wiki_assets.grounding.calibration.edits.inventions import SENTENCES, strange_to
from wiki_assets.grounding.calibration.edits.presence import shared_share

# Edits that change one place: the edit, a claim, and what the claim becomes.
CHANGED = [
    (negation_inserted.EDIT, "The kiln is hot.", "The kiln is not hot."),
    (negation_inserted.EDIT, "The glaze requires ash.", "The glaze does not require ash."),
    (negation_inserted.EDIT, "The jars have been sealed.", "The jars have not been sealed."),
    (negation_removed.EDIT, "The glaze is not brittle.", "The glaze is brittle."),
    (negation_removed.EDIT, "The glaze isn't brittle.", "The glaze is brittle."),
    (negation_removed.EDIT, "The potter cannot see it.", "The potter can see it."),
    (negation_removed.EDIT, "The wall held without mortar.", "The wall held with mortar."),
    (negation_removed.EDIT, "Without ash the glaze cracks.", "With ash the glaze cracks."),
    (negation_removed.EDIT, "The jar has no lid.", "The jar has some lid."),
    (negation_removed.EDIT, "The kiln is never empty.", "The kiln is empty."),
    (negation_removed.EDIT, "Not all jars leak.", "All jars leak."),
    (strengthened.EDIT, "The jar may leak.", "The jar must leak."),
    (strengthened.EDIT, "Some jars leak.", "All jars leak."),
    (strengthened.EDIT, "The jar is usually red.", "The jar is always red."),
    (strengthened.EDIT, "It leaks in some cases.", "It leaks in all cases."),
    (comparative_reversed.EDIT, "The wall is higher here.", "The wall is lower here."),
    (comparative_reversed.EDIT, "The heat increases at noon.", "The heat decreases at noon."),
    (comparative_reversed.EDIT, "It takes at least a day.", "It takes at most a day."),
    (opposite.EDIT, "The wall is stable.", "The wall is unstable."),
    (opposite.EDIT, "The lid remains shut.", "The lid ceases to be shut."),
    (hedge_dropped.EDIT, "The finds suggest that the kiln was older.", "The kiln was older."),
    (hedge_dropped.EDIT, "It is likely that potters moved away.", "Potters moved away."),
    (hedge_dropped.EDIT, "The kiln seems to be older.", "The kiln is older."),
    (hedge_dropped.EDIT, "The wall holds at most 12 jars.", "The wall holds 12 jars."),
    (condition_dropped.EDIT, "If the ash is wet, then the glaze turns grey.", "The glaze turns grey."),
    (condition_dropped.EDIT, "The glaze turns grey unless the ash is dry.", "The glaze turns grey."),
    (condition_dropped.EDIT, "The jar is tight if and only if the wall is thick.", "The jar is tight."),
    (roles_swapped.EDIT, "The flame determines the colour.", "The colour determines the flame."),
    (roles_swapped.EDIT, "Ash replaces sand in old recipes.", "Sand replaces ash in old recipes."),
    (roles_swapped.EDIT, "Lund replaces sand by clay.", "Sand replaces Lund by clay."),
    (unit_changed.EDIT, "The walk takes 40 percent more.", "The walk takes 40 per mille more."),
]


@pytest.mark.parametrize(("edit", "claim", "expected"), CHANGED, ids=lambda value: getattr(value, "name", None))
def test_an_edit_changes_the_one_place_it_is_about(edit, claim: str, expected: str) -> None:
    assert edited(edit, claim) == expected


UNTOUCHED = [
    (negation_inserted.EDIT, "The jar may leak.", "it may leak and it may not: no contradiction"),
    (negation_inserted.EDIT, "Nobody knows whether the jar is tight.", "whether denies nothing"),
    (negation_inserted.EDIT, "The jar is not tight.", "denied already"),
    (negation_inserted.EDIT, "Is the jar tight?", "a question says nothing"),
    (negation_inserted.EDIT, "The jar stands [as it is shown there].", "brackets hold no claim"),
    (negation_removed.EDIT, "The jar may not leak.", "it may leak all the same"),
    (negation_removed.EDIT, "The jar is not only red but also tall.", "not only denies nothing"),
    (negation_removed.EDIT, "The jar is no longer red.", "no longer is one word"),
    (negation_removed.EDIT, "The jar is red.", "nothing is denied"),
    (number_invented.EDIT, "The jar is red.", "no number"),
    (number_invented.EDIT, "This follows from Theorem 3.", "a reference"),
    (number_invented.EDIT, "The jar is red [12].", "a citation"),
    (number_invented.EDIT, "The jar is red (Hale and Ford, 2019).", "a citation"),
    (number_invented.EDIT, "H2O and x2 are names.", "parts of names"),
    (number_invented.EDIT, "The (i + 1)th jar is red.", "part of a formula"),
    (strengthened.EDIT, "The fair was held in May.", "a month"),
    (strengthened.EDIT, "The jar does not usually leak.", "not always is weaker than not usually"),
    (strengthened.EDIT, "How many jars leak is unknown.", "how many limits nothing"),
    (comparative_reversed.EDIT, "It is more or less round.", "an idiom"),
    (comparative_reversed.EDIT, "The upper bound is above and the lower bound below.", "both stand there"),
    (comparative_reversed.EDIT, "The jar is no more than a cup.", "an idiom"),
    (opposite.EDIT, "The gates are open and closed in turn.", "both stand there"),
    (opposite.EDIT, "The jar is red as well.", "as well is no praise"),
    (hedge_dropped.EDIT, "The kiln was older.", "no hedge"),
    (condition_dropped.EDIT, "They ask if the jar is tight.", "no condition"),
    (condition_dropped.EDIT, "The jar may leak if the wall is thin.", "it may leak anyway"),
    (condition_dropped.EDIT, "The jar leaks even if the wall is thick.", "no condition"),
    (roles_swapped.EDIT, "The flame determines the flame.", "nothing changes"),
    (roles_swapped.EDIT, "The flame is hot.", "nothing acts on anything"),
    (roles_swapped.EDIT, "It determines the colour.", "a pronoun has no place to go"),
    (unit_changed.EDIT, "The jar is 40 thumbs tall.", "no unit that it knows"),
    (spliced.EDIT, "The jar is red.", "too short to have halves"),
    (name_swapped.EDIT, "The jar is red.", "no name"),
    (invented_clause.EDIT, "The jar is red.", "too short to have a tail"),
    (wrong_source.EDIT, "The jar is red.", "no other paper"),
]


@pytest.mark.parametrize(("edit", "claim", "why"), UNTOUCHED, ids=lambda value: getattr(value, "name", None))
def test_an_edit_keeps_off_where_it_would_change_nothing_or_break_the_sentence(edit, claim: str, why: str) -> None:
    assert edited(edit, claim) is None, why


@pytest.mark.parametrize(
    ("edit", "claim", "says_so"),
    [
        (negation_inserted.EDIT, "The jar is tight.", "The jar is tight. Later they wrote: the jar is not tight."),
        (negation_removed.EDIT, "The jar is not tight.", "The jar is not tight, they said; but the jar is tight."),
        (strengthened.EDIT, "The jar may leak.", "The jar may leak. In fact, the jar must leak."),
        (comparative_reversed.EDIT, "The wall is higher.", "The wall is higher, or, seen from there, the wall is lower."),
        (opposite.EDIT, "The wall is stable.", "The wall is stable in May. In June the wall is unstable."),
        (hedge_dropped.EDIT, "They suspect that the kiln is old.", "They suspect that the kiln is old. The kiln is old."),
        (
            condition_dropped.EDIT,
            "The glaze turns grey if the ash is wet.",
            "The glaze turns grey if the ash is wet. The glaze turns grey.",
        ),
        (roles_swapped.EDIT, "Flame determines colour.", "Flame determines colour, and colour determines flame."),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_what_the_source_says_as_well_is_no_edit(edit, claim: str, says_so: str) -> None:
    assert edited(edit, claim, source=claim) is not None
    assert edited(edit, claim, source=says_so) is None


def test_a_new_number_stands_nowhere_in_the_source_in_digits_or_words() -> None:
    claim = "The kiln reaches 900 degrees."
    taken = "Numbers: 900, 100, 200, 300, 500, 600, 700, 800."
    assert edited(number_invented.EDIT, claim, source=taken) == "The kiln reaches 400 degrees."
    assert edited(number_invented.EDIT, claim, source=f"{taken} And 400.0, too.") is None
    spelled = "There were two kilns."
    all_but_nine = "Two, three, four, 5, six, 7, eight, ten, 11 and twelve."
    assert edited(number_invented.EDIT, spelled, source=all_but_nine) == "There were nine kilns."


def test_a_new_number_is_as_long_as_the_old_one_and_keeps_its_zeros() -> None:
    for number in ("1874", "1,500", "0.25", "300", "7"):
        claim = f"They measured {number} jars."
        new = edited(number_invented.EDIT, claim, source=claim)
        assert new is not None and new != claim
        written = new.removeprefix("They measured ").removesuffix(" jars.")
        assert len(written) == len(number)
        assert [mark for mark in written if mark in ",."] == [mark for mark in number if mark in ",."]
        assert len(written) - len(written.rstrip("0")) == len(number) - len(number.rstrip("0"))


def test_a_number_is_swapped_for_one_of_the_source_that_no_sentence_has_beside_it() -> None:
    assert edited(number_swapped.EDIT, "They measured 35 jars.") in ("They measured 900 jars.", "They measured 4 jars.")
    together = "They tried 35 and 900 jars. Four walls were 4 feet thick."
    assert edited(number_swapped.EDIT, "They tried 35 jars.", source=together) == "They tried 4 jars."


def test_a_year_is_swapped_for_a_year_and_a_word_for_a_word() -> None:
    source = "It began in 1874 with two jars. It ended in 1902. Seven walls and 50 roofs fell."
    assert edited(number_swapped.EDIT, "It began in 1874.", source=source) == "It began in 1902."
    assert edited(number_swapped.EDIT, "It began with two jars.", source=source) == "It began with seven jars."


def test_a_unit_becomes_another_that_never_stands_beside_that_number() -> None:
    claim = "The walls are 4 km long."
    source = "The walls are 4 km long. Others are 4 m, 4 cm, 4mm or 4 µm."
    assert edited(unit_changed.EDIT, claim, source=source) == "The walls are 4 nm long."
    assert edited(unit_changed.EDIT, claim, source=f"{source} Or 4 nm.") is None


def test_a_name_is_swapped_for_one_of_the_passage_that_no_sentence_has_beside_it() -> None:
    source = "The workshop of Harwick is old. Potters from Lund and from Odense came later. They called it Harwick in Lund."
    assert edited(name_swapped.EDIT, "Potters came from Harwick.", source=source) == "Potters came from Odense."
    assert edited(name_swapped.EDIT, "Potters came from Odense.", source=source) == "Potters came from Harwick."


def test_a_name_comes_from_the_rest_of_the_paper_only_where_the_passage_has_none() -> None:
    source = "The workshop of Harwick is old."
    around = {"document": ("Ships sailed to Bergen every spring.",)}
    assert edited(name_swapped.EDIT, "It stood in Harwick.", source=source, **around) == "It stood in Bergen."
    assert edited(name_swapped.EDIT, "It stood in Harwick.", source=source) is None


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It uses the Bayes rule.", "It uses the Bayes rule. People call it Bayesian."),
        ("The paper cites Jar Makers Guild here.", "It cites Jar Makers Guild. Later it says JMG."),
        ("The proof uses Harwick clay.", "The clay of Harwick is red. It follows from Lemma 3 and Theorem Two."),
        ("The proof uses Harwick clay.", "The clay of Harwick is red. It is fired in Kilns. Many kilns are old."),
        ("The proof uses Harwick clay.", "The clay of Harwick is red. One says: Dry clay breaks."),
    ],
    ids=["of one stem", "its initials", "a reference", "a common word", "the first word behind a colon"],
)
def test_a_name_is_never_swapped_for_itself_in_other_letters_or_for_what_is_no_name(claim: str, source: str) -> None:
    assert edited(name_swapped.EDIT, claim, source=source) is None


def test_an_antonym_comes_from_the_given_source_and_only_where_the_claim_has_not_both() -> None:
    pairs = {"inner": ["outer"], "outer": ["inner"], "went": ["come"], "come": ["go"], "have": ["lack"], "lack": ["have"]}
    edit = antonym_edit(lambda word: pairs.get(word, []))
    assert edited(edit, "The inner wall fell.") == "The outer wall fell."
    assert edited(edit, "The inner and the outer wall fell.") is None
    assert edited(edit, "The Inner wall went away.") is None
    assert edited(edit, "They have walls.") is None


def test_a_splice_joins_halves_of_two_sentences_that_the_source_does_not_join() -> None:
    claim = "Clay fired there is usually harder than clay dried in the sun."
    spliced_claim = edited(spliced.EDIT, claim)
    assert spliced_claim is not None
    head, tail = "Clay fired there is usually harder", spliced_claim.removeprefix("Clay fired there is usually harder ")
    assert spliced_claim.startswith(head)
    assert tail in SOURCE and tail not in claim
    assert spliced_claim not in SOURCE
    assert edited(spliced.EDIT, claim, source=claim) is None


def test_a_splice_keeps_off_a_sentence_about_the_same() -> None:
    claim = "The kiln at Harwick reaches great heat within hours of work."
    assert edited(spliced.EDIT, claim, source=f"{claim} The kiln at Harwick reaches great heat in hours again.") is None


def test_an_invented_sentence_shares_no_longer_word_with_the_source_and_leaves_the_claim_as_it_is() -> None:
    claim = "Clay fired there is usually harder."
    new = edited(invented_front.EDIT, claim)
    assert new is not None and new.endswith(f" {claim}")
    invented = new.removesuffix(f" {claim}")
    assert invented in SENTENCES
    assert edited(invented_front.EDIT, claim, source=" ".join(SENTENCES)) is None
    assert strange_to(" ".join(sentence for sentence in SENTENCES if sentence != invented), SENTENCES, claim) == invented


def test_an_invented_clause_ends_with_the_last_words_of_the_claim_and_drops_its_first() -> None:
    claim = "The kiln at Harwick reaches a heat of 900 degrees within two hours of careful firing."
    new = edited(invented_clause.EDIT, claim)
    assert new is not None and new.endswith("heat of 900 degrees within two hours of careful firing.")
    assert "Harwick" not in new


def test_a_wrong_source_is_a_passage_that_shares_little_with_the_claim() -> None:
    claim = "The kiln reaches its full heat within hours."
    moved = rewritten(wrong_source.EDIT, claim, stranger=STRANGER)
    assert moved is not None
    assert (moved.claim, moved.source) == (claim, STRANGER)
    assert shared_share(claim, STRANGER) == 0.0
    assert rewritten(wrong_source.EDIT, claim, stranger=f"{STRANGER} The kiln reaches its full heat.") is None


def test_edits_of_one_place_choose_another_place_for_another_claim() -> None:
    """Were the first place always taken, the ends of sentences would never be tried."""
    changes = {edited(number_invented.EDIT, f"Of 20 jars number {n} of 70 broke.", source="") for n in range(30, 60)}
    firsts = {text.split()[1] != "20" for text in changes if text}
    assert firsts == {True, False}


def test_a_specimen_is_edited_alike_whatever_else_its_paper_says() -> None:
    plain = specimen("The jar may leak.")
    around = specimen("The jar may leak.", document=("Other words.",), stranger=STRANGER)
    assert strengthened.EDIT.rewrite(plain) == strengthened.EDIT.rewrite(around)
