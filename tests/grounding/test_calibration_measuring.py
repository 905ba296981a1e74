"""Counting what a guard says of edited claims, the arithmetic of rates, and what a person is shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from calibration_samples import SOURCE, specimen
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_assets.grounding.calibration import previews
from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.measuring import EXAMPLES_KEPT, judge, measure
from wiki_assets.grounding.calibration.model import Calibration, Goals, KindResult, RuleResult, Share, WrongVerdict
from wiki_assets.grounding.calibration.sampling import in_turns
from wiki_assets.grounding.model import Verdict, VerdictKind

GROUNDED, UNCERTAIN, UNSUPPORTED = VerdictKind.GROUNDED, VerdictKind.UNCERTAIN, VerdictKind.UNSUPPORTED


@dataclass(frozen=True)
class TellTaleGuard:
    """Says of a claim what stands in it: `unsupported`, `uncertain`, else grounded. The rule is named after the word."""

    name: str = "tell-tale"
    version: str = "7"

    def check(self, claim: str, source: str) -> Verdict:
        kind = next((kind for kind in (UNSUPPORTED, UNCERTAIN) if kind.value in f"{claim} {source}"), GROUNDED)
        return Verdict(kind=kind, rule=f"says-{kind.value}", explanation="It says so.")


def an_edit(name: str, label: Label, put: Callable[[str], str | None]) -> Edit:
    def rewrite(given_one: Specimen) -> Rewrite | None:
        claim = put(given_one.claim)
        return None if claim is None else Rewrite(claim, given_one.source, f"{name} done")

    return Edit(name, label, f"what {name} does", f"what to do about {name}", rewrite)


CAUGHT = an_edit("caught", Label.UNSUPPORTED, lambda claim: f"{claim} unsupported")
DOUBTED = an_edit("doubted", Label.UNSUPPORTED, lambda claim: f"{claim} uncertain")
MISSED = an_edit("missed", Label.UNSUPPORTED, lambda claim: f"{claim} again")
KEPT = an_edit("kept", Label.SUPPORTED, lambda claim: f"{claim} indeed")
ALARMED = an_edit("alarmed", Label.SUPPORTED, lambda claim: f"{claim} uncertain")
NEVER = an_edit("never", Label.UNSUPPORTED, lambda claim: None)
ALL = (CAUGHT, DOUBTED, MISSED, KEPT, ALARMED, NEVER)


def claims(number: int) -> list[Specimen]:
    return [specimen(f"Jar {n} is red") for n in range(number)]


def test_each_kind_is_counted_by_verdict_and_by_rule() -> None:
    measured = measure(claims(5), TellTaleGuard(), 9, ALL)
    assert (measured.guard, measured.guard_version) == ("tell-tale", "7")
    assert (measured.claims, measured.claims_found, measured.kept_unedited, measured.edits) == (5, 9, 5, 25)
    assert [(kind.kind, kind.grounded, kind.uncertain, kind.unsupported) for kind in measured.kinds] == [
        ("caught", 0, 0, 5),
        ("doubted", 0, 5, 0),
        ("missed", 5, 0, 0),
        ("kept", 5, 0, 0),
        ("alarmed", 0, 5, 0),
        ("never", 0, 0, 0),
    ]
    doubted = measured.kinds[1]
    assert (doubted.refused, doubted.refused_outright) == (Share(5, 5), Share(0, 5))
    assert (doubted.refusing_rules, doubted.grounding_rules) == ({"says-uncertain": 5}, {})
    assert measured.kinds[2].grounding_rules == {"says-grounded": 5}


def test_catch_and_false_alarm_rates_are_over_all_edits_of_their_label() -> None:
    measured = measure(claims(4), TellTaleGuard(), 4, ALL)
    assert measured.catch == Share(8, 12)
    assert measured.false_alarm == Share(4, 8)
    assert measured.weakest is not None and measured.weakest.kind == "missed"


def test_rules_tell_what_each_caught_missed_refused_wrongly_and_kept() -> None:
    assert measure(claims(2), TellTaleGuard(), 2, ALL).rules == (
        RuleResult(rule="says-uncertain", caught=2, alarms=2),
        RuleResult(rule="says-unsupported", caught=2),
        RuleResult(rule="says-grounded", missed=2, kept=2),
    )


def test_a_claim_that_the_guard_does_not_ground_unedited_is_not_edited() -> None:
    """Whatever became of its edits, they would be refused like itself, and a guard that refuses everything would catch everything."""
    measured = measure([*claims(2), specimen("It is uncertain"), specimen("It is unsupported")], TellTaleGuard(), 4, [MISSED])
    assert (measured.claims, measured.kept_unedited) == (4, 2)
    assert measured.kinds[0].edits == 2


def test_a_claim_is_as_good_as_its_worst_sentence() -> None:
    guard = TellTaleGuard()
    assert judge("The jar is red. The jar is uncertain. The jar is tall.", SOURCE, guard).kind is UNCERTAIN
    assert judge("An uncertain jar is red. An unsupported jar is tall.", SOURCE, guard).kind is UNSUPPORTED
    assert judge("The jar is red. The jar is tall.", SOURCE, guard).kind is GROUNDED


def test_a_few_wrong_verdicts_of_each_kind_are_kept_with_all_that_a_person_needs() -> None:
    measured = measure(claims(EXAMPLES_KEPT + 2), TellTaleGuard(), 9, ALL)
    assert [(wrong.kind, wrong.label) for wrong in measured.wrong] == [("missed", Label.UNSUPPORTED)] * EXAMPLES_KEPT + [
        ("alarmed", Label.SUPPORTED)
    ] * EXAMPLES_KEPT
    assert measured.wrong[0] == WrongVerdict(
        kind="missed",
        label=Label.UNSUPPORTED,
        slug="pottery",
        ordinal=0,
        bibkey="Kilner1999",
        chunk=3,
        claim="Jar 0 is red",
        edited="Jar 0 is red again",
        change="missed done",
        verdict="grounded",
        rule="says-grounded",
        explanation="It says so.",
    )


def test_without_claims_there_are_no_rates_and_no_goal_is_reached() -> None:
    measured = measure([], TellTaleGuard(), 0, ALL)
    assert (measured.edits, measured.catch, measured.weakest, measured.rules) == (0, Share(0, 0), None, ())
    assert Goals().missed_by(measured) == ("No claim could be edited, so nothing is known of the guard.",)
    assert "catch_rate" not in previews.calibration_metadata(measured)


def results(*kinds: tuple[str, Label, int, int]) -> Calibration:
    """A calibration with so many edits of each kind refused, out of so many."""
    return Calibration(
        guard="g",
        guard_version="1",
        edits_version="1",
        claims=9,
        claims_found=9,
        kept_unedited=9,
        kinds=tuple(
            KindResult(kind=kind, label=label, grounded=edits - refused, unsupported=refused)
            for kind, label, refused, edits in kinds
        ),
    )


BAD, GOOD = Label.UNSUPPORTED, Label.SUPPORTED


@pytest.mark.parametrize(
    ("caught", "alarms", "missed"),
    [(95, 5, 0), (94, 5, 1), (95, 6, 1), (94, 6, 2), (100, 0, 0)],
)
def test_goals_are_reached_at_the_very_rate(caught: int, alarms: int, missed: int) -> None:
    goals = Goals(min_catch=0.95, max_false_alarm=0.05)
    assert len(goals.missed_by(results(("b", BAD, caught, 100), ("g", GOOD, alarms, 100)))) == missed


def test_missed_goals_say_the_rate_and_what_is_wanted() -> None:
    told = Goals(min_catch=0.9, max_false_alarm=0.1).missed_by(results(("b", BAD, 1, 2), ("g", GOOD, 1, 2)))
    assert told == (
        "It catches 50.0% of bad edits; 90.0% are wanted.",
        "It refuses 50.0% of good edits; at most 10.0% are wanted.",
    )


def test_a_kind_surely_misses_its_goal_only_where_its_whole_interval_does() -> None:
    few_missed, many_missed, fine = ("few", BAD, 17, 18), ("many", BAD, 50, 100), ("fine", BAD, 99, 100)
    few_refused, many_refused = ("two", GOOD, 1, 10), ("lots", GOOD, 30, 100)
    measured = results(few_missed, many_missed, fine, few_refused, many_refused)
    assert [kind.kind for kind in Goals().surely_missed_in(measured)] == ["many", "lots"]


def test_of_kinds_caught_equally_little_the_one_with_more_edits_is_the_weakest() -> None:
    weakest = results(("rare", BAD, 0, 2), ("common", BAD, 0, 20), ("fine", BAD, 9, 9), ("never", BAD, 0, 0)).weakest
    assert weakest is not None and weakest.kind == "common"


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_that_newcombe_1998_gives_for_the_score_method(
    part: int, whole: int, low: float, high: float
) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3."""
    assert Share(part, whole).interval == (pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5))


