"""Elements of the library `unstructured` as ours.

Belongs here: which of its categories is which kind. Does not belong here: calling it (`partitioned`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.html_reading import add_html
from wiki_assets.documents.model import ElementKind

_KINDS = {
    "FigureCaption": ElementKind.CAPTION,
    "Formula": ElementKind.FORMULA,
    "CodeSnippet": ElementKind.CODE,
    "Footnote": ElementKind.FOOTNOTE,
}
# Of every page again, or no text: what a picture is called is not what it shows.
_DROPPED = frozenset({"Header", "Footer", "PageBreak", "PageNumber", "Page-header", "Page-footer", "Image"})


class Metadata(Protocol):
    """What the library says beside the text of an element."""

    category_depth: int | None
    text_as_html: str | None


class Partition(Protocol):
    """An element of the library."""

    category: str
    text: str
    metadata: Metadata


def add_partitions(builder: ElementBuilder, partitions: Iterable[Partition]) -> None:
    """Adds elements of the library.

    A title counts as a heading only where the file gives it a rank: else the library has guessed, by length and words. Items of a list
    come one by one and are put together again.
    """
    items: list[str] = []
    for partition in partitions:
        if partition.category in ("ListItem", "List-item"):
            items.append(f"• {' '.join(partition.text.split())}")
            continue
        _add_list(builder, items)
        _add(builder, partition)
    _add_list(builder, items)


def _add_list(builder: ElementBuilder, items: list[str]) -> None:
    builder.text(ElementKind.LIST, "\n".join(items))
    items.clear()


def _add(builder: ElementBuilder, partition: Partition) -> None:
    if partition.category in _DROPPED:
        return
    html = partition.metadata.text_as_html
    if partition.category == "Table" and html:
        add_html(builder, html)
    elif partition.category == "Title" and partition.metadata.category_depth is not None:
        builder.heading(partition.text, partition.metadata.category_depth + 1)
    else:
        builder.text(_KINDS.get(partition.category, ElementKind.PARAGRAPH), partition.text)
