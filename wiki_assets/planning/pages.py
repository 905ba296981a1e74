"""The state of concept pages: what each would be made of now, its verdicts, and where it stands.

Belongs here: reading that. Does not belong here: why a page has to be composed or judged again (`plan`), or reading verdicts (`verdicts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wiki_assets.concepts.model import Concept, PageState
from wiki_assets.concepts.steps import wanted_recipe
from wiki_assets.grounding.conflicts.finding import conflicts_identity
from wiki_assets.planning.shapes import ConceptState
from wiki_assets.planning.verdicts import Verdicts
from wiki_assets.publication.model import Standing
from wiki_assets.publication.shelf import Shelf
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

_PAGE_STATES = layout.States("pages", "/latest.json")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a home when its concepts are looked at.

    Attributes:
        fingerprints: Evidence fingerprint by slug; empty where no evidence has been chosen yet.
        digests: Digest of the chunks of every paper that has some.
        model: litellm name of the composing model; empty for the extractive composer.
    """

    fingerprints: Mapping[str, str]
    standings: Mapping[str, Standing]
    digests: Mapping[str, str]
    model: str


def read_concepts(
    concepts: Iterable[Concept], known: Known, shelf: Shelf, verdicts: Verdicts, store: ArtifactStore
) -> tuple[ConceptState, ...]:
    """Where every concept stands, in the order of the concepts file."""
    pages = {state.slug: state for state in store.all_current(_PAGE_STATES, PageState).values()}
    return tuple(_concept(concept, pages.get(concept.slug), known, shelf, verdicts) for concept in concepts)


def _concept(concept: Concept, page: PageState | None, known: Known, shelf: Shelf, verdicts: Verdicts) -> ConceptState:
    fingerprint = known.fingerprints.get(concept.slug)
    standing = known.standings.get(concept.slug) or Standing(slug=concept.slug)
    published = standing.published
    latest = verdicts.on(concept.slug, page.page_sha if page else "", published)
    shown = verdicts.on(concept.slug, published.page_sha if published else "", published)
    return ConceptState(
        slug=concept.slug,
        wanted=wanted_recipe(concept, fingerprint, known.model) if fingerprint is not None else None,
        page=page,
        published=published,
        drafted_sha=standing.draft.page_sha if standing.draft else "",
        latest_judged=latest.judged,
        latest_rate=latest.rate,
        refusal=latest.refusal,
        published_judged=shown.judged,
        published_refusal=shown.refusal,
        files_follow=standing.pending is None and shelf.files_follow(standing),
        rule=verdicts.rule,
        unanswered=latest.unanswered or shown.unanswered,
        conflicts_wanted=conflicts_identity(latest.cited, known.digests) if page else "",
        moved=_moved(page, latest.cited, known.digests),
        cited=latest.cited,
    )


def _moved(page: PageState | None, cited: Iterable[str], digests: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    made_of = page.papers if page else {}
    return tuple((key, digests.get(key, "")) for key in cited if key in made_of and made_of[key] != digests.get(key, ""))
