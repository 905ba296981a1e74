"""Re-anchoring: after a paper has changed, the citations whose words still stand in it keep their place.

Belongs here: finding quoted words in a paper as it is now, and telling whether its change says anything new to a page. Does not belong
here: storing pages (`steps`), or judging whether the words support a claim (`grounding`), which is done anew for every page that moved.

A page composed from an earlier version of a paper need not be composed again, nor a model be paid for it, when every sentence it cites
is still there and its evidence holds no sentence that it was not composed from. That is so when the file was only saved anew, when a
passage it does not rest on was edited, and when our own parser or chunker has a new version.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from wiki_assets.concepts.citing import citation_to
from wiki_assets.concepts.model import Citation, Page
from wiki_assets.documents.model import Chunk
from wiki_assets.retrieval.model import ConceptEvidence, Evidence
from wiki_assets.text.quotes import find_quote
from wiki_assets.text.sentences import split_sentences

ChunksOfPaper = Callable[[str], Sequence[Chunk]]
"""From a bibkey to the paper's chunks as they are now; none for a paper that is gone."""


class Cause(StrEnum):
    """Why the passages of a paper are others than they were."""

    SOURCE = "the source changed"
    READER = "the parser or chunker changed"
    GONE = "the paper is gone"


@dataclass(frozen=True, slots=True)
class Move:
    """One citation of a passage that is not what it was.

    Attributes:
        earlier: As the page has it.
        now: Where its words stand now; None where they stand nowhere in the paper.
    """

    earlier: Citation
    now: Citation | None
    cause: Cause


@dataclass(frozen=True, slots=True)
class Reanchoring:
    """What became of a page's citations.

    Attributes:
        page: The page with every citation where its words stand now; those that are lost are as they were.
        moves: Every citation that had to be looked for, in reading order.
    """

    page: Page
    moves: tuple[Move, ...]

    @property
    def lost(self) -> tuple[Move, ...]:
        """The citations whose words are gone."""
        return tuple(move for move in self.moves if move.now is None)


def reanchor(page: Page, chunks_of: ChunksOfPaper) -> Reanchoring:
    """Looks for the words of every citation in the papers as they are now."""
    papers = {bibkey: tuple(chunks_of(bibkey)) for bibkey in page.bibkeys}
    moves: dict[Citation, Move] = {}
    for citation in (citation for claim in page.claims for citation in claim.citations):
        if citation not in moves and not _holds(citation, papers[citation.bibkey]):
            moves[citation] = _moved(citation, papers[citation.bibkey])
    if not moves:
        return Reanchoring(page, ())
    places = {citation: move.now or citation for citation, move in moves.items()}
    sections = []
    for section in page.sections:
        claims = tuple(
            claim.model_copy(update={"citations": tuple(places.get(citation, citation) for citation in claim.citations)})
            for claim in section.claims
        )
        sections.append(section.model_copy(update={"claims": claims}))
    return Reanchoring(page.model_copy(update={"sections": tuple(sections)}), tuple(moves.values()))


def _holds(citation: Citation, chunks: Sequence[Chunk]) -> bool:
    if citation.chunk >= len(chunks):
        return False
    chunk = chunks[citation.chunk]
    same = (chunk.chunk_id, chunk.document_sha256) == (citation.chunk_id, citation.document_sha256)
    return same and chunk.text[citation.start : citation.end] == citation.quote


def _moved(citation: Citation, chunks: Sequence[Chunk]) -> Move:
    """Looks in the nearest passages first, so that words that stand twice stay where they were."""
    if not chunks:
        return Move(citation, None, Cause.GONE)
    cause = Cause.SOURCE if chunks[0].document_sha256 != citation.document_sha256 else Cause.READER
    for chunk in sorted(chunks, key=lambda chunk: abs(chunk.n - citation.chunk)):
        if chunk.kind.citable and (place := find_quote(citation.quote, chunk.text)) is not None:
            return Move(citation, citation_to(chunk, place.start, place.end), cause)
    return Move(citation, None, cause)


def news(evidence: ConceptEvidence, known: Collection[tuple[str, str]], earlier: ChunksOfPaper) -> tuple[Evidence, ...]:
    """The passages of a concept's evidence that say something its page was not composed from.

    Args:
        evidence: As it is now.
        known: `(bibkey, text hash)` of the passages that the page was composed from.
        earlier: The chunks of a paper as they were when the page was composed; none where they are not known any more. What stood in
            them was there to be chosen then and is no news, wherever the passages are cut now.
    """
    unknown = [row for row in evidence.rows if (row.chunk.bibkey, row.chunk.text_hash) not in known]
    words = {bibkey: "\n".join(chunk.text for chunk in earlier(bibkey)) for bibkey in {row.chunk.bibkey for row in unknown}}
    return tuple(row for row in unknown if not _stood_in(row.chunk.text, words[row.chunk.bibkey]))


def _stood_in(passage: str, words: str) -> bool:
    sentences = (passage[sentence.start : sentence.end] for sentence in split_sentences(passage))
    return bool(words) and all(find_quote(sentence, words) is not None or not _any_word(sentence) for sentence in sentences)


def _any_word(text: str) -> bool:
    return any(character.isalnum() for character in text)
