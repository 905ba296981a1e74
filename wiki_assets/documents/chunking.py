"""Chunks: passages of a size that can be searched and cited.

Belongs here: what goes into one chunk. Does not belong here: sentences and places (`passages`), or storage (`codec`).

- Running text is packed by sentence to about the wanted size. A chunk ends rather with a paragraph than within one, never
  crosses a top-level section, and begins with the last sentence of the chunk before it in the same section.
- A caption, a table, a listing is a chunk of its own, whole. A formula stays in the sentence it belongs to.
- Front matter and bibliography are chunks of their own kinds, which are never evidence.
- Paragraphs within a chunk are parted by a line break; all other white space is single spaces. Headings are not in the text
  but in the section path.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from wiki_assets.documents.model import Chunk, ChunkKind, DocumentRecord, Element, ElementKind, ParsedDocument, chunk_id
from wiki_assets.documents.passages import Passage, Piece, assemble, cut, estimate_tokens, passage_of, passages_of, pieces_of

CHUNKER_VERSION = "1"
"""Raised whenever the same elements give other chunks; all citations of older pages then name the older version's ids."""

_RUNNING = (ElementKind.PARAGRAPH, ElementKind.LIST, ElementKind.FORMULA)
_WHOLE = {ElementKind.TABLE: ChunkKind.TABLE, ElementKind.CAPTION: ChunkKind.CAPTION, ElementKind.CODE: ChunkKind.CODE}
_ASIDE = {
    ElementKind.TITLE: ChunkKind.FRONT_MATTER,
    ElementKind.FRONT_MATTER: ChunkKind.FRONT_MATTER,
    ElementKind.BIBLIOGRAPHY: ChunkKind.BIBLIOGRAPHY,
}

_FULL = 1.2  # a chunk takes no further sentence beyond this share of the wanted size
_ENOUGH = 0.8  # a chunk of at least this share ends with its paragraph
_SMALL = 0.3  # a rest below this share joins the chunk before it
_MOST = 1.6  # no chunk but a table is larger
_OVERLAP = 0.3  # a last sentence longer than this share is not repeated


def chunk_document(record: DocumentRecord, parsed: ParsedDocument, target_tokens: int = 250) -> list[Chunk]:
    """Chunks of one document in reading order.

    Args:
        record: Gives key and hash of the document.
        parsed: Its elements.
        target_tokens: Size a chunk aims at, in tokens as `estimate_tokens` counts.

    Returns:
        Chunks with ordinals from 0 without gaps; empty for a document that was not readable.
    """
    if not record.status.readable:
        return []
    drafts = [draft for section in _sections(parsed.elements) for draft in _section_drafts(section, target_tokens)]
    chunks: list[Chunk] = []
    for kind, pieces, path in drafts:
        made = assemble(pieces)
        if not made.text:
            continue
        n = len(chunks)
        chunks.append(
            Chunk(
                chunk_id=chunk_id(record.sha256, CHUNKER_VERSION, n), bibkey=record.bibkey, document_sha256=record.sha256, n=n, kind=kind,
                text=made.text, original=made.original, spans=made.spans, section_path=path, tokens=sum(piece.tokens for piece in pieces),
            )
        )  # fmt: skip
    return chunks


Draft = tuple[ChunkKind, list[Piece], tuple[str, ...]]


def _sections(elements: Sequence[Element]) -> Iterator[list[Element]]:
    """Elements by top-level section; headings drop out, for they are in the paths."""
    texts = (element for element in elements if element.kind is not ElementKind.HEADING and element.text)
    for _, section in groupby(texts, key=lambda element: element.section_path[:1]):
        yield list(section)


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
    for element in elements:
        passage = passage_of([element])
        for piece in cut(passage, 0, len(passage.text), int(target * _FULL)):
            if pieces and tokens + piece.tokens > target * _FULL:
                yield kind, pieces, path
                pieces, tokens = [], 0
            pieces.append(piece)
            tokens += piece.tokens
    if pieces:
        yield kind, pieces, path


def _whole(kind: ChunkKind, element: Element, target: int) -> Iterator[Draft]:
    passage = passage_of([element])
    size = estimate_tokens(element.text)
    if kind is ChunkKind.TABLE or size <= target * _MOST:
        yield kind, [Piece(passage, 0, len(passage.text), size)], element.section_path
        return
    for piece in cut(passage, 0, len(passage.text), int(target * _FULL)):
        yield kind, [piece], element.section_path


def _prose(passages: Sequence[Passage], target: int) -> list[Draft]:
    """Sentences packed into chunks, each beginning with the last sentence of the one before."""
    chunks: list[list[Piece]] = []
    current: list[Piece] = []
    tokens = fresh = 0  # all tokens, and those that are not repeated
    for passage in passages:
        if fresh and (
            tokens >= target * _ENOUGH or (tokens >= target * 0.4 and passage.section_path != current[-1].passage.section_path)
        ):
            chunks.append(current)
            current, tokens, fresh = _overlap(current, passage, target)
        for piece in pieces_of(passage, int(target * _FULL)):
            if fresh and tokens + piece.tokens > target * _FULL:
                chunks.append(current)
                current, tokens, fresh = _overlap(current, passage, target)
            current.append(piece)
            tokens += piece.tokens
            fresh += piece.tokens
    if fresh:
        chunks.append(current)
    _merge_small_rest(chunks, target)
    return [(ChunkKind.PROSE, pieces, _common_path(pieces)) for pieces in chunks]


def _overlap(finished: list[Piece], passage: Passage, target: int) -> tuple[list[Piece], int, int]:
    """The beginning of the next chunk: the last sentence of the finished one, unless it is long or of another subsection."""
    last = finished[-1]
    if last.tokens > target * _OVERLAP or last.passage.section_path != passage.section_path:
        return [], 0, 0
    return [last], last.tokens, 0


def _merge_small_rest(chunks: list[list[Piece]], target: int) -> None:
    if len(chunks) < 2:
        return
    before, rest = chunks[-2], [piece for piece in chunks[-1] if piece not in chunks[-2]]
    size = sum(piece.tokens for piece in rest)
    if size < target * _SMALL and size + sum(piece.tokens for piece in before) <= target * _MOST:
        chunks[-2:] = [before + rest]


def _common_path(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """Headings above all of the pieces."""
    paths = [piece.passage.section_path for piece in pieces]
    shortest = min(len(path) for path in paths)
    length = next((depth for depth in range(shortest) if len({path[depth] for path in paths}) > 1), shortest)
    return paths[0][:length]
