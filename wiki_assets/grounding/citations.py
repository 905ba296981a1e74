"""Citations: whether each leads to the words it quotes, and which ones hold once a claim has been cited anew.

Belongs here: the rules on citations themselves, and the one place that puts a report's citations into a page. Does not belong here:
whether the words support the claim (`support`, `guards`) or looking for better ones (`repair`).
"""

from __future__ import annotations

from wiki_assets.concepts.model import Citation, Claim, Page, Section
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.model import ClaimVerdict, GroundingReport, Verdict, VerdictKind

RULE_NO_CITATION = "no-citation"
RULE_UNKNOWN_CHUNK = "unknown-chunk"
RULE_QUOTE = "quote-not-in-source"


def uncited() -> Verdict:
    """The verdict on a claim that cites nothing."""
    return _refused(RULE_NO_CITATION, "It cites nothing.")


def fault_of(citation: Citation, chunk: Chunk | None) -> Verdict | None:
    """What is wrong with a citation itself; None where it leads to the words it quotes.

    Args:
        chunk: The passage of its chunk id as it is now; None where there is none.
    """
    marker = marker_of(citation)
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


def citations_of(claim: Claim, judged: ClaimVerdict | None) -> tuple[Citation, ...]:
    """What a claim cites: what its verdict put in place of the page's citations, else those."""
    return judged.repair.citations if judged is not None and judged.repair is not None else claim.citations


def recited_page(page: Page, report: GroundingReport) -> Page:
    """A page as it is to be shown and followed: every claim with the citations that its verdict leaves it.

    A page is immutable and known by its `page_sha`, so a repair stands in the report on it. Whatever shows or follows citations goes
    through here; whatever names a version of a page goes by the `page_sha` of the page it was given, never by that of the outcome.
    """
    if not report.repaired:
        return page
    verdicts = {judged.ordinal: judged for judged in report.claims}
    return page.model_copy(update={"sections": tuple(_recited(section, verdicts) for section in page.sections)})


def marker_of(citation: Citation) -> str:
    """A citation as a reader sees it."""
    return f"[{citation.bibkey} #chunk {citation.chunk}]"


def _recited(section: Section, verdicts: dict[int, ClaimVerdict]) -> Section:
    claims = (
        claim.model_copy(update={"citations": citations_of(claim, verdicts.get(claim.ordinal))}) for claim in section.claims
    )
    return section.model_copy(update={"claims": tuple(claims)})


def _refused(rule: str, explanation: str) -> Verdict:
    return Verdict(kind=VerdictKind.UNSUPPORTED, rule=rule, explanation=explanation)
