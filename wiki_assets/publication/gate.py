"""The gate: may this page be published? A pure decision over the page and its recorded verdict.

Belongs here: every reason to refuse. Does not belong here: reading or writing anything. It recounts the verdicts and trusts no
stored rate.
"""

from __future__ import annotations

from collections.abc import Iterator

from wiki_assets.concepts.model import Page
from wiki_assets.errors import GateRefusedError
from wiki_assets.grounding.model import ClaimVerdict, GroundingReport, VerdictKind
from wiki_assets.grounding.wording import reason_of
from wiki_assets.publication.model import GateRule, PublishedPage

_WORST_SHOWN = 3
_WORDS_SHOWN = 160
_WORST_FIRST = (VerdictKind.UNSUPPORTED, VerdictKind.UNCERTAIN)


def require_passing(
    page: Page, report: GroundingReport | None, rule: GateRule, published: PublishedPage | None
) -> GroundingReport:
    """The report, where the page may be published.

    Args:
        page: What would be published.
        report: The recorded verdict on it, None where there is none.
        rule: Guard and threshold that hold now.
        published: What is published under the slug now.

    Raises:
        GateRefusedError: The page may not be published; the text says why and what to do.
    """
    report = _require_report_on_this(page, report, rule)
    if not page.claims:
        _refuse_empty(page, rule, published)
    elif not passes(report, rule.threshold):
        raise GateRefusedError(_failure(page, report, rule), _remedy(page))
    return report


def refusal(page: Page, report: GroundingReport | None, rule: GateRule, published: PublishedPage | None) -> str:
    """Why the gate would refuse, in one line; empty when it would not."""
    try:
        require_passing(page, report, rule, published)
    except GateRefusedError as error:
        return error.what
    return ""


def passes(report: GroundingReport, threshold: float) -> bool:
    """Whether a report on a page with claims reaches the threshold, by counting its verdicts."""
    return threshold <= 0.0 or recounted_rate(report) >= threshold


def recounted_rate(report: GroundingReport) -> float:
    """Grounded claims over all claims, counted; 0.0 without claims."""
    grounded = sum(1 for claim in report.claims if claim.verdict.kind is VerdictKind.GROUNDED)
    return grounded / len(report.claims) if report.claims else 0.0


def _require_report_on_this(page: Page, report: GroundingReport | None, rule: GateRule) -> GroundingReport:
    if report is None:
        raise GateRefusedError(
            f"The page {page.slug!r} ({page.page_sha[:12]}) has no verdict by {_named(rule)}.",
            f"Materialize grounding_reports[{page.slug}], then promote again.",
        )
    for faulty, what in _mismatches(page, report, rule):
        if faulty:
            raise GateRefusedError(
                f"The verdict at hand for the page {page.slug!r} ({page.page_sha[:12]}) {what}.",
                f"Materialize grounding_reports[{page.slug}] for this very page, then promote again.",
            )
    return report


def _mismatches(page: Page, report: GroundingReport, rule: GateRule) -> Iterator[tuple[bool, str]]:
    yield report.slug != page.slug, f"is about the page {report.slug!r}"
    yield report.page_sha != page.page_sha, f"is about another version, {report.page_sha[:12]}"
    yield report.guard != rule.guard, f"was given by the guard {report.guard}, not {rule.guard}"
    yield (
        report.guard_version != rule.guard_version,
        f"was given by version {report.guard_version} of the guard, not {rule.guard_version}",
    )
    yield report.threshold != rule.threshold, f"was given for the threshold {report.threshold:g}, not {rule.threshold:g}"
    judged, written = [claim.ordinal for claim in report.claims], [claim.ordinal for claim in page.claims]
    yield judged != written, f"judges {len(judged)} claims where the page has {len(written)}, or not the same ones"


def _refuse_empty(page: Page, rule: GateRule, published: PublishedPage | None) -> None:
    because = page.reason or "the composer found nothing to say"
    if rule.threshold > 0.0:
        raise GateRefusedError(
            f"The page {page.slug!r} is empty: {because} Its rate is 0.00, {rule.threshold:.2f} is needed.", _remedy(page)
        )
    if published is not None and published.page_sha != page.page_sha:
        raise GateRefusedError(
            f"The page {page.slug!r} is empty ({because}) and would replace a published one; no threshold allows that.",
            _remedy(page),
        )


def _failure(page: Page, report: GroundingReport, rule: GateRule) -> str:
    grounded, uncertain, unsupported = (report.count(kind) for kind in VerdictKind)
    worst = " ".join(f"({number}) {line}" for number, line in enumerate(worst_claims(page, report), start=1))
    counted = f"{recounted_rate(report):.2f} ({grounded} of {len(report.claims)} claims; {uncertain} uncertain, {unsupported} unsupported)"
    return f"The page {page.slug!r} reaches a grounding rate of {counted}, {rule.threshold:.2f} is needed. Worst claims: {worst}"


def worst_claims(page: Page, report: GroundingReport) -> list[str]:
    """The first claims that are not grounded, unsupported ones before uncertain ones, each with what the guard says of it."""
    texts = {claim.ordinal: claim.text for claim in page.claims}
    failing = [claim for claim in report.claims if claim.verdict.kind is not VerdictKind.GROUNDED]
    failing.sort(key=lambda claim: (_WORST_FIRST.index(claim.verdict.kind), claim.ordinal))
    return [_told(texts[claim.ordinal], claim) for claim in failing[:_WORST_SHOWN]]


def _told(text: str, claim: ClaimVerdict) -> str:
    shown = text if len(text) <= _WORDS_SHOWN else text[:_WORDS_SHOWN].rsplit(" ", 1)[0] + " …"
    return f"claim {claim.ordinal}, {claim.verdict.kind}: “{shown}” {reason_of(claim)}"


def _named(rule: GateRule) -> str:
    return f"{rule.guard} {rule.guard_version} at the threshold {rule.threshold:g}"


def _remedy(page: Page) -> str:
    return (
        f"Read wiki/draft/{page.slug}.md; add a paper that supports it, edit the concept, or set WIKI_MIN_GROUNDING_RATE lower, "
        "then build again."
    )
