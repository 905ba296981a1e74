"""From drawn lines to elements: reading order, paragraphs, headings, captions, front matter, bibliography.

Belongs here: the order of the steps. Each step has a module of its own; none of them knows any file format.
"""

from __future__ import annotations

from collections.abc import Sequence

from wiki_assets.documents.layout.blocks import blocks_of
from wiki_assets.documents.layout.columns import find_gutters, order_page
from wiki_assets.documents.layout.composing import compose
from wiki_assets.documents.layout.furniture import remove_furniture
from wiki_assets.documents.layout.layers import layers_of, merged
from wiki_assets.documents.layout.lines import Page
from wiki_assets.documents.layout.metrics import measure
from wiki_assets.documents.layout.right_to_left import mirror
from wiki_assets.documents.layout.stitching import stitch
from wiki_assets.documents.layout.structure import arrange
from wiki_assets.documents.model import Element
from wiki_assets.text.cleaning import words_of


def elements_of(pages: Sequence[Page]) -> tuple[Element, ...]:
    """Elements of a document in reading order. The pages' lists of lines are used up.

    Text that is not drawn, or garbled, is read by itself, so that it neither cuts nor displaces what is sound, and marked.
    """
    first, *others = layers_of(pages)
    plain = _elements_of_layer(first.pages)
    return merged([(first, plain), *((layer, _elements_of_layer(layer.pages)) for layer in others)]) if others else plain


def _elements_of_layer(pages: Sequence[Page]) -> tuple[Element, ...]:
    vocabulary: set[str] = set()
    for page in pages:
        mirror(page)
        vocabulary |= words_of("\n".join(line.text for line in page.lines))
    everything = [page.lines for page in pages]
    remove_furniture(pages)
    if not any(page.lines for page in pages):  # a document of one line a page: nothing but what repeats
        for page, lines in zip(pages, everything, strict=True):
            page.lines = lines
    gutters = find_gutters(pages)
    runs = [run for page in pages for run in order_page(page, gutters.get(page.number))]
    metrics = measure(runs)
    placed = stitch(arrange(blocks_of(runs, metrics), metrics), metrics)
    return tuple(compose(item, vocabulary) for item in placed)
