"""Jobs as other processes find them: by name, in a module that they can import; configured by the environment as everything is."""

import os
from pathlib import Path

from dagster import JobDefinition, OpExecutionContext, RetryPolicy, job, op

from jobs.dask_steps import dask_executor
from wiki_assets.definitions import build_defs


def ingest() -> JobDefinition:
    return build_defs().resolve_job_def("ingest")


def choose_evidence() -> JobDefinition:
    return build_defs().resolve_job_def("choose_evidence")


def compile_page() -> JobDefinition:
    return build_defs().resolve_job_def("compile")


def _note(context: OpExecutionContext) -> None:
    """Lets the test see that a step did its work, in the file that a tag of its run names."""
    with Path(context.run.tags["noted in"]).open("a", encoding="utf-8") as file:
        file.write(f"{context.op.name}\n")


@op
def dying_with_its_worker(context: OpExecutionContext) -> None:
    _note(context)
    os._exit(1)


@op(retry_policy=RetryPolicy(max_retries=1))
def failing_once(context: OpExecutionContext) -> None:
    _note(context)
    if context.retry_number == 0:
        raise OSError("no space left")


@job(executor_def=dask_executor)
def dying() -> None:
    dying_with_its_worker()


@job(executor_def=dask_executor)
def trying_again() -> None:
    failing_once()
