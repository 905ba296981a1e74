"""Drawn text and text that is not drawn, read apart.

Belongs here: parting a document's lines into two layers, and putting their elements together again. Does not belong here:
telling whether a span is drawn (`visibility`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from heapq import merge

from wiki_assets.documents.layout.lines import Page
from wiki_assets.documents.model import Element, ElementKind, Mark


def invisible_layer(pages: Sequence[Page]) -> list[Page]:
    """Pages of the lines that are not drawn, which are taken out of `pages`; empty where there are none."""
    hidden: list[Page] = []
    for page in pages:
        lines = [line for line in page.lines if line.invisible]
        if lines:
            page.lines = [line for line in page.lines if not line.invisible]
            hidden.append(replace(page, lines=lines))
    return hidden


def merged(seen: Sequence[Element], hidden: Sequence[Element]) -> tuple[Element, ...]:
    """Elements of both layers page by page, the drawn ones of a page first; the others are marked."""
    titled = any(element.kind is ElementKind.TITLE for element in seen)
    marked = [_marked(element, titled) for element in hidden]
    return tuple(element for _, _, element in merge(_keyed(seen, 0), _keyed(marked, 1), key=lambda entry: entry[:2]))


def _keyed(elements: Sequence[Element], layer: int) -> list[tuple[int, int, Element]]:
    """Elements with the page they are read on: never an earlier one than that of the element before."""
    keyed: list[tuple[int, int, Element]] = []
    page = 0
    for element in elements:
        page = max(page, element.spans[0].box.page)
        keyed.append((page, layer, element))
    return keyed


def _marked(element: Element, titled: bool) -> Element:
    """An element of the invisible layer; a document has one title, and the drawn one is it."""
    kind = ElementKind.HEADING if titled and element.kind is ElementKind.TITLE else element.kind
    return replace(element, kind=kind, marks=(*element.marks, Mark.INVISIBLE))
