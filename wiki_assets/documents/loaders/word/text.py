"""The text of a Word paragraph as its reader sees it: changes accepted, fields as their results, nothing hidden.

Belongs here: what stands inside a paragraph. Does not belong here: what the paragraph is (`word_styles`), or what stands around it
(`word_body`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from wiki_assets.documents.loaders.office.equations import letters_of, readable
from wiki_assets.documents.loaders.office.package import A, M, W, children_of, switch_of, value_of
from wiki_assets.documents.loaders.office.symbols import in_symbol_font
from wiki_assets.documents.loaders.word.styles import Styles, font_of, is_monospace

GONE = frozenset({f"{W}del", f"{W}moveFrom"})
"""What tracked changes have taken away."""

_NO_TEXT = GONE | {
    f"{W}{name}"
    for name in ("pPr", "rPr", "sdtPr", "sdtEndPr", "customXmlPr", "smartTagPr", "delText", "instrText", "rt", "rubyPr")
}
_SIGNS = {f"{W}tab": "\t", f"{W}ptab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}
_NOTES = {f"{W}footnoteReference": "footnotes", f"{W}endnoteReference": "endnotes"}
_BESIDE_EQUATION = re.compile(r"[\s,.;]*(?:[(\[]?[A-Z]?\d[\d.]*[a-z]?[)\]]?)?[\s,.;]*")
_DRAWINGS = frozenset({f"{W}drawing", f"{W}pict", f"{W}object"})


@dataclass(slots=True)
class Paragraph:
    """What stands in one paragraph.

    Attributes:
        text: Its text.
        shown: Its text for display, with equations and readings of signs written out.
        boxes: Text boxes anchored in it (`w:txbxContent`).
        graphics: Charts and diagrams anchored in it (`a:graphicData`).
        notes: Footnotes and endnotes it cites: the kind of part and their id in it.
        comments: Ids of comments on it.
        equation: Whether it is an equation, with no more than its number and a point or comma beside it.
        monospaced: Characters in a font whose letters are all of one width.
    """

    text: str = ""
    shown: str = ""
    boxes: list[etree._Element] = field(default_factory=list)
    graphics: list[etree._Element] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    equation: bool = False
    monospaced: int = 0

    def follow(self, other: Paragraph) -> None:
        """Goes on with another paragraph, as where the mark between them was deleted."""
        self.text += other.text
        self.shown += other.shown
        self.equation = self.equation and other.equation
        self.monospaced += other.monospaced
        for mine, theirs in ((self.boxes, other.boxes), (self.graphics, other.graphics)):
            mine.extend(theirs)
        self.notes.extend(other.notes)
        self.comments.extend(other.comments)


@dataclass(slots=True)
class _Pieces:
    """A paragraph that is being read, in pieces: putting a hundred thousand runs together one by one takes long."""

    text: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    monospaced: int = 0
    equations: int = 0

    def add(self, text: str, shown: str | None = None) -> None:
        """Goes on with more text, and how it is displayed where that differs."""
        self.text.append(text)
        self.shown.append(text if shown is None else shown)


class Reader:
    """Reads paragraphs in order; a field may begin in one and end in another.

    A field is an instruction, then its result; only the result is text. Of fields that are not ended the instruction alone is left
    out, or one lost mark would hide all that follows.
    """

    def __init__(self, story: etree._Element, styles: Styles) -> None:
        self._styles = styles
        self._whole = _whole_fields(story)
        self._instructions: list[bool] = []
        self._found = Paragraph()
        self._handlers: dict[str, Callable[[etree._Element, _Pieces, str], None]] = {
            f"{W}r": self._run,
            f"{M}oMath": self._equation,
            f"{W}fldChar": lambda mark, *_: self._field(mark),
        }

    def read(self, paragraph: etree._Element) -> Paragraph:
        """The text of a `w:p`."""
        self._found = Paragraph()
        pieces = _Pieces()
        self._walk(paragraph, pieces, self._styles.of_paragraph(paragraph.find(f"{W}pPr")))
        found = self._found
        found.text, found.shown, found.monospaced = "".join(pieces.text), "".join(pieces.shown), pieces.monospaced
        found.equation = pieces.equations > 0 and bool(_BESIDE_EQUATION.fullmatch("".join(pieces.words)))
        return found

    def inside_box(self, read: Callable[[], None]) -> None:
        """Reads a text box, which is outside of the fields around it."""
        outside, self._instructions = self._instructions, []
        read()
        self._instructions = outside

    @property
    def _silent(self) -> bool:
        return any(self._instructions)

    def _walk(self, element: etree._Element, pieces: _Pieces, style: str) -> None:
        for child in children_of(element):
            if child.tag in _NO_TEXT or is_prompt(child):
                continue
            self._handlers.get(child.tag, self._walk)(child, pieces, style)
            if element.tag == f"{M}oMathPara":
                pieces.add("\n")

    def _run(self, run: etree._Element, pieces: _Pieces, style: str) -> None:
        properties = run.find(f"{W}rPr")
        hidden = self._hidden(properties, style)
        font = font_of(properties) or self._styles.font(value_of(properties, f"{W}rStyle") or style)
        before = len(pieces.text)
        for child in children_of(run):
            if child.tag == f"{W}fldChar":
                self._field(child)
            elif not hidden and not self._silent and child.tag not in _NO_TEXT:
                self._content(child, pieces, font, style)
        if is_monospace(font):
            pieces.monospaced += sum(map(len, pieces.text[before:]))

    def _content(self, child: etree._Element, pieces: _Pieces, font: str, style: str) -> None:
        if child.tag == f"{W}ruby":
            self._ruby(child, pieces, style)
        elif child.tag in _NOTES:
            self._found.notes.append((_NOTES[child.tag], child.get(f"{W}id", "")))
        elif child.tag == f"{W}commentReference":
            self._found.comments.append(child.get(f"{W}id", ""))
        elif child.tag in _DRAWINGS:
            self._found.boxes.extend(_outermost(child, f"{W}txbxContent"))
            self._found.graphics.extend(_outermost(child, f"{A}graphicData"))
        elif child.tag == f"{M}oMath":
            self._equation(child, pieces, style)
        else:
            text = _characters(child, font)
            pieces.add(text)
            pieces.words.append(text)

    def _ruby(self, ruby: etree._Element, pieces: _Pieces, style: str) -> None:
        base, reading = _Pieces(), _Pieces()
        for element, into in ((ruby.find(f"{W}rubyBase"), base), (ruby.find(f"{W}rt"), reading)):
            if element is not None:
                self._walk(element, into, style)
        text, above = "".join(base.text), "".join(reading.text)
        pieces.add(text, f"{text}({above})" if above else text)
        pieces.words.append(text)

    def _equation(self, equation: etree._Element, pieces: _Pieces, _style: str) -> None:
        if not self._silent:
            pieces.add(letters_of(equation), readable(equation))
            pieces.equations += 1

    def _field(self, mark: etree._Element) -> None:
        kind = mark.get(f"{W}fldCharType")
        if mark not in self._whole:
            return
        if kind == "begin":
            self._instructions.append(True)
        elif kind == "separate" and self._instructions:
            self._instructions[-1] = False
        elif kind == "end" and self._instructions:
            self._instructions.pop()

    def _hidden(self, properties: etree._Element | None, style: str) -> bool:
        """Set on the text itself; or by its paragraph's style or its own, but not by both: that is how switches in styles add up."""
        own = switch_of(properties, f"{W}vanish")
        if own is not None:
            return own
        return self._styles.hides(style) != self._styles.hides(value_of(properties, f"{W}rStyle"))


