"""What the grounding room hands on: verdicts, reports and conflicts.

Belongs here: the shapes and the arithmetic of the rate. Does not belong here: how a verdict is reached (`guards`, `reporting`), how
a claim is cited anew (`repair`), or what is said of it to a person (`wording`).
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from wiki_assets.concepts.model import Citation
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
        guard_rule: The guard's own rule, where a verifier was asked after it and `rule` tells of that; empty where `rule` is the guard's.
    """

    kind: VerdictKind
    rule: str
    matched: str = ""
    start: int = 0
    end: int = 0
    explanation: str = ""
    differences: tuple[Difference, ...] = ()
    scores: dict[str, float] = Field(default_factory=dict)
    guard_rule: str = ""


class AlignedWords(Frozen):
    """Words of a cited passage that a verdict is about, verbatim: `chunk.text[start:end]`.

    Attributes:
        citation: Index of the citation that leads to the passage.
    """

    citation: int
    start: int
    end: int
    words: str


class SentenceVerdict(Frozen):
    """The verdict on one sentence of a claim, `claim.text[start:end]`.

    Attributes:
        verdict: With every offset in the claim counted in the whole claim. Its `matched` is always of one passage: where several
            citations carry the sentence together, of the one that carries most of it, and `aligned` holds the parts of all.
        aligned: The source's words for it, in the order of the citations: of every citation that carries it alone, or the parts
            of those that carry it together, or the words that come nearest where none do.
    """

    start: int
    end: int
    verdict: Verdict
    aligned: tuple[AlignedWords, ...] = ()

    @property
    def citations(self) -> tuple[int, ...]:
        """Indices of the citations that carry the sentence; for an uncertain one of those that come nearest; else none."""
        if self.verdict.kind is VerdictKind.UNSUPPORTED:
            return ()
        return tuple(dict.fromkeys(words.citation for words in self.aligned))


class Repair(Frozen):
    """How a claim that its citations did not support was cited anew.

    Attributes:
        citations: What the claim cites from now on, in place of what the page was composed with.
        replaced: The verdict under the citations that are replaced.
    """

    citations: tuple[Citation, ...]
    replaced: Verdict


class ClaimVerdict(Frozen):
    """The verdict for one claim of a page: that of its worst sentence, the first of equals.

    Attributes:
        citation: Index of the citation that carried that sentence, or came nearest; -1 for none.
        sentences: One for each sentence; none where the citations themselves are at fault, for then nothing was compared.
        repair: Set where the claim was cited anew. Every index of a citation, here and in the sentences, then counts its citations,
            else the claim's own.
    """

    ordinal: int
    verdict: Verdict
    citation: int = -1
    sentences: tuple[SentenceVerdict, ...] = ()
    repair: Repair | None = None

    @property
    def carrying(self) -> tuple[int, ...]:
        """Indices of the citations that carry a sentence of it, ascending; those that only come nearest to one do not count."""
        whole = self.verdict.kind is VerdictKind.GROUNDED
        found = {index for one in self.sentences if whole or one.verdict.kind is VerdictKind.GROUNDED for index in one.citations}
        if whole and self.citation >= 0:
            found.add(self.citation)
        return tuple(sorted(found))


class GroundingReport(Frozen):
    """The immutable verdict on one page under one guard and one threshold. The gate reads this and nothing else.

    Attributes:
        evidence_coverage: Share of the concept's evidence that carries a claim of the page, from 0.0 to 1.0; None where the evidence
            that the page was made from is not known any more, or in a report from before this was measured.
        copied_share: Share of the page's words in long verbatim runs of its sources, from 0.0 to 1.0; None as above.
    """

    slug: str
    page_sha: str
    guard: str
    guard_version: str
    threshold: float
    claims: tuple[ClaimVerdict, ...]
    evidence_coverage: float | None = None
    copied_share: float | None = None

    def count(self, kind: VerdictKind) -> int:
        """Number of claims with this verdict."""
        return sum(1 for claim in self.claims if claim.verdict.kind is kind)

    @property
    def repaired(self) -> tuple[ClaimVerdict, ...]:
        """The claims that were cited anew."""
        return tuple(claim for claim in self.claims if claim.repair is not None)

    @property
    def rate(self) -> float:
        """Grounded claims over all claims; 0.0 for a page without claims."""
        return self.count(VerdictKind.GROUNDED) / len(self.claims) if self.claims else 0.0

    @property
    def passed(self) -> bool:
        """Whether the page may be published. A threshold of 0.0 turns the quarantine off (ADR-F12, "Fallback")."""
        return self.threshold <= 0.0 or (bool(self.claims) and self.rate >= self.threshold)


class Conflict(Frozen):
    """A sign that two papers disagree about a concept. A signal, never a blocker (ADR-F12, "Conflict Detection").

    Attributes:
        heuristic: What found it, with its version.
        words_a, words_b: The two sentences, verbatim.
        cue: Word of side a that turns against another statement ("however"); empty where it has none that side b has not, too.
        kind: What the sentences differ in, as `conflicts.contrary.Kind` names it; `adversative` where only the cue tells.
        differing_a, differing_b: Words that stand in place of each other, verbatim but for citations among them; empty for none.
        score: How alike the sentences are; comparable within one heuristic only.
        claim: Ordinal of the claim of the page that side a is; None where it is a sentence of its passage.
    """

    slug: str
    heuristic: str
    bibkey_a: str
    chunk_a: int
    words_a: str
    bibkey_b: str
    chunk_b: int
    words_b: str
    cue: str
    kind: str
    differing_a: str
    differing_b: str
    score: float
    claim: int | None = None
