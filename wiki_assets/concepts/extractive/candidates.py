"""Finds the sentences of a concept's evidence that could become claims.

Belongs here: walking the passages, trimming, refusing, and where exactly a sentence was drawn. Does not belong here:
which candidates are taken (`selection`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from wiki_assets.concepts.extractive.quality import (
    Standard,
    follows_well,
    has_run,
    is_main_clause,
    is_presentable,
    needs_lead,
    roughness,
)
from wiki_assets.concepts.extractive.roles import Reading, read
from wiki_assets.concepts.extractive.trimming import clauses, trim
from wiki_assets.concepts.extractive.vocabulary import HEADING_ENDS_BEFORE
from wiki_assets.concepts.names import ConceptNames, Mention
from wiki_assets.documents.model import Box, Chunk, ChunkKind
from wiki_assets.retrieval.model import ConceptEvidence, Evidence
from wiki_assets.text.sentences import Sentence, split_sentences
from wiki_assets.text.words import stems, tokens

_KINDS = frozenset({ChunkKind.PROSE})
"""Captions, tables, code and formulas can be cited by a model, but their sentences do not stand alone."""

_SUBJECT_WORDS = 5


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may become a claim.

    Attributes:
        evidence: The passage it stands in.
        start, end: Offsets of its words in the passage.
        text: What the page would say.
        topic: How surely it is about the concept: strength of its best name, 0 for a sequel without one.
        subject: Whether the concept is named among its first words.
        words: Stems of its content words.
        roughness: See `quality.roughness`.
        standard: The strictest standard that it meets.
        lead: The sentence before it, where this one opens with a pronoun that stands for something said there.
        sequel: The sentence after it, where that one opens with a pronoun for which this one stands.
    """

    evidence: Evidence
    start: int
    end: int
    text: str
    topic: float
    subject: bool
    reading: Reading
    words: frozenset[str]
    roughness: float
    standard: Standard = Standard.STRICT
    lead: Candidate | None = None
    sequel: Candidate | None = None

    @property
    def bibkey(self) -> str:
        """Paper it comes from."""
        return self.evidence.chunk.bibkey


@dataclass(frozen=True, slots=True)
class Survey:
    """What the evidence of a concept holds.

    Attributes:
        sentences: How many sentences were looked at.
        naming: How many of them name the concept.
    """

    candidates: tuple[Candidate, ...]
    sentences: int
    naming: int


def survey(names: ConceptNames, evidence: ConceptEvidence) -> Survey:
    """All candidates of the evidence in order of rank, and the counts a reader is told when there are too few."""
    candidates: list[Candidate] = []
    total = naming = 0
    for row in evidence.rows:
        sentences = sentences_of(row.chunk)
        mentions = [names.find(sentence.text) for sentence in sentences]
        total += len(sentences)
        naming += sum(1 for found in mentions if found)
        if row.chunk.kind in _KINDS:
            candidates.extend(_of_passage(names, row, sentences, mentions))
    return Survey(tuple(candidates), total, naming)


def sentences_of(chunk: Chunk) -> list[Sentence]:
    """Sentences of a passage; none goes over the end of a paragraph, which is a line break in clean text."""
    sentences: list[Sentence] = []
    start = 0
    for paragraph in chunk.text.split("\n"):
        sentences += [Sentence(start + found.start, start + found.end, found.text) for found in split_sentences(paragraph)]
        start += len(paragraph) + 1
    return [piece for sentence in sentences for piece in _pieces(sentence)]


# The splitter misses an end before some names and before the number of a footnote ("structure.1,2 This"); a longer word in lower
# case is hardly ever an abbreviation.
_MISSED_END = re.compile(
    r"(?<=[a-z]{4}\.)(?:\d{1,2}(?:,\d{1,2})*)?\s+(?=[A-Z])"
    # A letter of mathematics ends a sentence too, an initial is not followed by such a word: "computed on X. Since".
    rf"|(?<=[ (][A-Za-z]\.)\s+(?={HEADING_ENDS_BEFORE} )"
)
_ABBREVIATED = re.compile(r"\b(?:resp|approx|sect|chap|prop|conf|proc|univ|dept|prof|theor)\.$", re.IGNORECASE)


