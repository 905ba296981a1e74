"""Chunks: passages of a size that can be searched and cited.

Belongs here: what goes into one chunk. Does not belong here: sentences and places (`passages`), how large a chunk should be (`density`),
which chunks belong together (`parents`), or storage (`codec`).

- Running text is packed by sentence to the size its density asks for: 0.8 of the setting for dense text, 1.2 for plain prose. A
  chunk ends rather with a paragraph than within one, never crosses a top-level section or a place (a slide, a sheet, a chapter), and
  begins with the last sentence of the chunk before it in the same section.
- A caption, a table, a listing is a chunk of its own, whole. A table always is, however long: what is longer than a model's window is
  embedded in parts (`retrieval.embedding.parts`), and the index of words takes all of it. Code of more than `_CODE_MOST` times the
  setting is cut at blank lines, at line ends where there are none. A formula stays in the sentence it belongs to.
- Notes and remarks are chunks of their own, never mixed with the body. Text that cannot be trusted is in no chunk.
- Front matter and bibliography are chunks of their own kinds, which are never evidence.
- Paragraphs within a chunk are parted by a line break; all other white space of running text is single spaces. Headings are not in the
  text but in the section path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from wiki_assets.documents.density import LARGEST, Density, blended, density_of, size_for, sizing_of
from wiki_assets.documents.model import Chunk, ChunkKind, DocumentRecord, Element, ElementKind, Mark, ParsedDocument, chunk_id
from wiki_assets.documents.parents import with_parents
from wiki_assets.documents.passages import (
    Passage,
    Piece,
    assemble,
    cut,
    estimate_tokens,
    marks_of,
    passage_of,
    passages_of,
    pieces_of,
)

CHUNKER_VERSION = "2"
"""Raised whenever the same elements give other chunks; all citations of older pages then name the older version's ids."""

_RUNNING = (ElementKind.PARAGRAPH, ElementKind.LIST, ElementKind.FORMULA)
_WHOLE = {ElementKind.TABLE: ChunkKind.TABLE, ElementKind.CAPTION: ChunkKind.CAPTION, ElementKind.CODE: ChunkKind.CODE}
_ASIDE = {
    ElementKind.TITLE: ChunkKind.FRONT_MATTER,
    ElementKind.FRONT_MATTER: ChunkKind.FRONT_MATTER,
    ElementKind.BIBLIOGRAPHY: ChunkKind.BIBLIOGRAPHY,
}
_BY_ANOTHER_HAND = (Mark.NOTE, Mark.COMMENT)

_FULL = 1.2  # a chunk takes no further sentence beyond this share of the size it aims at
_ENOUGH = 0.8  # a chunk of at least this share ends with its paragraph
_SMALL = 0.3  # a rest below this share joins the chunk before it
_MOST = 1.6  # no chunk of running text is larger
_OVERLAP = 0.3  # a last sentence longer than this share is not repeated
_SURROUNDINGS = (
    150  # tokens that the rest of a section counts for in the density of one of its paragraphs: one of a line says little
)
_CODE_MOST = 8  # a listing of more than this share of the setting is cut: some 200 lines, more than a model is shown at once

_BLANK_LINES = re.compile(r"\n\s*\n")
_LINE_END = re.compile(r"\n")


@dataclass(frozen=True, slots=True)
class Draft:
    """What will be a chunk, and why it has its size."""

    kind: ChunkKind
    pieces: Sequence[Piece]
    path: tuple[str, ...]
    sizing: str


