"""A first pass through a page: what is hidden, and how much text stands where.

Belongs here: measures that the judgements of the second pass rest on. Does not belong here: any of these judgements.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from wiki_assets.documents.loaders.html_reading.formulas import formula_text, is_display, is_formula
from wiki_assets.documents.loaders.html_reading.hiding import Hiding
from wiki_assets.documents.loaders.html_reading.tags import HEADINGS, LISTINGS
from wiki_assets.documents.loaders.html_reading.tree import Node, go_through, raw_text

_FORMULA_LETTERS = 3  # what a formula counts for where text is measured


@dataclass(slots=True)
class Page:
    """A page after the first pass; its nodes carry their measures.

    Attributes:
        root: The whole tree.
        title: Text of `<title>`.
        first_headings: Visible `h1` in order.
        unlinked_in_main: Visible letters outside of links in what the page calls its main part.
    """

    root: Node
    title: str = ""
    first_headings: list[Node] = field(default_factory=list)
    unlinked_in_main: int = 0


def measured(root: Node) -> Page:
    """Goes through a tree once and measures it, in place."""
    page = Page(root)
    sheets: list[str] = []
    _read_heads(root, page, sheets)
    hiding = Hiding(sheets)
    open_nodes = [root]
    links = 0

    def enter(node: Node) -> Iterable[Node | str] | None:
        nonlocal links
        if hiding.hides(node):
            node.skipped = True
            return None
        if is_formula(node):
            node.letters = _FORMULA_LETTERS if formula_text(node) else 0
            node.blocks = 0
            open_nodes[-1].letters += node.letters
            open_nodes[-1].blocks += is_display(node)
            return None
        links += node.tag == "a"
        open_nodes.append(node)
        return node.children

    def text(said: str) -> None:
        letters = len("".join(said.split()))
        open_nodes[-1].letters += letters
        if links:
            open_nodes[-1].linked += letters

    def leave(node: Node) -> None:
        nonlocal links
        links -= node.tag == "a"
        open_nodes.pop()
        if node.tag == "h1" and node.letters:
            page.first_headings.append(node)
        if _is_main(node):
            node.holds_main = True
            page.unlinked_in_main += node.letters - node.linked
        _add_to(open_nodes[-1], node)

    go_through(root, enter, text, leave)
    return page


def _is_main(node: Node) -> bool:
    return node.tag == "main" or node.role == "main"


def _add_to(above: Node, node: Node) -> None:
    above.letters += node.letters
    above.linked += node.linked
    above.holds_main = above.holds_main or node.holds_main
    if not node.letters:
        return
    is_table, is_heading = node.tag == "table", node.tag in HEADINGS
    above.headings += node.headings + is_heading
    above.blocks += node.blocks + (is_table or is_heading or node.tag in LISTINGS or node.tag == "figure")


def _read_heads(root: Node, page: Page, sheets: list[str]) -> None:
    """Title and style sheets, which stand in parts that are no text."""

    def enter(node: Node) -> Iterable[Node | str] | None:
        if node.tag == "style":
            if "print" not in node.attributes.get("media", ""):
                sheets.append(raw_text(node))
            return None
        if node.tag == "title" and not page.title:
            page.title = " ".join(raw_text(node).split())
        return None if node.tag in ("svg", "script", "template") else node.children

    go_through(root, enter)
