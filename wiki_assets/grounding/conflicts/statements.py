"""Statements: sentences that say something by themselves, ready to be held against one another.

Belongs here: which sentences of a passage or a page are statements, and what of them is compared. Does not belong here: which two are
about the same thing (`pairing`), or whether they disagree (`contrary`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from wiki_assets.concepts.extractive.candidates import sentences_of
from wiki_assets.concepts.extractive.quality import Standard, is_whole_prose
from wiki_assets.concepts.extractive.trimming import trim
from wiki_assets.concepts.model import Claim
from wiki_assets.documents.model import Chunk, ChunkKind
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass
from wiki_assets.text.sentences import split_sentences

_STAND_INS = re.compile(r"(?:It|Its|This|That|These|Those|They|Their|Such|He|She)\b")
_REMEMBERED_SENTENCES = 4096  # some tens of megabytes; judging and publishing one page read the same few hundred


@dataclass(frozen=True)
class Statement:
    """One sentence and where it stands.

    Attributes:
        bibkey, chunk: The passage; for a claim of a page, the one it cites first.
        words: Verbatim.
        papers: Whose word it is: its paper, or every paper that a claim cites.
        chosen: It is of the concept's evidence, or a claim of its page, and not just of another passage that names the concept.
        claim: Ordinal of the claim; None for a sentence of a source.
    """

    bibkey: str
    chunk: int
    words: str
    papers: frozenset[str]
    chosen: bool
    claim: int | None = None

    @property
    def place(self) -> tuple[str, int, str]:
        """Equal for equal words in the same passage; its order is that of no list of passages."""
        return self.bibkey, self.chunk, self.words

    @cached_property
    def reading(self) -> Reading:
        """What is compared: the sentence without its citations, its pointers, and the words that only lead over to it."""
        return reading_of(self.words)

    @cached_property
    def telling(self) -> dict[int, float]:
        """Weight by key of the words that tell something."""
        return {word.key: word.weight for word in self.reading.words if word.kind >= WordClass.CONTENT}


def statements_of(chunk: Chunk, *, chosen: bool) -> Iterator[Statement]:
    """Statements of a passage; captions, tables, code and formulas have none."""
    if chunk.kind is ChunkKind.PROSE:
        for sentence in sentences_of(chunk):
            if states(sentence.text):
                yield Statement(chunk.bibkey, chunk.n, sentence.text, frozenset({chunk.bibkey}), chosen)


def claimed_statements(claims: Iterable[Claim]) -> Iterator[Statement]:
    """Statements of claims that have a citation."""
    for claim in claims:
        papers = frozenset(citation.bibkey for citation in claim.citations)
        for sentence in split_sentences(claim.text) if papers else ():
            if states(sentence.text):
                first = claim.citations[0]
                yield Statement(first.bibkey, first.chunk, sentence.text, papers, chosen=True, claim=claim.ordinal)


def cut(words: str) -> str:
    """A sentence as it is shown: without its citations, its pointers, and the words that only lead over to it."""
    return trim(" ".join(words.split())).text


@lru_cache(maxsize=_REMEMBERED_SENTENCES)
def states(words: str) -> bool:
    """Whether a sentence is whole prose, points to no figure or section, and does not open with "it" or "these", whatever these are."""
    text = cut(words)
    return is_whole_prose(text, Standard.TALK) and not _STAND_INS.match(text)


@lru_cache(maxsize=_REMEMBERED_SENTENCES)
def reading_of(words: str) -> Reading:
    """A sentence as it is compared: as it is shown, for what is left out tells nothing."""
    return Reading.of(cut(words))
