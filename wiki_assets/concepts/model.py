"""What the concepts room hands on: concepts, claims and pages.

Belongs here: the shapes, `page_sha`, and the recipe by which a page is known to be stale. Does not belong here: composing
(`extractive`, `synthesis`) or rendering (`markdown`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from enum import StrEnum

from pydantic import Field

from wiki_assets.storage.frozen import Frozen


class Concept(Frozen):
    """One entry of `concepts.yaml`."""

    slug: str = Field(description="File name of the page and partition key: lower case letters, digits, single hyphens.")
    title: str
    aliases: tuple[str, ...] = ()
    description: str = ""
    query: str = Field(default="", description="Words to search with; title, aliases and description when empty.")

    @property
    def definition_hash(self) -> str:
        """Hash of the whole entry: an edited concept makes its page stale."""
        return hashlib.sha256(self.model_dump_json().encode("utf-8")).hexdigest()

    @property
    def names(self) -> tuple[str, ...]:
        """Title and aliases, title first."""
        return (self.title, *self.aliases)


class Citation(Frozen):
    """The words a claim rests on.

    `quote` is verbatim from the chunk's clean text, `chunk.text[start:end]`, and lies on `page` (1-based, 0 where the format
    has no pages).
    """

    bibkey: str
    chunk: int = Field(ge=0, description="Ordinal n of the chunk.")
    chunk_id: str
    document_sha256: str
    page: int = Field(ge=0)
    quote: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Claim(Frozen):
    """One sentence (or few) of a page and the words it rests on. No citation means nothing supports it."""

    ordinal: int = Field(ge=0, description="From 0 over the whole page, in reading order.")
    text: str
    citations: tuple[Citation, ...] = ()


class SectionKind(StrEnum):
    """What a section is for; the renderer and later rooms go by this, not by the heading's words."""

    SUMMARY = "summary"
    DEFINITION = "definition"
    RESULTS = "results"
    RELATIONS = "relations"
    DISAGREEMENTS = "disagreements"
    OPEN = "open"
    OTHER = "other"


class Section(Frozen):
    """A headed group of claims. The summary has an empty heading and comes first."""

    kind: SectionKind
    heading: str
    claims: tuple[Claim, ...]


class Composer(StrEnum):
    """Who wrote a page."""

    EXTRACTIVE = "extractive"
    MODEL = "model"


class Recipe(Frozen):
    """Everything a page's content depends on. Two equal recipes need no recompilation."""

    evidence_fingerprint: str
    definition_hash: str
    composer: Composer
    composer_version: str = Field(description="Version of the composer's code, or of its prompt for a model.")
    model: str = Field(description="litellm name, empty for the extractive composer.")


class Page(Frozen):
    """A concept page before rendering. `page_sha` is its identity: no time, no run id and no verdict is in it."""

    slug: str
    title: str
    description: str
    aliases: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    recipe: Recipe
    reason: str = Field(default="", description="Why the page is empty or thin; empty when it is neither.")

    @property
    def page_sha(self) -> str:
        """SHA-256 over the structured page, hex."""
        return hashlib.sha256(self.model_dump_json().encode("utf-8")).hexdigest()

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All claims in reading order."""
        return tuple(self._iterate_claims())

    def _iterate_claims(self) -> Iterator[Claim]:
        for section in self.sections:
            yield from section.claims

    @property
    def bibkeys(self) -> tuple[str, ...]:
        """Papers cited, in order of first mention."""
        return tuple(dict.fromkeys(c.bibkey for claim in self.claims for c in claim.citations))


class ModelCall(Frozen):
    """One call of a language model, for the audit: whatever its outcome."""

    slug: str
    purpose: str
    model: str
    prompt_version: str
    prompt_sha256: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0
    outcome: str = Field(description="ok, unavailable, or unusable.")
    error: str = ""


class Composition(Frozen):
    """What composing one page gave.

    Attributes:
        page: The page; empty with a reason when a model failed.
        fallback: The extractive page for the reviewer, where a model failed; else None.
        dropped: For the log: what was dropped from the model's answer and why.
    """

    page: Page
    fallback: Page | None = None
    calls: tuple[ModelCall, ...] = ()
    dropped: tuple[str, ...] = ()


class PageState(Frozen):
    """Which version of a page is the latest, and what it was made of: what the planner compares with what there is now."""

    slug: str
    page_sha: str
    recipe: Recipe
    fallback_sha: str = Field(default="", description="Version of the extractive page for the reviewer, where a model failed.")
    unanswered: bool = Field(
        default=False, description="The model could not be reached: composing again may help, with nothing changed."
    )
    run_id: str = ""
    papers: dict[str, str] = Field(
        default_factory=dict, description="Digest of the chunks of every paper it cites or was composed from, as they were then."
    )
    passages: tuple[tuple[str, str], ...] = Field(
        default=(), description="Bibkey and text hash of the passages that it was composed from."
    )
