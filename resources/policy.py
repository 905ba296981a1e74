"""The rules of a build as a resource: sizes, weights, guard and threshold."""

from __future__ import annotations

from dagster import ConfigurableResource
from pydantic import Field

from resources.verifier import VerifierConfig
from wiki_assets.grounding.calibration.model import Goals
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.guards.registry import load_guard
from wiki_assets.grounding.verifiers.identity import VerifiedGuard
from wiki_assets.grounding.verifiers.interface import Verifier
from wiki_assets.publication.model import GateRule
from wiki_assets.retrieval.selection import SelectionRules


class PolicyResource(ConfigurableResource[None]):
    """What the settings of the same names mean; see `wiki_assets.settings`."""

    guard: str = Field(description="Name of the grounding guard.")
    verifier: VerifierConfig = Field(description="Who gives a second opinion on what the guard leaves uncertain.")
    min_grounding_rate: float = Field(description="Share of grounded claims below which a page is quarantined.")
    min_catch_rate: float = Field(description="Share of claims edited to be false that calibration wants the guard to catch.")
    max_false_alarm_rate: float = Field(description="Share of faithfully reworded claims that it lets the guard refuse at most.")
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

    @property
    def calibration_goals(self) -> Goals:
        """What the guard should reach on this corpus."""
        return Goals(min_catch=self.min_catch_rate, max_false_alarm=self.max_false_alarm_rate)

    def load_verifier(self) -> Verifier:
        """Who gives a second opinion. Raises `SettingsError` for an unknown name, or where it lacks its model, folder or extra."""
        return self.verifier.load()

    def load_verified_guard(self) -> VerifiedGuard:
        """Guard and verifier as one: pages are judged, and verdicts looked for, under the version of both."""
        return VerifiedGuard(self.load_guard(), self.load_verifier())

    def gate_rule(self) -> GateRule:
        """Guard, with its verifier, and threshold that a page has to pass."""
        guard = self.load_verified_guard()
        return GateRule(guard.name, guard.version, self.min_grounding_rate)