@settings(deadline=None)
@given(st.integers(0, 500), st.integers(0, 500))
def test_an_interval_holds_its_rate_and_narrows_with_more_edits(part: int, rest: int) -> None:
    share = Share(part, part + rest)
    low, high = share.interval
    assert 0.0 <= low <= share.rate <= high <= 1.0
    assert (low, high) != (0.0, 1.0) or not share.whole
    if share.whole:
        more = Share(part * 4, share.whole * 4).interval
        assert more[1] - more[0] < high - low


def test_claims_are_taken_from_every_page_before_any_page_gives_its_second() -> None:
    many = [place(specimen(f"Jar {n} of {page} is red."), page, n) for page in ("a", "b", "c") for n in range(10)]
    ordered = in_turns(many)
    assert len(ordered) == 30
    for turn in range(10):
        assert {one.slug for one in ordered[turn * 3 : turn * 3 + 3]} == {"a", "b", "c"}


@settings(deadline=None)
@given(st.permutations(range(12)))
def test_the_sample_does_not_depend_on_the_order_in_which_claims_are_found(order: list[int]) -> None:
    many = [place(specimen(f"Jar {n} is red."), f"page-{n % 3}", n) for n in range(12)]
    assert in_turns([many[n] for n in order]) == in_turns(many)


