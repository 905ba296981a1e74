"""The state of a home: what there is, what was made of it, and what would be made of it now.

Belongs here: putting it together. Does not belong here: its shapes (`shapes`), reading its parts (`papers`, `pages`, `spanning`), or
concluding anything from it (`plan`).
"""

from __future__ import annotations

from collections.abc import Iterable

from wiki_assets.concepts.model import Concept
from wiki_assets.documents.library import Library
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.planning.pages import Known, read_concepts
from wiki_assets.planning.papers import inputs_of, read_listed_papers, read_papers
from wiki_assets.planning.shapes import ConceptState, HomeState, PaperState, Versions
from wiki_assets.planning.spanning import WikiState, keep_wiki_state, wiki_fingerprint
from wiki_assets.planning.verdicts import Verdicts
from wiki_assets.publication.shelf import Shelf
from wiki_assets.retrieval.states import EvidenceState
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore

__all__ = [
    "ConceptState",
    "HomeState",
    "PaperState",
    "Versions",
    "WikiState",
    "inputs_of",
    "keep_wiki_state",
    "read_home",
    "read_papers",
    "wiki_fingerprint",
]


def read_home(
    library: Library,
    concepts: Iterable[Concept],
    store: ArtifactStore,
    shelf: Shelf,
    versions: Versions,
    guard: Guard,
    threshold: float,
) -> HomeState:
    """Reads the state of a home. Raises `ArtifactError` where a state was written by another version."""
    concepts = tuple(concepts)
    papers = read_listed_papers(library, store, versions)
    evidence = store.find_current(layout.EVIDENCE_STATE, EvidenceState)
    standings = {standing.slug: standing for standing in shelf.standings()}
    known = Known(
        fingerprints=evidence.fingerprints if evidence else {},
        standings=standings,
        digests={paper.bibkey: paper.chunks.digest for paper in papers if paper.chunks},
        model=versions.model,
    )
    wiki = store.find_current(layout.WIKI_STATE, WikiState)
    return HomeState(
        versions=versions,
        papers=papers,
        concepts=read_concepts(concepts, known, shelf, Verdicts(store, guard, threshold), store),
        evidence_wanted=inputs_of(papers, concepts, versions),
        evidence_made=evidence.inputs if evidence else "",
        wiki_wanted=wiki_fingerprint(concepts, standings, store),
        wiki_made=wiki.fingerprint if wiki else "",
    )