def chunk_document(record: DocumentRecord, parsed: ParsedDocument, target_tokens: int = 250) -> list[Chunk]:
    """Chunks of one document in reading order.

    Args:
        record: Gives key and hash of the document.
        parsed: Its elements.
        target_tokens: Size a chunk of usual density aims at, in tokens as `estimate_tokens` counts.

    Returns:
        Chunks with ordinals from 0 without gaps; empty for a document that was not readable.
    """
    if not record.status.readable:
        return []
    chunks: list[Chunk] = []
    for draft in (draft for section in _sections(parsed.elements) for draft in _section_drafts(section, target_tokens)):
        made = assemble(draft.pieces)
        if not made.text:
            continue
        n = len(chunks)
        passages = [piece.passage for piece in draft.pieces]
        places = {passage.place for passage in passages}
        chunks.append(
            Chunk(
                chunk_id=chunk_id(record.sha256, CHUNKER_VERSION, n), bibkey=record.bibkey, document_sha256=record.sha256, n=n,
                kind=draft.kind, text=made.text, original=made.original, spans=made.spans, section_path=draft.path,
                tokens=sum(piece.tokens for piece in draft.pieces), place=places.pop() if len(places) == 1 else "",
                marks=marks_of(passage.marks for passage in passages), sizing=draft.sizing,
            )
        )  # fmt: skip
    return with_parents(chunks, CHUNKER_VERSION, target_tokens)


def _sections(elements: Sequence[Element]) -> Iterator[list[Element]]:
    """Elements by top-level section, place and hand; headings drop out, for they are in the paths, and so does what cannot be trusted."""
    texts = (
        element
        for element in elements
        if element.kind is not ElementKind.HEADING and element.text and Mark.UNRELIABLE not in element.marks
    )
    for _, section in groupby(texts, key=lambda element: (element.section_path[:1], element.place)):
        told = list(section)
        yield [element for element in told if not _hand(element)]
        for hand in _BY_ANOTHER_HAND:
            yield [element for element in told if _hand(element) is hand]


def _hand(element: Element) -> Mark | None:
    return next((mark for mark in reversed(_BY_ANOTHER_HAND) if mark in element.marks), None)


def _section_drafts(section: Sequence[Element], target: int) -> list[Draft]:
    """Running text first, then its floats, then its notes: floats stand where the page had room, not where they belong."""
    drafts: list[Draft] = []
    for kind, group in groupby(section, key=lambda element: _ASIDE.get(element.kind)):
        elements = list(group)
        if kind is not None:
            drafts.extend(_aside(kind, elements, target))
            continue
        running = [element for element in elements if element.kind in _RUNNING]
        drafts.extend(_prose(passages_of(running), target))
        for element in elements:
            if element.kind in _WHOLE:
                drafts.extend(_whole(_WHOLE[element.kind], element, target))
        notes = [passage_of([element]) for element in elements if element.kind is ElementKind.FOOTNOTE]
        drafts.extend(_prose(notes, target))
    return drafts


def _aside(kind: ChunkKind, elements: Sequence[Element], target: int) -> Iterator[Draft]:
    pieces: list[Piece] = []
    tokens = 0
    path = elements[0].section_path
    sizing = f"no evidence: aims at {target} tokens"
    for element in elements:
        passage = passage_of([element])
        for piece in cut(passage, 0, len(passage.text), int(target * _FULL)):
            if pieces and tokens + piece.tokens > target * _FULL:
                yield Draft(kind, pieces, path, sizing)
                pieces, tokens = [], 0
            pieces.append(piece)
            tokens += piece.tokens
    if pieces:
        yield Draft(kind, pieces, path, sizing)


def _whole(kind: ChunkKind, element: Element, target: int) -> Iterator[Draft]:
    """A table whole; code and a caption too, unless they are beyond all measure."""
    passage = passage_of([element])
    size = estimate_tokens(element.text)
    most = target * (_CODE_MOST if kind is ChunkKind.CODE else LARGEST * _MOST)
    if kind is ChunkKind.TABLE or size <= most:
        yield Draft(
            kind, [Piece(passage, 0, len(passage.text), size)], element.section_path, f"whole: {_NAMES[kind]} is one chunk"
        )
        return
    told = f"cut: {_NAMES[kind]} of {size} tokens is longer than {most:.0f}"
    parts = _cut_code(passage, int(most)) if kind is ChunkKind.CODE else cut(passage, 0, len(passage.text), int(target * _FULL))
    for piece in parts:
        yield Draft(kind, [piece], element.section_path, told)


_NAMES = {ChunkKind.TABLE: "a table", ChunkKind.CAPTION: "a caption", ChunkKind.CODE: "code"}


