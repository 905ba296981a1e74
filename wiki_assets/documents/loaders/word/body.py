"""The blocks of a Word document, in order: paragraphs, lists, tables, text boxes, notes.

Belongs here: what follows what, and what belongs together. Does not belong here: the text of one paragraph (`word_text`), or opening
the file (`word`).
"""

from __future__ import annotations

import re

from lxml import etree

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.office.drawings import add_graphic
from wiki_assets.documents.loaders.office.package import Package, W, first
from wiki_assets.documents.loaders.word.notes import Notes
from wiki_assets.documents.loaders.word.numbering import Numbering
from wiki_assets.documents.loaders.word.styles import Role, Styles
from wiki_assets.documents.loaders.word.tables import blocks_of, only_cell, rows_of
from wiki_assets.documents.loaders.word.text import GONE, Paragraph, Reader
from wiki_assets.documents.model import ElementKind

_LONGEST_HEADING = 300  # characters; beyond that a whole paragraph was given a heading's style for its looks
_REFERENCES = re.compile(
    r"(?:[\d.]+ )?(?:references|bibliography|literature(?: cited)?|works cited|references (?:and notes|cited)|literatur(?:verzeichnis)?"
    r"|références|bibliographie|referencias|bibliografía|参考文献)[.:]?",
    re.IGNORECASE,
)
_KINDS = {
    Role.CAPTION: ElementKind.CAPTION,
    Role.FRONT_MATTER: ElementKind.FRONT_MATTER,
    Role.BIBLIOGRAPHY: ElementKind.BIBLIOGRAPHY,
    Role.BODY: ElementKind.PARAGRAPH,
}


