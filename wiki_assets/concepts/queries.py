"""What to search for on behalf of a concept: the seam between this room and retrieval."""

from __future__ import annotations

from wiki_assets.concepts.model import Concept
from wiki_assets.retrieval.selection import ConceptQuery


def query_of(concept: Concept) -> ConceptQuery:
    """A concept as retrieval knows it."""
    return ConceptQuery(concept.slug, concept.title, concept.aliases, concept.description, concept.query)
