"""What the facts amount to: the sentence on top, the six parts, the failing checks."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tests.dashboard.dashboard_samples import AS_OF, RULES, facts_of, published_page, quarantined_page, slug_of
from wiki_assets.dashboard.history import MOST_POINTS, Move, trend_of
from wiki_assets.dashboard.model import DayCost, Facts, FailedCheck, Operations, PaperProblem, Severity, Volumes
from wiki_assets.dashboard.standing import GATE_CHECK, Part, State, failed_checks, guard_is_another, headline, parts, trust
from wiki_assets.dashboard.words import compact, dollars, lasting, percent, seconds_of

CALM = Facts(
    as_of=AS_OF,
    rules=RULES,
    published=tuple(published_page(n, rate=1.0, grounded=12, uncertain=0, unsupported=0) for n in range(14)),
    last_work=AS_OF - timedelta(minutes=3),
    volumes=Volumes(papers=8, chunks=64),
    operations=Operations(checks_known=7),
)


def state_of(facts: Facts, name: str) -> Part:
    return next(part for part in parts(facts) if part.name == name)


def test_the_sentence_says_how_things_stand() -> None:
    unread = tuple(PaperProblem(f"B{n}", f"b{n}.pdf", "corrupt", "", AS_OF) for n in range(2))
    facts = replace(CALM, quarantined=(quarantined_page(20),), papers=unread)
    assert headline(facts) == (
        "14 of 15 pages published, 1 quarantined; 2 files could not be read; last work 3 minutes before this page was written."
    )
    assert (
        headline(CALM) == "14 of 14 pages published; every file could be read; last work 3 minutes before this page was written."
    )


def test_an_empty_wiki_is_said_to_be_empty() -> None:
    empty = Facts(as_of=AS_OF, rules=RULES)
    assert headline(empty) == "No page has been compiled yet."
    assert "nothing to rely on" in trust(empty)
    assert {part.state for part in parts(empty)} <= {State.UNKNOWN, State.GOOD}


def test_claims_without_support_are_not_hidden() -> None:
    assert trust(CALM) == "168 of 168 published claims (100\u202f%) have the words of a source behind them."
    assert trust(facts_of(pages=1)).endswith("the other 2 carry a warning sign on their page.")


def test_in_a_calm_wiki_all_that_was_measured_is_in_order() -> None:
    states = {part.name: part.state for part in parts(CALM)}
    assert states.pop("Guard") is State.UNKNOWN
    assert set(states.values()) == {State.GOOD}


def test_every_part_that_needs_a_person_says_so() -> None:
    assert {part.name: part.state for part in parts(facts_of(pages=6))} == {
        "Pages": State.LOOK,
        "Quarantine": State.LOOK,
        "Checks": State.LOOK,
        "Papers": State.LOOK,
        "Guard": State.LOOK,
        "Cost": State.LOOK,
    }


def test_a_failed_error_check_needs_work_but_a_refusal_alone_does_not() -> None:
    refused = replace(CALM, quarantined=(quarantined_page(20),))
    assert state_of(refused, "Checks").state is State.LOOK
    error = FailedCheck("promoted_pages", "every_published_page_passes", "", Severity.ERROR, "A file was edited.", AS_OF)
    broken = replace(refused, operations=Operations(failed_checks=(error,), checks_known=7))
    assert state_of(broken, "Checks").state is State.BAD
    assert failed_checks(broken)[-1].name == "every_published_page_passes"


def test_nothing_published_needs_work() -> None:
    assert state_of(replace(CALM, published=(), quarantined=(quarantined_page(20),)), "Pages").state is State.BAD


def test_a_refusal_is_told_once_in_the_words_of_the_check() -> None:
    check = FailedCheck("grounding_reports", GATE_CHECK, slug_of(20), Severity.ERROR, "The check's words.", AS_OF)
    facts = replace(CALM, quarantined=(quarantined_page(20),), operations=Operations(failed_checks=(check,), checks_known=7))
    assert failed_checks(facts) == (check,)


def test_a_refusal_of_a_page_that_has_left_is_not_told() -> None:
    check = FailedCheck("grounding_reports", GATE_CHECK, "long-gone", Severity.ERROR, "", AS_OF)
    assert failed_checks(replace(CALM, operations=Operations(failed_checks=(check,), checks_known=7))) == ()


@pytest.mark.parametrize(("version", "another"), [("1", False), ("1+llm-1-0123", False), ("2", True), ("11", True)])
def test_a_calibration_of_another_guard_says_nothing_of_these_pages(version: str, another: bool) -> None:
    assert guard_is_another(replace(facts_of(), guards=(("edit-audit", version),))) is another


def test_tokens_and_dollars_are_summed_in_their_units() -> None:
    cost = DayCost(date(2026, 9, 1), "m", 3, 1_000, 500, 0.004, 7.0, 0)
    part = state_of(replace(CALM, costs=(cost,)), "Cost")
    assert (part.figure, part.line, part.state) == ("$0.0040", "for 3 model calls", State.GOOD)


def test_a_trend_is_thinned_to_what_can_be_drawn() -> None:
    moves = [Move(f"p{n % 50}", AS_OF + timedelta(hours=n), 10, n % 11) for n in range(5_000)]
    trend = trend_of(moves)
    assert MOST_POINTS / 2 < len(trend) <= MOST_POINTS + 1
    assert trend[-1].at == moves[-1].at
    assert trend[-1].claims == 500


def test_figures_are_said_for_people() -> None:
    assert [percent(rate) for rate in (None, 0.0, 0.9999, 1.0)] == ["–", "0\u202f%", "99\u202f%", "100\u202f%"]
    assert [lasting(timedelta(seconds=s)) for s in (-5, 59, 60, 7_199, 7_200, 172_800)] == [
        "less than a minute", "less than a minute", "1 minute", "119 minutes", "2 hours", "2 days",
    ]  # fmt: skip
    assert [dollars(value) for value in (0.0, 0.00001, 0.004, 1_234.5)] == ["$0.00", "under $0.0001", "$0.0040", "$1\u202f234.50"]
    assert [compact(value) for value in (999, 1_500, 45_000, 3_400_000)] == ["999", "1.5\u202fk", "45\u202fk", "3.4\u202fM"]
    assert [seconds_of(value) for value in (1.25, 45, 600, 9_000)] == ["1.2\u202fs", "45\u202fs", "10\u202fmin", "2.5\u202fh"]
