"""The `ingest` job: papers to vectors, a contiguous range of papers in one run."""

from __future__ import annotations

from dagster import AssetSelection, define_asset_job

# dagster.yaml lets one run with this tag run at a time: parsing brings its own pool of processes.
INGEST_TAG = {"wiki/ingest": "papers"}

ingest_job = define_asset_job(
    "ingest",
    selection=AssetSelection.assets("raw_documents", "chunks", "embeddings"),
    tags=INGEST_TAG,
    description="Read, cut and embed papers. A paper that cannot be read is recorded with its reason and stops no other.",
)
