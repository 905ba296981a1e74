"""What every grounding guard offers.

Belongs here: the protocol. Does not belong here: a guard (one module each beside this one), or what is done with a verdict.
"""

from __future__ import annotations

from typing import Protocol

from wiki_assets.grounding.model import Verdict


class Guard(Protocol):
    """Decides whether a claim is supported by one source text.

    A guard is a pure function with a name: equal input gives equal verdicts on any machine, it never raises whatever the
    characters are, and its time is linear in the length of the source.
    """

    @property
    def name(self) -> str:
        """Name under which `WIKI_GUARD` selects it."""

    @property
    def version(self) -> str:
        """Changes whenever any verdict may change. Reports are kept per version."""

    def check(self, claim: str, source: str) -> Verdict:
        """Verdict on one claim.

        Args:
            claim: Sentence (or few) as the page says it; citation markers such as `[Springborn2008 #chunk 0]` are ignored.
            source: Clean text of the chunk that the claim cites.

        Returns:
            The verdict; `matched == source[start:end]`.
        """
