"""The verifier `none`, the default: nobody is asked, and what a guard leaves open stays open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wiki_assets.grounding.verifiers.interface import Question, VerifierAnswers


@dataclass(frozen=True, slots=True)
class NoVerifier:
    """See the module."""

    name: str = "none"
    version: str = ""

    def ask(self, questions: Sequence[Question]) -> VerifierAnswers:  # noqa: ARG002 # the interface has them
        """Answers nothing."""
        return VerifierAnswers()
