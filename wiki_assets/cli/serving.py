"""What `wiki dev` does before it starts the UI: partition keys exist before the first launch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jobs.launching import open_instance
from resources import LibraryResource, build_resources
from wiki_assets.cli.home import INSTANCE_FOLDER
from wiki_assets.errors import WikiError
from wiki_assets.partitions import CONCEPTS, PAPERS, add_missing_keys
from wiki_assets.settings import Settings
from wiki_assets.storage.artifacts import ArtifactStore


def workspace_file() -> Path:
    """The workspace that names the code location."""
    return Path(__file__).resolve().parents[2] / "workspace.yaml"


def register_partitions(settings: Settings) -> list[str]:
    """Registers the papers and concepts there are; what stands in the way is told, and the UI starts all the same.

    Returns:
        Lines for a person.
    """
    library = build_resources(settings)["library"]
    assert isinstance(library, LibraryResource)  # noqa: S101 # for the type checker
    listings: tuple[tuple[str, Callable[[], list[str]]], ...] = (
        (PAPERS, lambda: list(library.scan(ArtifactStore(settings.home / "artifacts")).sources)),
        (CONCEPTS, lambda: [concept.slug for concept in library.load_concepts().concepts]),
    )
    lines = []
    with open_instance(settings.home / INSTANCE_FOLDER) as instance:
        for name, listing in listings:
            try:
                keys = listing()
            except WikiError as error:
                lines.append(f"Note: {error}")
                continue
            add_missing_keys(instance, name, keys)
            lines.append(f"{len(keys)} {name}.")
    return lines
