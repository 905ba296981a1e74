"""What a person sees of verdicts in the UI: the page with its marks, failing claims and what to do. Pure; knows no Dagster type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wiki_assets.concepts.model import Claim, ModelCall, Page
from wiki_assets.grounding.citations import marker_of, recited_page
from wiki_assets.grounding.conflicts.finding import outright
from wiki_assets.grounding.model import ClaimVerdict, Conflict, Difference, GroundingReport, VerdictKind
from wiki_assets.grounding.verifiers.opinions import SecondOpinions
from wiki_assets.grounding.wording import reason_of, remedy_of, repairs_of
from wiki_assets.text.markdown_tables import markdown_table

_SIGNS = {VerdictKind.GROUNDED: "✓", VerdictKind.UNCERTAIN: "⚠ *uncertain*", VerdictKind.UNSUPPORTED: "⚠ *unsupported*"}


def report_metadata(report: GroundingReport, conflicts: int) -> dict[str, str | int | float | bool]:
    """Facts of one report, flat, that plot over time."""
    return {
        **verdict_metadata(report),
        "passed": report.passed,
        "conflicts": conflicts,
        "guard": f"{report.guard} {report.guard_version}",
        "page_sha": report.page_sha,
    }


def opinion_metadata(opinions: SecondOpinions, calls: Sequence[ModelCall]) -> dict[str, str | int | float]:
    """What second opinions took: figures that plot, and why none came where the verifier could not be reached.

    Args:
        opinions: Those of one report.
        calls: All calls of the step, those on the page that is published among them.
    """
    figures: dict[str, str | int | float] = {
        "second_opinions_asked": opinions.asked,
        "second_opinions_remembered": opinions.remembered,
        "model_calls": len(calls),
        "prompt_tokens": sum(call.prompt_tokens for call in calls),
        "completion_tokens": sum(call.completion_tokens for call in calls),
        "cost_usd": sum(call.cost_usd for call in calls),
    }
    return figures | ({"no second opinion": opinions.unavailable} if opinions.unavailable else {})


def verdict_metadata(report: GroundingReport) -> dict[str, str | int | float | bool]:
    """The figures of one report. A share that was not measured is left out, for a plot would show it as nought."""
    shares = {"evidence_coverage": report.evidence_coverage, "copied_share": report.copied_share}
    return {
        "grounding_rate": round(report.rate, 4),
        "threshold": report.threshold,
        "claims": len(report.claims),
        "grounded": report.count(VerdictKind.GROUNDED),
        "uncertain": report.count(VerdictKind.UNCERTAIN),
        "unsupported": report.count(VerdictKind.UNSUPPORTED),
        "repaired": len(report.repaired),
        **{name: round(share, 4) for name, share in shares.items() if share is not None},
    }


def judged_page(page: Page, report: GroundingReport) -> str:
    """The page as Markdown, every claim with its verdict and the citations that hold."""
    verdicts = {item.ordinal: item for item in report.claims}
    parts = [f"# {page.title}"]
    for section in recited_page(page, report).sections:
        if section.heading:
            parts.append(f"## {section.heading}")
        parts += [_judged_claim(claim, verdicts.get(claim.ordinal)) for claim in section.claims]
    if not page.claims:
        parts.append(f"*Empty: {page.reason}*")
    return "\n\n".join(parts)


def failing_claims(page: Page, report: GroundingReport) -> str:
    """Claims that are not grounded, the unsupported before the uncertain ones: the source's words, what differs, and what to do."""
    claims = {claim.ordinal: claim for claim in page.claims}
    failing = [item for item in report.claims if item.verdict.kind is not VerdictKind.GROUNDED]
    if not failing:
        return "Every claim is grounded." if page.claims else f"The page has no claims: {page.reason}"
    failing.sort(key=lambda item: item.verdict.kind is VerdictKind.UNCERTAIN)
    rows = [_failing_row(claims[item.ordinal], item) for item in failing]
    header = ("claim", "its words", "citation", "verdict", "the source's words", "what differs", "why", "what to do")
    return markdown_table(header, rows)


def repaired_claims(page: Page, report: GroundingReport) -> str:
    """Claims that were cited anew, from where to where."""
    return "\n".join(f"- {line}" for line in repairs_of(page, report)) or "No claim had to be cited anew."


def conflict_table(conflicts: Iterable[Conflict]) -> str:
    """Where two papers seem to disagree: what found it, what differs, and the words of either. The page shows those marked so."""
    conflicts = tuple(conflicts)
    shown = set(outright(conflicts))
    rows = [
        (
            "✓" if conflict in shown else "",
            conflict.heuristic,
            conflict.kind,
            f"{conflict.differing_a or '–'} / {conflict.differing_b or '–'}",
            f"{conflict.words_a} [{conflict.bibkey_a} #chunk {conflict.chunk_a}]",
            f"{conflict.words_b} [{conflict.bibkey_b} #chunk {conflict.chunk_b}]",
            conflict.cue or "–",
            f"{conflict.score:.2f}",
        )
        for conflict in conflicts
    ]
    header = ("on the page", "heuristic", "kind", "what differs", "one paper", "another paper", "cue", "score")
    return markdown_table(header, rows) if rows else "None found between the sources."


def markers(claim: Claim) -> str:
    """The citations of a claim as a reader sees them."""
    return " ".join(dict.fromkeys(marker_of(citation) for citation in claim.citations))


def _judged_claim(claim: Claim, item: ClaimVerdict | None) -> str:
    if item is None:
        return f"? {claim.text} {markers(claim)}"
    reason = "" if item.verdict.kind is VerdictKind.GROUNDED else f" — {reason_of(item)}"
    return f"{_SIGNS[item.verdict.kind]} {claim.text} {markers(claim)}{reason}"


def _failing_row(claim: Claim, item: ClaimVerdict) -> tuple[str, ...]:
    verdict = item.verdict
    return (
        str(item.ordinal),
        claim.text,
        markers(claim) or "none",
        f"{verdict.kind} ({verdict.rule})",
        verdict.matched or "none",
        "; ".join(_difference(difference) for difference in verdict.differences) or "–",
        verdict.explanation,
        remedy_of(verdict),
    )


def _difference(difference: Difference) -> str:
    return f"{difference.kind}: {difference.claim_words or '–'} → {difference.source_words or '–'}"
