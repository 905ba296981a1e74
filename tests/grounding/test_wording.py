"""What a verdict says to a person, on pages, in the UI and in the log."""

from __future__ import annotations

import pytest
from grounding_samples import WordGuard, a_chunk, a_citation, a_page

from wiki_assets.concepts.model import Citation, Page
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding import previews
from wiki_assets.grounding.citations import RULE_NO_CITATION, RULE_QUOTE, RULE_UNKNOWN_CHUNK
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.model import ClaimVerdict, Difference, GroundingReport, Repair, SentenceVerdict, Verdict, VerdictKind
from wiki_assets.grounding.reporting import report_page
from wiki_assets.grounding.wording import differing_words, reason_of, remedy_of, repairs_of

SOURCE = a_chunk("Balanced packings keep at most seven circles of the same size.")


def a_verdict(*differences: Difference, kind: VerdictKind = VerdictKind.UNSUPPORTED, rule: str = "opposite") -> Verdict:
    return Verdict(kind=kind, rule=rule, explanation="The guard's own sentence.", differences=differences)


def differs(claim: str = "", source: str = "") -> Difference:
    return Difference(kind="quantifier", claim_words=claim, source_words=source)


def judged(verdict: Verdict, *others: Verdict) -> ClaimVerdict:
    """A claim whose first sentence decided."""
    sentences = tuple(SentenceVerdict(start=n, end=n + 1, verdict=one) for n, one in enumerate((verdict, *others)))
    return ClaimVerdict(ordinal=0, verdict=verdict, sentences=sentences)


def reported(*claims: tuple[str, tuple[Citation, ...]], chunks: tuple[Chunk, ...] = (SOURCE,)) -> tuple[Page, GroundingReport]:
    page = a_page(*claims)
    guard = WordGuard({"least": "most"})
    return page, report_page(page, {chunk.chunk_id: chunk for chunk in chunks}, guard, 0.5)


@pytest.mark.parametrize(
    ("difference", "told"),
    [
        (differs("at least", "at most"), "the source says “at most”, not “at least”"),
        (differs("never"), "the source does not say “never”"),
        (differs(source="almost"), "The guard's own sentence."),
        (differs("Both times", "both  times"), "The guard's own sentence."),
    ],
)
def test_a_mark_names_the_words_that_differ(difference: Difference, told: str) -> None:
    assert reason_of(judged(a_verdict(difference))) == told


def test_of_several_differences_the_one_that_decided_is_told() -> None:
    number = Difference(kind="number", claim_words="seven", source_words="nine")
    assert reason_of(judged(a_verdict(differs("all", "some"), number, rule="number"))) == "the source says “nine”, not “seven”"


def test_without_words_that_differ_the_guards_own_sentence_is_told() -> None:
    assert reason_of(judged(a_verdict())) == "The guard's own sentence."


def test_of_many_differences_the_first_are_told_and_the_rest_counted_and_none_twice() -> None:
    many = [differs(f"one{n}", f"other{n}") for n in range(5)]
    told = differing_words([many[0], *many])
    assert told.count("the source says") == 3
    assert told.endswith(", and 2 more differences")
    assert differing_words([]) == ""


def test_long_words_are_cut() -> None:
    assert len(differing_words([differs("word " * 100, "other " * 100)])) < 200


def test_the_sentence_that_decided_is_named_where_a_claim_has_several() -> None:
    good = Verdict(kind=VerdictKind.GROUNDED, rule="r")
    assert reason_of(judged(a_verdict(), good)).startswith("sentence 1 of 2: ")
    assert not reason_of(judged(good, a_verdict())).startswith("sentence")


def test_no_reason_holds_the_dash_that_parts_it_from_the_claim() -> None:
    assert "—" not in reason_of(judged(a_verdict(differs("a — b", "c — d"))))


@pytest.mark.parametrize("rule", [RULE_NO_CITATION, RULE_UNKNOWN_CHUNK, RULE_QUOTE])
def test_each_fault_of_a_citation_has_a_remedy_of_its_own(rule: str) -> None:
    others = {
        remedy_of(a_verdict(rule=other)) for other in (RULE_NO_CITATION, RULE_UNKNOWN_CHUNK, RULE_QUOTE, "any") if other != rule
    }
    assert remedy_of(a_verdict(rule=rule)) not in others


def test_a_doubt_a_contradiction_and_silence_of_the_source_have_different_remedies() -> None:
    doubt, contradiction, silence = (
        a_verdict(kind=VerdictKind.UNCERTAIN),
        a_verdict(differs("at least", "at most")),
        a_verdict(),
    )
    assert len({remedy_of(verdict) for verdict in (doubt, contradiction, silence)}) == 3


