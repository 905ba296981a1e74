"""Preparing a home folder: it exists, can be written, and has the Dagster instance's configuration.

Belongs here: what has to be true of the folder before any command works. Does not belong here: what lies in it (`storage.layout`).
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from wiki_assets.errors import HomeError
from wiki_assets.settings import Settings, variable_of

INSTANCE_FOLDER = ".dagster"
INSTANCE_TEMPLATE = Path(__file__).resolve().parents[2] / "dagster.yaml"
_PASSED_ON = ("home", "raw", "concepts", "bibliography", "sources")


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
        _refresh_configuration(folder / "dagster.yaml")
    except OSError as error:
        raise HomeError(
            f"The home folder {settings.home} cannot be written: {error.strerror or error}.",
            "Give --home (or WIKI_HOME) a folder you may write to.",
        ) from error
    return folder


def export_settings(settings: Settings, instance_folder: Path) -> None:
    """Passes the folders on to every process started from here, so that the UI, its daemon and this command see one home."""
    for name in _PASSED_ON:
        value = getattr(settings, name)
        if value is not None:
            os.environ[variable_of(name)] = str(Path(value).resolve())
    os.environ["DAGSTER_HOME"] = str(instance_folder.resolve())


def _refresh_configuration(target: Path) -> None:
    """Copies the template where it is missing or older; a person's own newer file is left alone."""
    if not target.is_file() or target.stat().st_mtime < INSTANCE_TEMPLATE.stat().st_mtime:
        partial = target.with_name(f".dagster.yaml.{os.getpid()}.part")
        shutil.copy2(INSTANCE_TEMPLATE, partial)
        partial.replace(target)
