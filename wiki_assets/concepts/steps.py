"""The work of this room's step on an artifact store: composing one concept's page and keeping it.

Belongs here: which composer, and the order of writing. Does not belong here: composing (`extractive`, `synthesis`).
"""

from __future__ import annotations

from dataclasses import dataclass

from wiki_assets.concepts.extractive.composer import EXTRACTIVE_VERSION, compose_extractive
from wiki_assets.concepts.language_model import LanguageModel
from wiki_assets.concepts.model import Composer, Composition, Concept, Page, PageState, Recipe
from wiki_assets.concepts.prompts import PROMPT_VERSION
from wiki_assets.concepts.synthesis import compose_with_model
from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


def wanted_recipe(concept: Concept, evidence_fingerprint: str, model: str) -> Recipe:
    """What a page of this concept would be made of now.

    Args:
        model: litellm name; empty for the extractive composer.
    """
    return Recipe(
        evidence_fingerprint=evidence_fingerprint,
        definition_hash=concept.definition_hash,
        composer=Composer.MODEL if model else Composer.EXTRACTIVE,
        composer_version=PROMPT_VERSION if model else EXTRACTIVE_VERSION,
        model=model,
    )


def compose(concept: Concept, evidence: ConceptEvidence, model: LanguageModel | None) -> Composition:
    """Composes a page with the model, or without one by extraction."""
    if model is None:
        return Composition(page=compose_extractive(concept, evidence))
    return compose_with_model(concept, evidence, model)


def keep(composition: Composition, store: ArtifactStore, run_id: str) -> PageState:
    """Stores a page under its own hash, then points to it as the latest."""
    page, fallback = composition.page, composition.fallback
    for version in (page, fallback):
        if version is not None:
            store.write_model(layout.page(version.slug, version.page_sha), version)
    state = PageState(
        slug=page.slug,
        page_sha=page.page_sha,
        recipe=page.recipe,
        fallback_sha=fallback.page_sha if fallback else "",
        unanswered=any(call.outcome == "unavailable" for call in composition.calls),
        run_id=run_id,
    )
    store.write_model(layout.page_state(page.slug), state)
    return state


def read_page(slug: str, page_sha: str, store: ArtifactStore) -> Page:
    """One version of a page. Raises `ArtifactMissingError`."""
    return store.read_model(layout.page(slug, page_sha), Page)


@dataclass(frozen=True, slots=True)
class LatestPage:
    """The latest version of a page, and the extractive one for the reviewer where a model failed."""

    page: Page
    fallback: Page | None


def read_latest(slug: str, store: ArtifactStore) -> LatestPage:
    """The latest version of a page. Raises `ArtifactMissingError` where it was never compiled."""
    state = store.read_model(layout.page_state(slug), PageState)
    fallback = read_page(slug, state.fallback_sha, store) if state.fallback_sha else None
    return LatestPage(read_page(slug, state.page_sha, store), fallback)
