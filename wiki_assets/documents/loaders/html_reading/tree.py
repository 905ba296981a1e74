"""HTML as a tree of our own.

Belongs here: parsing and going through the tree without recursion. Does not belong here: what any element means.

The parser is libxml2 through `lxml`, in target mode: it only tells start, text and end, and we build the tree. Measured against its
own tree and html5lib: its own tree stops at a depth of 2,048 (256 without `huge_tree`) and drops all that follows, and drops what comes
after a first `</html>`; html5lib loses nothing but takes 8.9 s for 10,000 nested `<div>` (quadratic) and 20 times longer on real pages.
In target mode nothing is lost, and 100,000 nested `<div>` take 0.2 s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

from lxml import etree

_DECLARATION = re.compile(r"\s*<\?xml\b[^<>]*>", re.IGNORECASE)
_XHTML = re.compile(r"\s*(<\?xml|<!DOCTYPE[^>]+XHTML|<html[^>]+xmlns=)", re.IGNORECASE)
# Text in XHTML, rubbish in HTML. One that is not closed in the script it begins in ends nowhere.
_CHARACTER_DATA = re.compile(r"<!\[CDATA\[((?:(?!</script|<!\[CDATA\[).)*?)\]\]>", re.DOTALL | re.IGNORECASE)
_EMPTY_ELEMENT = re.compile(r"<(title|script|style|iframe|textarea|noscript|template|xmp|a)(\s[^<>]*)?/>", re.IGNORECASE)


@dataclass(slots=True, eq=False)
class Node:
    """An element.

    Attributes:
        tag: Lower case, without namespace prefix.
        children: Elements and texts in order.
        skipped: Never text, with all it holds: scripts, hidden parts.
        letters: Characters of visible text in it, without white space.
        linked: How many of them stand in links.
        headings, blocks: How many visible ones it holds, itself not counted; `blocks` are those that cannot be part of a
            line: tables, headings, listings, figures, formulas of their own line.
        holds_main: Whether the main part of the page is in it.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)
    skipped: bool = False
    letters: int = 0
    linked: int = 0
    headings: int = 0
    blocks: int = 0
    holds_main: bool = False

    @property
    def elements(self) -> Iterator[Node]:
        """Children that are elements."""
        return (child for child in self.children if isinstance(child, Node))

    @property
    def role(self) -> str:
        """What it says it is, for example `navigation`; in a book by `epub:type`."""
        if not self.attributes:
            return ""
        said = self.attributes.get("role") or self.attributes.get("epub:type") or ""
        return said.split(maxsplit=1)[0].lower() if said.strip() else ""

    @property
    def names(self) -> set[str]:
        """Its classes and its id, lower case."""
        if not self.attributes:
            return set()
        said = f"{self.attributes.get('class', '')} {self.attributes.get('id', '')}"
        return set(said.lower().split()) if len(said) < 10_000 else set()


class _TreeMaker:
    """What lxml calls while it parses."""

    def __init__(self) -> None:
        self.root = Node("#document")
        self._open = [self.root]

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        node = Node(tag.rpartition(":")[2].lower(), {str(key): str(value) for key, value in attributes.items()})
        self._open[-1].children.append(node)
        self._open.append(node)

    def end(self, tag: str) -> None:  # noqa: ARG002 # the parser closes what it opened, in order
        if len(self._open) > 1:
            self._open.pop()

    def data(self, text: str) -> None:
        self._open[-1].children.append(text)

    def close(self) -> Node:
        return self.root


def parse(html: str) -> Node:
    """The tree of a page or of a part of one. Every text makes a tree; comments are not in it."""
    text = _DECLARATION.sub("", html, count=1) if _DECLARATION.match(html) else html
    if _XHTML.match(html):  # in XHTML `<title/>` is whole; an HTML parser takes all that follows for the title
        text = _EMPTY_ELEMENT.sub(r"<\1\2></\1>", text)
        text = _CHARACTER_DATA.sub(lambda match: escape(match.group(1), quote=False), text)
    else:
        text = _CHARACTER_DATA.sub("", text)
    maker = _TreeMaker()
    parser = etree.HTMLParser(target=maker, huge_tree=True, encoding="utf-8", no_network=True)
    try:
        parser.feed(text.replace("\0", "").encode("utf-8", "replace"))
        parser.close()
    except etree.ParserError:  # nothing at all in it
        return maker.root
    except etree.XMLSyntaxError:  # what was told until then is in the tree
        return maker.root
    return maker.root


Entering = Callable[[Node], Iterable["Node | str"] | None]


def go_through(
    root: Node, enter: Entering, text: Callable[[str], None] | None = None, leave: Callable[[Node], None] | None = None
) -> None:
    """Calls back for everything below `root`, in order and without recursion, for pages nest as deep as they like.

    Args:
        root: Is not told itself.
        enter: What is to be gone through inside an element; None: nothing, and the element is not left either.
        text: Gets each text.
        leave: Gets each element that was entered.
    """
    stack: list[tuple[Node, Iterator[Node | str]]] = [(root, iter(root.children))]
    while stack:
        node, rest = stack[-1]
        child = next(rest, None)
        if child is None:
            stack.pop()
            if leave is not None and stack:
                leave(node)
        elif isinstance(child, str):
            if text is not None:
                text(child)
        elif (inside := enter(child)) is not None:
            stack.append((child, iter(inside)))


def raw_text(node: Node) -> str:
    """All characters of a subtree as they stand; scripts and style sheets in it, which no reader sees, are left out."""
    parts: list[str] = []
    go_through(node, lambda inner: None if inner.tag in ("script", "style") else inner.children, parts.append)
    return "".join(parts)
