"""The state of a home: what there is, what was made of it, and what would be made of it now.

Belongs here: reading that state from the artifact store. Does not belong here: concluding anything from it (`plan`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import orjson

from wiki_assets.concepts.markdown import MARKDOWN_VERSION
from wiki_assets.concepts.model import Concept, PageState, Recipe
from wiki_assets.concepts.steps import read_page, wanted_recipe
from wiki_assets.documents.library import Library
from wiki_assets.documents.model import Source
from wiki_assets.documents.options import READ_PLAINLY, Choices
from wiki_assets.documents.states import ChunksState, SourceState, metadata_fingerprint
from wiki_assets.documents.twins import twin_is_gone
from wiki_assets.documents.versions import reader_version
from wiki_assets.errors import ArtifactError
from wiki_assets.grounding.conflicts.finding import conflicts_identity
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.grounding.steps import find_report
from wiki_assets.grounding.verifiers.opinions import misses_an_answer
from wiki_assets.publication.gate import recounted_rate, refusal
from wiki_assets.publication.model import GateRule, PublishedPage, Standing
from wiki_assets.publication.shelf import Shelf
from wiki_assets.publication.sources import cited_as, sources_of
from wiki_assets.retrieval.states import EmbeddingState, EvidenceState, evidence_inputs
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.frozen import Frozen


@dataclass(frozen=True, slots=True)
class Versions:
    """What things would be made with now.

    Attributes:
        embedder: Name of the embedder.
        index: Version of how chunks are made into points.
        retrieval: Version and settings of the selection of evidence.
        model: litellm name of the composing model; empty for the extractive composer.
        parser: Version over all parsers; a paper goes by that of its own format.
        reading: How documents are read.
    """

    parser: str
    chunker: str
    target_tokens: int
    embedder: str
    index: str
    retrieval: tuple[str | float, ...]
    model: str
    reading: Choices = READ_PLAINLY

    @property
    def documents_fingerprint(self) -> str:
        """All that makes a paper's artifacts out of date when it changes."""
        return f"{self.parser}|{self.chunker}|{self.target_tokens}|{self.embedder}|{self.index}"


@dataclass(frozen=True, slots=True)
class PaperState:
    """One paper: its file now, and what was made of it. None where there is none.

    Attributes:
        wanted_parser: Version of what would read it now, as its format was found to be; empty for a paper that was never read.
        wanted_options: Fingerprint of how it would be read now.
        twin_gone: Whether it was left out for another paper that does not have its words any more.
    """

    bibkey: str
    source: Source | None
    read: SourceState | None
    chunks: ChunksState | None
    embedding: EmbeddingState | None
    wanted_parser: str = ""
    wanted_options: str = ""
    twin_gone: bool = False

    @property
    def wanted_metadata(self) -> str:
        """Fingerprint of its bibliography entry now."""
        return metadata_fingerprint(self.source) if self.source else ""

    @property
    def source_fingerprint(self) -> str:
        """Identity of the file and its entry; `gone` where there is no file."""
        if self.source is None:
            return "gone"
        return f"{self.source.file}|{self.source.sha256}|{self.wanted_metadata}|{self.wanted_options}|{self.twin_gone}"


@dataclass(frozen=True, slots=True)
class ConceptState:
    """One concept: what its page would be made of now, and where it stands.

    Attributes:
        wanted: None where no evidence has been chosen for it.
        refusal: Why the gate would refuse the latest page; empty where it would pass.
        latest_rate: Rate of the latest page, 0.0 where it has not been judged.
        latest_judged, published_judged: Whether a verdict under the present guard and threshold exists.
        published_refusal: Why the gate would refuse what is published now; empty where it would pass.
        files_follow: Whether its files are there as they were written.
        unanswered: Whether the verifier owes an answer on either page: judging again may help, with nothing changed.
        conflicts_wanted: Identity of how and in what the conflicts of the latest page would be looked for now; empty without a page.
        moved: `(bibkey, digest of its chunks now)` of papers that the latest page cites and that are not as they were when it was composed.
    """

    slug: str
    wanted: Recipe | None
    page: PageState | None
    published: PublishedPage | None
    drafted_sha: str
    latest_judged: bool
    latest_rate: float
    refusal: str
    published_judged: bool
    published_refusal: str
    files_follow: bool
    rule: GateRule
    unanswered: bool = False
    conflicts_wanted: str = ""
    moved: tuple[tuple[str, str], ...] = ()

    @property
    def wanted_fingerprint(self) -> str:
        """Identity of what its page would be made of, and of the papers whose words it would have to find again."""
        if self.wanted is None:
            return ""
        return hashlib.sha256(f"{self.wanted.model_dump_json()}{self.moved or ''}".encode()).hexdigest()

    @property
    def verdict_fingerprint(self) -> str:
        """Identity of the verdicts wanted on its pages, and of what stands in the wiki."""
        facts = (
            self.page.page_sha if self.page else "",
            self.published.page_sha if self.published else "",
            self.drafted_sha,
            self.files_follow,
            self.conflicts_wanted,
        )
        return hashlib.sha256(orjson.dumps([*facts, self.rule.guard, self.rule.guard_version, self.rule.threshold])).hexdigest()


@dataclass(frozen=True, slots=True)
class HomeState:
    """All that the plan compares."""

    versions: Versions
    papers: tuple[PaperState, ...]
    concepts: tuple[ConceptState, ...]
    evidence_wanted: str
    evidence_made: str
    wiki_wanted: str
    wiki_made: str


