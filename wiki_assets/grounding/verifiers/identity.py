"""Under which version pages are judged when a verifier has a say.

Belongs here: the identity of a judgement. Does not belong here: the judgement (`guards`, `opinions`).
"""

from __future__ import annotations

from dataclasses import dataclass

from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import Verdict
from wiki_assets.grounding.verifiers.interface import Verifier

OPINIONS_VERSION = "1"
"""Raise it with every change of which sentences are asked about (`opinions`) or of what an answer changes (`hearing`, `words`)."""


def judged_version(guard_version: str, verifier: Verifier) -> str:
    """The version of a guard's verdicts after a verifier has been asked: `1` with none, else like `1+llm-1-0123456789`.

    Reports are kept under it, so another verifier, prompt or model has pages judged again, without composing them again.
    """
    if not verifier.version:
        return guard_version
    return f"{guard_version}+{verifier.name}-{OPINIONS_VERSION}-{verifier.version}"


@dataclass(frozen=True, slots=True)
class VerifiedGuard:
    """A guard and the verifier that is asked after it. It is a guard itself, under the version of both."""

    guard: Guard
    verifier: Verifier

    @property
    def name(self) -> str:
        """The guard's name."""
        return self.guard.name

    @property
    def version(self) -> str:
        """See `judged_version`."""
        return judged_version(self.guard.version, self.verifier)

    def check(self, claim: str, source: str) -> Verdict:
        """The guard's verdict; the verifier is asked about a whole page at once, see `opinions`."""
        return self.guard.check(claim, source)
