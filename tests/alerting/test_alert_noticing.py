"""What gives an alert, and what is known already."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.alerting.samples import at, outcome, run, step
from wiki_assets.alerting.model import Alert, CheckOutcome, Kind, Place, Severity
from wiki_assets.alerting.noticing import beyond, notice_checks, notice_runs

PASSED = {"passed": True, "told": "The page may be published."}


def told(*outcomes: CheckOutcome) -> list[Alert]:
    return notice_checks({}, outcomes)[1]


def test_an_alert_of_a_check_says_what_failed_why_for_whom_and_what_to_do() -> None:
    (alert,) = told(outcome())
    assert (alert.kind, alert.severity) == (Kind.CHECK, Severity.ERROR)
    assert (alert.asset, alert.check, alert.partition) == ("grounding_reports", "grounding_rate_reaches_threshold", "edge-flip")
    assert alert.why == "The page 'edge-flip' reaches a grounding rate of 0.00, 0.50 is needed."
    assert alert.figures == {"grounding_rate": 0.0, "threshold": 0.5}
    assert (alert.what_to_do, alert.owners, alert.run_id) == ("Read wiki/draft/edge-flip.md.", ("team:wiki",), "run-0")


def test_a_check_that_says_nothing_of_its_failure_is_told_by_what_it_expects() -> None:
    (alert,) = told(outcome(told="", remedy="", severity=Severity.WARNING, expected="Every link leads to a file."))
    assert alert.why == "This does not hold: Every link leads to a file."
    assert "grounding_rate_reaches_threshold of grounding_reports" in alert.what_to_do
    assert alert.severity is Severity.WARNING


def test_the_same_failure_again_is_no_news() -> None:
    assert len(told(outcome(0), outcome(1), outcome(2))) == 1


@pytest.mark.parametrize("change", [{"content": "sha-2"}, {"told": "Other words."}, {"severity": Severity.WARNING}])
def test_a_check_that_fails_on_something_else_is_told_again(change: dict[str, object]) -> None:
    first, second = told(outcome(0), outcome(1, **change))
    assert first.alert_id != second.alert_id


def test_two_partitions_are_two_alerts() -> None:
    assert len(told(outcome(0), outcome(0, partition="circle-packing"))) == 2


def test_a_failure_that_lasts_is_told_once_a_day() -> None:
    assert len(told(outcome(0), outcome(24 * 60 - 1), outcome(24 * 60), outcome(24 * 60 + 1))) == 2


def test_that_a_check_passes_again_is_told_once_with_the_time_since_when_it_failed() -> None:
    failure, recovery = told(outcome(0), outcome(1), outcome(5, **PASSED), outcome(6, **PASSED))
    assert failure.kind is Kind.CHECK
    assert (recovery.kind, recovery.severity) == (Kind.RECOVERY, Severity.INFO)
    assert "since 2026-11-30 12:00 UTC" in recovery.why


def test_a_check_that_always_passed_is_not_told_of() -> None:
    assert told(outcome(0, **PASSED)) == []


def test_a_failure_after_a_pass_is_told_though_nothing_else_differs() -> None:
    kinds = [alert.kind for alert in told(outcome(0), outcome(1, **PASSED), outcome(2))]
    assert kinds == [Kind.CHECK, Kind.RECOVERY, Kind.CHECK]


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.booleans(), st.sampled_from("xy")), max_size=12), st.data())
def test_every_check_that_fails_last_stands_as_failing_and_every_alert_has_an_id_of_its_own(
    happened: list[tuple[str, bool, str]], data: st.DataObject
) -> None:
    outcomes = [
        outcome(minute, partition=partition, passed=passed, content=content)
        for minute, (partition, passed, content) in enumerate(happened)
    ]
    cut = data.draw(st.integers(0, len(outcomes)))
    failing, alerts = notice_checks({}, outcomes)
    assert failing.keys() == {one.key for one in {one.key: one for one in outcomes}.values() if not one.passed}
    assert len({alert.alert_id for alert in alerts}) == len(alerts)
    first, told_first = notice_checks({}, outcomes[:cut])
    then, told_then = notice_checks(first, outcomes[cut:])
    assert (then, told_first + told_then) == (failing, alerts)


def test_what_was_looked_at_before_is_left_out() -> None:
    outcomes = [outcome(0), outcome(1), outcome(2)]
    assert beyond(None, outcomes) == outcomes
    assert beyond(Place(number=60, time=at(1).timestamp()), outcomes) == outcomes[2:]


def test_events_that_happened_in_another_order_than_they_are_numbered_are_behind_the_place_that_was_read_to() -> None:
    outcomes = [outcome(2, number=10), outcome(1, number=11)]
    place = Place(number=9, time=at(0).timestamp()).moved_to(11, (one.happened_at.timestamp() for one in outcomes))
    assert place == Place(number=11, time=at(2).timestamp())
    assert beyond(place, outcomes) == []


def test_a_place_never_goes_back_in_time() -> None:
    place = Place(number=9, time=at(5).timestamp())
    assert place.moved_to(10, [at(1).timestamp()]) == Place(number=10, time=at(5).timestamp())
    assert place.moved_to(9, []) == place


def test_a_log_that_begins_anew_under_old_numbers_is_looked_at() -> None:
    outcomes = [replace(outcome(5), number=1)]
    assert beyond(Place(number=60, time=at(1).timestamp()), outcomes) == outcomes


def test_a_run_that_only_a_check_stopped_gives_no_alert() -> None:
    assert notice_runs([run(step(by_check=True))]) == []


def test_a_run_failure_names_step_error_and_remedy_and_counts_the_other_steps() -> None:
    (alert,) = notice_runs([run(step(by_check=True), step("a"), step("b"))])
    assert (alert.job, alert.step, alert.partition) == ("compile", "a", "edge-flip")
    assert alert.why == "Another process holds the store. 1 more step failed."
    assert alert.what_to_do == "Close it there and try again."


def test_a_run_whose_process_is_gone_is_told_in_the_words_of_dagster() -> None:
    (alert,) = notice_runs([run()])
    assert alert.why == "The process of the run is gone."
    assert "wiki build" in alert.what_to_do


def test_a_run_that_dagster_starts_again_is_a_warning() -> None:
    (alert,) = notice_runs([replace(run(step()), retried=True)])
    assert alert.severity is Severity.WARNING
    assert alert.what_to_do.startswith("Nothing yet")


def test_an_error_without_a_remedy_leads_to_the_log() -> None:
    (alert,) = notice_runs([run(step(remedy=""))])
    assert "log" in alert.what_to_do
    assert alert.happened_at == at()