def test_a_repair_is_told_with_both_places_and_the_rule() -> None:
    wrong = a_chunk("Only weather.", n=4)
    page, report = reported(("Balanced packings keep circles.", (a_citation(wrong),)), chunks=(wrong, SOURCE))
    (line,) = repairs_of(page, report)
    assert line == (
        "Claim 0 cited [Ash2001 #chunk 4] and was unsupported by the rule few-words; it now cites [Ash2001 #chunk 0]."
    )
    assert "cited anew" in reason_of(report.claims[0])
    assert line in previews.repaired_claims(page, report)
    assert "[Ash2001 #chunk 0]" in previews.judged_page(page, report)
    assert "[Ash2001 #chunk 4]" not in previews.judged_page(page, report)


def test_a_page_without_repairs_says_so() -> None:
    page, report = reported()
    assert previews.repaired_claims(page, report) == "No claim had to be cited anew."


UNCERTAIN = ("Balanced packings keep pigs.", (a_citation(SOURCE),))
CONTRARY = ("Balanced packings keep at least seven circles.", (a_citation(SOURCE),))
GROUNDED = ("Balanced packings keep circles.", (a_citation(SOURCE),))


def test_the_table_of_failing_claims_shows_the_sources_words_what_differs_and_what_to_do() -> None:
    page, report = reported(GROUNDED, UNCERTAIN, CONTRARY)
    header, _, first, second = previews.failing_claims(page, report).splitlines()
    assert [cell.strip() for cell in header.strip("|").split("|")] == [
        *("claim", "its words", "citation", "verdict", "the source's words", "what differs", "why", "what to do")
    ]
    assert "| 2 |" in first
    assert "unsupported (opposite)" in first
    assert "opposite: least → most" in first
    assert "Balanced packings keep at most seven circles" in first
    assert "| 1 |" in second
    assert "uncertain (half-the-words)" in second


def test_a_judged_page_marks_doubt_and_lack_of_support_apart_each_with_its_reason() -> None:
    shown = previews.judged_page(*reported(GROUNDED, UNCERTAIN, CONTRARY))
    assert "✓ Balanced packings keep circles. [Ash2001 #chunk 0]\n" in shown
    assert "⚠ *uncertain* Balanced packings keep pigs. [Ash2001 #chunk 0] — 75% of its words are there." in shown
    assert "⚠ *unsupported* Balanced packings keep at least seven circles. [Ash2001 #chunk 0] — the source says “most”" in shown


def test_figures_of_a_report_plot_and_what_was_not_measured_is_left_out() -> None:
    _, report = reported(GROUNDED, UNCERTAIN, CONTRARY)
    figures = previews.report_metadata(report, 2)
    assert (figures["grounded"], figures["uncertain"], figures["unsupported"], figures["repaired"]) == (1, 1, 1, 0)
    assert not {"evidence_coverage", "copied_share"} & set(figures)
    measured = report.model_copy(update={"evidence_coverage": 0.25, "copied_share": 0.0})
    figures = previews.report_metadata(measured, 2)
    assert (figures["evidence_coverage"], figures["copied_share"]) == (0.25, 0.0)


def test_a_claim_that_was_repaired_is_told_as_such_by_its_rule() -> None:
    repair = Repair(citations=(a_citation(SOURCE),), replaced=a_verdict(kind=VerdictKind.UNCERTAIN, rule="few-words"))
    fine = ClaimVerdict(ordinal=0, verdict=Verdict(kind=VerdictKind.GROUNDED, rule="r"), citation=0, repair=repair)
    assert reason_of(fine) == "It is cited anew; under what it cited before it was uncertain by the rule few-words."


SAID = "The packing of a planar graph with 12 vertices is unique up to rotation if every face is a triangle."


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        (
            "The packing of a planar graph with 19 vertices is unique up to rotation if every face is a triangle.",
            "“12”, not “19”",
        ),
        ("The packing of a planar graph with 12 vertices is not unique up to rotation if every face is a triangle.", "“not”"),
    ],
)
def test_the_strong_guard_names_the_words_that_make_a_claim_false(claim: str, told: str) -> None:
    verdict = load_guard("edit-audit").check(claim, SAID)
    assert verdict.kind is VerdictKind.UNSUPPORTED
    assert told in reason_of(judged(verdict))
    assert remedy_of(verdict) == remedy_of(a_verdict(differs("at least", "at most")))


@pytest.mark.parametrize(
    "claim",
    ["Is every packing of a planar graph with 12 vertices unique?", "There are exactly 4711 packings of the planar graph."],
)
def test_a_rule_of_the_strong_guard_has_a_remedy_of_its_own(claim: str) -> None:
    verdict = load_guard("edit-audit").check(claim, SAID)
    assert verdict.kind is VerdictKind.UNCERTAIN
    assert remedy_of(verdict) != remedy_of(a_verdict(kind=VerdictKind.UNCERTAIN))
