"""The text of a part of a page as running text.

Belongs here: what inline elements do to text, a part of a page on one line, a list as lines. Does not belong here: which parts become
which elements (`walking`).

An inline element never adds a space and a block always parts. Of ruby only the base is kept: what is written above it is how to say the
word, and would stand in the middle of every quote. Raised and lowered text is joined as it stands: `10<sup>4</sup>` is `104`, as in PDF.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import replace

from wiki_assets.documents.loaders.html_reading.formulas import formula_text, is_formula
from wiki_assets.documents.loaders.html_reading.tags import BLOCKS, CONTROLS, ITEMS, LISTS
from wiki_assets.documents.loaders.html_reading.tree import Node, go_through
from wiki_assets.text.cleaning import clean_line

_BULLETS = "•◦▪"  # as browsers draw them, by depth
_BULLET_ALREADY = re.compile(r"[•◦▪‣–—●○■*-]\s")
_PLAIN_BLOCKS = frozenset({"p", "div", "section"})
_BLOCKS_IN_ITEM = 10  # blocks in blocks before the first word of an item
_BREAKS = str.maketrans("\r\n\t\f\v", "     ")


def inline_text(text: str) -> str:
    """A text of the file within a line: its line breaks mean nothing."""
    return text.translate(_BREAKS)


def inline_sign(node: Node) -> str | None:
    """What an inline element is as text by itself, for example a line break; None where its content is to be read."""
    if is_formula(node):
        return formula_text(node)
    return "\n" if node.tag == "br" else None


class LineReader:
    """Collects the text of a part of a page.

    Args:
        nested: Tables in it that are to be left out are put here; None: they are read as text.
        left_out: Tags that are not read.
    """

    def __init__(self, nested: list[Node] | None = None, left_out: Set[str] = CONTROLS) -> None:
        self._parts: list[str] = []
        self._nested = nested
        self._left_out = left_out

    def enter(self, node: Node) -> Iterable[Node | str] | None:
        """See `go_through`."""
        if node.skipped or node.tag in self._left_out:
            return None
        if self._nested is not None and node.tag == "table":
            self._nested.append(node)
            self._parts.append(" ")
            return None
        sign = inline_sign(node)
        if sign is not None:
            self._parts.append(sign)
            return None
        if node.tag in BLOCKS:
            self._parts.append("\n")
        elif node.tag == "q":
            self._parts.append("“")
        return node.children

    def text(self, text: str) -> None:
        """See `go_through`."""
        self._parts.append(inline_text(text))

    def leave(self, node: Node) -> None:
        """See `go_through`."""
        if node.tag in BLOCKS:
            self._parts.append("\n")
        elif node.tag == "q":
            self._parts.append("”")

    @property
    def result(self) -> str:
        """All of it; blocks and breaks part lines."""
        return "\n".join(line for part in "".join(self._parts).split("\n") if (line := part.strip()))


def text_of(node: Node, nested: list[Node] | None = None) -> str:
    """Text of a part of a page, a line for each of its blocks; `nested` as for `LineReader`."""
    reader = LineReader(nested)
    go_through(node, reader.enter, reader.text, reader.leave)
    return reader.result


def all_text_of(node: Node) -> str:
    """Text of a part of a page with that of its buttons and choices."""
    reader = LineReader(left_out=frozenset())
    go_through(node, reader.enter, reader.text, reader.leave)
    return reader.result


def lines_of_list(root: Node) -> list[str]:
    """A list, an item a line with its marker, the items of lists inside it after the item they belong to.

    A term of a definition list is an item, and what is said of it an item one level below.
    """
    return _ListReader(root).lines()


class _ListReader:
    def __init__(self, root: Node) -> None:
        self._root = root
        self._depth = 0
        self._numbers: list[_Numbering] = []
        self._lines: list[tuple[str, LineReader]] = []

    def lines(self) -> list[str]:
        self._open(self._root)
        go_through(self._root, self._enter, self._text, self._leave)
        return [line for marker, reader in self._lines if (line := _line(marker, reader.result))]

    def _enter(self, node: Node) -> Iterable[Node | str] | None:
        if node.skipped:
            return None
        if node.tag in LISTS:
            self._open(node)
            return node.children
        if node.tag in ITEMS:
            self._lines.append((self._numbers[-1].next(node) if self._numbers else _BULLETS[0], LineReader()))
            return node.children
        return self._line().enter(node)

    def _text(self, text: str) -> None:
        self._line().text(text)

    def _leave(self, node: Node) -> None:
        if node.tag in LISTS:
            self._numbers.pop()
            self._lines.append(("", LineReader()))
        elif node.tag not in ITEMS:
            self._line().leave(node)

    def _open(self, node: Node) -> None:
        self._numbers.append(_Numbering(node, len(self._numbers)))

    def _line(self) -> LineReader:
        if not self._lines:
            self._lines.append(("", LineReader()))
        return self._lines[-1][1]


def _line(marker: str, text: str) -> str:
    said = clean_line(text)
    if not said or not marker or _BULLET_ALREADY.match(said):
        return said
    return f"{marker} {said}"


class _Numbering:
    """Markers of the items of one list."""

    def __init__(self, node: Node, depth: int) -> None:
        self._ordered = node.tag == "ol"
        self._kind = node.attributes.get("type", "1")
        self._next = _number(node.attributes.get("start", ""), 1)
        self._depth = depth

    def next(self, item: Node) -> str:
        if not self._ordered:
            return _BULLETS[min(self._depth + (item.tag == "dd"), len(_BULLETS) - 1)]
        number = _number(item.attributes.get("value", ""), self._next)
        self._next = number + 1
        if self._kind in ("a", "A") and 1 <= number <= 26:
            return chr(ord(self._kind) + number - 1) + "."
        if self._kind in ("i", "I") and 1 <= number < 4000:
            roman = _roman(number)
            return (roman if self._kind == "i" else roman.upper()) + "."
        return f"{number}."


def items_with_markers(node: Node) -> list[Node | str]:
    """What is in a list, each item with its marker before its first words: for items that are read one by one."""
    numbering = _Numbering(node, 0)
    return [
        _begun_with(child, f"{numbering.next(child)} ")
        if isinstance(child, Node) and child.tag == "li" and child.letters
        else child
        for child in node.children
    ]


def _begun_with(item: Node, words: str) -> Node:
    """A copy of an item with words before its first text, in the block where that stands."""
    top = inner = replace(item, children=list(item.children))
    for _ in range(_BLOCKS_IN_ITEM):
        index = next((i for i, child in enumerate(inner.children) if isinstance(child, Node) or child.strip()), 0)
        first = inner.children[index] if inner.children else ""
        if not isinstance(first, Node) or first.tag not in _PLAIN_BLOCKS or not first.letters:
            break
        below = replace(first, children=list(first.children))
        inner.children[index] = below
        inner = below
    inner.children.insert(0, words)
    return top


def _number(said: str, otherwise: int) -> int:
    digits = said.strip()[:9]
    try:
        return int(digits)
    except ValueError:
        return otherwise


_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"),
    (4, "iv"), (1, "i"),
)  # fmt: skip


def _roman(number: int) -> str:
    said = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        said += letters * count
    return said
