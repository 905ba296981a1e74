"""Pages: one or two columns, running heads, floats, displayed formulas, ruled tables.

Belongs here: where things stand and how they look. Does not belong here: reading the Markdown sources (`make_papers`) or what
a figure shows (`figures`). Text is set by PyMuPDF's Story: justified, hyphenated, with the ligatures of its bundled serif font.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

import pymupdf

from figures import WIDTH, Drawing, Stroke

PAPER = pymupdf.paper_rect("a4")


@dataclass(frozen=True)
class Style:
    """Measures of a paper in points."""

    columns: int
    size: float
    side: float
    top: float = 74.0
    bottom: float = 772.0
    gutter: float = 20.0

    @property
    def width(self) -> float:
        """Width of one column."""
        return (PAPER.width - 2 * self.side - (self.columns - 1) * self.gutter) / self.columns

    @property
    def leading(self) -> float:
        """Distance of base lines."""
        return round(self.size * 1.3, 2)

    def css(self) -> str:
        """Style sheet of the running text."""
        size, leading = self.size, self.leading
        return f"""
        body {{ margin: 0; font-family: serif; font-size: {size}px; line-height: {leading}px; }}
        p {{ margin: 0; text-align: justify; hyphens: auto; }}
        .indented {{ text-indent: {1.3 * size}px; }}
        .title {{ font-size: {size * 1.7}px; line-height: {size * 2.15}px; text-align: center;
                 font-weight: bold; hyphens: none; margin: 0 50px; }}
        .authors {{ font-size: {size * 1.15}px; text-align: center; }}
        .affiliation {{ font-style: italic; text-align: center; }}
        .abstract {{ font-size: {size - 0.7}px; line-height: {leading - 1.0}px; }}
        .heading {{ font-size: {size * 1.16}px; font-weight: bold; text-align: left; hyphens: none; }}
        .formula, .label, .cell {{ text-align: center; hyphens: none; }}
        .number {{ text-align: right; }}
        .caption {{ font-size: {size - 0.9}px; line-height: {leading - 1.4}px; }}
        .reference {{ font-size: {size - 1.0}px; line-height: {leading - 1.5}px; margin-left: {size * 1.9}px;
                     text-indent: -{size * 1.9}px; }}
        .label {{ font-size: 8.5px; line-height: 11px; }}
        .cell {{ font-size: {size - 0.5}px; line-height: {leading - 1}px; }}
        .head {{ font-size: 8.2px; line-height: 11px; font-style: italic; }}
        .foot {{ font-size: 7.4px; line-height: 9.4px; text-align: left; hyphens: none; }}
        sub, sup {{ font-size: 72%; line-height: 0px; }}
        """


STYLES = {1: Style(columns=1, size=11.0, side=92.0), 2: Style(columns=2, size=10.2, side=54.0)}


@dataclass(frozen=True)
class Heads:
    """What stands around the text of every page."""

    even: str
    odd: str
    first_foot: str


@dataclass
class Sheet:
    """Fills columns from the top; everything is placed in the order in which it is asked for, floats as soon as they fit."""

    style: Style
    heads: Heads
    last_bottom: tuple[int, float] = (0, 0.0)
    """A page whose columns end higher than the others, and where: what balances the last page. Page 0 is none."""
    lang: str = "en"
    _buffer: io.BytesIO = field(default_factory=io.BytesIO)
    _overlay: list[list[tuple[float, float, Stroke]]] = field(default_factory=list)
    _waiting: list[tuple[Drawing | None, str, Sequence[Sequence[str]]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._writer = pymupdf.DocumentWriter(self._buffer)
        self._column = 0
        self._start_page()

    @property
    def _x(self) -> float:
        return self.style.side + self._column * (self.style.width + self.style.gutter)

    @property
    def _left(self) -> float:
        return self._bottom - self.y

    def _story(self, html: str) -> pymupdf.Story:
        return pymupdf.Story(f'<html lang="{self.lang}"><body lang="{self.lang}">{html}</body></html>', user_css=self.style.css())

    def _height(self, html: str, width: float) -> float:
        _, filled = self._story(html).place(pymupdf.Rect(0, 0, width, 5000))
        return float(filled[3])

    def _set(self, html: str, x: float, y: float, width: float) -> float:
        """Draw a text that needs no break; returns its height."""
        story = self._story(html)
        _, filled = story.place(pymupdf.Rect(x, y, x + width, 5000))
        story.draw(self._device)
        return float(filled[3]) - y

    def _rule(self, x: float, y: float, width: float, thickness: float) -> None:
        self._overlay[-1].append((0, 0, Stroke(((x, y), (x + width, y)), width=thickness)))

    def _start_page(self) -> None:
        self._device = self._writer.begin_page(PAPER)
        self._overlay.append([])
        page, style = len(self._overlay), self.style
        full = PAPER.width - 2 * style.side
        self._top, self.y = style.top, style.top
        self._bottom = self.last_bottom[1] if page == self.last_bottom[0] else style.bottom
        if page == 1:
            foot = self._height(f'<p class="foot">{self.heads.first_foot}</p>', full)
            self._bottom -= foot + 8
            self._rule(style.side, style.bottom - foot - 3, 90, 0.4)
            self._set(f'<p class="foot">{self.heads.first_foot}</p>', style.side, style.bottom - foot, full)
            self._set('<p class="label">1</p>', style.side, style.bottom + 16, full)
            return
        text = self.heads.odd if page % 2 else self.heads.even
        sides = ("head", "head number") if page % 2 == 0 else ("head number", "head")
        self._set(f'<p class="{sides[0]}" style="font-style: normal">{page}</p>', style.side, style.top - 26, full)
        self._set(f'<p class="{sides[1]}">{text}</p>', style.side, style.top - 26, full)
        self._rule(style.side, style.top - 12, full, 0.4)

    def _next_column(self) -> None:
        if self._column + 1 < self.style.columns:
            self._column, self.y = self._column + 1, self._top
        else:
            self._writer.end_page()
            self._column = 0
            self._start_page()
        self._place_floats()

    @property
    def pages(self) -> int:
        """Pages begun so far."""
        return len(self._overlay)

    def skip(self, height: float) -> None:
        """Leave white space, except at the top of a column."""
        if self.y > self._top:
            self.y += height

    def across(self, html: str) -> None:
        """Set a text over all columns at the top of the first page."""
        full = PAPER.width - 2 * self.style.side
        self.y += self._set(html, self.style.side, self.y, full)
        self._top = self.y

    def gap(self, height: float) -> None:
        """White space below what stands across."""
        self.y += height
        self._top = self.y

    def heading(self, html: str) -> None:
        """Set a heading together with at least three lines of text below it."""
        block = f'<p class="heading">{html}</p>'
        self.skip(self.style.leading * 0.8)
        if self._left < self._height(block, self.style.width) + 3.4 * self.style.leading:
            self._next_column()
        self.y += self._set(block, self._x, self.y, self.style.width) + self.style.leading * 0.3

    def text(self, block: str, margin: float = 0.0, leading: float = 0.0) -> None:
        """Set a paragraph, broken over columns so that no line stands alone."""
        line = leading or self.style.leading
        lines = round(self._height(block, self.style.width - 2 * margin) / line)
        story = self._story(block)
        while True:
            fitting = int((self._left + 1) / line)
            if fitting < lines and (fitting < 2 or (fitting == lines - 1 and lines < 4)):
                self._next_column()
                continue
            if fitting == lines - 1:
                fitting -= 1
            end = self.y + min(fitting, lines) * line + 1.5
            more, filled = story.place(pymupdf.Rect(self._x + margin, self.y, self._x + self.style.width - margin, end))
            story.draw(self._device)
            if not more:
                self.y = float(filled[3])
                return
            lines -= fitting
            self._next_column()

    def formula(self, html: str, number: int) -> None:
        """Set a displayed formula with its number."""
        block = f'<p class="formula">{html}</p>'
        height = self._height(block, self.style.width)
        if self._left < height + self.style.leading:
            self._next_column()
        self.skip(self.style.leading * 0.45)
        self._set(block, self._x, self.y, self.style.width)
        self._set(f'<p class="number">({number})</p>', self._x, self.y, self.style.width)
        self.y += height
        self.skip(self.style.leading * 0.45)

    def figure(self, drawing: Drawing, caption: str) -> None:
        """Place a figure here, or at the top of the next column if it does not fit."""
        self._waiting.append((drawing, caption, ()))
        self._place_floats()

    def table(self, rows: Sequence[Sequence[str]], caption: str) -> None:
        """Place a ruled table with its caption above; the first row is the header."""
        self._waiting.append((None, caption, rows))
        self._place_floats()

    def _place_floats(self) -> None:
        waiting, self._waiting = self._waiting, []
        for number, (drawing, caption, rows) in enumerate(waiting):
            block = f'<p class="caption">{caption}</p>'
            row = self.style.leading + 2.5
            body = drawing.height if drawing else len(rows) * row + 6
            if self._left < body + self._height(block, self.style.width) + 1.6 * self.style.leading:
                self._waiting = waiting[number:]
                return
            self.skip(self.style.leading * 0.8)
            if drawing:
                self._draw(drawing)
                self.y += drawing.height + 7
                self.y += self._set(block, self._x, self.y, self.style.width)
            else:
                self.y += self._set(block, self._x, self.y, self.style.width) + 5
                self._draw_table(rows, row)
            self.y += self.style.leading * 0.9

    def _draw(self, drawing: Drawing) -> None:
        x, y = self._x + (self.style.width - WIDTH) / 2, self.y
        self._overlay[-1].extend((x, y, stroke) for stroke in drawing.strokes)
        for label in drawing.labels:
            self._set(f'<p class="label">{label.html}</p>', x + label.centre[0] - 45, y + label.centre[1] - 5.5, 90)

    def _draw_table(self, rows: Sequence[Sequence[str]], row: float) -> None:
        width = min(self.style.width, 230.0)
        x, cell = self._x + (self.style.width - width) / 2, width / len(rows[0])
        self._rule(x, self.y, width, 0.9)
        for number, cells in enumerate(rows):
            for column, html in enumerate(cells):
                self._set(f'<p class="cell">{html}</p>', x + column * cell, self.y + 2, cell)
            self.y += row
            if number == 0:
                self.y += 1
                self._rule(x, self.y, width, 0.5)
        self.y += 2
        self._rule(x, self.y, width, 0.9)

    def place_rest(self) -> None:
        """Place the floats that still wait."""
        while self._waiting:
            self._next_column()

    def finish(self, metadata: dict[str, str]) -> bytes:
        """Close the document and give its bytes, the same for the same content."""
        self._writer.end_page()
        self._writer.close()
        document = pymupdf.open("pdf", self._buffer.getvalue())
        for page, strokes in zip(document, self._overlay, strict=True):
            _stroke(page, strokes)
        document.set_metadata(metadata)
        document.subset_fonts()
        return bytes(document.tobytes(garbage=4, deflate=True, use_objstms=1, no_new_id=True))


def _stroke(page: pymupdf.Page, strokes: Sequence[tuple[float, float, Stroke]]) -> None:
    shape = page.new_shape()
    for x, y, stroke in strokes:
        points = [pymupdf.Point(x + px, y + py) for px, py in stroke.points]
        if stroke.radius:
            shape.draw_circle(points[0], stroke.radius)
        else:
            shape.draw_polyline(points)
        shape.finish(
            width=stroke.width,
            color=(0, 0, 0),
            fill=stroke.fill,
            closePath=stroke.closed,
            dashes=stroke.dashes or None,
            lineJoin=1,
        )
    shape.commit(overlay=False)
