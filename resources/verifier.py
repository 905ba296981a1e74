"""The verifier as configuration: who gives a second opinion, and how that model is reached."""

from __future__ import annotations

from pathlib import Path

from dagster import Config
from pydantic import Field

from resources.language_model import LanguageModelResource
from wiki_assets.grounding.verifiers.interface import Verifier
from wiki_assets.grounding.verifiers.registry import load_verifier


class VerifierConfig(Config):
    """Part of the policy: the identity of every verdict depends on it, so whoever has the one has the other.

    It is no resource of its own: Dagster 1.13 warns of its own deprecated call when a resource holds another one.
    """

    name: str = Field(description="none, llm or nli.")
    model: str = Field(description="litellm name of the model that llm asks; empty where none is set.")
    base_url: str = Field(description="Address of that model's server; empty for the provider's own.")
    timeout_seconds: float = Field(description="Limit for one call.")
    attempts: int = Field(description="Attempts for one call when the model does not answer.")
    nli_folder: str = Field(description="Folder of the model that nli asks, absolute; empty where none is set.")

    def load(self) -> Verifier:
        """The verifier. Cheap, so that sensors can ask for its version. Raises `SettingsError`."""
        model = LanguageModelResource(
            model=self.model, base_url=self.base_url, timeout_seconds=self.timeout_seconds, attempts=self.attempts
        )
        return load_verifier(
            self.name,
            model.load() if self.name == "llm" and self.model else None,
            Path(self.nli_folder) if self.nli_folder else None,
        )
