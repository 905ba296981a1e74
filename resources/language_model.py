"""The language model that composes pages, as a resource."""

from __future__ import annotations

from dagster import ConfigurableResource
from pydantic import Field

from wiki_assets.concepts.language_model import LanguageModel, LitellmModel
from wiki_assets.settings import Settings


class LanguageModelResource(ConfigurableResource[None]):
    """litellm by configuration; no model at all by default."""

    model: str = Field(description="litellm name; empty for the extractive composer.")
    base_url: str = Field(description="Address of the model's server; empty for the provider's own.")
    timeout_seconds: float = Field(description="Limit for one call.")
    attempts: int = Field(description="Attempts for one call when the model does not answer.")

    @property
    def configured(self) -> bool:
        """Whether pages are composed by a model."""
        return bool(self.model)

    def load(self) -> LanguageModel:
        """The model. The key comes from the settings now, so that it is in no stored configuration."""
        return LitellmModel(
            name=self.model,
            base_url=self.base_url,
            api_key=Settings.load().llm_api_key.get_secret_value(),
            timeout_seconds=self.timeout_seconds,
            attempts=self.attempts,
        )
