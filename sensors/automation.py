"""`automation`: evaluates the automation conditions that assets declare; off by default in Dagster, on here."""

from __future__ import annotations

from dagster import AssetSelection, AutomationConditionSensorDefinition, DefaultSensorStatus

automation_sensor = AutomationConditionSensorDefinition(
    "automation",
    target=AssetSelection.all(),
    default_status=DefaultSensorStatus.RUNNING,
    minimum_interval_seconds=15,
)
