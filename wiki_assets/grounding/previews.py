"""What a person sees of verdicts in the UI: the page with its marks, failing claims and what to do. Pure; knows no Dagster type."""

from __future__ import annotations

from collections.abc import Iterable

from wiki_assets.concepts.model import Claim, Page
from wiki_assets.grounding.model import ClaimVerdict, Conflict, GroundingReport, VerdictKind
from wiki_assets.text.markdown_tables import markdown_table

_SIGNS = {VerdictKind.GROUNDED: "✓", VerdictKind.UNCERTAIN: "⚠ *uncertain*", VerdictKind.UNSUPPORTED: "⚠ *unsupported*"}
_REMEDIES = {
    "no-citation": "Let the composer cite it, or drop the sentence.",
    "unknown-chunk": "The passage is gone: materialize evidence and this page again.",
    "quote-not-in-source": "The passage changed: materialize evidence and this page again.",
}
_DEFAULT_REMEDY = "Compare it with the passage; add a paper that says it, or edit the concept's query."


def report_metadata(report: GroundingReport, conflicts: int) -> dict[str, str | int | float | bool]:
    """Facts of one report, flat, that plot over time."""
    return {
        "grounding_rate": report.rate,
        "threshold": report.threshold,
        "passed": report.passed,
        "claims": len(report.claims),
        "grounded": report.count(VerdictKind.GROUNDED),
        "uncertain": report.count(VerdictKind.UNCERTAIN),
        "unsupported": report.count(VerdictKind.UNSUPPORTED),
        "conflicts": conflicts,
        "guard": f"{report.guard} {report.guard_version}",
        "page_sha": report.page_sha,
    }


def judged_page(page: Page, report: GroundingReport) -> str:
    """The page as Markdown, every claim with its verdict."""
    verdicts = {item.ordinal: item for item in report.claims}
    parts = [f"# {page.title}"]
    for section in page.sections:
        if section.heading:
            parts.append(f"## {section.heading}")
        parts += [_judged_claim(claim, verdicts.get(claim.ordinal)) for claim in section.claims]
    if not page.claims:
        parts.append(f"*Empty: {page.reason}*")
    return "\n\n".join(parts)


def failing_claims(page: Page, report: GroundingReport) -> str:
    """Claims that are not grounded: what the guard found, and what to do."""
    claims = {claim.ordinal: claim for claim in page.claims}
    failing = [item for item in report.claims if item.verdict.kind is not VerdictKind.GROUNDED]
    if not failing:
        return "Every claim is grounded." if page.claims else f"The page has no claims: {page.reason}"
    rows = [
        (
            str(item.ordinal),
            claims[item.ordinal].text,
            markers(claims[item.ordinal]) or "none",
            f"{item.verdict.kind} ({item.verdict.rule})",
            item.verdict.explanation,
            _REMEDIES.get(item.verdict.rule, _DEFAULT_REMEDY),
        )
        for item in failing
    ]
    return markdown_table(("claim", "its words", "citation", "verdict", "why", "what to do"), rows)


def conflict_table(conflicts: Iterable[Conflict]) -> str:
    """Where two papers seem to disagree, with the words of either."""
    rows = [
        (
            f"{conflict.words_a} [{conflict.bibkey_a} #chunk {conflict.chunk_a}]",
            f"{conflict.words_b} [{conflict.bibkey_b} #chunk {conflict.chunk_b}]",
            conflict.cue,
        )
        for conflict in conflicts
    ]
    return markdown_table(("one paper", "another paper", "cue"), rows) if rows else "None found between the sources."


def markers(claim: Claim) -> str:
    """The citations of a claim as a reader sees them."""
    return " ".join(f"[{citation.bibkey} #chunk {citation.chunk}]" for citation in claim.citations)


def _judged_claim(claim: Claim, item: ClaimVerdict | None) -> str:
    sign = _SIGNS[item.verdict.kind] if item else "?"
    return f"{sign} {claim.text} {markers(claim)}"
