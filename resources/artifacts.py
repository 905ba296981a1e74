"""The artifact store and the home folder as a resource."""

from __future__ import annotations

from pathlib import Path

from dagster import ConfigurableResource
from pydantic import Field

from wiki_assets.storage.artifacts import ArtifactStore


class ArtifactStoreResource(ConfigurableResource[ArtifactStore]):
    """Where everything derived lies."""

    home: str = Field(description="Home folder, absolute.")

    @property
    def folder(self) -> Path:
        """The home folder."""
        return Path(self.home)

    def store(self) -> ArtifactStore:
        """The artifact store below the home folder."""
        return ArtifactStore(self.folder / "artifacts")
