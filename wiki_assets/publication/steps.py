"""The work of this room's steps: holding back what fails, publishing what passes, refreshing what spans pages.

Belongs here: which calls on the wiki one step makes, in which order. Does not belong here: the calls themselves (`publishing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wiki_assets.concepts.model import ModelCall
from wiki_assets.concepts.steps import LatestPage
from wiki_assets.grounding.conflicts.finding import outright
from wiki_assets.grounding.conflicts.statements import cut
from wiki_assets.grounding.model import Conflict
from wiki_assets.grounding.steps import judge
from wiki_assets.grounding.verifiers.identity import VerifiedGuard
from wiki_assets.publication.model import LogAction, Promotion, Standing
from wiki_assets.publication.publishing import Wiki
from wiki_assets.publication.refreshing import WikiRefresh, refresh_wiki
from wiki_assets.retrieval.steps import find_evidence


@dataclass(frozen=True, slots=True)
class HeldBack:
    """What holding back came to.

    Attributes:
        promotions: What became of either page; empty where the latest one passes and what is published still does.
        calls: Calls of a language model that judging the published page took, for the audit.
    """

    promotions: tuple[Promotion, ...]
    calls: tuple[ModelCall, ...] = ()


def hold_back(wiki: Wiki, latest: LatestPage, guard: VerifiedGuard) -> HeldBack:
    """After a page has been judged: what may not be published goes to the drafts, and what was published and no longer may comes out."""
    evidence = find_evidence(latest.page.slug, wiki.store)
    done: list[Promotion] = []
    calls: tuple[ModelCall, ...] = ()
    if (published := wiki.page_of(wiki.published(latest.page.slug))) is not None and published.page_sha != latest.page.page_sha:
        calls = judge(published, wiki.store, guard, wiki.rule.threshold).calls
        done += _present(wiki.withdraw_if_failing(published.slug, evidence))
    if wiki.refusal(latest.page):
        done.append(wiki.quarantine(latest.page, evidence, latest.fallback))
    return HeldBack(tuple(done), calls)


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh of the whole wiki came to; `left` are pages that left the wiki: their concept is gone, or they no longer pass."""

    left: tuple[Promotion, ...]
    wiki: WikiRefresh


def refresh(wiki: Wiki) -> Refreshed:
    """Retires pages whose concept is gone, then makes everything that spans pages true again."""
    left = [
        _retirement(standing, wiki) for slug in wiki.orphans() for standing in [wiki.shelf.standing(slug)] if wiki.retire(slug)
    ]
    for standing in wiki.shelf.standings():
        left += _present(wiki.withdraw_if_failing(standing.slug, find_evidence(standing.slug, wiki.store)))
    return Refreshed(tuple(left), refresh_wiki(wiki))


def _retirement(standing: Standing, wiki: Wiki) -> Promotion:
    shown = standing.published or standing.draft
    return Promotion(
        slug=standing.slug,
        page_sha=shown.page_sha if shown else "",
        decision=LogAction.RETIRED,
        reason="The concept is no longer in concepts.yaml.",
        rate=shown.rate if shown else 0.0,
        threshold=shown.threshold if shown else 0.0,
        path=wiki.shelf.page_path(standing.slug),
        changed=True,
    )


def disagreement_lines(conflicts: Iterable[Conflict]) -> tuple[str, ...]:
    """Outright conflicts as lines for a page's section on disagreements; the others are signals for the audit and the UI only.

    On the real papers sentences that merely turn ("but", "however") hardly ever disagreed.
    """
    return tuple(_line(conflict) for conflict in outright(conflicts))


def _line(conflict: Conflict) -> str:
    """Both sentences, that which turns against the other last, and the words that differ in the same order."""
    sides = [
        (f"{cut(conflict.words_a)} [{conflict.bibkey_a} #chunk {conflict.chunk_a}]", conflict.differing_a),
        (f"{cut(conflict.words_b)} [{conflict.bibkey_b} #chunk {conflict.chunk_b}]", conflict.differing_b),
    ]
    (first, differing), (second, facing) = reversed(sides) if conflict.cue else sides
    words = " / ".join(f"“{words}”" if words else "–" for words in (differing, facing))
    return f"{first} — but: {second}" + (f" — what differs: {words}." if differing or facing else "")


def _present(promotion: Promotion | None) -> Sequence[Promotion]:
    return (promotion,) if promotion else ()
