"""`wiki dev`: partition keys exist before the first launch, and the UI with all its processes ends when it is told to.

Belongs here: starting `dagster dev`. Does not belong here: what runs in it (definitions), its configuration
(`cli.instance_file`), or signals (`cli.process_group`).
"""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from wiki_assets.cli import printing
from wiki_assets.cli.home import INSTANCE_FOLDER, export_settings, prepare_home
from wiki_assets.cli.process_group import supervise
from wiki_assets.errors import SettingsError, WikiError
from wiki_assets.settings import Settings

# `dagster dev` asks its processes to end, which they do within two seconds when idle (measured); a run in progress is stopped by it.
GRACE_SECONDS = 15.0


def dev(
    home: Annotated[Path | None, typer.Option("--home", help="Folder of everything derived (WIKI_HOME; default data).")] = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on. 0.0.0.0 lets others in, and the UI asks nobody who they are.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 3000,
) -> None:
    """Start the Dagster UI and its daemon on this home, sensors on: drop a paper into the folder, and the wiki changes within a minute.

    Ctrl-C, TERM or the end of its terminal ends it with all its processes; a run that was in progress is ended too, and taken up again
    at the next start. The instance lies in <home>/.dagster, whatever DAGSTER_HOME says, or in PostgreSQL where WIKI_POSTGRES_URL is
    set. `wiki build` may run beside it.

    Exit code: 0 ended as asked, 1 Dagster ended by itself, 3 it could not be started (the port is in use, the home cannot be written).
    """
    settings = Settings.load(home=home)
    require_free_port(host, port)
    export_settings(settings, prepare_home(settings))
    for line in register_partitions(settings):
        printing.err.print(line, markup=False)
    raise typer.Exit(serve(settings, host, port))


def require_free_port(host: str, port: int) -> None:
    """Makes sure that the UI can listen there, for Dagster would tell only after a minute of starting.

    Raises:
        SettingsError: Somebody else listens there, or the address is none of this machine's.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            # Two servers may be bound to one port before either listens.
            probe.listen(1)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SettingsError(
                f"Port {port} on {host} is in use, perhaps by another `wiki dev`.",
                "End what listens there, or give another one with --port.",
            ) from error
        raise SettingsError(
            f"The UI cannot listen on {host}, port {port}: {error.strerror or error}.", "Give another --host or --port."
        ) from error


def serve(settings: Settings, host: str, port: int) -> int:
    """Runs `dagster dev` until it ends or this process is told to, and leaves none of its processes behind.

    Returns:
        Exit code: 0 where it was told to end.
    """
    command = [str(Path(sys.executable).with_name("dagster")), "dev", "-w", str(workspace_file()), "-h", host, "-p", str(port)]
    printing.err.print(f"The Dagster UI is at http://{host}:{port} in a few seconds; Ctrl-C ends it.", markup=False)
    told = supervise(command, _environment(settings), GRACE_SECONDS)
    if not told:
        printing.err.print("Dagster ended by itself; its last lines above say why.", markup=False)
    return 0 if told else 1


def _environment(settings: Settings) -> dict[str, str]:
    """Ours, with every setting as it is now: sensors live for weeks, a run that they start reads the settings when it starts, and what is
    written to `.env` in between would have them disagree about what is up to date.

    Without Dagster's warnings at every start that it marks as beta what we lean on, and would have `dg dev` called instead.
    """
    quiet = ["ignore:Function `dev_command` is superseded", "ignore:Parameter `backfill_policy` of function"]
    warnings = ",".join([*quiet, *filter(None, [os.environ.get("PYTHONWARNINGS")])])
    return os.environ | settings.as_environment() | {"PYTHONWARNINGS": warnings}


def workspace_file() -> Path:
    """The workspace that names the code location."""
    return Path(__file__).resolve().parents[2] / "workspace.yaml"


def register_partitions(settings: Settings) -> list[str]:
    """Registers the papers and concepts there are; what stands in the way is told, and the UI starts all the same.

    Returns:
        Lines for a person.
    """
    # Dagster takes seconds to import; the other commands of `wiki` do without.
    from jobs.launching import open_instance
    from resources import LibraryResource, build_resources
    from wiki_assets.partitions import CONCEPTS, PAPERS, add_missing_keys
    from wiki_assets.storage.artifacts import open_artifacts

    library = build_resources(settings)["library"]
    assert isinstance(library, LibraryResource)  # noqa: S101 # for the type checker
    listings: tuple[tuple[str, Callable[[], list[str]]], ...] = (
        (PAPERS, lambda: [*library.partitions.keys_of(library.scan(open_artifacts(settings.home, settings.artifacts)).sources)]),
        (CONCEPTS, lambda: [concept.slug for concept in library.load_concepts().concepts]),
    )
    lines = []
    with open_instance(settings.home / INSTANCE_FOLDER, settings) as instance:
        for name, listing in listings:
            try:
                keys = listing()
            except WikiError as error:
                lines.append(f"Note: {error}")
                continue
            add_missing_keys(instance, name, keys)
            lines.append(f"{len(keys)} {name}.")
    return lines
