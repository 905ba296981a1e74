"""Verdicts: the words, the offsets and the explanation that a person gets."""

from __future__ import annotations

import pytest

from tests.grounding.edit_audit.samples import compared, sentence
from wiki_assets.grounding.guards.edit_audit import create
from wiki_assets.grounding.guards.edit_audit.coverage import cover
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.verdicts import Judgement, claim_verdict, too_long
from wiki_assets.grounding.model import Difference, Verdict, VerdictKind

GROUNDED, UNCERTAIN, UNSUPPORTED = VerdictKind.GROUNDED, VerdictKind.UNCERTAIN, VerdictKind.UNSUPPORTED
SOURCE = "It rains. The red zorbal eats green plorns in lakes. It snows."


def judged(
    claim: str, *findings: Finding, kind: VerdictKind = UNCERTAIN, rule: str = "aligned", source: str = SOURCE
) -> Judgement:
    comparison = compared(claim, source)
    return Judgement(
        kind, rule, comparison.claim, comparison.source, comparison, cover(comparison.claim, comparison.source), findings
    )


def verdict(claim: str, *findings: Finding, rule: str = "aligned", source: str = SOURCE) -> Verdict:
    return claim_verdict([judged(claim, *findings, rule=rule, source=source)])


def test_the_matched_words_are_the_sources_from_the_first_aligned_to_the_last() -> None:
    found = verdict("The zorbal eats plorns.")
    assert found.matched == SOURCE[found.start : found.end] == "The red zorbal eats green plorns"


def test_the_matched_words_are_as_the_original_has_them() -> None:
    source = "It rains. The e\ufb03cient zor-\nbal eats  \\alpha [1] plorns."
    found = verdict("The efficient zorbal eats plorns", source=source)
    assert found.matched == source[found.start : found.end] == "The e\ufb03cient zor-\nbal eats  \\alpha [1] plorns"


def test_the_worst_sentence_decides_and_the_first_of_equals() -> None:
    good, doubtful = judged("The red zorbal.", kind=GROUNDED), judged("Eats green plorns.", rule="covered")
    also, bad = judged("In lakes.", rule="scattered"), judged("It snows.", kind=UNSUPPORTED, rule="not-in-source")
    assert claim_verdict([good]).kind is GROUNDED
    assert claim_verdict([good, doubtful, also]).rule == "covered"
    assert claim_verdict([good, also, doubtful]).rule == "scattered"
    found = claim_verdict([good, doubtful, bad, also])
    assert (found.kind, found.rule, found.matched) == (UNSUPPORTED, "not-in-source", "It snows")


def test_differences_of_every_sentence_are_told() -> None:
    first = judged("The blue zorbal", Finding("one", True, (1,), (3,), ""), kind=UNSUPPORTED, rule="one")
    second = judged("Green plorns in lakes", Finding("two", False, (0,), (), ""), Finding("three", False, (), (8,), ""))
    assert [(found.kind, found.claim_words, found.source_words) for found in claim_verdict([first, second]).differences] == [
        ("one", "blue", "red"),
        ("two", "Green", ""),
        ("three", "", "in"),
    ]


def test_a_difference_knows_where_its_words_stand() -> None:
    claim = "The blue old zorbal eats plorns."
    found = verdict(claim, Finding("one", True, (1, 2), (3, 6), "")).differences[0]
    assert found == Difference(
        kind="one",
        claim_words="blue old",
        source_words="red zorbal eats green",
        claim_start=claim.index("blue"),
        claim_end=claim.index(" zorbal"),
        source_start=SOURCE.index("red"),
        source_end=SOURCE.index(" plorns"),
    )
    assert claim[found.claim_start : found.claim_end] == found.claim_words
    assert SOURCE[found.source_start : found.source_end] == found.source_words


def test_words_in_another_order_are_shown_as_they_stand_in_their_text() -> None:
    found = create().check("The cats of the dogs sleep in old houses.", "It is so: the dogs of the cats sleep in old houses.")
    assert [(one.claim_words, one.source_words) for one in found.differences] == [("cats of the dogs", "dogs of the cats")]


def test_offsets_of_a_later_sentence_count_in_the_whole_claim() -> None:
    claim = "It rains [1]. The blue zorbal eats green plorns in lakes."
    found = create().check(claim, SOURCE).differences[0]
    assert claim[found.claim_start : found.claim_end] == found.claim_words == "blue"
    assert SOURCE[found.source_start : found.source_end] == found.source_words == "red"


def test_words_that_the_source_lacks_have_no_place_in_it() -> None:
    (found,) = verdict("The zorbal", Finding("a", True, (1,), (), "")).differences
    assert (found.source_words, found.source_start, found.source_end) == ("", 0, 0)


@pytest.mark.parametrize(
    ("claim", "source", "missing", "before"),
    [
        ("The zorbal eats green plorns.", "The zorbal never eats green plorns.", "never", "eats"),
        ("Zorbals eat green plorns.", "Not all zorbals eat green plorns.", "Not", "Zorbals"),
        ("Zorbals eat green plorns.", "Zorbals eat green plorns only.", "only", "."),
    ],
)
def test_words_that_the_claim_lacks_are_missing_from_their_place_in_it(
    claim: str, source: str, missing: str, before: str
) -> None:
    found = create().check(claim, source).differences[0]
    assert (found.source_words.split()[0], found.claim_words, found.claim_start) == (missing, "", found.claim_end)
    assert claim[found.claim_start :].startswith(before)


