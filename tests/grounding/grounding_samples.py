"""Chunks and pages that the tests of this room share."""

from __future__ import annotations

from dataclasses import dataclass, field

from wiki_assets.concepts.model import Citation, Claim, Composer, Page, Recipe, Section, SectionKind
from wiki_assets.documents.model import Chunk, ChunkKind, chunk_id
from wiki_assets.grounding.model import Difference, Verdict, VerdictKind
from wiki_assets.retrieval.model import ConceptEvidence, Evidence
from wiki_assets.text.words import content_words, token_spans


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


@dataclass
class WordGuard:
    """A guard simple enough to foretell: it looks which words of the claim the source has, wherever they stand.

    All of them: grounded. At least half: uncertain. Else unsupported. Where the source has a word of `opposites` for one of the claim's,
    the claim is unsupported, and the verdict says which words differ. What was asked is in `asked`.
    """

    opposites: dict[str, str] = field(default_factory=dict)
    name: str = "words"
    version: str = "1"
    asked: list[tuple[str, str]] = field(default_factory=list)

    def check(self, claim: str, source: str) -> Verdict:
        self.asked.append((claim, source))
        wanted, spans = content_words(claim), token_spans(source)
        there = {word for word, _, _ in spans}
        matched = [(start, end) for word, start, end in spans if word in wanted]
        start, end = (matched[0][0], matched[-1][1]) if matched else (0, 0)
        differences = tuple(
            Difference(
                kind="opposite",
                claim_words=word,
                source_words=self.opposites[word],
                claim_start=claim.lower().index(word),
                claim_end=claim.lower().index(word) + len(word),
            )
            for word in wanted
            if self.opposites.get(word) in there
        )
        share = sum(word in there for word in wanted) / max(1, len(wanted))
        kind, rule = self._decided(share, bool(differences))
        return Verdict(
            kind=kind,
            rule=rule,
            matched=source[start:end],
            start=start,
            end=end,
            explanation=f"{share:.0%} of its words are there.",
            differences=differences,
        )

    @staticmethod
    def _decided(share: float, differing: bool) -> tuple[VerdictKind, str]:
        if differing:
            return VerdictKind.UNSUPPORTED, "opposite"
        if share == 1.0:
            return VerdictKind.GROUNDED, "all-words"
        return (VerdictKind.UNCERTAIN, "half-the-words") if share >= 0.5 else (VerdictKind.UNSUPPORTED, "few-words")
