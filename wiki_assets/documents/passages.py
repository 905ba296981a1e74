"""Passages: stretches of clean text that know where each line was drawn. Chunks are cut from them.

Belongs here: gluing elements into passages and cutting passages into sentences. Does not belong here: how much goes into a
chunk (`chunking`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wiki_assets.documents.model import Element, ElementKind, Mark, TextSpan
from wiki_assets.text.sentences import split_sentences

_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{1,7}|[^\w\s]|_")
_ASCII_TOKEN = re.compile(r"[A-Za-z0-9]{1,7}|[^A-Za-z0-9\s]")  # gives the same on such text, faster
_SENTENCE_END = re.compile(r"[.?!][\"”’')\]]*[\d∗*†‡,]{0,3}$")


def estimate_tokens(text: str) -> int:
    """Estimated number of tokens: one for every seven letters of a word begun, one for every mark, one for every ideograph.

    On the prose of our 40 papers this is 0.97 of what a vocabulary of 32,000 word pieces gives (0.88 to 1.06 for eight passages in
    ten); tables and references, full of digits, come out at 0.6 to 0.7 of it.
    """
    return len((_ASCII_TOKEN if text.isascii() else _TOKEN).findall(text))


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph with the formulae it runs through.

    Attributes:
        drawn: The drawn line of every span; empty where the format has no lines.
        place: Of all its elements.
        marks: Of its elements.
    """

    text: str
    spans: tuple[TextSpan, ...]
    drawn: tuple[str, ...]
    section_path: tuple[str, ...]
    place: str = ""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence of a passage, or a part of one that is too long: `passage.text[start:end]`."""

    passage: Passage
    start: int
    end: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Assembled:
    """Pieces put together: text, text as drawn, and places."""

    text: str
    original: str
    spans: tuple[TextSpan, ...]


def passage_of(elements: Sequence[Element]) -> Passage:
    """One passage from elements that belong to one sentence or paragraph, joined by spaces."""
    first = elements[0]
    marks = marks_of(element.marks for element in elements)
    if len(elements) == 1:
        own = tuple(first.original.split("\n"))
        drawn_lines = own if len(own) == len(first.spans) else ()
        return Passage(first.text, first.spans, drawn_lines, first.section_path, first.place, marks)
    spans: list[TextSpan] = []
    drawn: list[str] = []
    texts: list[str] = []
    position = 0
    for element in elements:
        lines = element.original.split("\n")
        if len(lines) == len(element.spans):
            drawn.extend(lines)
        spans.extend(TextSpan(span.start + position, span.end + position, span.box) for span in element.spans)
        texts.append(element.text)
        position += len(element.text) + 1
    complete = len(drawn) == len(spans)
    return Passage(" ".join(texts), tuple(spans), tuple(drawn) if complete else (), first.section_path, first.place, marks)


def marks_of(given: Iterable[tuple[Mark, ...]]) -> tuple[Mark, ...]:
    """All the marks, each once, in the order in which they are defined."""
    found = {mark for marks in given for mark in marks}
    return tuple(mark for mark in Mark if mark in found)


def passages_of(elements: Iterable[Element]) -> list[Passage]:
    """Passages of the running text of a section: formulae are glued to the sentence they stand in."""
    passages: list[Passage] = []
    open_elements: list[Element] = []
    for element in elements:
        if open_elements and _goes_on(open_elements[-1], element):
            open_elements.append(element)
        else:
            if open_elements:
                passages.append(passage_of(open_elements))
            open_elements = [element]
    if open_elements:
        passages.append(passage_of(open_elements))
    return passages


def _goes_on(previous: Element, element: Element) -> bool:
    if (previous.section_path, previous.place, previous.marks) != (element.section_path, element.place, element.marks):
        return False
    if element.kind is ElementKind.FORMULA:
        return previous.kind is ElementKind.FORMULA or not _SENTENCE_END.search(previous.text)
    goes_on = element.text[0].islower() or element.text[0] in ",.;:)"
    if previous.kind is ElementKind.FORMULA:
        return element.kind is ElementKind.PARAGRAPH and goes_on
    return element.kind is ElementKind.PARAGRAPH and goes_on and not _SENTENCE_END.search(previous.text)


def pieces_of(passage: Passage, most: int) -> list[Piece]:
    """Sentences of a passage; one of more than `most` tokens is cut at white space."""
    pieces: list[Piece] = []
    for sentence in split_sentences(passage.text):
        tokens = estimate_tokens(sentence.text)
        if tokens <= most:
            pieces.append(Piece(passage, sentence.start, sentence.end, tokens))
        else:
            pieces.extend(cut(passage, sentence.start, sentence.end, most))
    return pieces


def cut(passage: Passage, start: int, end: int, most: int) -> list[Piece]:
    """`passage.text[start:end]` in pieces of at most `most` tokens, cut at white space where there is any."""
    whole = estimate_tokens(passage.text[start:end])
    if whole <= most:
        return [Piece(passage, start, end, whole)]
    pieces: list[Piece] = []
    while start < end:
        stop, tokens, blank = start, 0, -1
        for match in _TOKEN.finditer(passage.text, start, end):
            if tokens == most:
                break
            if tokens and passage.text[match.start() - 1].isspace():
                blank = stop
            tokens, stop = tokens + 1, match.end()
        else:
            stop, blank = end, -1
        stop = blank if blank > start else stop
        text = passage.text[start:stop].rstrip()
        pieces.append(Piece(passage, start, start + len(text), estimate_tokens(text)))
        start = stop
        while start < end and passage.text[start].isspace():
            start += 1
    return pieces


def assemble(pieces: Sequence[Piece]) -> Assembled:
    """Pieces as one text; a line break parts passages, so that no sentence runs on into the next passage."""
    texts: list[str] = []
    spans: list[TextSpan] = []
    drawn: list[str] = []
    position = 0
    previous: Piece | None = None
    for piece in pieces:
        if previous is not None:
            gap = piece.passage.text[previous.end : piece.start] if _adjacent(previous, piece) else "\n"
            texts.append(gap)
            position += len(gap)
        texts.append(piece.passage.text[piece.start : piece.end])
        _add_lines(piece, position, spans, drawn, previous)
        position += piece.end - piece.start
        previous = piece
    text = "".join(texts)
    return Assembled(text, "\n".join(drawn) if drawn else text, tuple(spans))


def _span_end(span: TextSpan) -> int:
    return span.end


def _adjacent(previous: Piece, piece: Piece) -> bool:
    return previous.passage is piece.passage and previous.end <= piece.start


def _add_lines(piece: Piece, position: int, spans: list[TextSpan], drawn: list[str], previous: Piece | None) -> None:
    """Adds the lines a piece touches; a line that two sentences share gives two spans but is drawn once."""
    shift = position - piece.start
    lines = piece.passage.spans
    for index in range(bisect_right(lines, piece.start, key=_span_end), len(lines)):
        span = lines[index]
        if span.start >= piece.end:
            break
        start, end = max(span.start, piece.start), min(span.end, piece.end)
        if start >= end:
            continue
        shared = previous is not None and _adjacent(previous, piece) and span.start < previous.end
        if shared and spans and spans[-1].box == span.box:
            spans[-1] = TextSpan(spans[-1].start, end + shift, span.box)
            continue
        spans.append(TextSpan(start + shift, end + shift, span.box))
        if piece.passage.drawn and not shared:
            drawn.append(piece.passage.drawn[index])