def test_words_that_were_named_are_not_named_again_and_what_decided_comes_first() -> None:
    found = verdict(
        "The blue old zorbal",
        Finding("vague", False, (1,), (3,), ""),
        Finding("decides", True, (1, 2), (3,), ""),
        Finding("again", False, (2,), (3,), ""),
        Finding("more", False, (3,), (3,), ""),
        rule="decides",
    )
    assert [one.kind for one in found.differences] == ["decides", "more"]


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ((1,), (3,), "So it is. Claim: “blue”; source: “red”."),
        ((1, 2), (3, 6), "So it is. Claim: “blue zorbal”; source: “red green”."),
        ((1,), (), "So it is. Claim: “blue”."),
        ((), (3,), "So it is. Source: “red”."),
        ((), (), "So it is."),
    ],
)
def test_the_explanation_quotes_the_words_of_the_finding(mine: tuple[int, ...], theirs: tuple[int, ...], expected: str) -> None:
    assert verdict("The blue zorbal.", Finding("one", True, mine, theirs, "So it is."), rule="one").explanation == expected


def test_the_finding_that_named_the_verdict_is_explained() -> None:
    findings = (
        Finding("a", False, (0,), (), "First."),
        Finding("b", True, (1,), (), "Second."),
        Finding("b", True, (2,), (), "Third."),
    )
    assert verdict("The blue zorbal.", *findings, rule="b").explanation == "Second. Claim: “blue”."


def test_a_long_quotation_is_cut_behind_twelve_words() -> None:
    claim = "The a b c d e f g h i j k zorbal"
    whole = "So. Claim: “The a b c d e f g h i j k”."
    assert verdict(claim, Finding("one", True, tuple(range(12)), (), "So."), rule="one").explanation == whole
    assert verdict(claim, Finding("one", True, tuple(range(13)), (), "So."), rule="one").explanation == whole.replace(
        "k”", "k …”"
    )


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("verbatim", "The source has these very words."),
        ("aligned", "The source says it in nearly the same words, and no difference changes what is said."),
        ("covered", "The source has the claim's words, in another wording."),
        ("no-words", "It has no words."),
        ("question", "It is a question."),
        ("nothing-told", "It has no word that could be checked."),
        ("scattered", "Its words stand in the source, but all over it."),
        ("not-in-source", "Too few of its words stand in the source."),
        ("partly-in-source", "Only a part of its words stands in the source."),
    ],
)
def test_a_verdict_without_a_finding_is_explained(rule: str, expected: str) -> None:
    assert verdict("The zorbal.", Finding("other", False, (0,), (), "So."), rule=rule).explanation == expected


def test_numbers_that_are_nowhere_are_named() -> None:
    assert verdict("The zorbal eats 3 or 4.", rule="number-nowhere").explanation == "Not in the source: 3, 4."


def test_measures_are_rounded() -> None:
    found = verdict("The red zorbal and the old quindle eat plorns here.").scores
    assert set(found) == {"aligned", "tightness", "copied", "recall", "worst_half", "unseen_run"}
    assert found["copied"] == 0.3
    assert found["tightness"] == 0.8333
    assert verdict("The red zorbal and the quindle sing.").scores["copied"] == 0.4286
    assert all(0 < score < 1 and round(score, 4) == score for name, score in found.items() if name != "unseen_run")
    assert found["unseen_run"] == 2.0


def test_a_claim_that_could_not_be_aligned_matches_nothing() -> None:
    claim, source = sentence("Purple whales."), Reading.of(SOURCE)
    found = claim_verdict([Judgement(UNSUPPORTED, "not-in-source", claim, source, None, cover(claim, source), ())])
    assert (found.matched, found.start, found.end) == ("", 0, 0)
    assert found.scores == {"aligned": 0, "tightness": 0, "copied": 0, "recall": 0, "worst_half": 0, "unseen_run": 2}


def test_no_sentences_are_no_words() -> None:
    assert claim_verdict([]) == Verdict(kind=UNSUPPORTED, rule="no-words", explanation="It has no words.")


def test_what_is_too_long_is_uncertain() -> None:
    assert too_long() == Verdict(kind=UNCERTAIN, rule="too-long", explanation="It is too long to be checked word by word.")


def test_lone_surrogates_are_replaced_for_no_file_can_hold_them() -> None:
    source = "The red zor\ud800bal eats \udfff green plorns."
    claim = "The blue\ud800 and zor\ud800bal eats \udfff plorns."
    found = create().check(claim, source)
    texts = [
        found.matched,
        found.explanation,
        *(d.claim_words for d in found.differences),
        *(d.source_words for d in found.differences),
    ]
    assert not any("\ud800" <= character <= "\udfff" for text in texts for character in text)
    assert found.matched == "The red zor\ufffdbal eats \ufffd green plorns"
    assert found.model_dump_json()


def test_surrogates_that_an_explanation_quotes_are_replaced() -> None:
    claim = "The \ud835\udfd0 zorbal"
    reading = sentence(claim)
    finding = Finding("one", True, tuple(range(len(reading.words))), (), "So\ud800.")
    assert "\ud800" not in verdict(claim, finding, rule="one").explanation
    assert "\ud800" not in verdict("The", Finding("one", True, (), (), "So\ud800."), rule="one").explanation
