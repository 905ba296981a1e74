"""Passages, evidence and models that the tests of this room make up."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pydantic import BaseModel

from wiki_assets.concepts.front_matter import Figures, FrontMatter, SourceEntry
from wiki_assets.concepts.language_model import Completion, Message
from wiki_assets.concepts.model import Citation, Claim, Composer, Concept, Page, Recipe, Section, SectionKind
from wiki_assets.documents.model import Box, Chunk, ChunkKind, TextSpan, chunk_id
from wiki_assets.retrieval.model import ConceptEvidence, Evidence

PACKING = Concept(slug="circle-packing", title="Circle packing", aliases=("coin graph",))
LINE_HEIGHT = 12.0


def chunk(bibkey: str, n: int, *lines: str, kind: ChunkKind = ChunkKind.PROSE, pages: Sequence[int] = ()) -> Chunk:
    """A passage whose lines were drawn below one another; `pages` says on which page each line was."""
    spans, start = [], 0
    for number, line in enumerate(lines):
        page = pages[number] if pages else 1
        top = 100.0 + LINE_HEIGHT * number
        spans.append(TextSpan(start, start + len(line), Box(page, 50.0, top, 300.0, top + 10.0)))
        start += len(line) + 1
    text = " ".join(lines)
    sha = hashlib.sha256(bibkey.encode()).hexdigest()
    return Chunk(chunk_id(sha, "test", n), bibkey, sha, n, kind, text, text, tuple(spans), (), len(text) // 4)


def evidence(*chunks: Chunk, concept: str = "circle-packing") -> ConceptEvidence:
    """Evidence in the order given."""
    return ConceptEvidence(
        concept, tuple(Evidence(concept, rank, one, 1.0 / rank, 0, rank) for rank, one in enumerate(chunks, 1))
    )


def good_evidence() -> ConceptEvidence:
    """Two papers that say enough of circle packings."""
    return evidence(
        chunk(
            "Alpha2001",
            0,
            "A circle packing is a configuration of circles with a prescribed pattern of tangencies.",
            "Every circle packing of a triangulated sphere is unique up to a Möbius transformation.",
            "The weather in the mountains was remarkably pleasant during the whole long summer.",
        ),
        chunk(
            "Beta2002",
            3,
            "However, a circle packing can be computed by minimizing a convex energy over all radii.",
            "Circle packings are closely related to weighted Delaunay triangulations of their centres.",
            "It is not known whether every outerplanar graph has a balanced circle packing with small radii.",
        ),
    )


@dataclass
class ScriptedModel:
    """A language model that answers what the test wrote, or raises it."""

    answer: str | Exception
    name: str = "fake/scripted"
    asked: list[tuple[Message, ...]] = field(default_factory=list)

    def complete(self, messages: Sequence[Message], schema: type[BaseModel]) -> Completion:
        self.asked.append(tuple(messages))
        assert schema.model_json_schema()["type"] == "object"
        if isinstance(self.answer, Exception):
            raise self.answer
        return Completion(self.answer, prompt_tokens=100, completion_tokens=20, cost_usd=0.001)


def answer(*claims: dict[str, object], sections: Sequence[dict[str, object]] = ()) -> str:
    """JSON of a model's page whose summary holds the claims."""
    return json.dumps({"title": "Circle packing", "summary": list(claims), "sections": list(sections)})


def claim(ordinal: int, text: str, bibkey: str = "Alpha2001", n: int = 0) -> Claim:
    """A claim with one citation."""
    citation = Citation(bibkey=bibkey, chunk=n, chunk_id="c", document_sha256="d", page=1, quote=text, start=0, end=len(text))
    return Claim(ordinal=ordinal, text=text, citations=(citation,))


def page(*sections: Section, reason: str = "") -> Page:
    """A page of the sections given."""
    recipe = Recipe(evidence_fingerprint="f", definition_hash="h", composer=Composer.EXTRACTIVE, composer_version="1", model="")
    return Page(slug="circle-packing", title="Circle packing", description="", sections=sections, recipe=recipe, reason=reason)


def summary(*claims: Claim) -> Section:
    """The section that opens a page."""
    return Section(kind=SectionKind.SUMMARY, heading="", claims=claims)


def front_matter(**changes: object) -> FrontMatter:
    """A complete head of a page."""
    figures = Figures(
        page="1e5" + "0" * 61,
        evidence="f" * 64,
        grounded=1,
        uncertain=0,
        unsupported=1,
        rate=2 / 3,
        threshold=0.5,
        guard="content-5-gram",
        guard_version="1",
        composer="extractive",
        run="12e34",
    )
    values: dict[str, object] = {
        "title": "Circle packing",
        "description": "Circles: with a prescribed pattern of tangencies.",
        "aliases": ("coin graph", "yes"),
        "at": datetime(2026, 11, 29, 22, 10, tzinfo=UTC),
        "generator": "grounded-wiki/0.1.0",
        "sources": (SourceEntry(id="Alpha2001", resource="Alpha2001.pdf", title="On packings", author="A. Alpha"),),
        "figures": figures,
    }
    return FrontMatter.model_validate({**values, **changes})
