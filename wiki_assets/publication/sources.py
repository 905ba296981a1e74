"""Sources: the papers a page cites, as its front matter names them.

Belongs here: reading what is known of a paper. Does not belong here: how it is written (`concepts.front_matter`).
"""

from __future__ import annotations

from wiki_assets.concepts.front_matter import SourceEntry
from wiki_assets.concepts.model import Page
from wiki_assets.documents import codec
from wiki_assets.errors import ArtifactError
from wiki_assets.grounding.citations import recited_page
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


def cited_sources(page: Page, report: GroundingReport, store: ArtifactStore) -> tuple[SourceEntry, ...]:
    """One entry for each paper that a page cites after its report, in order of first mention; a paper whose record is missing or damaged
    is named by its key.
    """
    return tuple(_source_entry(bibkey, store) for bibkey in recited_page(page, report).bibkeys)


def _source_entry(bibkey: str, store: ArtifactStore) -> SourceEntry:
    try:
        record = codec.decode_record(store.read(layout.document_record(bibkey)))
    except ArtifactError:
        return SourceEntry(id=bibkey, resource=bibkey)
    known = record.metadata
    return SourceEntry(id=bibkey, resource=record.file or bibkey, title=known.title, author="; ".join(known.authors))