def _pieces(sentence: Sentence) -> Iterator[Sentence]:
    start = 0
    for gap in _MISSED_END.finditer(sentence.text):
        if not _ABBREVIATED.search(sentence.text[start : gap.start()]):
            yield Sentence(sentence.start + start, sentence.start + gap.start(), sentence.text[start : gap.start()])
            start = gap.end()
    yield Sentence(sentence.start + start, sentence.end, sentence.text[start:])


def _of_passage(
    names: ConceptNames, row: Evidence, sentences: list[Sentence], mentions: list[tuple[Mention, ...]]
) -> Iterator[Candidate]:
    for position, sentence in enumerate(sentences):
        if not mentions[position]:
            continue
        candidate = _by_best_standard(names, row, sentence)
        if candidate is not None:
            yield _with_sequel(names, candidate, sentences[position + 1] if position + 1 < len(sentences) else None)
            continue
        parts = list(_parts(names, row, sentence))
        yield from parts
        if not parts and position and not mentions[position - 1]:
            yield from _with_lead(names, row, sentences[position - 1], sentence)


def _parts(names: ConceptNames, row: Evidence, sentence: Sentence) -> Iterator[Candidate]:
    """Clauses that can stand alone, of a sentence that cannot."""
    for start, end in clauses(sentence.text):
        text = sentence.text[start:end]
        finish = _opened if end == len(sentence.text) else _closed
        if names.find(text):
            part = Sentence(sentence.start + start, sentence.start + end, text)
            candidate = _candidate(names, row, part, is_main_clause, drawn_in_order, finish)
            if candidate is not None:
                yield replace(candidate, standard=Standard.PLAIN)


def _with_lead(names: ConceptNames, row: Evidence, before: Sentence, sentence: Sentence) -> Iterator[Candidate]:
    """A sentence that leans on the one before, together with that one."""
    candidate = _candidate(names, row, sentence, needs_lead, drawn_together)
    lead = _candidate(names, row, before, is_presentable, drawn_together)
    if candidate is not None and lead is not None and drawn_together(row.chunk, lead.start, candidate.end):
        yield replace(candidate, lead=lead, standard=Standard.PLAIN, roughness=candidate.roughness + lead.roughness)


def _by_best_standard(names: ConceptNames, row: Evidence, sentence: Sentence) -> Candidate | None:
    for standard in Standard:
        accepts = partial(is_presentable, standard=standard)
        drawn = drawn_together if standard is Standard.STRICT else drawn_in_order
        candidate = _candidate(names, row, sentence, accepts, drawn)
        if candidate is not None:
            return replace(candidate, standard=standard)
    return None


def _with_sequel(names: ConceptNames, candidate: Candidate, following: Sentence | None) -> Candidate:
    if following is None:
        return candidate
    sequel = _candidate(names, candidate.evidence, following, partial(_follows_naming, names), drawn_together)
    adjacent = sequel is not None and drawn_together(candidate.evidence.chunk, candidate.start, sequel.end)
    if sequel is None or not adjacent:
        return candidate
    reading = candidate.reading
    if candidate.subject and _SAYS_WHAT.match(sequel.text):
        reading = replace(reading, definition=max(reading.definition, 2.5))
    return replace(candidate, sequel=sequel, reading=reading)


_SAYS_WHAT = re.compile(r"(?:It|They) (?:states?|says?|asserts?|(?:is|are) (?:an?|the)) ")


def _follows_naming(names: ConceptNames, text: str) -> bool:
    """Whether a sentence may stand right after one that names the concept: by a pronoun, or by the last word of its name."""
    return needs_lead(text) or (names.opens_with_head(text) and follows_well(text))


