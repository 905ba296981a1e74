"""Happenings and alerts to try alerting with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from wiki_assets.alerting.model import Alert, CheckOutcome, FailedRun, FailedStep, Kind, Severity

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def at(minutes: float = 0) -> datetime:
    """Some minutes after noon."""
    return NOON + timedelta(minutes=minutes)


def outcome(minutes: float = 0, **changes: Any) -> CheckOutcome:
    """A page that the gate refuses."""
    given: dict[str, Any] = {
        "number": int(minutes * 60),
        "asset": "grounding_reports",
        "check": "grounding_rate_reaches_threshold",
        "partition": "edge-flip",
        "passed": False,
        "severity": Severity.ERROR,
        "told": "The page 'edge-flip' reaches a grounding rate of 0.00, 0.50 is needed.",
        "expected": "The gate would let this page through.",
        "remedy": "Read wiki/draft/edge-flip.md.",
        "figures": {"grounding_rate": 0.0, "threshold": 0.5},
        "content": "sha-1",
        "owners": ("team:wiki",),
        "run_id": f"run-{minutes:g}",
        "happened_at": at(minutes),
    }
    return CheckOutcome(**{**given, **changes})


def step(name: str = "concept_pages", *, by_check: bool = False, remedy: str = "Close it there and try again.") -> FailedStep:
    return FailedStep(name, "Another process holds the store.", remedy, by_check)


def run(*steps: FailedStep, minutes: float = 0, **changes: Any) -> FailedRun:
    given: dict[str, Any] = {
        "number": int(minutes * 60),
        "run_id": f"run-{minutes:g}",
        "job": "compile",
        "partition": "edge-flip",
        "steps": steps,
        "message": "The process of the run is gone.",
        "retried": False,
        "owners": ("team:wiki",),
        "happened_at": at(minutes),
    }
    return FailedRun(**{**given, **changes})


def alert(number: int = 0, **changes: Any) -> Alert:
    """An alert of its own for every number."""
    given: dict[str, Any] = {
        "alert_id": f"id-{number}",
        "kind": Kind.CHECK,
        "severity": Severity.ERROR,
        "asset": "grounding_reports",
        "check": "grounding_rate_reaches_threshold",
        "partition": f"page-{number}",
        "why": "Too few claims are grounded.",
        "what_to_do": "Read the draft.",
        "owners": ("team:wiki",),
        "run_id": f"run-{number}",
        "happened_at": at(),
    }
    return Alert(**{**given, **changes})
