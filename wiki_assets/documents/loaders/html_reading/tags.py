"""The kinds of HTML elements, by name.

Belongs here: names only. Does not belong here: what is done with them.
"""

from __future__ import annotations

BLOCKS = frozenset({
    "#document", "html", "head", "body", "main", "article", "section", "nav", "header", "footer", "aside", "div", "p", "center",
    "address", "blockquote", "fieldset", "form", "figure", "figcaption", "details", "summary", "dialog", "h1", "h2", "h3", "h4",
    "h5", "h6", "hgroup", "hr", "ul", "ol", "menu", "dir", "li", "dl", "dt", "dd", "table", "caption", "thead", "tbody",
    "tfoot", "tr", "td", "th", "pre", "xmp", "listing", "plaintext", "legend", "frameset", "optgroup", "option", "search",
})  # fmt: skip
"""A block always parts text; everything else never does."""

LISTS = frozenset({"ul", "ol", "menu", "dir", "dl"})
ITEMS = frozenset({"li", "dt", "dd"})
LISTINGS = frozenset({"pre", "xmp", "listing", "plaintext"})
CONTROLS = frozenset({"button", "select", "textarea"})
HEADINGS = {f"h{level}": level for level in range(1, 7)}
