"""Drawn lines: what a page gives before anybody asks what it means.

Belongs here: the `Line` and `Page` shapes, and what can be said of two lines or a part of one. Does not belong here: reading them
(`drawn_lines`), mending them (`mending`), order, columns, roles.

All coordinates are points with the origin at the top left of the page as it is read (a page whose text mostly runs sideways
is turned first); `bbox` keeps where the line lies on the page as it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from wiki_assets.documents.model import Box

SAME_WORD_GAP = 1.6
"""A gap of more ems than this between two pieces on one baseline parts columns or cells. Justified text stretches a space to
about 1.2 em in the papers we looked at; the narrowest gutter between columns is 1.7 em."""


@dataclass(slots=True)
class Line:
    """One drawn line (of one column or cell).

    Attributes:
        text: Clean text.
        drawn: The text as MuPDF gives it.
        base: y of the baseline.
        size: Type size of most characters, points.
        bold: Whether nearly all letters are bold.
        mono: Whether most letters are monospaced.
        math: Share of the characters set in a mathematical font, 0 to 1.
        raised: Whether the line begins with a superscript, as footnotes do.
        next_block: Block of its last piece, where that is another.
        lead: Length of the bold words that a line of otherwise ordinary type begins with; 0 where there are none.
        lead_x1: Where they end, points.
        block: Number of MuPDF's block; lines of one block are close in the file and on the page.
        invisible: Whether it is in the file and not drawn, as text recognition stores its words under a picture.
    """

    page: int
    text: str
    drawn: str
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    bold: bool
    mono: bool
    math: float
    raised: bool
    block: int
    bbox: tuple[float, float, float, float]
    lead: int = 0
    lead_x1: float = 0.0
    invisible: bool = False
    next_block: int | None = None

    @property
    def end_block(self) -> int:
        """Block of its end: an index in a line makes MuPDF begin another block there."""
        return self.block if self.next_block is None else self.next_block

    @property
    def width(self) -> float:
        """Width in points."""
        return self.x1 - self.x0

    @property
    def box(self) -> Box:
        """Place on the page as it is shown, to a tenth of a point."""
        x0, y0, x1, y1 = self.bbox
        return Box(self.page, round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))


@dataclass(slots=True)
class Page:
    """The upright lines of one page in the order the file draws them.

    Attributes:
        unmapped: Characters that MuPDF had to guess, for their font does not say what they are.
        right_to_left: Whether most of its words run from right to left; such pages are not mended before they are mirrored.
        garbled: Whether its text is not what is drawn.
        sideways: Lines that run across the others, as a page of its own: a table too wide to stand upright.
    """

    number: int
    width: float
    height: float
    lines: list[Line] = field(default_factory=list)
    unmapped: int = 0
    right_to_left: bool = False
    garbled: bool = False
    sideways: Page | None = None


def split_lead(line: Line) -> tuple[Line, Line]:
    """The bold words that a line begins with, and the rest of it, as two lines."""
    head, tail = line.text[: line.lead], line.text[line.lead :].lstrip()
    cut = line.lead_x1
    x0, y0, x1, y1 = line.bbox
    as_shown = line.bbox == (line.x0, line.y0, line.x1, line.y1)  # else the page is turned, and both keep the line's whole box
    head_box, tail_box = ((x0, y0, cut, y1), (cut, y0, x1, y1)) if as_shown else (line.bbox, line.bbox)
    first = replace(line, text=head, drawn=head, x1=cut, bold=True, math=0.0, lead=0, bbox=head_box)
    second = replace(line, text=tail, drawn=tail, x0=cut, raised=False, lead=0, bbox=tail_box)
    return first, second


def on_one_baseline(first: Line, second: Line) -> bool:
    """Whether two lines stand side by side: they share most of the height of the lower-built one."""
    shared = min(first.y1, second.y1) - max(first.y0, second.y0)
    return shared > 0.5 * min(first.y1 - first.y0, second.y1 - second.y0)
