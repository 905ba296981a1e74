"""What the figures of a cross-encoder mean, by the names its configuration gives them.

Belongs here: reading the names, and figures into probabilities. Does not belong here: which probability is enough (`verifier`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# Names in use on published models, as letters only: NLI, fact checking (FEVER), and grounding.
_ENTAILMENT = frozenset({"entailment", "entail", "entails", "entailed", "support", "supports", "supported"})
_CONTRADICTION = frozenset({"contradiction", "contradict", "contradicts", "contradictory", "refute", "refutes", "refuted"})


@dataclass(frozen=True, slots=True)
class Labels:
    """Which figure is which.

    Attributes:
        count: Figures for each pair; one means a single logit of support.
        entailment: Index of the figure for "the premise supports the hypothesis".
        contradiction: Index of the figure for "it contradicts it"; None for a model that does not tell this from saying nothing.
    """

    count: int
    entailment: int
    contradiction: int | None

    def probabilities(self, logits: NDArray[np.float32]) -> NDArray[np.float64]:
        """Probabilities of support and of contradiction (0 where the model has none), shape (pairs, 2), from logits (pairs, count)."""
        figures = logits.astype(np.float64)
        if self.count == 1:
            # Half of tanh: a sigmoid that cannot overflow.
            support = 0.5 * (1.0 + np.tanh(0.5 * figures[:, 0]))
            return np.stack([support, np.zeros_like(support)], axis=1)
        shares = np.exp(figures - figures.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        against = np.zeros(len(shares)) if self.contradiction is None else shares[:, self.contradiction]
        return np.stack([shares[:, self.entailment], against], axis=1)


def read_labels(names: Mapping[int, str]) -> Labels | None:
    """Labels by the names of a configuration (`id2label`), in any order and case; None where they do not say which one is support.

    A single label needs no name. Names that say nothing (`LABEL_0`) are not guessed at: the wrong guess turns every answer round.
    """
    if sorted(names) != list(range(len(names))) or not names:
        return None
    if len(names) == 1:
        return Labels(1, 0, None)
    folded = ["".join(letter for letter in names[index].lower() if letter.isalpha()) for index in range(len(names))]
    support = [index for index, name in enumerate(folded) if name in _ENTAILMENT]
    against = [index for index, name in enumerate(folded) if name in _CONTRADICTION]
    if len(support) != 1 or len(against) > 1:
        return None
    return Labels(len(names), support[0], against[0] if against else None)
