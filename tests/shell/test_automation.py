"""The gate under automation and backfills: what Dagster would request by itself."""

from __future__ import annotations

from dagster import AssetKey, evaluate_automation_conditions

from tests.shell.conftest import Bench
from tests.shell.test_gate import BAD, GOOD, run_alone


def requested(bench: Bench, cursor: object | None = None) -> tuple[set[str], object]:
    """Partitions of `promoted_pages` that automation requests, and the cursor for the next tick."""
    result = evaluate_automation_conditions(defs=bench.definitions, instance=bench.instance, cursor=cursor)  # type: ignore[arg-type]
    return set(result.get_requested_partitions(AssetKey("promoted_pages"))), result.cursor


def test_automation_requests_promotion_of_exactly_the_pages_that_pass(bench: Bench) -> None:
    _, cursor = requested(bench)
    for slug in (*GOOD, BAD):
        run_alone(bench, "concept_pages", slug)
        run_alone(bench, "grounding_reports", slug)
    wanted, _ = requested(bench, cursor)
    assert wanted == set(GOOD)


def test_a_page_that_passes_after_another_failed_does_not_carry_the_failed_one_along(bench: Bench) -> None:
    _, cursor = requested(bench)
    for slug in (BAD, GOOD[0]):
        run_alone(bench, "concept_pages", slug)
        run_alone(bench, "grounding_reports", slug)
    wanted, cursor = requested(bench, cursor)
    assert wanted == {GOOD[0]}
    again, _ = requested(bench, cursor)
    assert again == set()
