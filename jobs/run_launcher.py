"""Launches runs as Dagster does by default, and notes on which machine and when: process numbers mean nothing without it.

Belongs here: the launcher that dagster.yaml names. Does not belong here: runs in this process (`jobs.launching`).
"""

from __future__ import annotations

from typing import cast

from dagster._core.launcher import DefaultRunLauncher, LaunchRunContext
from dagster._core.remote_representation.code_location import GrpcServerCodeLocation

from jobs.processes import launch_tags, launch_tags_elsewhere, this_machine

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class MarkingRunLauncher(DefaultRunLauncher):
    """Dagster's default launcher; a run carries the name of the machine its process lives on, and when it was asked for."""

    def launch_run(self, context: LaunchRunContext) -> None:
        """Writes the tags before the process starts, for a tag and a status written at once can undo each other (1.13)."""
        origin = context.dagster_run.remote_job_origin
        if context.workspace is not None and origin is not None:
            name = origin.repository_origin.code_location_origin.location_name
            client = cast("GrpcServerCodeLocation", context.workspace.get_code_location(name)).client
            elsewhere = client.socket is None and client.host not in _LOOPBACK
            tags = launch_tags_elsewhere(str(client.host)) if elsewhere else launch_tags(this_machine())
            self._instance.add_run_tags(context.dagster_run.run_id, tags)
        super().launch_run(context)
