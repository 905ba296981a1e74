"""Good edit `latex-symbols`: the source writes in LaTeX what the claim writes in Unicode."""

from __future__ import annotations

import re

from wiki_assets.grounding.calibration.edits.interface import Edit, Label, Rewrite, Specimen
from wiki_assets.grounding.calibration.edits.places import word_table

_COMMANDS = word_table(
    """
    α → alpha, β → beta, γ → gamma, δ → delta, ε → varepsilon, ζ → zeta, η → eta, θ → theta, κ → kappa, λ → lambda, μ → mu,
    ν → nu, ξ → xi, π → pi, ρ → rho, σ → sigma, τ → tau, φ → varphi, χ → chi, ψ → psi, ω → omega, Γ → Gamma, Δ → Delta,
    Θ → Theta, Λ → Lambda, Π → Pi, Σ → Sigma, Φ → Phi, Ψ → Psi, Ω → Omega, ≤ → leq, ≥ → geq, ≠ → neq, ≈ → approx, ∈ → in,
    ∉ → notin, ⊂ → subset, ⊆ → subseteq, ∪ → cup, ∩ → cap, × → times, · → cdot, ± → pm, → → to, ⇒ → Rightarrow, ↦ → mapsto,
    ∞ → infty, ∑ → sum, ∏ → prod, ∫ → int, ∂ → partial, ∇ → nabla, ∀ → forall, ∃ → exists, ∅ → emptyset, √ → sqrt
    """
)
_SYMBOL = re.compile("|".join(_COMMANDS))


def _rewrite(specimen: Specimen) -> Rewrite | None:
    """Applies only where the claim itself has a symbol: elsewhere in the source it would test nothing."""
    first = _SYMBOL.search(specimen.claim)
    if first is None:
        return None
    source = _SYMBOL.sub(lambda match: f"\\{_COMMANDS[match.group()]} ", specimen.source)
    if source == specimen.source:
        return None
    return Rewrite(specimen.claim, source, f"{first.group()} → \\{_COMMANDS[first.group()]} in the source")


EDIT = Edit(
    name="latex-symbols",
    label=Label.SUPPORTED,
    description="LaTeX in the source for the claim's Unicode symbols",
    advice="Expect marks on claims with formulas of this corpus; read them against their passages.",
    rewrite=_rewrite,
)
