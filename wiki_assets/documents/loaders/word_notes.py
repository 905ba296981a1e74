"""Footnotes, endnotes and comments of a Word document.

Belongs here: what a text cites, and the text of it. Does not belong here: the text itself (`word_body`).
"""

from __future__ import annotations

from lxml import etree

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.office_package import Package, W
from wiki_assets.documents.loaders.word_styles import Styles
from wiki_assets.documents.loaders.word_text import Paragraph, Reader
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
        paragraphs = [reader.read(paragraph) for paragraph in note.iter(f"{W}p")]
        text = "\n".join(paragraph.text for paragraph in paragraphs)
        if not text.strip():
            return
        if kind == "comments":
            author = note.get(f"{W}author", "").strip()
            builder.text(ElementKind.PARAGRAPH, f"{author}: {text}" if author else text, marks=(Mark.COMMENT,))
        else:
            builder.text(ElementKind.FOOTNOTE, text, original="\n".join(paragraph.shown for paragraph in paragraphs).strip())

    def _story(self, kind: str) -> tuple[Reader | None, dict[str, etree._Element]]:
        if kind not in self._stories:
            root = self._package.related(self._part, kind)
            if root is None:
                self._stories[kind] = None, {}
            else:
                notes = {note.get(f"{W}id", ""): note for note in root.findall(_TAGS[kind])}
                self._stories[kind] = Reader(root, self._styles), notes
        return self._stories[kind]
