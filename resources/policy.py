"""The rules of a build as a resource: sizes, weights, guard and threshold."""

from __future__ import annotations

from dagster import ConfigurableResource
from pydantic import Field

from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.publication.model import GateRule
from wiki_assets.retrieval.selection import SelectionRules


class PolicyResource(ConfigurableResource[None]):
    """What the settings of the same names mean; see `wiki_assets.settings`."""

    guard: str = Field(description="Name of the grounding guard.")
    min_grounding_rate: float = Field(description="Share of grounded claims below which a page is quarantined.")
    chunk_tokens: int = Field(description="Size a chunk aims at, in tokens.")
    evidence_count: int = Field(description="Passages of evidence for a concept.")
    evidence_per_paper: int = Field(description="At most this many passages of one paper.")
    dense_weight: float = Field(description="Weight of dense against BM25.")
    rrf_k: int = Field(description="Rank constant of reciprocal rank fusion.")

    @property
    def selection_rules(self) -> SelectionRules:
        """How much evidence a concept gets."""
        return SelectionRules(self.evidence_count, self.evidence_per_paper)

    def load_guard(self) -> Guard:
        """The guard named by the settings. Raises `SettingsError` for an unknown name."""
        return load_guard(self.guard)

    def gate_rule(self) -> GateRule:
        """Guard and threshold that a page has to pass."""
        guard = self.load_guard()
        return GateRule(guard.name, guard.version, self.min_grounding_rate)
