"""What runs the steps of a launched run: this process, a process a step, or a Dask cluster.

Belongs here: the choice. Does not belong here: what runs a whole run (the instance's run launcher), or `wiki build`, which runs its jobs in
its own process whatever is set.
"""

from __future__ import annotations

import warnings

from dagster import ExecutorDefinition, in_process_executor, multiprocess_executor

from wiki_assets.errors import SettingsError
from wiki_assets.settings import Settings

_LOCAL_WORKERS = 2
_INSTALL = "Run `pip install 'grounded-wiki[dask]'` and `pip install --no-deps dagster-dask`."


def executor_of(settings: Settings) -> ExecutorDefinition:
    """The executor that the settings name.

    Steps take milliseconds or bring a pool of their own, and a process for each costs about two seconds (measured on 1.13): hence
    `in_process` by default. Runs are processes of their own in any case.

    Raises:
        SettingsError: Dask is named, and is not installed.
    """
    if settings.executor == "dask":
        return _dask(settings.dask_scheduler)
    return multiprocess_executor if settings.executor == "multiprocess" else in_process_executor


def _dask(scheduler: str) -> ExecutorDefinition:
    try:
        with warnings.catch_warnings():
            # It follows Dagster a patch release behind in the registries, says so at every import, and works.
            warnings.filterwarnings("ignore", message="Found version mismatch between .dagster-shared")
            from dagster_dask import dask_executor
    except ImportError as error:
        raise SettingsError(f"WIKI_EXECUTOR=dask needs dagster-dask, which cannot be imported: {error}.", _INSTALL) from error
    cluster = (
        {"existing": {"address": scheduler}}
        if scheduler
        else {"local": {"n_workers": _LOCAL_WORKERS, "threads_per_worker": 1, "dashboard_address": None}}
    )
    configured: ExecutorDefinition = dask_executor.configured({"cluster": cluster}, name="dask")
    return configured