def _cut_code(passage: Passage, most: int) -> Iterator[Piece]:
    """Code in parts of at most `most` tokens, cut at blank lines, at line ends where a part between them is larger."""
    start = 0
    while start < len(passage.text):
        whole = cut(passage, start, len(passage.text), most)[0].end
        if whole < len(passage.text):
            blank = [match for match in _BLANK_LINES.finditer(passage.text, start, whole + 1) if match.start() > start]
            breaks = blank or [match for match in _LINE_END.finditer(passage.text, start, whole + 1) if match.start() > start]
            whole = breaks[-1].start() if breaks else whole
        yield Piece(passage, start, whole, estimate_tokens(passage.text[start:whole]))
        rest = passage.text[whole:]
        start = whole + len(rest) - len(rest.lstrip("\n"))  # the next line keeps its indentation


class _Packing:
    """Sentences packed into chunks, each beginning with the last sentence of the one before.

    Attributes:
        done: Pieces of the finished chunks.
    """

    def __init__(self) -> None:
        self.done: list[list[Piece]] = []
        self._pieces: list[Piece] = []
        self._tokens = self._fresh = 0  # all tokens of the open chunk, and those that are not repeated

    def add(self, passage: Passage, aim: float) -> None:
        """Adds a passage; chunks that end within it aim at `aim` tokens."""
        if self._fresh and (
            self._tokens >= aim * _ENOUGH
            or (self._tokens >= aim * 0.4 and passage.section_path != self._pieces[-1].passage.section_path)
        ):
            self._finish(passage, aim)
        for piece in pieces_of(passage, int(aim * _FULL)):
            if self._fresh and self._tokens + piece.tokens > aim * _FULL:
                self._finish(passage, aim)
            self._pieces.append(piece)
            self._tokens += piece.tokens
            self._fresh += piece.tokens

    def close(self, aim: float) -> None:
        """Ends the last chunk; a small rest joins the one before."""
        if self._fresh:
            self.done.append(self._pieces)
        if len(self.done) < 2:
            return
        before, rest = self.done[-2], [piece for piece in self.done[-1] if piece not in self.done[-2]]
        size = sum(piece.tokens for piece in rest)
        if size < aim * _SMALL and size + sum(piece.tokens for piece in before) <= aim * _MOST:
            self.done[-2:] = [before + rest]

    def _finish(self, passage: Passage, aim: float) -> None:
        """The next chunk begins with the last sentence of the finished one, unless that is long or of another subsection."""
        self.done.append(self._pieces)
        last = self._pieces[-1]
        kept = last.tokens <= aim * _OVERLAP and last.passage.section_path == passage.section_path
        self._pieces = [last] if kept else []
        self._tokens, self._fresh = (last.tokens if kept else 0), 0


def _prose(passages: Sequence[Passage], target: int) -> Iterator[Draft]:
    """Running text in chunks of the size that its density asks for."""
    if not passages:
        return
    densities = _densities(passages)
    packing = _Packing()
    for passage, density in zip(passages, densities, strict=True):
        packing.add(passage, size_for(density, target))
    packing.close(size_for(densities[-1], target))
    by_passage = {id(passage): density for passage, density in zip(passages, densities, strict=True)}
    for pieces in packing.done:
        density = max((by_passage[id(piece.passage)] for piece in pieces), key=lambda one: one.tokens)
        yield Draft(ChunkKind.PROSE, pieces, _common_path(pieces), sizing_of(density, size_for(density, target), target))


def _densities(passages: Sequence[Passage]) -> list[Density]:
    """The density of each passage, seen with the subsection it stands in."""
    found: list[Density] = []
    for _, group in groupby(passages, key=lambda passage: passage.section_path):
        texts = [passage.text for passage in group]
        around = density_of("\n".join(texts))
        found.extend(blended(density_of(text), around, _SURROUNDINGS) for text in texts)
    return found


def _common_path(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """Headings above all of the pieces."""
    paths = [piece.passage.section_path for piece in pieces]
    shortest = min(len(path) for path in paths)
    length = next((depth for depth in range(shortest) if len({path[depth] for path in paths}) > 1), shortest)
    return paths[0][:length]
