"""Posting one JSON object to a webhook, and what came of it.

Belongs here: the request, attempts, and what an answer means. Does not belong here: what is posted (`wording`), or when (`ledger`).

The address is a secret: it is in no field that is shown, no message, no log. That is why this uses the standard library, whose clients
log nothing: httpx logs the whole address of every request.
"""

from __future__ import annotations

import http.client
import logging
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from http import HTTPStatus
from urllib.parse import urlsplit

import orjson
import stamina

from wiki_assets.errors import AlertError

_TIMEOUT_SECONDS = 5.0  # for connecting, and for each part of the answer
_ATTEMPTS = 3
_ALL_ATTEMPTS_SECONDS = 15.0  # a sensor has 60 seconds for all it does
_FIRST_WAIT_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 86_400.0  # a webhook that asks for a longer pause is tried after a day

logger = logging.getLogger(__name__)


class Outcome(StrEnum):
    """What came of posting: taken, refused for good, or not answered so that a later attempt may succeed."""

    DELIVERED = "delivered"
    REFUSED = "refused"
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of posting one alert.

    Attributes:
        told: The answer in words: `HTTP 200`, `no answer in time`. Never the address.
        attempts: How often it was tried.
        wait_seconds: How long the webhook asks to be left alone; 0 where it does not.
    """

    outcome: Outcome
    told: str
    attempts: int
    wait_seconds: float = 0.0


Post = Callable[[Mapping[str, object]], Answer]


class _UnansweredError(AlertError):
    """One attempt that may be repeated."""

    def __init__(self, told: str, wait_seconds: float = 0.0) -> None:
        self.wait_seconds = wait_seconds
        super().__init__(told, "It is tried again.")


@dataclass(frozen=True)
class Webhook:
    """Where alerts are posted. The system's proxies are used as usual."""

    address: str = field(repr=False)
    timeout_seconds: float = _TIMEOUT_SECONDS
    attempts: int = _ATTEMPTS
    all_attempts_seconds: float = _ALL_ATTEMPTS_SECONDS

    def post(self, payload: Mapping[str, object]) -> Answer:
        """Posts an object as JSON, with a few attempts. Never raises: what went wrong is in the answer."""
        if scheme_of(self.address) not in ("http", "https"):
            return Answer(Outcome.REFUSED, "WIKI_ALERT_WEBHOOK is not an address that begins with http:// or https://", 0)
        body = orjson.dumps(payload)
        made = 0

        def attempt() -> int:
            nonlocal made
            made += 1
            return self._attempt(body)

        retrying = stamina.RetryingCaller(
            attempts=self.attempts, timeout=self.all_attempts_seconds, wait_initial=_FIRST_WAIT_SECONDS
        ).on(self._pause_before_the_next(time.monotonic()))
        try:
            status = retrying(attempt)
        except _UnansweredError as error:
            logger.info("An alert could not be delivered: %s", error.what)
            return Answer(Outcome.UNANSWERED, error.what, made, error.wait_seconds)
        return Answer(Outcome.DELIVERED if _is_success(status) else Outcome.REFUSED, f"HTTP {status}", made)

    def _pause_before_the_next(self, started: float) -> Callable[[Exception], bool | float]:
        """A pause that the webhook asks for is kept; one longer than there is time for is left to the next tick."""

        def pause(error: Exception) -> bool | float:
            if not isinstance(error, _UnansweredError):
                return False
            if not error.wait_seconds:
                return True
            return error.wait_seconds if time.monotonic() - started + error.wait_seconds < self.all_attempts_seconds else False

        return pause

    def _attempt(self, body: bytes) -> int:
        """Status of one attempt. Raises `_UnansweredError` where another may succeed; no error carries the address on."""
        try:
            request = urllib.request.Request(  # noqa: S310 - the scheme was looked at
                self.address,
                data=body,
                headers={"Content-Type": "application/json", "User-Agent": "grounded-wiki"},
                method="POST",
            )
            with _opener().open(request, timeout=self.timeout_seconds) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                status, wait = error.code, wait_of(error.headers.get("Retry-After") if error.headers else None, datetime.now(UTC))
            if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise _UnansweredError(f"HTTP {status}", wait) from None
            return status
        except TimeoutError:
            raise _UnansweredError("no answer in time") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _UnansweredError(_in_words(error)) from None


def _opener() -> urllib.request.OpenerDirector:
    """The usual handlers but the one for redirects: an alert goes where the setting says, and nowhere else."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(),
    ):
        opener.add_handler(handler)
    return opener


def wait_of(retry_after: str | None, now: datetime) -> float:
    """Seconds that the header `Retry-After` asks for, given as seconds or as a date; 0 where it is absent or makes no sense."""
    if not retry_after:
        return 0.0
    try:
        seconds = (
            float(retry_after) if retry_after.strip().isdigit() else (parsedate_to_datetime(retry_after) - now).total_seconds()
        )
    except (TypeError, ValueError):
        return 0.0
    return min(max(seconds, 0.0), _LONGEST_PAUSE_SECONDS)


def scheme_of(address: str) -> str | None:
    """Scheme of an address that names a host, None where it is none."""
    try:
        split = urlsplit(address)
    except ValueError:
        return None
    return split.scheme if split.hostname else None


def _is_success(status: int) -> bool:
    return HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES


def _in_words(error: Exception) -> str:
    """What went wrong by its class alone: messages of some classes quote the address."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError):
        return "no answer in time"
    if isinstance(reason, ConnectionRefusedError):
        return "nothing listens there"
    if isinstance(reason, ConnectionError | http.client.HTTPException):
        return "the connection broke"
    return f"no connection ({type(reason).__name__})"
