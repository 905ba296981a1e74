"""The gated jobs: one run per concept, never a range, for a partitioned check says nothing usable in a range run (dagster 1.13)."""

from __future__ import annotations

from dagster import AssetSelection, define_asset_job

# A refused page fails its run on purpose; neither the daemon nor anybody else may run it again for that.
NO_RETRY = {"dagster/max_retries": "0", "dagster/retry_on_asset_or_op_failure": "false"}

compile_job = define_asset_job(
    "compile",
    selection=AssetSelection.assets("concept_pages", "grounding_reports", "promoted_pages"),
    tags=NO_RETRY,
    description="Compose one concept's page, judge it, and publish it if it passes.",
)

report_job = define_asset_job(
    "report",
    selection=AssetSelection.assets("grounding_reports", "promoted_pages"),
    tags=NO_RETRY,
    description="Judge a page again without composing it again: after a new guard or threshold, or a crash before publication.",
)