class WikiState(Frozen):
    """From what the pages that span the wiki were last made."""

    fingerprint: str


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
    papers = _papers(library, store, versions)
    evidence = store.find_current(layout.EVIDENCE_STATE, EvidenceState)
    standings = {standing.slug: standing for standing in shelf.standings()}
    digests = {paper.bibkey: paper.chunks.digest for paper in papers if paper.chunks}
    states = tuple(
        _concept(concept, evidence, standings, digests, store, shelf, versions, guard, threshold) for concept in concepts
    )
    wiki = store.find_current(layout.WIKI_STATE, WikiState)
    return HomeState(
        versions=versions,
        papers=papers,
        concepts=states,
        evidence_wanted=inputs_of(papers, concepts, versions),
        evidence_made=evidence.inputs if evidence else "",
        wiki_wanted=wiki_fingerprint(concepts, standings, store),
        wiki_made=wiki.fingerprint if wiki else "",
    )


def inputs_of(papers: Iterable[PaperState], concepts: Iterable[Concept], versions: Versions) -> str:
    """Identity of all that evidence would be chosen from now."""
    embedded = [(paper.bibkey, paper.chunks.digest) for paper in papers if paper.chunks and paper.chunks.citable]
    return evidence_inputs(
        embedded, [(c.slug, c.definition_hash) for c in concepts], (versions.embedder, versions.index, *versions.retrieval)
    )


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


def read_papers(store: ArtifactStore, versions: Versions) -> tuple[PaperState, ...]:
    """Every paper that was ever read, without looking at the folder of papers."""
    return tuple(_paper(key, None, store, versions) for key in _read_before(store))


def _papers(library: Library, store: ArtifactStore, versions: Versions) -> tuple[PaperState, ...]:
    keys = dict.fromkeys([*library.sources, *_read_before(store)])
    papers = [_paper(key, library.sources.get(key), store, versions) for key in keys]
    states = {paper.bibkey: paper.read for paper in papers if paper.read is not None and paper.source is not None}
    return tuple(
        replace(paper, twin_gone=twin_is_gone(paper.read, states)) if paper.read and paper.read.twin_of else paper
        for paper in papers
    )


def _read_before(store: ArtifactStore) -> list[str]:
    return [key.split("/")[1] for key in store.keys("documents") if key.endswith("/state.json")]


def _paper(bibkey: str, source: Source | None, store: ArtifactStore, versions: Versions) -> PaperState:
    read = store.find_current(layout.document_state(bibkey), SourceState)
    return PaperState(
        bibkey=bibkey,
        source=source,
        read=read,
        chunks=store.find_current(layout.chunks_state(bibkey), ChunksState),
        embedding=store.find_current(layout.embedding_state(versions.embedder, bibkey), EmbeddingState),
        wanted_parser=reader_version(read.media_type) if read else "",
        wanted_options=versions.reading.of(source.file).fingerprint(source.sha256) if source else "",
    )


def _concept(
    concept: Concept,
    evidence: EvidenceState | None,
    standings: Mapping[str, Standing],
    digests: Mapping[str, str],
    store: ArtifactStore,
    shelf: Shelf,
    versions: Versions,
    guard: Guard,
    threshold: float,
) -> ConceptState:
    fingerprint = evidence.fingerprints.get(concept.slug) if evidence else None
    page = store.find_current(layout.page_state(concept.slug), PageState)
    standing = standings.get(concept.slug) or Standing(slug=concept.slug)
    published = standing.published
    rule = GateRule(guard.name, guard.version, threshold)
    latest, latest_refusal, papers = _verdict(concept.slug, page.page_sha if page else "", store, guard, rule, published)
    judged, published_refusal, _ = _verdict(concept.slug, published.page_sha if published else "", store, guard, rule, published)
    return ConceptState(
        slug=concept.slug,
        wanted=wanted_recipe(concept, fingerprint, versions.model) if fingerprint is not None else None,
        page=page,
        published=published,
        drafted_sha=standing.draft.page_sha if standing.draft else "",
        latest_judged=latest is not None,
        latest_rate=recounted_rate(latest) if latest else 0.0,
        refusal=latest_refusal,
        published_judged=judged is not None,
        published_refusal=published_refusal,
        files_follow=standing.pending is None and shelf.files_follow(standing),
        rule=rule,
        unanswered=any(report is not None and misses_an_answer(report) for report in (latest, judged)),
        conflicts_wanted=conflicts_identity(papers, digests) if page else "",
        moved=_moved(page, papers, digests),
    )


def _moved(page: PageState | None, cited: Iterable[str], digests: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    made_of = page.papers if page else {}
    return tuple((key, digests.get(key, "")) for key in cited if key in made_of and made_of[key] != digests.get(key, ""))


def _verdict(
    slug: str, page_sha: str, store: ArtifactStore, guard: Guard, rule: GateRule, published: PublishedPage | None
) -> tuple[GroundingReport | None, str, tuple[str, ...]]:
    """The verdict on a version of a page by the present rule, why the gate would refuse it, and the papers that it cites."""
    if not page_sha:
        return None, "", ()
    try:
        page = read_page(slug, page_sha, store)
    except ArtifactError:
        return None, "its words are missing from the artifact store, or another version wrote them", ()
    report = find_report(slug, page_sha, store, guard, rule.threshold)
    return report, refusal(page, report, rule, published), page.bibkeys
