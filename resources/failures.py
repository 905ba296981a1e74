"""Where the product's errors become Dagster failures, with their remedy, and with retries only where a retry can help."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dagster import Backoff, Failure, Jitter, MetadataValue, RetryPolicy

from wiki_assets.errors import WikiError

# For stores and servers that do not answer: short, for the clients below have waited and retried already.
BRIEF_RETRY = RetryPolicy(max_retries=1, delay=2, backoff=Backoff.EXPONENTIAL, jitter=Jitter.PLUS_MINUS)


@contextmanager
def as_failure() -> Iterator[None]:
    """Turns a `WikiError` into a `Failure` that says what is wrong, what to do, and whether Dagster may try again."""
    try:
        yield
    except WikiError as error:
        raise Failure(
            description=str(error),
            metadata={"what is wrong": MetadataValue.text(error.what), "what to do": MetadataValue.text(error.remedy)},
            allow_retries=error.retryable,
        ) from error
