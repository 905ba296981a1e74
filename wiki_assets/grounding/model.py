"""What the grounding room hands on: verdicts, reports and conflicts.

Belongs here: the shapes and the arithmetic of the rate. Does not belong here: how a verdict is reached (`guards`).
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from wiki_assets.storage.frozen import Frozen


class VerdictKind(StrEnum):
    """What a guard says of a claim. Only `grounded` counts towards the rate."""

    GROUNDED = "grounded"
    UNCERTAIN = "uncertain"
    UNSUPPORTED = "unsupported"


class Difference(Frozen):
    """Words in which a claim departs from its source.

    Attributes:
        kind: Name of the rule that found it, such as `negation` or `number`.
        claim_words: The claim's words, verbatim; empty where the claim leaves something out.
        source_words: The source's words, verbatim; empty where the claim adds something.
        claim_start, claim_end: Offsets in the claim; equal where `claim_words` is empty.
        source_start, source_end: Offsets in the source; equal where `source_words` is empty.
    """

    kind: str
    claim_words: str
    source_words: str
    claim_start: int = 0
    claim_end: int = 0
    source_start: int = 0
    source_end: int = 0


class Verdict(Frozen):
    """A guard's answer for one claim against one source text.

    Attributes:
        rule: Name of the rule that decided.
        matched: The words of the source that carry the claim, verbatim; empty when none do.
        start, end: Offsets of `matched` in the source text; equal when nothing matched.
        explanation: One sentence for a person.
    """

    kind: VerdictKind
    rule: str
    matched: str = ""
    start: int = 0
    end: int = 0
    explanation: str = ""
    differences: tuple[Difference, ...] = ()
    scores: dict[str, float] = Field(default_factory=dict)


class ClaimVerdict(Frozen):
    """The verdict for one claim of a page, and which citation carried it (index into the claim's citations, -1 for none)."""

    ordinal: int
    verdict: Verdict
    citation: int = -1


class GroundingReport(Frozen):
    """The immutable verdict on one page under one guard and one threshold. The gate reads this and nothing else."""

    slug: str
    page_sha: str
    guard: str
    guard_version: str
    threshold: float
    claims: tuple[ClaimVerdict, ...]

    def count(self, kind: VerdictKind) -> int:
        """Number of claims with this verdict."""
        return sum(1 for claim in self.claims if claim.verdict.kind is kind)

    @property
    def rate(self) -> float:
        """Grounded claims over all claims; 0.0 for a page without claims."""
        return self.count(VerdictKind.GROUNDED) / len(self.claims) if self.claims else 0.0

    @property
    def passed(self) -> bool:
        """Whether the page may be published. A threshold of 0.0 turns the quarantine off (ADR-F12, "Fallback")."""
        return self.threshold <= 0.0 or (bool(self.claims) and self.rate >= self.threshold)


class Conflict(Frozen):
    """A sign that two papers disagree about a concept. A signal, never a blocker (ADR-F12, "Conflict Detection")."""

    slug: str
    heuristic: str
    bibkey_a: str
    chunk_a: int
    words_a: str
    bibkey_b: str
    chunk_b: int
    words_b: str
    cue: str