def is_prompt(element: etree._Element) -> bool:
    """Whether this is a content control that nobody filled in: what it shows asks for text and is none."""
    return element.tag == f"{W}sdt" and bool(switch_of(element.find(f"{W}sdtPr"), f"{W}showingPlcHdr"))


def _whole_fields(story: etree._Element) -> frozenset[etree._Element]:
    """Marks of the fields that have both a beginning and an end, and of nothing that was deleted.

    One without a result is taken for one only where it ends in its own paragraph: it would hide all that stands between.
    """
    open_fields: list[list[etree._Element]] = []
    whole: list[etree._Element] = []
    for mark in story.iter(f"{W}fldChar"):
        if next(mark.iterancestors(*GONE), None) is not None:
            continue
        kind = mark.get(f"{W}fldCharType")
        if kind == "begin":
            open_fields.append([mark])
        elif open_fields:
            open_fields[-1].append(mark)
            if kind == "end":
                marks = open_fields.pop()
                whole.extend(marks if len(marks) > 2 or _paragraph_of(marks[0]) is _paragraph_of(mark) else ())
    return frozenset(whole)


def _paragraph_of(mark: etree._Element) -> etree._Element | None:
    return next(mark.iterancestors(f"{W}p"), None)


def _characters(element: etree._Element, font: str) -> str:
    if element.tag == f"{W}t":
        return in_symbol_font(element.text or "", font)
    if element.tag == f"{W}sym":
        code = element.get(f"{W}char", "")
        number = int(code, 16) if len(code) <= 5 and all(digit in "0123456789abcdefABCDEF" for digit in code) and code else 0
        if not number or 0xD800 <= number <= 0xDFFF:
            return ""
        sign = in_symbol_font(chr(number), element.get(f"{W}font", ""))
        return "" if 0xE000 <= ord(sign or " ") <= 0xF8FF else sign
    return _SIGNS.get(element.tag, "")


def _outermost(element: etree._Element, tag: str) -> Iterator[etree._Element]:
    """Elements of a tag, none inside another; of alternatives only one is looked at."""
    for child in children_of(element):
        if child.tag == tag:
            yield child
        elif child.tag != f"{W}txbxContent":
            yield from _outermost(child, tag)
