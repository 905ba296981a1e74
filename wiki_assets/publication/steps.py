"""The work of this room's steps: holding back what fails, publishing what passes, refreshing what spans pages.

Belongs here: which calls on the wiki one step makes, in which order. Does not belong here: the calls themselves (`publishing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wiki_assets.concepts.steps import LatestPage
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import Conflict
from wiki_assets.grounding.steps import judge
from wiki_assets.publication.model import Promotion
from wiki_assets.publication.publishing import Wiki
from wiki_assets.publication.refreshing import WikiRefresh, refresh_wiki
from wiki_assets.retrieval.steps import find_evidence


def hold_back(wiki: Wiki, latest: LatestPage, guard: Guard) -> list[Promotion]:
    """After a page has been judged: what may not be published goes to the drafts, and what was published and no longer may comes out.

    Returns:
        What became of either page; empty where the latest one passes and what is published still does.
    """
    evidence = find_evidence(latest.page.slug, wiki.store)
    done: list[Promotion] = []
    if (published := wiki.page_of(wiki.published(latest.page.slug))) is not None and published.page_sha != latest.page.page_sha:
        judge(published, wiki.store, guard, wiki.rule.threshold)
        done += _present(wiki.withdraw_if_failing(published.slug, evidence))
    if wiki.refusal(latest.page):
        done.append(wiki.quarantine(latest.page, evidence, latest.fallback))
    return done


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh of the whole wiki came to; `retired` are slugs of concepts that are no longer in concepts.yaml."""

    retired: tuple[str, ...]
    wiki: WikiRefresh


def refresh(wiki: Wiki) -> Refreshed:
    """Retires pages whose concept is gone, then makes everything that spans pages true again."""
    retired = tuple(slug for slug in wiki.orphans() if wiki.retire(slug))
    return Refreshed(retired, refresh_wiki(wiki))


def disagreement_lines(conflicts: Iterable[Conflict]) -> tuple[str, ...]:
    """Conflicts as lines for a page's section on disagreements."""
    return tuple(
        f"{conflict.words_a} [{conflict.bibkey_a} #chunk {conflict.chunk_a}] — but: "
        f"{conflict.words_b} [{conflict.bibkey_b} #chunk {conflict.chunk_b}]"
        for conflict in conflicts
    )


def _present(promotion: Promotion | None) -> Sequence[Promotion]:
    return (promotion,) if promotion else ()
