"""Posting to real servers: those that answer, refuse, hang, break, ask for a pause, or are not there."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from tests.alerting.receiver import SECRET_PATH, Receiver
from tests.alerting.samples import alert
from wiki_assets.alerting.delivery import Outcome, Webhook, wait_of
from wiki_assets.alerting.wording import payload_of

PAYLOAD = payload_of(alert())


def webhook(receiver: Receiver, **changes: float) -> Webhook:
    return Webhook(receiver.address, **{"timeout_seconds": 5.0, "all_attempts_seconds": 8.0, **changes})  # type: ignore[arg-type]


def test_an_alert_arrives_as_it_was_posted(receiver: Receiver) -> None:
    answer = webhook(receiver).post(PAYLOAD)
    assert (answer.outcome, answer.told, answer.attempts) == (Outcome.DELIVERED, "HTTP 200", 1)
    (body,) = receiver.bodies
    assert body["alert_id"] == "id-0"
    assert body["text"].startswith("🔴 *Check failed: grounding_rate_reaches_threshold of grounding_reports, page-0*\n")
    assert {"why", "what_to_do", "owners", "severity", "run_id", "happened_at", "figures"} <= body.keys()


def test_a_server_that_fails_once_is_asked_again(receiver: Receiver) -> None:
    receiver.answers = [(500, {})]
    answer = webhook(receiver).post(PAYLOAD)
    assert (answer.outcome, answer.attempts) == (Outcome.DELIVERED, 2)
    assert receiver.ids() == ["id-0", "id-0"]


def test_the_pause_that_a_server_asks_for_is_kept(receiver: Receiver) -> None:
    receiver.answers = [(429, {"Retry-After": "1"})]
    assert webhook(receiver).post(PAYLOAD).outcome is Outcome.DELIVERED
    first, second = receiver.times
    assert second - first >= 1


def test_a_pause_that_is_too_long_for_now_is_handed_on(receiver: Receiver) -> None:
    receiver.answers = [(429, {"Retry-After": "3600"})]
    answer = webhook(receiver).post(PAYLOAD)
    assert (answer.outcome, answer.told, answer.attempts, answer.wait_seconds) == (Outcome.UNANSWERED, "HTTP 429", 1, 3600)


@pytest.mark.parametrize("status", [400, 404, 410])
def test_a_refusal_is_final(receiver: Receiver, status: int) -> None:
    receiver.answers = [(status, {})]
    answer = webhook(receiver).post(PAYLOAD)
    assert (answer.outcome, answer.told, len(receiver.bodies)) == (Outcome.REFUSED, f"HTTP {status}", 1)


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.answers = [(307, {"Location": receiver.address.replace(SECRET_PATH, "/elsewhere")})]
    assert webhook(receiver).post(PAYLOAD).told == "HTTP 307"
    assert receiver.paths == [SECRET_PATH]


def test_a_server_that_hangs_is_given_up_on_in_time(receiver: Receiver) -> None:
    receiver.silent = True
    answer = webhook(receiver, timeout_seconds=0.2, all_attempts_seconds=1.0).post(PAYLOAD)
    assert (answer.outcome, answer.told) == (Outcome.UNANSWERED, "no answer in time")


def test_a_server_that_is_gone_is_told_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        answer = Webhook(f"http://127.0.0.1:{taken.getsockname()[1]}/x", attempts=1).post(PAYLOAD)
    assert (answer.outcome, answer.told) == (Outcome.UNANSWERED, "nothing listens there")


@contextmanager
def breaking_server(said: bytes) -> Iterator[str]:
    """A server that says this and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(said)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}{SECRET_PATH}"
        thread.join()


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-nonsense\r\n"])
def test_a_server_that_speaks_no_http_is_a_broken_connection(said: bytes) -> None:
    with breaking_server(said) as address:
        answer = Webhook(address, attempts=1).post(PAYLOAD)
    assert (answer.outcome, answer.told) == (Outcome.UNANSWERED, "the connection broke")


@pytest.mark.parametrize("address", ["hooks.example/x", "file:///etc/passwd", "http://[bad/x", "https:///x"])
def test_what_is_no_web_address_is_refused_without_being_repeated(address: str) -> None:
    answer = Webhook(address).post(PAYLOAD)
    assert (answer.outcome, answer.attempts) == (Outcome.REFUSED, 0)
    assert address not in answer.told


@pytest.mark.parametrize("address", ["http://127.0.0.1:port/secret-part", "http://127.0.0.1:1/secret part\x00"])
def test_an_address_that_no_request_can_be_made_of_is_not_told(address: str) -> None:
    answer = Webhook(address, attempts=1).post(PAYLOAD)
    assert answer.outcome is not Outcome.DELIVERED
    assert "secret" not in answer.told


@pytest.mark.parametrize("answers", [[], [(500, {}), (500, {}), (500, {})], [(404, {})]])
def test_the_address_is_in_no_log_and_no_representation(
    receiver: Receiver, answers: list[tuple[int, dict[str, str]]], caplog: pytest.LogCaptureFixture
) -> None:
    receiver.answers = list(answers)
    hook = webhook(receiver)
    with caplog.at_level(logging.DEBUG):
        answer = hook.post(PAYLOAD)
    told = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records) + repr(hook) + repr(answer)
    assert "very-secret" not in told
    assert receiver.address not in told


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, 0),
        ("", 0),
        ("7", 7),
        ("soon", 0),
        ("-5", 0),
        ("Mon, 30 Nov 2026 12:01:00 GMT", 60),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0),
        ("Mon, 30 Nov 2026 12:01:00", 0),
        ("99999999999", 86_400),
    ],
)
def test_a_pause_is_given_in_seconds_or_as_a_date(header: str | None, seconds: float) -> None:
    assert wait_of(header, datetime(2026, 11, 30, 12, tzinfo=UTC)) == seconds
