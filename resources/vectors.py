"""The vector store as a resource: the embedded engine by default, a Qdrant server by URL."""

from __future__ import annotations

from pathlib import Path

from dagster import ConfigurableResource
from pydantic import Field

from wiki_assets.retrieval.dense import Embedder
from wiki_assets.retrieval.store import VectorStore, open_store
from wiki_assets.settings import Settings
from wiki_assets.storage import layout


class VectorStoreResource(ConfigurableResource[None]):
    """One interface over both engines; an embedded store is opened for one step's work and closed again."""

    home: str = Field(description="Home folder, absolute.")
    url: str = Field(description="Address of a Qdrant server; empty for the embedded engine.")
    wait_seconds: float = Field(description="How long to wait for an embedded store that another process holds.")

    def for_embedder(self, embedder: Embedder) -> VectorStore:
        """The store that holds this embedder's vectors."""
        return open_store(
            folder=Path(self.home) / "artifacts" / layout.VECTORS,
            embedder=embedder,
            url=self.url,
            api_key=Settings.load().qdrant_api_key.get_secret_value() if self.url else "",
            wait_seconds=self.wait_seconds,
        )
