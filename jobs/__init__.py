"""Jobs: one module each. A job selects assets; it holds no logic."""

from __future__ import annotations

from jobs.calibration import calibrate_job
from jobs.compilation import compile_job, report_job
from jobs.ingestion import ingest_job
from jobs.maintenance import maintenance_job, maintenance_schedules, nightly_check_job
from jobs.publication import publish_job
from jobs.retrieval import evidence_job

all_jobs = [ingest_job, evidence_job, compile_job, report_job, publish_job, calibrate_job, maintenance_job, nightly_check_job]
all_schedules = maintenance_schedules

__all__ = [
    "all_jobs",
    "all_schedules",
    "calibrate_job",
    "compile_job",
    "evidence_job",
    "ingest_job",
    "maintenance_job",
    "nightly_check_job",
    "publish_job",
    "report_job",
]
