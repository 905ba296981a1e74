"""What spans pages: index, log, cross-references, and what pages say of the papers they cite.

Belongs here: the identity of all that these are made from, and remembering it. Does not belong here: making them (`publication`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import orjson

from wiki_assets.concepts.markdown import MARKDOWN_VERSION
from wiki_assets.concepts.model import Concept
from wiki_assets.publication.model import Standing
from wiki_assets.publication.shelf import Shelf
from wiki_assets.publication.sources import cited_as, sources_of
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.frozen import Frozen


class WikiState(Frozen):
    """From what the pages that span the wiki were last made."""

    fingerprint: str


def wiki_fingerprint(concepts: Iterable[Concept], standings: Mapping[str, Standing], store: ArtifactStore) -> str:
    """Identity of all that cross-references, index, log, and what pages say of the papers they cite, are made from."""
    names = [(concept.slug, concept.title, concept.aliases) for concept in concepts]
    texts = [text for _, standing in sorted(standings.items()) for text in (standing.published, standing.draft) if text]
    known = cited_as(sources_of(dict.fromkeys(key for text in texts for key in text.cited.papers), store)).digest
    stand = [
        (
            slug,
            s.published.page_sha if s.published else "",
            bool(s.published and s.published.stale),
            s.draft.page_sha if s.draft else "",
        )
        for slug, s in sorted(standings.items())
    ]
    return hashlib.sha256(orjson.dumps([MARKDOWN_VERSION, names, stand, known])).hexdigest()


def keep_wiki_state(concepts: Iterable[Concept], shelf: Shelf, store: ArtifactStore) -> None:
    """Remembers from what the pages that span the wiki have just been made."""
    standings = {standing.slug: standing for standing in shelf.standings()}
    store.write_model(layout.WIKI_STATE, WikiState(fingerprint=wiki_fingerprint(concepts, standings, store)))
