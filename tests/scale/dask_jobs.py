"""Jobs as other processes find them: by name, in a module that they can import; configured by the environment as everything is."""

from __future__ import annotations

from dagster import JobDefinition

from wiki_assets.definitions import build_defs


def ingest() -> JobDefinition:
    return build_defs().resolve_job_def("ingest")


def choose_evidence() -> JobDefinition:
    return build_defs().resolve_job_def("choose_evidence")


def compile_page() -> JobDefinition:
    return build_defs().resolve_job_def("compile")