def test_the_sample_is_not_the_first_claims_of_a_page() -> None:
    ordered = in_turns([place(specimen(f"Jar {n} is red."), "a", n) for n in range(20)])
    assert [one.ordinal for one in ordered] != list(range(20))


def test_a_sentence_that_two_pages_take_from_one_passage_is_one_claim() -> None:
    twice = [place(specimen("The jar is red."), page, 0) for page in ("b", "a")]
    assert [one.slug for one in in_turns(twice)] == ["a"]


def place(one: Specimen, slug: str, ordinal: int) -> Specimen:
    return Specimen(slug, ordinal, one.bibkey, one.chunk, one.claim, one.source, one.quote_start, one.quote_end)


def test_metadata_are_numbers_that_plot_one_for_each_kind_that_was_tried() -> None:
    facts = previews.calibration_metadata(measure(claims(4), TellTaleGuard(), 6, ALL))
    assert facts["catch_rate"] == pytest.approx(2 / 3)
    assert facts["false_alarm_rate"] == 0.5
    assert (facts["claims"], facts["claims_found"], facts["edits"], facts["weakest_kind"]) == (4, 6, 20, "missed")
    assert {name: value for name, value in facts.items() if name.startswith(("catch ", "false_alarm "))} == {
        "catch caught": 1.0,
        "catch doubted": 1.0,
        "catch missed": 0.0,
        "false_alarm kept": 0.0,
        "false_alarm alarmed": 1.0,
    }


def test_tables_show_each_kind_rule_and_wrong_verdict_with_what_to_do() -> None:
    measured = results(("number-invented", BAD, 1, 2), ("unit-changed", BAD, 0, 0), ("synonyms", GOOD, 0, 3))
    wrong = WrongVerdict(
        kind="number-invented",
        label=BAD,
        slug="pottery",
        ordinal=4,
        bibkey="Kilner1999",
        chunk=3,
        claim="It has 3 lids.",
        edited="It has 7 lids.",
        change="3 → 7",
        verdict="grounded",
        rule="five | words",
        explanation="",
    )
    measured = measured.model_copy(update={"wrong": (wrong,)})
    by_kind = previews.kind_table(measured).splitlines()
    assert by_kind[2].startswith(
        "| number-invented | a number changed to one that is nowhere in the source | refused | 2 | 50.0 % |"
    )
    assert by_kind[3].endswith("| refused | 0 | – | – | – |")
    missed = previews.wrong_table(measured, BAD)
    for shown in (
        "3 → 7",
        "It has 7 lids.",
        "pottery, claim 4 [Kilner1999 #chunk 3]",
        "five \\| words",
        "Read claims with numbers",
    ):
        assert shown in missed
    assert previews.wrong_table(measured, GOOD) == "None."
    assert previews.weak_table(results(("number-invented", BAD, 17, 18)), Goals()) == "None."
    weak = previews.weak_table(results(("number-invented", BAD, 50, 100)), Goals())
    assert "50.0 % of 100 refused" in weak and "Read claims with numbers" in weak


def test_the_table_of_rules_gives_counts_and_shares() -> None:
    table = previews.rule_table(measure(claims(2), TellTaleGuard(), 2, ALL))
    assert "| says-uncertain | 2 (33.3 %) | 0 | 2 (50.0 %) | 0 |" in table.splitlines()


@pytest.mark.parametrize(
    ("rate", "shown"), [(0.0, "0.0 %"), (1.0, "100.0 %"), (0.9999, ">99.9 %"), (0.0001, "<0.1 %"), (0.5, "50.0 %")]
)
def test_a_rate_is_shown_as_all_or_nothing_only_where_it_is(rate: float, shown: str) -> None:
    assert previews.percent(rate) == shown


def test_a_calibration_survives_storage() -> None:
    measured = measure(claims(3), TellTaleGuard(), 3, ALL)
    assert Calibration.model_validate_json(measured.model_dump_json()) == measured


def test_rates_are_finite_whatever_is_counted() -> None:
    assert all(math.isfinite(value) for value in (*Share(0, 0).interval, Share(0, 0).rate))
