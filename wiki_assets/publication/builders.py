"""Builders of records: what is published or drafted, told from a page and its verdict.

Belongs here: pure functions that build the shapes of `model`. Does not belong here: storing them (`shelf`) or choosing between
them (`publishing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from wiki_assets.concepts.model import Page
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.publication.gate import recounted_rate
from wiki_assets.publication.model import DraftedPage, LogAction, LogEvent, PublishedPage
from wiki_assets.publication.words import per_cent


def published_page(
    page: Page,
    report: GroundingReport,
    before: PublishedPage | None,
    disagreements: Sequence[str],
    looked_through: str,
    at: datetime,
    run_id: str,
) -> PublishedPage:
    """The record of a page that is let through; words that were published before keep the time and run that brought them."""
    kept = before if before is not None and before.page_sha == page.page_sha else None
    return PublishedPage(
        slug=page.slug,
        title=page.title,
        description=page.description,
        page_sha=page.page_sha,
        guard=report.guard,
        guard_version=report.guard_version,
        threshold=report.threshold,
        rate=recounted_rate(report),
        claims=len(report.claims),
        promoted_at=kept.promoted_at if kept else at,
        run_id=kept.run_id if kept else run_id,
        disagreements=tuple(disagreements),
        looked_through=looked_through,
    )


def drafted_page(
    page: Page, report: GroundingReport, reason: str, before: DraftedPage | None, withdrawn: bool, at: datetime, run_id: str
) -> DraftedPage:
    """The record of a page that is held back; the same page under the same verdict keeps its time, run and fate."""
    drafted = DraftedPage(
        slug=page.slug,
        title=page.title,
        description=page.description,
        page_sha=page.page_sha,
        guard=report.guard,
        guard_version=report.guard_version,
        threshold=report.threshold,
        rate=recounted_rate(report),
        claims=len(report.claims),
        reason=reason,
        withdrawn=withdrawn,
        drafted_at=at,
        run_id=run_id,
    )
    if before is None or withdrawn or not same_draft(drafted, before):
        return drafted
    return drafted.model_copy(update={"withdrawn": before.withdrawn, "drafted_at": before.drafted_at, "run_id": before.run_id})


def stale_page(published: PublishedPage, successor: DraftedPage) -> PublishedPage:
    """A published page whose successor was held back."""
    why = f"{per_cent(successor.rate)} of {successor.claims} claims grounded" if successor.claims else "it has no claims"
    reason = f"a newer version was quarantined: {why}, {per_cent(successor.threshold)} needed"
    return published.model_copy(update={"stale": True, "stale_reason": reason})


def same_publication(page: PublishedPage, before: PublishedPage | None) -> bool:
    """Whether a reader of the log would learn nothing from another line."""
    ignored = {"disagreements", "looked_through", "file_sha256", "cited"}
    return before is not None and page.model_dump(exclude=ignored) == before.model_dump(exclude=ignored)


def same_draft(draft: DraftedPage, before: DraftedPage | None) -> bool:
    """Whether two drafts are the same page under the same verdict."""
    compared = {"page_sha", "guard", "guard_version", "threshold", "rate", "claims"}
    return before is not None and draft.model_dump(include=compared) == before.model_dump(include=compared)


def event(action: LogAction, record: PublishedPage | DraftedPage, reason: str, at: datetime, run_id: str) -> LogEvent:
    """What the log says of a record."""
    return LogEvent(
        at=at,
        action=action,
        slug=record.slug,
        title=record.title,
        page_sha=record.page_sha,
        rate=record.rate,
        threshold=record.threshold,
        claims=record.claims,
        reason=reason,
        run_id=run_id,
    )
