"""Writing the page into the home folder.

Belongs here: where the page lies. Does not belong here: what it says (`page`).
"""

from __future__ import annotations

from pathlib import Path

from wiki_assets.dashboard.model import Facts
from wiki_assets.dashboard.page import render_dashboard
from wiki_assets.storage.artifacts import write_atomically


def dashboard_path(home: Path) -> Path:
    """The page of a home."""
    return home / "dashboard" / "index.html"


def write_dashboard(facts: Facts, home: Path) -> Path:
    """Writes the page whole or not at all, and gives its path. Raises `ArtifactError` where the folder cannot be written."""
    path = dashboard_path(home)
    write_atomically(path, render_dashboard(facts))
    return path
