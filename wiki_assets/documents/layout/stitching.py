"""Paragraphs that go on over a column, a page or a float are made one again.

Belongs here: which block continues which. Does not belong here: hyphenation at the seam (`composing`).
"""

from __future__ import annotations

from collections.abc import Sequence

from wiki_assets.documents.layout.blocks import Block
from wiki_assets.documents.layout.metrics import Metrics
from wiki_assets.documents.layout.settling import ends_sentence
from wiki_assets.documents.layout.structure import Placed
from wiki_assets.documents.model import ElementKind

_FLOATS = (ElementKind.TABLE, ElementKind.CAPTION, ElementKind.FOOTNOTE, ElementKind.FRONT_MATTER)
_TEXT = (ElementKind.PARAGRAPH, ElementKind.LIST)


def stitch(placed: Sequence[Placed], metrics: Metrics) -> list[Placed]:
    """Blocks with continued paragraphs joined; floats and notes that stood in between follow the paragraph they interrupted."""
    stitched: list[Placed] = []
    open_text: Placed | None = None
    interrupted: Placed | None = None
    for item in placed:
        kind = item.block.kind
        if kind is ElementKind.PARAGRAPH:
            continued = _continued(open_text, interrupted, item.block, metrics)
            if continued is not None:
                continued.block.lines.extend(item.block.lines)
                open_text = continued
                interrupted = continued if _is_cut(continued.block, metrics) else None
                continue
        stitched.append(item)
        interrupted = _interrupted(interrupted, item, metrics)
        if kind in _TEXT:
            open_text = item
        elif kind not in _FLOATS:
            open_text = None
    return stitched


def _continued(open_text: Placed | None, interrupted: Placed | None, block: Block, metrics: Metrics) -> Placed | None:
    """Which of two open paragraphs a block is the rest of: the last one, or the last one of the running text."""
    if open_text is not None and _continues(open_text.block, block, metrics):
        return open_text
    return interrupted if interrupted is not None and _resumes(interrupted.block, block, metrics) else None


def _interrupted(before: Placed | None, item: Placed, metrics: Metrics) -> Placed | None:
    """The paragraph whose sentence is still open after `item`: floats, and the words drawn in them, leave it open."""
    block = item.block
    if block.kind in _TEXT:
        if _is_cut(block, metrics):
            return item
        return before if before is not None and not _is_body(block, metrics) else None
    return before if block.kind in _FLOATS else None


def _is_body(block: Block, metrics: Metrics) -> bool:
    """Whether a block is set as the running text is, and long enough not to be a label."""
    return abs(block.size - metrics.size) < 0.6 and len(block.text) >= _BODY_LENGTH


_BODY_LENGTH = 60  # characters


def _is_cut(block: Block, metrics: Metrics) -> bool:
    """Whether a paragraph of the running text ends at the edge of its column, within a sentence."""
    last = block.lines[-1]
    open_end = last.x1 > block.right - 3 * metrics.size and not ends_sentence(last.text)
    return open_end and block.kind is ElementKind.PARAGRAPH and _is_body(block, metrics)


def _resumes(first: Block, second: Block, metrics: Metrics) -> bool:
    """Whether `second`, further on in another column, is the rest of `first`."""
    last, following = first.lines[-1], second.lines[0]
    elsewhere = following.page != last.page or following.y0 < last.y0 or second.column != first.column
    near = following.page <= last.page + 1
    return elsewhere and near and following.text[0].islower() and abs(second.size - metrics.size) < 0.6


def _continues(first: Block, second: Block, metrics: Metrics) -> bool:
    """Whether `second` is the rest of `first`: the sentence is open, and the type is the same."""
    last, following = first.lines[-1], second.lines[0]
    begun = following.text[0].islower() and abs(last.size - following.size) < 0.6
    if abs(first.size - second.size) > 0.09 * metrics.size and not begun:
        return False
    if last.text.endswith(("-", "\u2010")) and following.text[0].islower():
        return True
    if ends_sentence(last.text):
        return False
    if following.text[0].islower() or not following.text[0].isalnum():
        return True
    elsewhere = following.page != last.page or following.y0 < last.y0
    return elsewhere and following.x0 < second.left + 0.7 * metrics.size and last.x1 > first.right - 3 * metrics.size
