"""Rendering: the words of a page or a draft, from its record, its structured page and its verdict.

Belongs here: what of these goes into the front matter and the marks. Does not belong here: the layout of a page
(`concepts.markdown`) or when it is written (`publishing`).

Every text follows from page and report alike: the report has the marks, and the citations of claims that were cited anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import version

from wiki_assets.concepts.cross_references import CrossReferences
from wiki_assets.concepts.front_matter import Figures, FrontMatter, SourceEntry
from wiki_assets.concepts.markdown import ClaimMark, render_draft, render_page
from wiki_assets.concepts.model import Concept, Page
from wiki_assets.grounding.citations import recited_page
from wiki_assets.grounding.model import GroundingReport, VerdictKind
from wiki_assets.grounding.wording import reason_of
from wiki_assets.publication.model import DraftedPage, PublishedPage
from wiki_assets.retrieval.model import Evidence

GENERATOR = f"grounded-wiki/{version('grounded-wiki')}"
_TO_DO = "Add a paper that supports it, edit the concept, or compose it with another model; then build again."


def render_published(
    published: PublishedPage, page: Page, report: GroundingReport, sources: Sequence[SourceEntry], references: CrossReferences
) -> str:
    """The text of `wiki/<slug>.md`.

    Args:
        published: Why and since when the page may stand.
        page: The structured page.
        report: The verdict that let it through.
        sources: The papers it cites, as the report leaves its citations.
        references: Links to the pages that exist.
    """
    head = _front_matter(published, page, report, sources).model_copy(update={"stale": published.stale_reason})
    return render_page(recited_page(page, report), head, _marks(report), references, disagreements=published.disagreements)


def render_drafted(
    drafted: DraftedPage,
    page: Page,
    report: GroundingReport,
    sources: Sequence[SourceEntry],
    concepts: Iterable[Concept],
    evidence: Sequence[Evidence],
    fallback: Page | None,
) -> str:
    """The text of `wiki/draft/<slug>.md`. It links to no page, so that it stays as it is whatever is published or withdrawn."""
    return render_draft(
        recited_page(page, report),
        _front_matter(drafted, page, report, sources),
        _marks(report),
        CrossReferences(concepts, ()),
        refusal=f"{drafted.reason} {_TO_DO}",
        evidence=evidence,
        fallback=fallback,
    )


def _marks(report: GroundingReport) -> dict[int, ClaimMark]:
    return {judged.ordinal: ClaimMark(kind=judged.verdict.kind.value, reason=reason_of(judged)) for judged in report.claims}


def _front_matter(
    record: PublishedPage | DraftedPage, page: Page, report: GroundingReport, sources: Sequence[SourceEntry]
) -> FrontMatter:
    return FrontMatter(
        title=page.title,
        description=page.description,
        aliases=page.aliases,
        at=record.promoted_at if isinstance(record, PublishedPage) else record.drafted_at,
        generator=GENERATOR,
        sources=tuple(sources),
        figures=Figures(
            page=record.page_sha,
            evidence=page.recipe.evidence_fingerprint,
            grounded=report.count(VerdictKind.GROUNDED),
            uncertain=report.count(VerdictKind.UNCERTAIN),
            unsupported=report.count(VerdictKind.UNSUPPORTED),
            rate=record.rate,
            threshold=record.threshold,
            coverage=report.evidence_coverage,
            copied=report.copied_share,
            guard=record.guard,
            guard_version=record.guard_version,
            composer=page.recipe.composer.value,
            model=page.recipe.model,
            run=record.run_id,
        ),
    )
