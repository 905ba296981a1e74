"""Looking at a home through the resources: its listing, its state, and the plan that follows. Sensors and builds share it."""

from __future__ import annotations

from dataclasses import dataclass

from resources.artifacts import ArtifactStoreResource
from resources.embedder import EmbedderResource
from resources.language_model import LanguageModelResource
from resources.library import LibraryResource
from resources.policy import PolicyResource
from resources.versions import versions_of
from resources.wiki import open_wiki
from wiki_assets.concepts.concepts_file import ConceptList
from wiki_assets.documents.library import Library
from wiki_assets.planning.plan import Plan, make_plan
from wiki_assets.planning.state import HomeState, read_home


@dataclass(frozen=True, slots=True)
class Observation:
    """What a home is like at one moment, and what has to be done."""

    library: Library
    concepts: ConceptList
    state: HomeState
    plan: Plan


def observe(
    library: LibraryResource,
    artifacts: ArtifactStoreResource,
    policy: PolicyResource,
    embedder: EmbedderResource,
    language_model: LanguageModelResource,
) -> Observation:
    """Reads listing, concepts and state, and plans. Raises any `WikiError` that stands in the way of a plan."""
    store, listing, concepts = artifacts.store(), library.scan(artifacts.store()), library.load_concepts()
    versions = versions_of(policy, embedder.load().name, language_model.model, library.choices(listing))
    shelf = open_wiki(artifacts, library, policy).shelf
    state = read_home(listing, concepts.concepts, store, shelf, versions, policy.load_verified_guard(), policy.min_grounding_rate)
    return Observation(listing, concepts, state, make_plan(state))
