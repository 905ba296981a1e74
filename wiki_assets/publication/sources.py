"""Sources: the papers a page cites, as its front matter names them.

Belongs here: reading what is known of a paper. Does not belong here: how it is written (`concepts.front_matter`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from wiki_assets.concepts.front_matter import SourceEntry
from wiki_assets.concepts.model import Page
from wiki_assets.documents import codec
from wiki_assets.documents.places import page_runs
from wiki_assets.errors import ArtifactError
from wiki_assets.grounding.citations import recited_page
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.publication.model import Cited
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


def cited_sources(page: Page, report: GroundingReport, store: ArtifactStore) -> tuple[SourceEntry, ...]:
    """One entry for each paper that a page cites after its report, in order of first mention; a paper whose record is missing or damaged
    is named by its key.
    """
    return sources_of(recited_page(page, report).bibkeys, store)


def sources_of(bibkeys: Iterable[str], store: ArtifactStore) -> tuple[SourceEntry, ...]:
    """What is known now of papers."""
    return tuple(_source_entry(bibkey, store) for bibkey in bibkeys)


def cited_as(sources: Sequence[SourceEntry]) -> Cited:
    """What a standing keeps of the papers that its text names, so that it is seen when something else is known of one."""
    digest = hashlib.sha256("\n".join(source.model_dump_json() for source in sources).encode("utf-8")).hexdigest()
    flags = sorted({source.flag for source in sources if source.flag})
    return Cited(papers=tuple(source.id for source in sources), digest=digest, flags=tuple(flags))


def cited_now(cited: Cited, store: ArtifactStore) -> Cited:
    """The same papers with what is known of them now: unlike `cited` where a text has to be rendered again."""
    return cited_as(sources_of(cited.papers, store))


def _source_entry(bibkey: str, store: ArtifactStore) -> SourceEntry:
    try:
        record = codec.decode_record(store.read(layout.document_record(bibkey)))
    except ArtifactError:
        return SourceEntry(id=bibkey, resource=bibkey)
    known = record.metadata
    return SourceEntry(
        id=bibkey,
        resource=record.file or bibkey,
        title=known.title,
        author="; ".join(known.authors),
        year=known.year,
        doi=known.doi,
        arxiv=known.arxiv_id,
        flag=known.flag,
        flag_note=known.flag_note,
        recognised=page_runs(record.pages_recognised),
    )
