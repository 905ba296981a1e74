"""How often sensors look: at once where a look is short, and after a rest where it is long."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from dagster import SensorDefinition, SkipReason, build_sensor_context

from sensors import concepts_sensor, new_papers_sensor, stale_pages_sensor, stale_wiki_sensor
from sensors.looking import INTERVAL_SECONDS, REST, rest_left
from tests.shell.conftest import Bench


def test_without_a_long_look_behind_it_no_sensor_rests() -> None:
    assert rest_left(None, 1000.0) == 0.0
    assert rest_left("", 1000.0) == 0.0


def test_a_long_look_is_followed_by_a_rest_of_so_many_times_its_length() -> None:
    cursor = "1000.0 2.5"
    assert rest_left(cursor, 1000.0) == pytest.approx(2.5 * REST)
    assert rest_left(cursor, 1000.0 + 2.5 * REST - 1) == pytest.approx(1.0)
    assert rest_left(cursor, 1000.0 + 2.5 * REST) == 0.0


def test_a_clock_that_was_set_back_does_not_stop_a_sensor() -> None:
    assert rest_left("1000.0 2.5", 999.0) == 0.0


@pytest.mark.parametrize("sensor", [new_papers_sensor, concepts_sensor, stale_pages_sensor, stale_wiki_sensor])
def test_a_sensor_whose_last_look_took_long_looks_again_only_after_its_rest(bench: Bench, sensor: SensorDefinition) -> None:
    def tick(cursor: str | None) -> tuple[str, str | None]:
        context = build_sensor_context(instance=bench.instance, resources=dict(bench.definitions.resources or {}), cursor=cursor)
        result = sensor(context)
        reason = result if isinstance(result, SkipReason) else result.skip_reason
        return str(getattr(reason, "skip_message", "")), context.cursor

    rested, cursor = tick(f"{time.time():.1f} 60.0")
    assert rested.startswith("The last look at the ")
    assert cursor is not None  # what it knows of that look is kept until the rest is over
    looked, _ = tick(f"{time.time() - 61 * REST:.1f} 60.0")
    assert "took long" not in looked


def test_a_look_that_takes_its_time_is_noted_and_a_short_one_is_not(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.1, 100.0, 100.0 + INTERVAL_SECONDS])
    context = build_sensor_context(instance=bench.instance, resources=dict(bench.definitions.resources or {}))
    monkeypatch.setattr("sensors.looking.time", SimpleNamespace(time=time.time, monotonic=lambda: next(clock)))
    new_papers_sensor(context)
    assert context.cursor is None
    new_papers_sensor(context)
    assert context.cursor is not None
    assert context.cursor.endswith(f" {INTERVAL_SECONDS:.1f}")
