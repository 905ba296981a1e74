"""Reports: every claim of a page against the chunks it cites.

Belongs here: checking citations, asking the guard, choosing the citation that carries a claim. Does not belong here: the rule of
a guard (`guards`) or what happens to a page that fails (`publication`).
"""

from __future__ import annotations

from collections.abc import Mapping

from wiki_assets.concepts.model import Citation, Claim, Page
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import ClaimVerdict, GroundingReport, Verdict, VerdictKind

RULE_NO_CITATION = "no-citation"
RULE_UNKNOWN_CHUNK = "unknown-chunk"
RULE_QUOTE = "quote-not-in-source"

_BEST_FIRST = (VerdictKind.GROUNDED, VerdictKind.UNCERTAIN, VerdictKind.UNSUPPORTED)


def report_page(page: Page, chunks: Mapping[str, Chunk], guard: Guard, threshold: float) -> GroundingReport:
    """Verdict on every claim of a page.

    Args:
        page: The page; one without claims gives a report with no claims, so rate 0.0.
        chunks: By chunk id, at least every chunk that the page cites and that exists now.
        guard: Decides where the citations themselves are sound.
        threshold: Rate that the page must reach, from 0.0 to 1.0.
    """
    return GroundingReport(
        slug=page.slug,
        page_sha=page.page_sha,
        guard=guard.name,
        guard_version=guard.version,
        threshold=threshold,
        claims=tuple(judge_claim(claim, chunks, guard) for claim in page.claims),
    )


def judge_claim(claim: Claim, chunks: Mapping[str, Chunk], guard: Guard) -> ClaimVerdict:
    """Verdict on one claim.

    One citation that carries the claim is enough, but every citation must be sound: a reader who follows any of them has to find
    the words there, so a claim with one that leads nowhere is unsupported whatever the others say.
    """
    if not claim.citations:
        return ClaimVerdict(ordinal=claim.ordinal, verdict=_refused(RULE_NO_CITATION, "It cites nothing."))
    for citation in claim.citations:
        if (fault := _fault(citation, chunks.get(citation.chunk_id))) is not None:
            return ClaimVerdict(ordinal=claim.ordinal, verdict=fault)
    verdicts = [guard.check(claim.text, chunks[citation.chunk_id].text) for citation in claim.citations]
    best = min(range(len(verdicts)), key=lambda index: (_BEST_FIRST.index(verdicts[index].kind), index))
    carries = verdicts[best].kind is not VerdictKind.UNSUPPORTED
    return ClaimVerdict(ordinal=claim.ordinal, verdict=verdicts[best], citation=best if carries else -1)


def _fault(citation: Citation, chunk: Chunk | None) -> Verdict | None:
    """What is wrong with a citation itself; None where it leads to the words it quotes."""
    marker = f"[{citation.bibkey} #chunk {citation.chunk}]"
    if chunk is None:
        return _refused(RULE_UNKNOWN_CHUNK, f"{marker} does not exist now.")
    if (chunk.bibkey, chunk.n, chunk.document_sha256) != (citation.bibkey, citation.chunk, citation.document_sha256):
        return _refused(
            RULE_UNKNOWN_CHUNK, f"{marker} names another passage than the one it points to, [{chunk.bibkey} #chunk {chunk.n}]."
        )
    if not citation.quote.strip():
        return _refused(RULE_QUOTE, f"{marker} quotes no words.")
    if chunk.text[citation.start : citation.end] != citation.quote:
        return _refused(RULE_QUOTE, f"{marker} does not hold the quoted words at characters {citation.start} to {citation.end}.")
    return None


def _refused(rule: str, explanation: str) -> Verdict:
    return Verdict(kind=VerdictKind.UNSUPPORTED, rule=rule, explanation=explanation)