class BodyReader:
    """Reads a story (the body, or a text box in it) into elements."""

    def __init__(self, package: Package, part: str, styles: Styles, numbering: Numbering, reader: Reader) -> None:
        self.builder = ElementBuilder()
        self._package, self._part = package, part
        self._styles, self._numbering, self._reader = styles, numbering, reader
        self._notes = Notes(package, part, styles)
        self._carried: Paragraph | None = None
        self._items: list[tuple[str, str]] = []
        self._lists: set[str] = set()
        self._code: list[str] = []
        self._titled = False
        self._references_level = 0

    def read(self, body: etree._Element) -> None:
        """Reads all blocks of the body, and adds the notes that are left."""
        self._blocks(body)
        self._end_paragraphs()
        self._notes.add_to(self.builder)

    def _blocks(self, container: etree._Element) -> None:
        for block in blocks_of(container):
            if block.tag == f"{W}p":
                self._paragraph(block)
            else:
                self._table(block)

    def _paragraph(self, element: etree._Element) -> None:
        properties = element.find(f"{W}pPr")
        found = self._reader.read(element)
        if self._carried is not None:
            self._carried.follow(found)
            found, self._carried = self._carried, None
        if _goes_on(properties):
            self._carried = found
            return
        self._add(found, properties)

    def _add(self, found: Paragraph, properties: etree._Element | None) -> None:
        self._notes.cited(found)
        role, level = self._styles.role(properties)
        place = self._numbering.place(properties) if role is not Role.CONTENTS else None
        text = found.text.strip()
        if text:
            marker = self._numbering.marker(*place) if place else ""
            self._add_text(found, role, level, marker, place)
        elif role is Role.CODE and self._code:
            self._code.append("")
        self._add_anchored(found)

    def _add_text(self, found: Paragraph, role: Role, level: int, marker: str, place: tuple[str, int] | None) -> None:
        if role in (Role.TITLE, Role.HEADING) and len(found.text) <= _LONGEST_HEADING:
            self._add_heading(found, role, level, marker)
        elif role is Role.CODE or (role is Role.BODY and not place and self._is_code(found)):
            self._end_list()
            self._code.append(found.text)
        elif place or role is Role.CONTENTS:
            self._add_item(found, marker, place or ("contents", 0))
        else:
            self._end_paragraphs()
            kind = ElementKind.FORMULA if found.equation else self._kind(_KINDS.get(role, ElementKind.PARAGRAPH))
            self.builder.text(kind, found.text, original=found.shown.strip())

    def _add_heading(self, found: Paragraph, role: Role, level: int, marker: str) -> None:
        self._end_paragraphs()
        if role is Role.TITLE and not self._titled:
            self._titled = True
            self.builder.text(ElementKind.TITLE, found.text, original=found.shown.strip())
            return
        self._notes.add_to(self.builder)
        level = max(level, 1)
        text = " ".join(found.text.split())
        if _REFERENCES.fullmatch(text):
            self._references_level = level
        elif level <= self._references_level:
            self._references_level = 0
        self.builder.heading(f"{marker} {text}" if marker else text, level)

    def _add_item(self, found: Paragraph, marker: str, place: tuple[str, int]) -> None:
        self._end_code()
        number, level = place
        if self._items and level == 0 and number not in self._lists:
            self._end_list()
        self._lists.add(number)
        self._items.append((_line(found.text, marker), _line(found.shown, marker)))

    def _add_anchored(self, found: Paragraph) -> None:
        """What floats beside a paragraph comes after it."""
        for graphic in found.graphics:
            self._end_paragraphs()
            add_graphic(self.builder, self._package, self._part, graphic)
        for box in found.boxes:
            self._end_paragraphs()
            self._reader.inside_box(lambda box=box: self._blocks(box))  # type: ignore[misc]
            self._end_paragraphs()

    def _table(self, table: etree._Element) -> None:
        alone = only_cell(table)
        if alone is not None:  # a frame around text, not a table
            self._blocks(alone)
            return
        self._end_paragraphs()
        self.builder.table(rows_of(table, self._cell))

    def _cell(self, cell: etree._Element) -> str:
        """The text of a cell, that of tables in it included."""
        lines: list[str] = []
        for block in blocks_of(cell):
            if block.tag == f"{W}tbl":
                lines.extend(" ".join(filter(None, row)) for row in rows_of(block, self._cell))
                continue
            properties = block.find(f"{W}pPr")
            found = self._reader.read(block)
            self._notes.cited(found)
            place = self._numbering.place(properties) if found.text.strip() else None
            lines.append(_line(found.text, self._numbering.marker(*place) if place else ""))
            for box in found.boxes:
                self._reader.inside_box(lambda box=box: lines.append(self._cell(box)))  # type: ignore[misc]
        return "\n".join(filter(None, lines))

    def _is_code(self, found: Paragraph) -> bool:
        return not self._styles.typewritten and found.monospaced >= len(found.text.rstrip()) > 0

    def _kind(self, kind: ElementKind) -> ElementKind:
        return ElementKind.BIBLIOGRAPHY if self._references_level and kind is ElementKind.PARAGRAPH else kind

    def _end_paragraphs(self) -> None:
        """Adds what was still being collected."""
        if self._carried is not None:
            carried, self._carried = self._carried, None
            self._add(carried, None)
        self._end_code()
        self._end_list()

    def _end_code(self) -> None:
        if self._code:
            code, self._code = "\n".join(self._code), []
            self.builder.text(ElementKind.CODE, code)

    def _end_list(self) -> None:
        if not self._items:
            return
        items, self._items = self._items, []
        self._lists.clear()
        if self._references_level:
            for text, shown in items:
                self.builder.text(ElementKind.BIBLIOGRAPHY, text, original=shown)
            return
        self.builder.text(ElementKind.LIST, "\n".join(text for text, _ in items), original="\n".join(shown for _, shown in items))


def _goes_on(properties: etree._Element | None) -> bool:
    """Whether the next paragraph goes on with this one: its mark was deleted, or it is a large first letter set apart."""
    mark, frame = first(properties, f"{W}rPr"), first(properties, f"{W}framePr")
    if frame is not None and frame.get(f"{W}dropCap", "none") != "none":
        return True
    return mark is not None and any(mark.find(tag) is not None for tag in GONE)


def _line(text: str, marker: str) -> str:
    text = " ".join(text.split())
    return f"{marker} {text}".strip() if text else ""
