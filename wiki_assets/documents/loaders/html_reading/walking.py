"""The walk through a page that makes elements of it.

Belongs here: which parts of a page become which elements. Does not belong here: what is hidden (`hiding`) or around the document
(`furniture`), the text of a part (`lines`), tables as grids (`tables`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.html_reading.formulas import formula_text, is_display, is_formula
from wiki_assets.documents.loaders.html_reading.furniture import is_menu, kind_said
from wiki_assets.documents.loaders.html_reading.lines import all_text_of, inline_text, items_with_markers, lines_of_list, text_of
from wiki_assets.documents.loaders.html_reading.tables import Table, grid_of, is_short_row, only_places, table_of
from wiki_assets.documents.loaders.html_reading.tags import BLOCKS, CONTROLS, HEADINGS, ITEMS, LISTINGS, LISTS
from wiki_assets.documents.loaders.html_reading.tree import Node, go_through
from wiki_assets.documents.model import Element, ElementKind

_PARAGRAPH_END = re.compile(r"\n[ \xa0]*\n")
_BESIDE_FORMULA = re.compile(r"[\s.,;:]*(?:\(?[\w.*'-]{0,8}\)?)[\s.,;:]*")  # a number in brackets, a full stop
_ANCHOR = re.compile(r"^[§¶] ?(?=\D)| ?[§¶]$")  # a link to the heading itself; "§ 5" is a number
_MOST_BESIDE_FORMULA = 200  # characters with white space; the expression takes quadratic time
_REFERENCES = re.compile(
    r"(?:[\divx.]+\s+)?(?:references|bibliography|literature|literature cited|works cited|references and notes|references cited)[.:]?",
    re.IGNORECASE,
)


class Surroundings(Protocol):
    """Says what is around a document."""

    def is_furniture(self, node: Node, *, in_main: bool) -> bool:
        """Whether a block is no part of the document."""
        ...

    def section(self, node: Node) -> str:
        """The section that a block is by itself, where no heading says so; empty for most."""
        ...


class Walk:
    """One walk, which adds to a builder.

    Args:
        builder: Gets the elements.
        surroundings: Judges what is around the document.
        title: The heading that is the document's title, where there is one.
    """

    def __init__(self, builder: ElementBuilder, surroundings: Surroundings, title: Node | None = None) -> None:
        self._builder = builder
        self._surroundings = surroundings
        self._title = title
        self._parts: list[tuple[bool, str]] = []  # whether it is a formula, and its text
        self._asides: list[str] = []
        self._kinds: list[tuple[Node, ElementKind | None]] = []  # blocks that say what all their text is
        self._main: list[Node] = []
        self._references = False
        self._sections: list[tuple[Node, str, ElementBuilder]] = []  # open blocks that are sections, and the builder around each

    def through(self, root: Node) -> None:
        """Walks through all that is below `root`."""
        go_through(root, self._enter, lambda text: self._parts.append((False, inline_text(text))), self._leave)
        self._flush()

    def _open_section(self, node: Node) -> None:
        section = self._surroundings.section(node)
        if section and not self._sections:
            self._sections.append((node, section, self._builder))
            self._builder = ElementBuilder()
            self._builder.place = self._sections[-1][2].place

    def _close_section(self) -> None:
        _, section, around = self._sections.pop()
        add_under(around, section, self._builder.elements)
        self._builder = around

    def _enter(self, node: Node) -> Iterable[Node | str] | None:
        if node.skipped:
            return None
        if is_formula(node):
            self._formula(node)
            return None
        if node.tag in CONTROLS:
            self._asides.append(all_text_of(node))
            return None
        if node.tag not in BLOCKS:
            return self._enter_inline(node)
        self._flush()
        if node.tag == "hr" or not node.letters:
            return None
        return self._enter_block(node)

    def _enter_inline(self, node: Node) -> Iterable[Node | str] | None:
        if node.tag == "br":
            self._parts.append((False, "\n"))
        elif node.tag == "q":
            self._parts.append((False, "“"))
        if node.attributes.get("role") == "heading" and node.letters:
            self._flush()
            self._heading(node)
            return None
        return node.children

    def _enter_block(self, node: Node) -> Iterable[Node | str] | None:
        if node.tag in HEADINGS or node.role == "heading":
            self._heading(node)
            return None
        if node.tag == "main" or node.role == "main":
            self._main.append(node)
            self._kinds.append((node, None))
        self._open_section(node)
        if self._kind is not ElementKind.FRONT_MATTER:
            if self._surroundings.is_furniture(node, in_main=bool(self._main) or self._kind is not None):
                self._kinds.append((node, ElementKind.FRONT_MATTER))
            elif (said := kind_said(node)) is not None:
                self._kinds.append((node, said))
        inside = self._enter_plain_block(node)
        if inside is None:
            self._close(node)
        return inside

    def _enter_plain_block(self, node: Node) -> Iterable[Node | str] | None:
        if node.tag in LISTS:
            return self._list(node)
        if node.tag in ITEMS:
            return node.children
        if node.tag == "table":
            return self._table(node)
        if node.tag in LISTINGS:
            self._listing(node)
            return None
        if node.tag in ("figcaption", "caption"):
            self._add(ElementKind.CAPTION, text_of(node))
            return None
        return node.children

    def _leave(self, node: Node) -> None:
        if node.tag == "q":
            self._parts.append((False, "”"))
        if node.tag in BLOCKS:
            self._flush()
            self._close(node)

    def _close(self, node: Node) -> None:
        while self._kinds and self._kinds[-1][0] is node:
            self._kinds.pop()
        if self._main and self._main[-1] is node:
            self._main.pop()
        if self._sections and self._sections[-1][0] is node:
            self._close_section()

    @property
    def _kind(self) -> ElementKind | None:
        return self._kinds[-1][1] if self._kinds else None

    def _add(self, kind: ElementKind, text: str) -> None:
        """Adds running text, as what the block around it says it is, if that says anything."""
        if kind is not ElementKind.FORMULA and self._references and self._kind is None:
            kind = ElementKind.BIBLIOGRAPHY
        if self._kind is not None and not (self._kind is not ElementKind.FRONT_MATTER and kind is ElementKind.FORMULA):
            kind = self._kind
        self._builder.text(kind, text)

    def _flush(self) -> None:
        """Ends the paragraph that is being read; an empty line made of breaks ends one too."""
        parts, self._parts = self._parts, []
        text = "".join(part for _, part in parts)
        if text.strip():
            beside = "".join(part for is_formula_part, part in parts if not is_formula_part)
            short = len(beside) < _MOST_BESIDE_FORMULA and _BESIDE_FORMULA.fullmatch(beside) is not None
            alone = short and any(is_formula_part for is_formula_part, _ in parts)
            for paragraph in _PARAGRAPH_END.split(text):
                self._add(ElementKind.FORMULA if alone else ElementKind.PARAGRAPH, paragraph)
        asides, self._asides = self._asides, []
        for aside in asides:
            self._builder.text(ElementKind.FRONT_MATTER, aside)

    def _formula(self, node: Node) -> None:
        text = formula_text(node)
        if is_display(node):
            self._flush()
            self._add(ElementKind.FORMULA, text)
        else:
            self._parts.append((True, text))

    def _heading(self, node: Node) -> None:
        text = text_of(node)
        if node is self._title:
            self._builder.text(ElementKind.TITLE, text)
        elif self._kind in (ElementKind.FRONT_MATTER, ElementKind.CAPTION):
            self._add(ElementKind.FRONT_MATTER, text)
        else:
            level = node.attributes.get("aria-level", "")
            text = _ANCHOR.sub("", " ".join(text.split()))
            self._builder.heading(text, HEADINGS.get(node.tag) or (int(level) if level.isdecimal() and len(level) < 3 else 2))
            self._references = _REFERENCES.fullmatch(" ".join(text.split())) is not None

    def _listing(self, node: Node) -> None:
        if self._kind is ElementKind.FRONT_MATTER:
            self._add(ElementKind.FRONT_MATTER, text_of(node))
            return
        lines: list[str] = []

        def enter(inner: Node) -> Iterable[Node | str] | None:
            if inner.skipped or inner.tag in CONTROLS:
                return None
            if inner.tag == "br" or (inner.tag in BLOCKS and lines and not lines[-1].endswith("\n")):
                lines.append("\n")
            return inner.children

        go_through(node, enter, lines.append)
        self._builder.text(ElementKind.CODE, "".join(lines))

    def _list(self, node: Node) -> Iterable[Node | str] | None:
        if is_menu(node) or (self._kind is ElementKind.FRONT_MATTER and not node.holds_main):
            self._builder.text(ElementKind.FRONT_MATTER, all_text_of(node))
            return None
        if node.blocks or node.holds_main or (node.tag == "dl" and not any(element.tag == "dt" for element in node.elements)):
            return items_with_markers(node)
        lines = lines_of_list(node)
        if self._references or self._kind is not None:
            for line in lines:
                self._add(ElementKind.PARAGRAPH, line)
        else:
            self._builder.text(ElementKind.LIST, "\n".join(lines))
        return None

    def _table(self, node: Node) -> Iterable[Node | str] | None:
        table = table_of(node)
        if self._kind is ElementKind.FRONT_MATTER and not node.holds_main:
            self._add(ElementKind.FRONT_MATTER, all_text_of(node))
            return None
        if node.holds_main or only_places(node, table):
            return _placed(table)
        nested: list[Node] = []
        rows = grid_of(table, nested)
        if rows is None:
            return _placed(table)
        for caption in table.captions:
            self._add(ElementKind.CAPTION, text_of(caption))
        self._builder.table(rows)
        return [*nested, *table.rest]


def add_under(builder: ElementBuilder, section: str, elements: Iterable[Element]) -> None:
    """Adds elements under a section that no heading of the document names."""
    path = (*builder.section_path, section)
    builder.add(replace(element, section_path=(*path, *element.section_path)) for element in elements)


def _placed(table: Table) -> list[Node | str]:
    """What a placing table holds, a short row on one line."""
    inside: list[Node | str] = [*table.captions]
    for row in table.rows:
        if len(row) > 1 and is_short_row(row):
            line = [part for cell in row for part in (*cell.children, " ")]
            inside.append(Node("p", children=line, letters=sum(cell.letters for cell in row)))
        else:
            inside.extend(row)
    return [*inside, *table.rest]
