"""Refreshing: what spans pages, made true again for the whole wiki.

Belongs here: finishing after crashes, cross-references of all pages, index, log, link check. Does not belong here: deciding about
one page (`publishing`).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from wiki_assets.concepts.model import Page
from wiki_assets.concepts.steps import read_latest
from wiki_assets.errors import ArtifactError
from wiki_assets.publication.links import BrokenLink, broken_links
from wiki_assets.publication.model import DraftedPage, Standing
from wiki_assets.publication.publishing import Wiki
from wiki_assets.publication.sources import cited_now
from wiki_assets.retrieval.steps import find_evidence
from wiki_assets.storage import layout

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WikiRefresh:
    """What the wiki holds after a refresh, and what the refresh changed.

    Attributes:
        pages, stale, drafts: Slugs that are published, published but stale, and waiting as drafts.
        recovered: Slugs whose change a crash had left half done.
        withdrawn: Slugs whose published page failed its recorded verdict under the guard and threshold of now.
        relinked: Slugs whose page or draft was written again: other links, something else known of a paper that it cites, a file that was
            missing or edited by hand.
        broken_links: Relative links of `wiki/*.md` that lead nowhere.
    """

    pages: tuple[str, ...]
    stale: tuple[str, ...]
    drafts: tuple[str, ...]
    recovered: tuple[str, ...]
    withdrawn: tuple[str, ...]
    relinked: tuple[str, ...]
    broken_links: tuple[BrokenLink, ...]


def refresh_wiki(wiki: Wiki) -> WikiRefresh:
    """Makes the wiki whole: everything that any of its pages, its index or its log depends on is brought up to date.

    Idempotent; with nothing to do it writes nothing. Raises `StoreLockedError` where another run is writing the wiki.
    """
    with wiki.shelf.locked():
        slugs = [standing.slug for standing in wiki.shelf.standings()]
        recovered = tuple(slug for slug in slugs if wiki.shelf.recover(slug))
        withdrawn = tuple(standing.slug for standing in wiki.shelf.standings() if wiki.failure_of(standing))
        for slug in withdrawn:
            wiki.withdraw_if_failing(slug)
        references = wiki.references()
        relinked = tuple(
            standing.slug
            for standing in wiki.shelf.standings()
            if wiki.restore(_redrafted(wiki.rerendered(standing, references), wiki))
        )
        wiki.project()
        standings = wiki.shelf.standings()
        broken = broken_links(layout.wiki_folder(wiki.home))
    published = [standing.published for standing in standings if standing.published]
    _logger.info("Refreshed the wiki: %d pages, %d written again, %d broken links", len(published), len(relinked), len(broken))
    return WikiRefresh(
        pages=tuple(page.slug for page in published),
        stale=tuple(page.slug for page in published if page.stale),
        drafts=tuple(standing.slug for standing in standings if standing.draft),
        recovered=recovered,
        withdrawn=withdrawn,
        relinked=relinked,
        broken_links=broken,
    )


def _redrafted(standing: Standing, wiki: Wiki) -> Standing:
    """A draft links to no page and so stays as it is, except where something else is known now of a paper that it cites."""
    drafted = standing.draft
    if drafted is None or cited_now(drafted.cited, wiki.store) == drafted.cited:
        return standing
    return wiki.redrafted(standing, find_evidence(standing.slug, wiki.store), _fallback_of(drafted, wiki))


def _fallback_of(drafted: DraftedPage, wiki: Wiki) -> Page | None:
    """The extractive page that was kept with this very draft."""
    try:
        latest = read_latest(drafted.slug, wiki.store)
    except ArtifactError:
        return None
    return latest.fallback if latest.page.page_sha == drafted.page_sha else None
