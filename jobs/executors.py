"""What runs the steps of a launched run: this process, a process a step, or a Dask cluster.

Belongs here: the choice. Does not belong here: what runs a whole run (the instance's run launcher), or `wiki build`, which runs its jobs in
its own process whatever is set.
"""

from __future__ import annotations

from importlib.util import find_spec

from dagster import ExecutorDefinition, in_process_executor, multiprocess_executor

from jobs.dask_steps import dask_executor
from wiki_assets.errors import SettingsError
from wiki_assets.settings import Settings


def executor_of(settings: Settings) -> ExecutorDefinition:
    """The executor that the settings name.

    Steps take milliseconds or bring a pool of their own, and a process for each costs about two seconds (measured on 1.13): hence
    `in_process` by default. Runs are processes of their own in any case.

    Raises:
        SettingsError: Dask is named, and is not installed.
    """
    if settings.executor == "multiprocess":
        return multiprocess_executor
    if settings.executor == "in_process":
        return in_process_executor
    if find_spec("distributed") is None:
        raise SettingsError("WIKI_EXECUTOR=dask needs Dask, which is not installed.", "Run `pip install 'grounded-wiki[dask]'`.")
    configured: ExecutorDefinition = dask_executor.configured({"scheduler": settings.dask_scheduler}, name="dask")
    return configured
