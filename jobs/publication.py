"""The `publish` job: what spans pages, and the folding of the audit."""

from __future__ import annotations

from dagster import AssetSelection, define_asset_job

publish_job = define_asset_job(
    "publish",
    selection=AssetSelection.assets("wiki", "audit", "dashboard"),
    description="Refresh cross-references, index and log, then fold the audit into DuckDB and write the dashboard.",
)
