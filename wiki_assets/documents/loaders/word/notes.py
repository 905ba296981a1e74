"""Footnotes, endnotes and comments of a Word document.

Belongs here: what a text cites, and the text of it. Does not belong here: the text itself (`word_body`).
"""

from __future__ import annotations

from lxml import etree

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.office.package import Package, W
from wiki_assets.documents.loaders.word.styles import Styles
from wiki_assets.documents.loaders.word.tables import blocks_of, rows_of
from wiki_assets.documents.loaders.word.text import Paragraph, Reader
from wiki_assets.documents.model import ElementKind, Mark

_TAGS = {"footnotes": f"{W}footnote", "endnotes": f"{W}endnote", "comments": f"{W}comment"}


class Notes:
    """Collects what a section cites, to be added at its end; each note once, where it is cited first."""

    def __init__(self, package: Package, part: str, styles: Styles) -> None:
        self._package, self._part, self._styles = package, part, styles
        self._stories: dict[str, tuple[Reader | None, dict[str, etree._Element]]] = {}
        self._cited: dict[tuple[str, str], bool] = {}

    def cited(self, paragraph: Paragraph) -> None:
        """Takes note of what a paragraph cites."""
        for note in (*paragraph.notes, *(("comments", identity) for identity in paragraph.comments)):
            self._cited.setdefault(note, False)

    def add_to(self, builder: ElementBuilder) -> None:
        """Adds what was cited since the last time: notes first, then comments."""
        waiting = [note for note, added in self._cited.items() if not added]
        for kind, identity in sorted(waiting, key=lambda note: note[0] == "comments"):
            self._cited[(kind, identity)] = True
            self._add(builder, kind, identity)

    def _add(self, builder: ElementBuilder, kind: str, identity: str) -> None:
        reader, notes = self._story(kind)
        note = notes.get(identity)
        if reader is None or note is None:
            return
        text, shown = _words(reader, note)
        if not text.strip():
            return
        if kind == "comments":
            author = note.get(f"{W}author", "").strip()
            builder.text(ElementKind.PARAGRAPH, f"{author}: {text}" if author else text, marks=(Mark.COMMENT,))
        else:
            builder.text(ElementKind.FOOTNOTE, text, original=shown.strip())

    def _story(self, kind: str) -> tuple[Reader | None, dict[str, etree._Element]]:
        if kind not in self._stories:
            root = self._package.related(self._part, kind)
            if root is None:
                self._stories[kind] = None, {}
            else:
                notes = {note.get(f"{W}id", ""): note for note in root.findall(_TAGS[kind])}
                self._stories[kind] = Reader(root, self._styles), notes
        return self._stories[kind]


def _words(reader: Reader, note: etree._Element) -> tuple[str, str]:
    """Text of a note, and how it is displayed; of a table in it, its cells."""
    lines: list[tuple[str, str]] = []
    for block in blocks_of(note):
        if block.tag == f"{W}p":
            paragraph = reader.read(block)
            lines.append((paragraph.text, paragraph.shown))
        else:
            rows = rows_of(block, lambda cell: _words(reader, cell)[0])
            lines.extend((" ".join(row), " ".join(row)) for row in rows)
    return "\n".join(text for text, _ in lines), "\n".join(shown for _, shown in lines)
