"""Chunks and pages that the tests of this room share."""

from __future__ import annotations

from wiki_assets.concepts.model import Citation, Claim, Composer, Page, Recipe, Section, SectionKind
from wiki_assets.documents.model import Chunk, ChunkKind, chunk_id
from wiki_assets.retrieval.model import ConceptEvidence, Evidence


def a_chunk(text: str, bibkey: str = "Ash2001", n: int = 0) -> Chunk:
    document = f"sha-of-{bibkey}"
    return Chunk(chunk_id(document, "1", n), bibkey, document, n, ChunkKind.PROSE, text, text, (), (), len(text.split()))


def a_citation(chunk: Chunk, quote: str | None = None) -> Citation:
    words = chunk.text if quote is None else quote
    start = max(0, chunk.text.find(words))
    return Citation(
        bibkey=chunk.bibkey,
        chunk=chunk.n,
        chunk_id=chunk.chunk_id,
        document_sha256=chunk.document_sha256,
        page=0,
        quote=words,
        start=start,
        end=start + len(words),
    )


def a_page(*claims: tuple[str, tuple[Citation, ...]], slug: str = "circle-packing") -> Page:
    made = tuple(Claim(ordinal=n, text=text, citations=citations) for n, (text, citations) in enumerate(claims))
    recipe = Recipe(evidence_fingerprint="e", definition_hash="d", composer=Composer.EXTRACTIVE, composer_version="1", model="")
    sections = (Section(kind=SectionKind.SUMMARY, heading="", claims=made),) if made else ()
    return Page(slug=slug, title="Circle packing", description="Circles that touch.", sections=sections, recipe=recipe)


def evidence_of(*chunks: Chunk) -> ConceptEvidence:
    rows = tuple(Evidence("circle-packing", rank, chunk, 1.0, 0, rank) for rank, chunk in enumerate(chunks, start=1))
    return ConceptEvidence("circle-packing", rows)
