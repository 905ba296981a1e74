"""The work of this room's step on an artifact store: composing one concept's page, or keeping the one there is.

Belongs here: which composer, and the order of writing. Does not belong here: composing (`extractive`, `synthesis`).
"""

from __future__ import annotations

from dataclasses import dataclass

from wiki_assets.concepts.extractive.composer import EXTRACTIVE_VERSION, compose_extractive
from wiki_assets.concepts.language_model import LanguageModel
from wiki_assets.concepts.model import Composer, Composition, Concept, Page, PageState, Recipe
from wiki_assets.concepts.prompts import PROMPT_VERSION
from wiki_assets.concepts.reanchoring import Move, Reanchoring, news, reanchor
from wiki_assets.concepts.synthesis import compose_with_model
from wiki_assets.documents.model import Chunk
from wiki_assets.documents.states import ChunksState
from wiki_assets.documents.steps import read_chunks, read_earlier_chunks
from wiki_assets.errors import ArtifactMissingError
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


@dataclass(frozen=True, slots=True)
class Composed:
    """What a step on one concept gave.

    Attributes:
        reanchoring: What became of the citations of the page before, where a paper that it cites has changed; else None.
        kept: Whether that page was kept, with its citations where their words stand now, rather than composed again.
        news: Why it was not kept: how many passages say something new.
        earlier_sha: That page; empty where there was none to look at.
        found: Whether the page was there already: another run had composed it from the same.
    """

    composition: Composition
    reanchoring: Reanchoring | None = None
    kept: bool = False
    news: int = 0
    earlier_sha: str = ""
    found: bool = False

    @property
    def moves(self) -> tuple[Move, ...]:
        """The citations that had to be looked for."""
        return self.reanchoring.moves if self.reanchoring else ()


def compose(concept: Concept, evidence: ConceptEvidence, model: LanguageModel | None) -> Composition:
    """Composes a page with the model, or without one by extraction."""
    if model is None:
        return Composition(page=compose_extractive(concept, evidence))
    return compose_with_model(concept, evidence, model)


def compose_or_keep(concept: Concept, evidence: ConceptEvidence, model: LanguageModel | None, store: ArtifactStore) -> Composed:
    """Keeps the latest page where only the place of its words has changed, else composes it.

    It is kept where papers that it cites have changed, every word that it cites is still there, its evidence says nothing that it was
    not composed from, and it would be composed in the same way. Its citations are then put where their words stand now.
    """
    state = store.find_current(layout.page_state(concept.slug), PageState)
    if state is None or not state.papers or not _moved_papers(state, store):
        return Composed(compose(concept, evidence, model))
    found = reanchor(read_page(concept.slug, state.page_sha, store), lambda bibkey: _chunks_now(bibkey, store))
    recipe = wanted_recipe(concept, evidence.fingerprint, model.name if model else "")
    new = news(evidence, state.passages, lambda bibkey: read_earlier_chunks(bibkey, state.papers.get(bibkey, ""), store))
    same_way = recipe.model_copy(update={"evidence_fingerprint": state.recipe.evidence_fingerprint}) == state.recipe
    if found.lost or new or not same_way or not found.page.claims or state.unanswered:
        return Composed(compose(concept, evidence, model), found, False, len(new), state.page_sha)
    return Composed(Composition(page=found.page.model_copy(update={"recipe": recipe})), found, True, 0, state.page_sha)


def find_composed(concept: Concept, evidence: ConceptEvidence, model_name: str, store: ArtifactStore) -> Composed | None:
    """The latest page where composing would start from the very same; None where there is something to compose.

    A sensor and a build that go by the same state of a home ask for the same page. Whoever comes second must not call the model again.
    """
    state = store.find_current(layout.page_state(concept.slug), PageState)
    if state is None or state.unanswered or state.recipe != wanted_recipe(concept, evidence.fingerprint, model_name):
        return None
    if _moved_papers(state, store):
        return None
    return Composed(Composition(page=read_page(concept.slug, state.page_sha, store)), found=True)


def _moved_papers(state: PageState, store: ArtifactStore) -> bool:
    return any(_digest(bibkey, store) != digest for bibkey, digest in state.papers.items())


def _digest(bibkey: str, store: ArtifactStore) -> str:
    state = store.find_current(layout.chunks_state(bibkey), ChunksState)
    return state.digest if state else ""


def _chunks_now(bibkey: str, store: ArtifactStore) -> tuple[Chunk, ...]:
    try:
        return read_chunks(bibkey, store)
    except ArtifactMissingError:
        return ()


def keep(composition: Composition, evidence: ConceptEvidence, store: ArtifactStore, run_id: str) -> PageState:
    """Stores a page under its own hash, then points to it as the latest, with what it was composed from."""
    page, fallback = composition.page, composition.fallback
    for version in (page, fallback):
        if version is not None:
            store.write_model(layout.page(version.slug, version.page_sha), version)
    papers = dict.fromkeys([*page.bibkeys, *(row.chunk.bibkey for row in evidence.rows)])
    state = PageState(
        slug=page.slug,
        page_sha=page.page_sha,
        recipe=page.recipe,
        fallback_sha=fallback.page_sha if fallback else "",
        unanswered=any(call.outcome == "unavailable" for call in composition.calls),
        run_id=run_id,
        papers={bibkey: _digest(bibkey, store) for bibkey in papers},
        passages=tuple((row.chunk.bibkey, row.chunk.text_hash) for row in evidence.rows),
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
