"""Text that must not be read in one flow with the rest, read apart: what is not drawn, what is garbled, what stands sideways.

Belongs here: parting a document's lines into layers, and putting their elements together again. Does not belong here: telling
what belongs in which (`visibility`, `garbled`, `pages`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import merge

from wiki_assets.documents.layout.lines import Page
from wiki_assets.documents.model import Element, ElementKind, Mark


@dataclass(frozen=True, slots=True)
class Layer:
    """Pages that are read together, and the marks of all their elements."""

    pages: list[Page]
    marks: tuple[Mark, ...] = ()


def layers_of(pages: Sequence[Page]) -> list[Layer]:
    """The layers of a document, plain text first; only those that have any. The pages' lines go into them.

    Every layer has pages in order; a page of which nothing is left is only in the first one, so that pages can be counted there.
    """
    plain = list(pages)
    garbled = [page for page in plain if page.garbled]
    plain = [replace(page, lines=[], sideways=None) if page.garbled else page for page in plain]
    sideways = [page.sideways for page in plain if page.sideways is not None]
    others = [
        Layer(sideways),
        Layer(_taken_hidden(plain), (Mark.INVISIBLE,)),
        Layer([*garbled, *(page.sideways for page in garbled if page.sideways is not None)], (Mark.UNRELIABLE,)),
    ]
    return [Layer(plain), *(layer for layer in others if layer.pages)]


def _taken_hidden(pages: Sequence[Page]) -> list[Page]:
    """Pages of the lines that are not drawn, which are taken out of `pages`."""
    hidden: list[Page] = []
    for page in pages:
        lines = [line for line in page.lines if line.invisible]
        if lines:
            page.lines = [line for line in page.lines if not line.invisible]
            hidden.append(replace(page, lines=lines))
    return hidden


def merged(layers: Sequence[tuple[Layer, Sequence[Element]]]) -> tuple[Element, ...]:
    """Elements of all layers page by page, in the order of the layers on each page, marked. The first title is the only one."""
    keyed = []
    titled = False
    for order, (layer, elements) in enumerate(layers):
        keyed.append(_keyed([_marked(element, layer.marks, titled) for element in elements], order))
        titled = titled or any(element.kind is ElementKind.TITLE for element in elements)
    return tuple(element for _, _, element in merge(*keyed, key=lambda entry: entry[:2]))


def _keyed(elements: Sequence[Element], layer: int) -> list[tuple[int, int, Element]]:
    """Elements with the page they are read on: never an earlier one than that of the element before."""
    keyed: list[tuple[int, int, Element]] = []
    page = 0
    for element in elements:
        page = max(page, element.spans[0].box.page)
        keyed.append((page, layer, element))
    return keyed


def _marked(element: Element, marks: tuple[Mark, ...], titled: bool) -> Element:
    kind = ElementKind.HEADING if titled and element.kind is ElementKind.TITLE else element.kind
    return replace(element, kind=kind, marks=(*element.marks, *marks)) if marks or kind is not element.kind else element
