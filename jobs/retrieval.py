"""The `choose_evidence` job: choose every concept's passages again."""

from __future__ import annotations

from dagster import AssetSelection, define_asset_job

evidence_job = define_asset_job(
    "choose_evidence",
    selection=AssetSelection.assets("evidence"),
    description="Choose the passages of every concept again, after papers or concepts changed.",
)
