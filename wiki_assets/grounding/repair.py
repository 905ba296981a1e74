"""Repair: a claim that its citations do not support is looked up elsewhere, and cited anew where the guard finds it grounded.

Belongs here: where to look, in which order, how far, and when not at all. Does not belong here: the verdict under the page's own
citations (`reporting`), or bringing the new ones to a reader (`citations.recited_page`).

Which claims. A guard that meets some words of the claim in the wrong passage is as often in doubt as it refuses: of 1,425 claims of
pages on forty papers, each cited to every other passage of its evidence, `edit-audit` left 45 % uncertain and called 53 % unsupported. So
doubt is looked up, too. But a passage in which the guard can name the words that differ is the right place, and it is the words that are
wrong: of 406 claims made false by one edit, 9 would have been found grounded in some other passage, and of the 1,396 that were cited
wrongly only 5 are kept by it from being looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from wiki_assets.concepts.citing import citation_to
from wiki_assets.concepts.model import Citation, Claim
from wiki_assets.documents.model import Chunk
from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import AlignedWords, SentenceVerdict, VerdictKind
from wiki_assets.grounding.support import in_claim
from wiki_assets.text.sentences import Sentence
from wiki_assets.text.words import stems

MOST_CANDIDATES = 12
"""Passages that the guard is asked about for one sentence, those first that share most content stems with it. For 126 claims that people
had found supported, the right one of 238 passages was the first in 95 % and always among the first three; four times that leaves
room for papers that repeat themselves."""

# Stems of passages; the papers of one page have about a thousand, and each set is some ten kilobytes.
_REMEMBERED_PASSAGES = 2048


class Elsewhere:
    """The passages where the claims of one page may be found besides those that they cite."""

    def __init__(self, chunks: Mapping[str, Chunk], evidence: Iterable[Chunk]) -> None:
        """Keeps what may be cited.

        Args:
            chunks: Chunks that exist now, by chunk id, at least those of every paper that the page cites.
            evidence: The passages of the concept, best first.
        """
        self._evidence = [chunk for chunk in evidence if chunk.kind.citable]
        self._papers: dict[str, list[Chunk]] = {}
        for chunk in chunks.values():
            if chunk.kind.citable:
                self._papers.setdefault(chunk.bibkey, []).append(chunk)

    def candidates(self, sentence: str, papers: Iterable[str], tried: frozenset[str]) -> list[Chunk]:
        """Where to look for a sentence: the evidence and the papers' other passages, the most alike first, evidence before others.

        Args:
            papers: Bibkeys that the claim cites.
            tried: Chunk ids that have been compared already.
        """
        wanted = frozenset(stems(sentence))
        among = {chunk.chunk_id: chunk for chunk in self._evidence}
        for paper in papers:
            among |= {chunk.chunk_id: chunk for chunk in self._papers.get(paper, ()) if chunk.chunk_id not in among}
        shared = {
            chunk_id: alike
            for chunk_id, chunk in among.items()
            if chunk_id not in tried and (alike := len(wanted & _stems_of(chunk.text)))
        }
        best = sorted(shared, key=lambda chunk_id: -shared[chunk_id])
        return [among[chunk_id] for chunk_id in best[:MOST_CANDIDATES]]


def look_elsewhere(
    claim: Claim, judged: Sequence[SentenceVerdict], tried: frozenset[str], elsewhere: Elsewhere, guard: Guard
) -> tuple[tuple[Citation, ...], tuple[SentenceVerdict, ...]] | None:
    """New citations for a claim under which every sentence of it is grounded.

    Sentences that are grounded already keep what carries them; citations that carry none are dropped. A sentence of which the guard can
    name words that differ from its passage is not looked up.

    Args:
        judged: The claim's sentences under its own citations.
        tried: Chunk ids that they were compared with.

    Returns:
        The citations and the verdicts under them; None where a sentence is grounded nowhere, and the claim stays as it was.
    """
    if any(one.verdict.differences and one.verdict.kind is not VerdictKind.GROUNDED for one in judged):
        return None
    papers = dict.fromkeys(citation.bibkey for citation in claim.citations)
    citations: dict[Citation, int] = {}
    sentences: list[SentenceVerdict] = []
    for one in judged:
        grounded = one.verdict.kind is VerdictKind.GROUNDED
        sentence = Sentence(one.start, one.end, claim.text[one.start : one.end])
        found = (
            (one, [claim.citations[words.citation] for words in one.aligned])
            if grounded
            else _found(sentence, elsewhere.candidates(sentence.text, papers, tried), guard)
        )
        if found is None:
            return None
        verdict, carrying = found
        places = [citations.setdefault(citation, len(citations)) for citation in carrying]
        moved = (words.model_copy(update={"citation": place}) for words, place in zip(verdict.aligned, places, strict=True))
        sentences.append(verdict.model_copy(update={"aligned": tuple(moved)}))
    return tuple(citations), tuple(sentences)


def _found(sentence: Sentence, candidates: Iterable[Chunk], guard: Guard) -> tuple[SentenceVerdict, list[Citation]] | None:
    """The first candidate that carries a sentence, quoted by the very words that the guard aligned."""
    for chunk in candidates:
        verdict = guard.check(sentence.text, chunk.text)
        if verdict.kind is VerdictKind.GROUNDED and chunk.text[verdict.start : verdict.end].strip():
            citation = citation_to(chunk, verdict.start, verdict.end)
            aligned = AlignedWords(citation=0, start=verdict.start, end=verdict.end, words=citation.quote)
            return (
                SentenceVerdict(start=sentence.start, end=sentence.end, verdict=in_claim(verdict, sentence), aligned=(aligned,)),
                [citation],
            )
    return None


@lru_cache(maxsize=_REMEMBERED_PASSAGES)
def _stems_of(text: str) -> frozenset[str]:
    return frozenset(stems(text))
