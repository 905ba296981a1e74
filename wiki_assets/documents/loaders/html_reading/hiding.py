"""What a reader of a page does not see.

Belongs here: elements that are never text, and the ways of hiding one: attributes, inline style, simple rules of a style sheet. Does not
belong here: what is seen but is no content (`furniture`).

A style sheet is not computed: only rules for one class, id or tag count, outside of any `@media`, and not where another rule shows the
same name. What we cannot judge stays text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from wiki_assets.documents.loaders.html_reading.tags import BLOCKS
from wiki_assets.documents.loaders.html_reading.tree import Node

# Not `head`: where a page leaves its end out, the parser leaves elements it does not know in it, such as `main`.
_NEVER_TEXT = frozenset({
    "script", "style", "template", "noscript", "iframe", "object", "embed", "applet", "svg", "canvas", "audio", "video",
    "datalist", "param", "source", "track", "link", "meta", "title", "base", "noframes", "noembed", "rp", "rt", "rtc",
    "colgroup", "col", "input",
})  # fmt: skip
_NEVER_HIDDEN = frozenset({"#document", "html", "head", "body", "main"})  # pages hide them until their scripts have run
_OFF_SCREEN = frozenset(
    {"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only", "element-invisible"}
)
# Marks that editing tools set beside a heading, and numbers of lines beside a listing.
_CONTROLS = frozenset({
    "mw-editsection", "headerlink", "doc-anchor", "copiable-link",
    "hash-link", "header-anchor", "anchorjs-link", "anchor-link", "linenos", "linenodiv",
    "lineno", "line-numbers", "line-number", "gutter", "blob-num", "mw-jump-link", "jump-to-nav",
})  # fmt: skip
_HIDING = re.compile(r"(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b", re.IGNORECASE)
_SHOWING = re.compile(r"(?:^|[;{\s])(?:display\s*:\s*(?!none\b)\w|visibility\s*:\s*visible)", re.IGNORECASE)
_STYLE_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_SIMPLE = re.compile(r"[a-z][\w-]*|(?:[a-z][\w-]*)?[.#][\w-]+", re.IGNORECASE)
_NAME = re.compile(r"[.#]?[\w-]+")


class Hiding:
    """Knows what is hidden on one page.

    Args:
        sheets: The page's style sheets.
    """

    def __init__(self, sheets: Iterable[str] = ()) -> None:
        self._hidden: set[str] = set()
        shown: set[str] = set()
        for sheet in sheets:
            for selectors, declarations in _rules(_STYLE_COMMENT.sub(" ", sheet)):
                if _HIDING.search(declarations):
                    self._hidden |= {part.strip().lower() for part in selectors.split(",") if _SIMPLE.fullmatch(part.strip())}
                elif _SHOWING.search(declarations):
                    shown |= {name.lower() for name in _NAME.findall(selectors)}
        self._hidden = {selector for selector in self._hidden if not shown & set(_NAME.findall(selector)[-1:])}

    def hides(self, node: Node) -> bool:
        """Whether an element, with all that is in it, is no text that a reader sees."""
        if node.tag in _NEVER_TEXT:
            return True
        if node.tag in _NEVER_HIDDEN or is_picture_of_formula(node):
            return False
        return self._by_attributes(node) or self._by_names(node)

    def _by_attributes(self, node: Node) -> bool:
        attributes = node.attributes
        if "hidden" in attributes or _HIDING.search(attributes.get("style", "")[:2000]):
            return True
        if node.tag == "dialog" and "open" not in attributes:
            return True
        # On a block it says only that a dialog lay over the page when it was saved; readers see it.
        return attributes.get("aria-hidden", "").lower() == "true" and node.tag not in BLOCKS

    def _by_names(self, node: Node) -> bool:
        names = node.names
        if names & _OFF_SCREEN or names & _CONTROLS:
            return True
        if not self._hidden:
            return False
        told = {node.tag} | {f".{name}" for name in names} | {f"#{name}" for name in names}
        told |= {f"{node.tag}{name}" for name in told if name[0] in ".#"}
        return not told.isdisjoint(self._hidden)


def is_picture_of_formula(node: Node) -> bool:
    """Whether it is a picture of a formula whose text is beside it as `alt`, as MediaWiki and old converters write formulas."""
    if node.tag != "img" or not node.attributes.get("alt", "").strip():
        return False
    return any(sign in name for name in node.names for sign in ("math", "latex", "equation")) or "tex" in node.names


def _rules(sheet: str) -> Iterable[tuple[str, str]]:
    """Selectors and declarations of the rules of a style sheet; what stands inside `@media` and the like is passed over."""
    depth, start, selectors = 0, 0, ""
    for match in re.finditer(r"[{}]", sheet):
        if match.group() == "{":
            if depth == 0:
                selectors = sheet[start : match.start()].rpartition(";")[2].strip()
                start = match.end()
            depth += 1
            continue
        if depth == 1 and not selectors.startswith("@"):
            yield selectors, sheet[start : match.start()]
        depth = max(0, depth - 1)
        if depth == 0:
            start = match.end()
