"""A parsed document as Markdown, for people.

Belongs here: the look of elements. Does not belong here: pages of the wiki (`concepts.markdown`).
"""

from __future__ import annotations

from collections.abc import Iterable

from wiki_assets.documents.model import Element, ElementKind

_DEEPEST = 6


def as_markdown(elements: Iterable[Element]) -> str:
    """Elements in reading order; what is no plain body text is told in italics before it."""
    return "\n\n".join(block for element in elements if (block := _block(element))) + "\n"


def _block(element: Element) -> str:
    marks = ", ".join(element.marks)
    told = f"*({marks})* " if marks else ""
    if element.kind is ElementKind.TITLE:
        return f"# {element.text}"
    if element.kind is ElementKind.HEADING:
        return f"{'#' * min(len(element.section_path) + 2, _DEEPEST)} {element.text}"
    if element.kind is ElementKind.TABLE:
        return f"{told}\n\n{element.text}".strip()
    if element.kind is ElementKind.CODE:
        return f"{told}\n\n```\n{element.text}\n```".strip()
    if element.kind is ElementKind.FORMULA:
        return f"{told}$$ {element.text} $$"
    if element.kind in (ElementKind.PARAGRAPH, ElementKind.LIST):
        return f"{told}{element.text}"
    return f"*({element.kind.value})* {told}{element.text}"
