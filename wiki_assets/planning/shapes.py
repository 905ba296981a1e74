"""The shapes that the plan compares: what there is, what was made of it, and what would be made of it now.

Belongs here: those shapes and their identities. Does not belong here: reading them from a home (`papers`, `pages`, `spanning`, `state`) or
concluding anything from them (`plan`).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import orjson

from wiki_assets.concepts.model import PageState, Recipe
from wiki_assets.documents.model import Source
from wiki_assets.documents.options import READ_PLAINLY, Choices
from wiki_assets.documents.states import ChunksState, SourceState, metadata_fingerprint
from wiki_assets.publication.model import GateRule, PublishedPage
from wiki_assets.retrieval.states import EmbeddingState


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
        cited: Papers that the latest page cites.
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
    cited: tuple[str, ...] = ()

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
