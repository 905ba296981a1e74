"""Preparing a home folder: it exists, can be written, and has the Dagster instance's configuration.

Belongs here: what has to be true of the folder before any command works, and what processes started from here inherit. Does not belong
here: what lies in it (`storage.layout`), or the text of the configuration (`cli.instance_file`).
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

from wiki_assets.cli.instance_file import refresh_instance_file
from wiki_assets.errors import HomeError
from wiki_assets.settings import Settings, variable_of
from wiki_assets.storage.database import DATABASE_VARIABLE, database_address

INSTANCE_FOLDER = ".dagster"
_PASSED_ON = ("home", "raw", "concepts", "bibliography", "sources")

logger = logging.getLogger(__name__)


def prepare_home(settings: Settings) -> Path:
    """Makes the home usable and returns the folder of its Dagster instance.

    Raises:
        HomeError: The folder cannot be created or written.
    """
    folder = settings.home / INSTANCE_FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
        note = refresh_instance_file(folder, with_database=bool(database_address(settings)))
    except OSError as error:
        raise HomeError(
            f"The home folder {settings.home} cannot be written: {error.strerror or error}.",
            "Give --home (or WIKI_HOME) a folder you may write to.",
        ) from error
    if note:
        logger.warning(note)
    return folder


def export_settings(settings: Settings, instance_folder: Path) -> None:
    """Passes on to every process started from here what the UI, its daemon and this command have to see alike.

    Dagster reads the database's address from the environment, as no file may hold a password; it may have come from `.env`.
    """
    for name in _PASSED_ON:
        value = getattr(settings, name)
        if value is not None:
            os.environ[variable_of(name)] = str(Path(value).resolve())
    if address := database_address(settings):
        os.environ[DATABASE_VARIABLE] = address
    ours, given = instance_folder.resolve(), os.environ.get("DAGSTER_HOME", "")
    if given and Path(given).expanduser().resolve() != ours:
        logger.warning(
            "Note: DAGSTER_HOME=%s is not used; the Dagster instance of this home is %s. Set WIKI_HOME for another home.",
            given,
            ours,
        )
    os.environ["DAGSTER_HOME"] = str(ours)
    # On a busy machine a code server takes more than the default minute to answer, and the daemon then gives up starting a run.
    os.environ.setdefault("DAGSTER_GRPC_TIMEOUT_SECONDS", "300")
