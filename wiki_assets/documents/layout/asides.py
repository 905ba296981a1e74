"""What stands beside the text: footnotes, words drawn inside figures, cells that a table lost, tables of contents.

Belongs here: telling such blocks from the text by their type and place. Does not belong here: front matter and references.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wiki_assets.documents.layout.blocks import Block
from wiki_assets.documents.layout.front_matter import is_prose
from wiki_assets.documents.layout.lines import on_one_baseline
from wiki_assets.documents.layout.metrics import Metrics
from wiki_assets.documents.layout.roles import HEADING_NUMBER, KNOWN_HEADING, content_words
from wiki_assets.documents.layout.settling import ends_sentence
from wiki_assets.documents.layout.tables import CELL_LENGTH
from wiki_assets.documents.model import ElementKind

_CONTENTS = re.compile(r"(table of )?contents", re.IGNORECASE)
_LEADERS = re.compile(r"(\.\s?){4,}\s*\d*|(\s\.){3,}")
_RELATION = re.compile(r"[=<>≤≥∈∉→↦⇒⇔≡≈∼≃≅⊂⊆⊃⊇∪∩∑∫∏∥∇∂√:±×·∘+]")
_STATED = re.compile(r"[=≤≥∈∼≃≅≡≈⊂⊆≍]|^\[\w+\]")  # what states something, and the label of a reference
_SENTENCE_WORDS = re.compile(r"\b(the|is|are|we|will|be|that|where|then|have|has|with|which|this|these|it)\b", re.IGNORECASE)
_IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4}")  # their words are not parted by spaces
_NOTE_MARK = re.compile(r"(\d{1,2}|[∗*†‡§¶])\s?\S")


def mark_footnotes(blocks: Sequence[Block], metrics: Metrics) -> None:
    """Small type at the foot of a column, begun by a mark."""
    foot = True
    for block, below in zip(reversed(blocks), [None, *reversed(blocks)], strict=False):
        if below is None or below.column != block.column:
            foot = True
        small = block.size < metrics.size - 0.6
        if not small and block.kind in (ElementKind.PARAGRAPH, ElementKind.LIST, ElementKind.HEADING):
            foot = False
        if foot and small and block.kind in (ElementKind.PARAGRAPH, ElementKind.LIST):
            marked = block.lines[0].raised or _NOTE_MARK.match(block.text) is not None
            if marked or (below is not None and below.column == block.column and below.kind is ElementKind.FOOTNOTE):
                block.kind = ElementKind.FOOTNOTE


def without_labels(blocks: Sequence[Block], start: int, metrics: Metrics) -> list[Block]:
    """Blocks without words drawn inside figures, from index `start` on.

    Where there would be many, the document is of another kind (verse, slides, forms) and keeps them all.
    """
    labels = {id(block) for block in blocks[start:] if _is_label(block, metrics)}
    labels -= {id(block) for before, block, after in zip(blocks, blocks[1:], blocks[2:], strict=False)
               if id(block) in labels and _joins_formulae(before, block, after, metrics)}  # fmt: skip
    labels -= {id(block) for before, block, after in zip(blocks, blocks[1:], blocks[2:], strict=False)
               if id(block) in labels and not {id(before), id(after)} & labels and _is_awaited(before, block, after)}  # fmt: skip
    drawn = sum(len(block.text) for block in blocks if id(block) in labels)
    if drawn > _MOST_LABELS * sum(len(block.text) for block in blocks):
        return list(blocks)
    return [block for block in blocks if id(block) not in labels]


_MOST_LABELS = 0.1  # of all characters; the most among our 40 papers is 0.05


def _is_awaited(before: Block, block: Block, after: Block) -> bool:
    """Whether a sentence goes on over a block: without that displayed formula it would lose its middle and still read on."""
    around = (before.kind, after.kind) == (ElementKind.PARAGRAPH, ElementKind.PARAGRAPH)
    together = before.column == block.column == after.column
    return around and together and not ends_sentence(before.text) and after.text[:1].islower()


def _joins_formulae(before: Block, block: Block, after: Block, metrics: Metrics) -> bool:
    """Whether a block begins at the edge of the column right above or below a displayed formula: "Because", "and therefore"."""
    line = block.lines[0]
    flush = line.x0 < block.left + 0.3 * metrics.size and bool(content_words(line.text))
    return flush and any(
        other.kind is ElementKind.FORMULA and other.column == block.column and _STATED.search(other.text) is not None
        for other in (before, after)
    )


def _is_label(block: Block, metrics: Metrics) -> bool:
    """Few words that make no sentence, in type unlike the text's or strewn over the page: names drawn inside a figure."""
    if block.kind not in (ElementKind.PARAGRAPH, ElementKind.FORMULA, ElementKind.LIST):
        return False
    text = block.text
    words = text.split()
    if block.kind is ElementKind.FORMULA:
        return _RELATION.search(text) is None and all(len(word) <= 3 for word in words)
    if len(_SENTENCE_WORDS.findall(text)) >= 2 or _STATED.search(text):
        return False
    if len(words) > 3 * len(block.lines) or len(words) > 40 or _IDEOGRAPHS.search(text) or text[-1] in ".:;?!":
        return False
    strange = abs(block.size - metrics.size) > 0.6
    return strange or len(text) <= 3 or (block.kind is ElementKind.PARAGRAPH and _is_strewn(block, metrics))


