"""The `calibrate` job: measure the guard on this corpus. Never part of a build, whose time matters."""

from __future__ import annotations

from dagster import AssetSelection, define_asset_job

calibrate_job = define_asset_job(
    "calibrate",
    selection=AssetSelection.assets("guard_calibration"),
    description="Edit the wiki's own grounded claims and measure what the guard makes of them.",
)
