"""The artifact store and the home folder as a resource."""

from __future__ import annotations

from pathlib import Path

from dagster import ConfigurableResource
from pydantic import Field

from wiki_assets.storage.artifacts import ArtifactStore, open_artifacts


class ArtifactStoreResource(ConfigurableResource[ArtifactStore]):
    """Where everything derived lies."""

    home: str = Field(description="Home folder, absolute.")
    address: str = Field(
        default="", description="Folder or fsspec address of the artifacts, without any secret; the home folder when empty."
    )

    @property
    def folder(self) -> Path:
        """The home folder."""
        return Path(self.home)

    def store(self) -> ArtifactStore:
        """The artifact store. Raises `SettingsError` for an address that cannot be used."""
        return open_artifacts(self.folder, self.address)
