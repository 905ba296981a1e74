"""The rate limit, the digest, and what became of alerts, minute by minute."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.alerting.samples import alert, at
from wiki_assets.alerting.delivery import Answer, Outcome
from wiki_assets.alerting.ledger import HOUR, Ledger, make_due, settle, take_in
from wiki_assets.alerting.model import Alert, Delivery, Kind, Severity

TAKEN = Answer(Outcome.DELIVERED, "HTTP 200", 1)
AWAY = Answer(Outcome.UNANSWERED, "nothing listens there", 3)


def take(ledger: Ledger, numbers: range, minutes: float = 0, per_hour: int = 3) -> Ledger:
    due = make_due(ledger, per_hour, at(minutes), webhook=True)
    return take_in(due, [alert(number) for number in numbers], per_hour, at(minutes), webhook=True)


def send_all(ledger: Ledger, minutes: float = 0, answer: Answer = TAKEN) -> Ledger:
    for waiting in ledger.waiting:
        ledger = settle(ledger, waiting.alert, answer, at(minutes))
    return ledger


def waiting_ids(ledger: Ledger) -> list[str]:
    return [item.alert.alert_id for item in ledger.waiting]


def test_so_many_alerts_wait_to_be_sent_and_the_rest_is_held_back() -> None:
    ledger = take(Ledger(), range(5))
    assert waiting_ids(ledger) == ["id-0", "id-1", "id-2"]
    assert ledger.held_count == 2
    assert [fate.delivery for fate in ledger.fates.values()] == [Delivery.WAITING] * 3 + [Delivery.HELD_BACK] * 2


def test_what_was_sent_within_the_hour_counts() -> None:
    ledger = take(send_all(take(Ledger(), range(2))), range(2, 5), minutes=59)
    assert waiting_ids(ledger) == ["id-2"]
    assert ledger.held_count == 2


def test_when_the_hour_has_passed_one_digest_tells_what_was_held_back() -> None:
    ledger = send_all(take(Ledger(), range(483)))
    assert ledger.held_count == 480
    assert make_due(ledger, 3, at(59), webhook=True).waiting == ()
    due = make_due(ledger, 3, at(60), webhook=True)
    (digest,) = [item.alert for item in due.waiting]
    assert (digest.kind, digest.count, digest.severity) == (Kind.DIGEST, 480, Severity.ERROR)
    assert "480 × grounding_rate_reaches_threshold of grounding_reports (page-3, page-4, page-5, page-6, page-7, …)" in digest.why
    assert "recent_alerts" in digest.what_to_do
    assert due.held == ()
    assert make_due(send_all(due, 60), 3, at(61), webhook=True).waiting == ()


def test_a_digest_tells_errors_before_warnings_and_knows_runs_from_checks_and_recoveries() -> None:
    ledger = send_all(take(Ledger(), range(3)))
    others = [
        alert(10, kind=Kind.RECOVERY, severity=Severity.INFO),
        alert(11, severity=Severity.WARNING, check="every_link_resolves", asset="wiki", partition="", owners=("a@b.org",)),
        alert(12, kind=Kind.RUN, job="compile", check="", asset=""),
    ]
    ledger = take_in(ledger, others, 3, at(), webhook=True)
    (digest,) = [item.alert for item in make_due(ledger, 3, at(60), webhook=True).waiting]
    assert digest.why.partition(": ")[2] == (
        "1 × runs of compile (page-12); 1 × every_link_resolves of wiki; "
        "1 × grounding_rate_reaches_threshold of grounding_reports (passing again) (page-10)."
    )
    assert set(digest.owners) == {"team:wiki", "a@b.org"}


def test_while_something_is_held_back_the_rest_is_too_until_the_digest_went_out() -> None:
    ledger = take(send_all(take(Ledger(), range(4))), range(4, 5), minutes=30)
    assert ledger.held_count == 2
    after = take(ledger, range(5, 6), minutes=60)
    assert [item.alert.kind for item in after.waiting] == [Kind.DIGEST, Kind.CHECK]


def test_no_queue_grows_while_the_webhook_is_away() -> None:
    ledger = send_all(take(Ledger(), range(3)), answer=AWAY)
    ledger = take(ledger, range(3, 500), minutes=1)
    assert len(ledger.waiting) == 3
    assert ledger.held_count == 497
    assert len(ledger.model_dump_json()) < 300_000


def test_an_alert_that_was_not_answered_waits_with_its_attempts_and_is_given_up_after_a_day() -> None:
    ledger = send_all(take(Ledger(), range(1)), answer=AWAY)
    assert ledger.waiting[0].attempts == 3
    assert ledger.fates["id-0"].answer == "nothing listens there"
    assert len(make_due(ledger, 3, at(24 * 60 - 1), webhook=True).waiting) == 1
    late = make_due(ledger, 3, at(24 * 60), webhook=True)
    assert late.waiting == ()
    assert late.fates["id-0"].delivery is Delivery.GIVEN_UP


def test_a_refused_alert_is_not_sent_again_and_takes_no_place_of_others() -> None:
    ledger = send_all(take(Ledger(), range(3)), answer=Answer(Outcome.REFUSED, "HTTP 404", 1))
    assert (ledger.waiting, ledger.sent_at) == ((), ())
    assert ledger.fates["id-0"].delivery is Delivery.REFUSED
    assert len(take(ledger, range(3, 6)).waiting) == 3


def test_a_webhook_that_asks_to_be_left_alone_is_left_alone_until_it_answers() -> None:
    ledger = send_all(take(Ledger(), range(1)), answer=Answer(Outcome.UNANSWERED, "HTTP 429", 1, wait_seconds=90))
    assert ledger.not_before == at(1.5)
    assert send_all(ledger, 2).not_before is None


def test_without_a_webhook_all_is_recorded_and_nothing_waits() -> None:
    ledger = take(Ledger(), range(5))
    ledger = make_due(ledger, 3, at(1), webhook=False)
    ledger = take_in(ledger, [alert(7)], 3, at(1), webhook=False)
    assert (ledger.waiting, ledger.held) == ((), ())
    assert ledger.fates["id-7"].delivery is Delivery.RECORDED


def test_an_alert_that_comes_twice_waits_once() -> None:
    twice = take_in(Ledger(), [alert(0), alert(0), alert(1)], 5, at(), webhook=True)
    assert waiting_ids(take(twice, range(2), minutes=1, per_hour=5)) == ["id-0", "id-1"]


@pytest.mark.parametrize("answer", [TAKEN, AWAY, Answer(Outcome.REFUSED, "HTTP 404", 1)])
def test_an_alert_that_comes_again_after_an_attempt_to_send_it_changes_nothing(answer: Answer) -> None:
    ledger = send_all(take(Ledger(), range(1)), answer=answer)
    assert take(ledger, range(1), minutes=59) == ledger


def test_an_alert_that_comes_again_while_it_is_held_back_is_counted_once() -> None:
    ledger = take(Ledger(), range(5))
    assert take(ledger, range(5), minutes=1).held_count == 2


def test_without_a_webhook_an_alert_that_comes_again_is_recorded_once() -> None:
    ledger = take_in(Ledger(), [alert(0)], 3, at(), webhook=False)
    assert take_in(ledger, [alert(0)], 3, at(1), webhook=False) == ledger


def test_ids_are_remembered_for_an_hour_only_so_that_the_memory_does_not_grow() -> None:
    ledger = send_all(take(Ledger(), range(3)))
    assert set(ledger.taken) == {"id-0", "id-1", "id-2"}
    assert make_due(ledger, 3, at(60), webhook=True).taken == {}


def test_a_memory_that_an_earlier_version_kept_with_an_alert_twice_sends_it_once() -> None:
    first, second = take(Ledger(), range(2)).waiting
    ledger = Ledger.model_validate({"waiting": [first, second, first.model_copy(update={"since": at(1)})]})
    assert ledger.waiting == (first, second)


def test_an_answer_about_an_alert_that_does_not_wait_any_more_changes_nothing() -> None:
    sent = send_all(take(Ledger(), range(1)))
    assert settle(sent, alert(0), TAKEN, at(1)) == sent


def test_two_digests_of_as_many_alerts_of_one_moment_are_two() -> None:
    ledger = send_all(take(Ledger(), range(5)))
    ledger = send_all(make_due(ledger, 3, at(60), webhook=True), minutes=60)
    (first,) = [fate.alert for fate in ledger.fates.values() if fate.alert.kind is Kind.DIGEST]
    ledger = take(ledger, range(5, 9), minutes=61)
    (second,) = [item.alert for item in make_due(ledger, 4, at(120), webhook=True).waiting if item.alert.kind is Kind.DIGEST]
    assert (first.count, second.count) == (2, 2)
    assert first.alert_id != second.alert_id


def test_the_memory_survives_being_kept() -> None:
    ledger = send_all(take(Ledger(), range(9)), answer=AWAY)
    assert Ledger.model_validate_json(ledger.model_dump_json()) == ledger


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 70), st.lists(st.integers(0, 9), max_size=6), st.sampled_from([TAKEN, AWAY])), max_size=9)
)
def test_whatever_comes_again_no_two_alerts_that_wait_have_one_id_and_every_answer_is_taken(
    looks: list[tuple[int, list[int], Answer]],
) -> None:
    ledger, minutes = Ledger(), 0
    for pause, numbers, answer in looks:
        minutes += pause
        ledger = make_due(ledger, 4, at(minutes), webhook=True)
        ledger = take_in(ledger, [alert(number) for number in numbers], 4, at(minutes), webhook=True)
        assert len(set(waiting_ids(ledger))) == len(ledger.waiting)
        ledger = send_all(ledger, minutes, answer)
        assert not ledger.waiting or answer is AWAY


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12), st.booleans()), max_size=12), st.integers(1, 5))
def test_no_hour_ever_sees_more_than_the_limit_and_no_alert_is_lost(looks: list[tuple[int, int, bool]], per_hour: int) -> None:
    ledger, minutes, number, delivered = Ledger(), 0, 0, list[Alert]()
    for pause, count, answers in [*looks, (61, 0, True), (61, 0, True)]:
        minutes += pause
        ledger = take(ledger, range(number, number + count), minutes, per_hour)
        number += count
        for waiting in ledger.waiting:
            ledger = settle(ledger, waiting.alert, TAKEN if answers else AWAY, at(minutes))
            delivered += [waiting.alert] if answers else []
        assert len([sent for sent in ledger.sent_at if at(minutes) - sent < HOUR]) <= per_hour
    assert sum(one.count for one in delivered) + ledger.held_count + len(ledger.waiting) == number
    assert timedelta(minutes=minutes) >= HOUR