# Not the names of spaces ("R2", "S3").
_LABEL = re.compile(r"\b([A-QT-Za-z])(\d)\b")
_INTRODUCED = re.compile(r"\b(?:an?|another|any|every|each)(?: [\w-]+){1,2} ([A-QT-Za-z])(\d)\b")


def _labels(text: str, passage: str) -> bool:
    """Whether a text speaks of things by labels of a series ("lease M2", where the passage also has M3): they mean nothing elsewhere."""
    others = set(_LABEL.findall(passage))
    introduced = set(_INTRODUCED.findall(text))
    labels = [label for label in _LABEL.findall(text) if label not in introduced]
    return any(letter == other and digit != number for letter, digit in labels for other, number in others)


_CAPITAL_INSIDE = re.compile(r"^[A-Z][\w-]*(?: [a-z-]+){0,3} ([A-Z][a-z]+) [a-z]")


def _under_heading(text: str, mentions: tuple[Mention, ...], passage: str) -> bool:
    """Whether a heading was drawn in front of a sentence: a capital on an early word that the passage also writes small."""
    inside = _CAPITAL_INSIDE.match(text)
    if inside is None or any(mention.start <= inside.start(1) < mention.end for mention in mentions):
        return False
    return re.search(rf"\b{inside[1].lower()}\b", passage) is not None


def _candidate(
    names: ConceptNames,
    row: Evidence,
    sentence: Sentence,
    accepts: Callable[[str], bool],
    drawn: Callable[[Chunk, int, int], bool],
    finish: Callable[[str], str] = str,
) -> Candidate | None:
    trimmed = trim(sentence.text)
    start, end = sentence.start + trimmed.offset, sentence.start + trimmed.end
    text = finish(trimmed.text)
    if not trimmed.whole or not accepts(text) or _labels(text, row.chunk.text):
        return None
    if not drawn(row.chunk, start, end) or not has_run(text, row.chunk.text):
        return None
    mentions = names.find(text)
    if _under_heading(text, mentions, row.chunk.text):
        return None
    return Candidate(
        evidence=row,
        start=start,
        end=end,
        text=text,
        topic=max((mention.strength for mention in mentions), default=0.0),
        subject=bool(mentions) and len(tokens(text[: mentions[0].start])) < _SUBJECT_WORDS,
        reading=read(text, mentions),
        words=frozenset(stems(text)),
        roughness=roughness(text),
    )


_CLAUSE_OPENING = re.compile(r"[a-z]+(?= )")


def _opened(text: str) -> str:
    """A clause with a capital."""
    return text[:1].upper() + text[1:] if _CLAUSE_OPENING.match(text) else text


def _closed(text: str) -> str:
    """A clause with a capital and a full stop."""
    return f"{_opened(text)}."


def drawn_together(chunk: Chunk, start: int, end: int) -> bool:
    """Whether `text[start:end]` was drawn as one run of lines: on one page, in one column, without a hole."""
    boxes = chunk.boxes_of(start, end)
    return all(_follows(first, second) for first, second in pairwise(boxes))


def drawn_in_order(chunk: Chunk, start: int, end: int) -> bool:
    """As `drawn_together`, but the sentence may go on at the head of the next column of its page."""
    boxes = chunk.boxes_of(start, end)
    return all(_follows(first, second) or _next_column(first, second) for first, second in pairwise(boxes))


def _next_column(first: Box, second: Box) -> bool:
    return first.page == second.page and second.x0 >= first.x1 and second.y1 < first.y0


def _follows(first: Box, second: Box) -> bool:
    if first.page != second.page:
        return False
    height = max(first.y1 - first.y0, second.y1 - second.y0)
    step = second.y0 - first.y0
    same_line = abs(step) < height / 2 and second.x0 >= first.x0
    # Two and a half heights allow for double spacing; more is another paragraph or a figure in between.
    next_line = 0 < step < 2.5 * height and second.x0 < first.x1 and first.x0 < second.x1
    return same_line or next_line
