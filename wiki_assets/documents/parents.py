"""Parents: the passages of a section that chunks are parts of, for whoever finds a chunk and wants to read around it.

Belongs here: which chunks form a parent, and its text. Does not belong here: cutting chunks (`chunking`).

Consecutive chunks of running text under the same headings, in the same place and by the same hand (body, notes, remarks) form a parent of
up to about four times the wanted size of a chunk. Tables, code and captions stand apart from running text, which would break off at each of
them: those of one section form parents of their own, so that a caption leads to its table. So do front matter and references.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from wiki_assets.documents.model import CHUNK_NAMESPACE, Chunk, ChunkKind, Mark
from wiki_assets.text.sentences import split_sentences

_LARGEST = 4.0  # size of a parent as a share of the wanted size of a chunk: about a page
_FLOATS = frozenset((ChunkKind.TABLE, ChunkKind.CAPTION, ChunkKind.CODE))
_BY_ANOTHER_HAND = frozenset((Mark.NOTE, Mark.COMMENT))
_SENTENCE_ENDS = (".", "?", "!", ":", "”", '"', "’", ")", "]")


def parent_id(document_sha256: str, chunker_version: str, first: int) -> str:
    """Id of the parent whose first chunk has ordinal `first`."""
    return str(uuid.uuid5(CHUNK_NAMESPACE, f"{document_sha256}|{chunker_version}|parent|{first}"))


def with_parents(chunks: Sequence[Chunk], chunker_version: str, target_tokens: int) -> list[Chunk]:
    """The chunks of one document, in order, each with the id of its parent."""
    told: list[Chunk] = []
    for family in _families(chunks):
        for parent in _divided(family, int(_LARGEST * target_tokens)):
            name = parent_id(parent[0].document_sha256, chunker_version, parent[0].n)
            told.extend(replace(chunk, parent_id=name) for chunk in parent)
    return told


def children_of(chunks: Sequence[Chunk], parent: str) -> tuple[Chunk, ...]:
    """The chunks of a parent, in order. `chunks` are those of one document, in order."""
    return tuple(chunk for chunk in chunks if chunk.parent_id == parent)


def parent_text(chunks: Sequence[Chunk], parent: str) -> str:
    """The text of a parent as it reads on: the sentence that each chunk repeats of the one before is there once."""
    parts: list[str] = []
    before = ""
    for chunk in children_of(chunks, parent):
        repeated = _repeated(before, chunk.text)
        if repeated:
            parts.append(chunk.text[repeated:])
        elif parts:
            parts += ("\n" if before.endswith(_SENTENCE_ENDS) else " ", chunk.text)
        else:
            parts.append(chunk.text)
        before = chunk.text
    return "".join(parts)


def _families(chunks: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    for _, family in groupby(chunks, key=_family):
        yield list(family)


def _family(chunk: Chunk) -> tuple[object, ...]:
    sort = "floats" if chunk.kind in _FLOATS else "running" if chunk.kind.citable else chunk.kind.value
    return sort, chunk.section_path, chunk.place, _BY_ANOTHER_HAND.intersection(chunk.marks)


def _divided(family: Sequence[Chunk], most: int) -> Iterator[list[Chunk]]:
    """Runs of chunks of at most `most` tokens, all of about the same size; a larger chunk is a run of its own."""
    total = sum(chunk.tokens for chunk in family)
    share = total / -(-total // most) if total else most
    run: list[Chunk] = []
    size = 0
    for chunk in family:
        if run and (size + chunk.tokens > most or size + chunk.tokens / 2 > share):
            yield run
            run, size = [], 0
        run.append(chunk)
        size += chunk.tokens
    if run:
        yield run


def _repeated(before: str, text: str) -> int:
    """How many characters of `text`, from its beginning, are the end of `before`: its first sentence, or the most whole words."""
    first = next((sentence.end for sentence in split_sentences(text)), 0)
    longest = range(min(len(before), len(text)), 0, -1)
    return next((length for length in (first, *longest) if _is_end(before, text, length)), 0)


def _is_end(before: str, text: str, length: int) -> bool:
    if not 0 < length <= min(len(before), len(text)) or not before.endswith(text[:length]):
        return False
    return (length == len(text) or text[length].isspace()) and (length == len(before) or before[-length - 1].isspace())
