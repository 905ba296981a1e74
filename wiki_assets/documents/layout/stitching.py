"""Paragraphs that go on over a column, a page or a float are made one again.

Belongs here: which block continues which. Does not belong here: hyphenation at the seam (`composing`).
"""

from __future__ import annotations

from collections.abc import Sequence

from wiki_assets.documents.layout.blocks import Block, ends_sentence
from wiki_assets.documents.layout.metrics import Metrics
from wiki_assets.documents.layout.structure import Placed
from wiki_assets.documents.model import ElementKind

_FLOATS = (ElementKind.TABLE, ElementKind.CAPTION, ElementKind.FOOTNOTE, ElementKind.FRONT_MATTER)
_TEXT = (ElementKind.PARAGRAPH, ElementKind.LIST)


def stitch(placed: Sequence[Placed], metrics: Metrics) -> list[Placed]:
    """Blocks with continued paragraphs joined; floats and notes that stood in between follow the paragraph they interrupted."""
    stitched: list[Placed] = []
    open_text: Placed | None = None
    for item in placed:
        kind = item.block.kind
        if open_text is not None and kind is ElementKind.PARAGRAPH and _continues(open_text.block, item.block, metrics):
            open_text.block.lines.extend(item.block.lines)
            continue
        stitched.append(item)
        if kind in _TEXT:
            open_text = item
        elif kind not in _FLOATS:
            open_text = None
    return stitched


def _continues(first: Block, second: Block, metrics: Metrics) -> bool:
    """Whether `second` is the rest of `first`: the sentence is open, and the type is the same."""
    last, following = first.lines[-1], second.lines[0]
    if abs(first.size - second.size) > 0.09 * metrics.size:
        return False
    if last.text.endswith(("-", "\u2010")) and following.text[0].islower():
        return True
    if ends_sentence(last.text):
        return False
    if following.text[0].islower() or not following.text[0].isalnum():
        return True
    elsewhere = following.page != last.page or following.y0 < last.y0
    return elsewhere and following.x0 < second.left + 0.7 * metrics.size and last.x1 > first.right - 3 * metrics.size
