"""Sensors: one module each. The decision is a pure function; the sensor is the shell around it.

All but the alerts are level-triggered: they compare what is with what should be (`wiki_assets.planning`), so nothing is lost while a
run is in progress or the daemon is down. Each request carries a key made of what it would bring up to date and a number: nothing is
requested while a run for the same is under way, and what is wanted still after that is requested again, later each time and not for ever
(`attempts`). Runs that ended before they had told what they did are found by `untold_work`.
"""

from __future__ import annotations

from sensors.alerts import check_failure_alerts_sensor, run_failure_alerts_sensor
from sensors.automation import automation_sensor
from sensors.concepts import concepts_sensor
from sensors.dead_runs import dead_runs_sensor
from sensors.new_papers import new_papers_sensor
from sensors.stale_calibration import stale_calibration_sensor
from sensors.stale_pages import stale_pages_sensor
from sensors.stale_wiki import stale_wiki_sensor
from sensors.untold_work import untold_work_sensor

all_sensors = [
    new_papers_sensor,
    concepts_sensor,
    stale_pages_sensor,
    stale_wiki_sensor,
    stale_calibration_sensor,
    automation_sensor,
    dead_runs_sensor,
    untold_work_sensor,
    run_failure_alerts_sensor,
    check_failure_alerts_sensor,
]

__all__ = [
    "all_sensors",
    "automation_sensor",
    "check_failure_alerts_sensor",
    "concepts_sensor",
    "dead_runs_sensor",
    "new_papers_sensor",
    "run_failure_alerts_sensor",
    "stale_calibration_sensor",
    "stale_pages_sensor",
    "stale_wiki_sensor",
    "untold_work_sensor",
]
