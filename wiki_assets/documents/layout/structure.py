"""What blocks mean in their document, step by step, and the section each stands in.

Belongs here: the order of the judgements, and headings above a block. Does not belong here: the judgements themselves
(`front_matter`, `asides`, `references`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wiki_assets.documents.layout.asides import (
    complete_tables,
    mark_footnotes,
    without_contents,
    without_figure_headings,
    without_labels,
)
from wiki_assets.documents.layout.blocks import Block
from wiki_assets.documents.layout.front_matter import mark_front_matter, mark_front_sections, mark_notices
from wiki_assets.documents.layout.metrics import Metrics
from wiki_assets.documents.layout.references import mark_bibliography
from wiki_assets.documents.layout.roles import HEADING_NUMBER, KNOWN_HEADING
from wiki_assets.documents.model import ElementKind


@dataclass(slots=True)
class Placed:
    """A block with the headings above it."""

    block: Block
    section_path: tuple[str, ...]


def arrange(blocks: Sequence[Block], metrics: Metrics) -> list[Placed]:
    """Gives blocks their final kinds and sections; drops labels inside figures and tables of contents."""
    blocks = complete_tables(blocks, metrics)
    mark_footnotes(blocks, metrics)
    start = mark_front_matter(blocks, metrics)
    mark_notices(blocks)
    kept = without_labels(blocks, start, metrics)
    kept = without_contents(without_figure_headings(kept, metrics))
    mark_bibliography(kept)
    mark_front_sections(kept)
    return _with_sections(kept)


def _with_sections(blocks: Sequence[Block]) -> list[Placed]:
    levels = _unnumbered_levels(blocks)
    path: list[tuple[int, str]] = []
    placed: list[Placed] = []
    for block in blocks:
        if block.kind is ElementKind.HEADING:
            level = _RUN_IN_LEVEL if block.run_in else _level(block, levels)
            path = [entry for entry in path if entry[0] < level]
            placed.append(Placed(block, tuple(name for _, name in path)))
            path.append((level, block.text))
        elif block.kind is ElementKind.BIBLIOGRAPHY:
            placed.append(Placed(block, ("References",)))
        else:
            placed.append(Placed(block, tuple(name for _, name in path)))
    return placed


_RUN_IN_LEVEL = 9


def _style(block: Block) -> tuple[float, bool]:
    return block.lines[0].size, block.lines[0].bold


def _unnumbered_levels(blocks: Sequence[Block]) -> dict[tuple[float, bool], int]:
    """Level of each heading style, learned from the numbered headings set in it."""
    levels: dict[tuple[float, bool], int] = {}
    for block in blocks:
        if block.kind is ElementKind.HEADING and not block.run_in and (number := HEADING_NUMBER.match(block.text)):
            levels.setdefault(_style(block), number["number"].strip(".:) ").count(".") + 1)
    return levels


def _level(block: Block, levels: dict[tuple[float, bool], int]) -> int:
    number = HEADING_NUMBER.match(block.text)
    if number:
        return number["number"].strip(".:) ").count(".") + 1
    if KNOWN_HEADING.fullmatch(block.text):
        return 1
    known = levels.get(_style(block))
    if known is not None:
        return known
    larger = [level for (size, _), level in levels.items() if size > block.size]
    return max(larger) + 1 if larger else 1
