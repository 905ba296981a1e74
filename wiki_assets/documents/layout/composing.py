"""From lines to an element's text: hyphenation undone, every line's place kept.

Belongs here: the one way lines become `text`, `original` and `spans`. Does not belong here: which lines belong together.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from wiki_assets.documents.layout.lines import Line
from wiki_assets.documents.layout.structure import Placed
from wiki_assets.documents.model import Element, ElementKind, TextSpan
from wiki_assets.text.cleaning import join_lines


def compose(placed: Placed, vocabulary: Set[str]) -> Element:
    """The element of a block. Code keeps its line breaks; everything else flows."""
    block = placed.block
    code = block.kind is ElementKind.CODE
    text, spans = _code(block.lines) if code else _flow(block.lines, vocabulary)
    original = "\n".join(line.drawn.rstrip() for line in block.lines)
    return Element(block.kind, text, original, spans, placed.section_path)


def _flow(lines: Sequence[Line], vocabulary: Set[str]) -> tuple[str, tuple[TextSpan, ...]]:
    pieces: list[str] = []
    spans: list[TextSpan] = []
    position = 0
    for index, line in enumerate(lines):
        text, separator = line.text, ""
        if index + 1 < len(lines):
            text, separator = join_lines(line.text, lines[index + 1].text, vocabulary)
        spans.append(TextSpan(position, position + len(text), line.box))
        pieces.append(text + separator)
        position += len(text) + len(separator)
    return "".join(pieces), tuple(spans)


def _code(lines: Sequence[Line]) -> tuple[str, tuple[TextSpan, ...]]:
    spans: list[TextSpan] = []
    position = 0
    for line in lines:
        spans.append(TextSpan(position, position + len(line.text), line.box))
        position += len(line.text) + 1
    return "\n".join(line.text for line in lines), tuple(spans)
