"""The embedding model as a resource."""

from __future__ import annotations

from pathlib import Path

from dagster import ConfigurableResource
from pydantic import Field

from wiki_assets.retrieval.dense import Embedder, load_embedder


class EmbedderResource(ConfigurableResource[None]):
    """Loads the model on first use, not at import."""

    model: str = Field(description="wordllama, minilm, or litellm/<model>.")
    home: str = Field(description="Home folder, absolute; model files are prepared below it.")

    def load(self) -> Embedder:
        """The embedder. Raises `EmbedderError`, or `SettingsError` for an unknown name."""
        return load_embedder(self.model, Path(self.home) / "artifacts" / "models")