def _is_strewn(block: Block, metrics: Metrics) -> bool:
    """Whether no line begins at the column's edge, or lines stand side by side."""
    away = all(line.x0 > block.left + 2 * metrics.size for line in block.lines)
    beside = any(on_one_baseline(first, second) for first, second in zip(block.lines, block.lines[1:], strict=False))
    return away or beside


def without_contents(blocks: Sequence[Block]) -> list[Block]:
    """Blocks without tables of contents: entries with dot leaders, and the list under a heading "Contents"."""
    kept: list[Block] = []
    inside = False
    for block in blocks:
        text = block.text
        leaders = len(_LEADERS.findall(text)) if ".." in text or ". ." in text else 0
        if block.kind is ElementKind.HEADING and _CONTENTS.fullmatch(text):
            inside = True
            continue
        if leaders and (inside or leaders * 2 >= len(block.lines)):
            continue
        if inside and _ends_in_page_numbers(block) and not is_prose(block):
            continue
        inside = inside and block.kind is not ElementKind.PARAGRAPH and not HEADING_NUMBER.match(text)
        kept.append(block)
    return kept


def _ends_in_page_numbers(block: Block) -> bool:
    return sum(re.search(r"\s\d{1,3}$", line.text) is not None for line in block.lines) * 2 >= len(block.lines)


def complete_tables(blocks: Sequence[Block], metrics: Metrics) -> list[Block]:
    """Tables with the cells that stand right above or below them and were taken for paragraphs: headers, wrapped cells."""
    completed: list[Block] = []
    for block in blocks:
        before = completed[-1] if completed else None
        if before is not None and _is_cell_of(block, before, metrics):
            before.lines.extend(block.lines)
        elif before is not None and block.kind is ElementKind.TABLE and _is_cell_of(before, block, metrics):
            block.lines[:0] = before.lines
            completed[-1] = block
        else:
            completed.append(block)
    return completed


def _is_cell_of(block: Block, table: Block, metrics: Metrics) -> bool:
    """Whether a block of short lines belongs to the table next to it."""
    if table.kind is not ElementKind.TABLE or block.column != table.column:
        return False
    if (
        block.kind not in (ElementKind.PARAGRAPH, ElementKind.FORMULA, ElementKind.TABLE)
        or block.lines[0].size > metrics.size + 0.6
    ):
        return False
    if max(len(line.text) for line in block.lines) > CELL_LENGTH and block.kind is not ElementKind.TABLE:
        return False
    upper, lower = sorted((block, table), key=lambda one: min(line.y0 for line in one.lines))
    gap = min(line.y0 for line in lower.lines) - max(line.y1 for line in upper.lines)
    return gap < 1.2 * metrics.leading


def without_figure_headings(blocks: Sequence[Block], metrics: Metrics) -> list[Block]:
    """Blocks without bold words drawn in a figure: unnumbered "headings" in small type right above a figure's caption."""
    kept: list[Block] = []
    for block in reversed(blocks):
        above_caption = bool(kept) and kept[-1].kind is ElementKind.CAPTION and kept[-1].page == block.page
        plain = block.kind is ElementKind.HEADING and not block.run_in and HEADING_NUMBER.match(block.text) is None
        if above_caption and plain and block.size <= metrics.size + 0.6 and not KNOWN_HEADING.fullmatch(block.text):
            continue
        kept.append(block)
    kept.reverse()
    return kept
