"""Drawn lines: what a page gives before anybody asks what it means.

Belongs here: the `Line` and `Page` shapes, reading them out of MuPDF's page dictionary, and mending lines that MuPDF cut into
pieces. Does not belong here: order, columns, roles.

All coordinates are points with the origin at the top left of the page as it is read (a page whose text mostly runs sideways
is turned first); `bbox` keeps where the line lies on the page as it is shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from wiki_assets.documents.layout.letters import RIGHT_TO_LEFT, without_stray_spaces
from wiki_assets.documents.layout.line_numbers import number_strips, parted_numbers
from wiki_assets.documents.layout.visibility import is_unusual, parted, unmapped_letters
from wiki_assets.documents.model import Box
from wiki_assets.text.cleaning import clean_line, join_lines

_BOLD_FLAG, _MONO_FLAG, _SUPERSCRIPT_FLAG = 16, 8, 1
_BOLD_NAME = re.compile(r"bold|black|heavy|medi(?!um)|demi|^(cm|lm|sf)(bx|b\d|ssbx|csc)|-b$|cmcsc|,b", re.IGNORECASE)
_MONO_NAME = re.compile(
    r"^(cm(tt|sltt|tex)|lmmono|courier|consola|menlo|monaco|nimbusmon|inconsolata|.*mono|.*typewriter)", re.IGNORECASE
)
_MATH_NAME = re.compile(
    r"^(cm(mi|sy|ex|bsy|mib)|lmmath|msam|msbm|eu(fm|sm|rm)|rsfs|mt(mi|sy|ex)|stmary|wasy|symbol|.*math"
    r"|tx(mi|sy|ex)|px(mi|sy|ex)|esint|bbm)",
    re.IGNORECASE,
)

_UPRIGHT = (1.0, 0.0)

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


@lru_cache(maxsize=4096)
def _style(font: str, flags: int) -> tuple[bool, bool, bool]:
    """Whether a font is bold, monospaced, mathematical."""
    name = font.rsplit("+", 1)[-1]
    bold = bool(flags & _BOLD_FLAG) or _BOLD_NAME.search(name) is not None
    return bold, bool(flags & _MONO_FLAG) or _MONO_NAME.match(name) is not None, _MATH_NAME.match(name) is not None


def read_page(number: int, content: Mapping[str, Any]) -> Page:
    """Lines of a page from `Page.get_text("dict")`; text at an angle to most of the page is left out (stamps, axis labels)."""
    page = Page(number, float(content["width"]), float(content["height"]))
    drawn = [(index, line) for index, block in enumerate(content["blocks"]) for line in block.get("lines", ())]
    drawn = parted_numbers(drawn)
    direction = _main_direction([line for _, line in drawn])
    for block, line in drawn:
        if (line["dir"] == _UPRIGHT and direction == 0) or quadrant(line["dir"]) == direction:
            if is_unusual(line):
                _add_unusual(page, block, line, direction)
            elif (made := _line(number, block, line, direction, page)) is not None:
                page.lines.append(made)
    if direction in (1, 3):
        page.width, page.height = page.height, page.width
    page.lines = _without_echoes(page.lines)
    page.right_to_left = _mostly_right_to_left(page.lines)
    if not page.right_to_left:
        page.lines = mended(page.lines)
    return page


def _mostly_right_to_left(lines: Sequence[Line]) -> bool:
    foreign = sum(len(RIGHT_TO_LEFT.findall(line.text)) for line in lines if not line.text.isascii())
    return foreign > 0 and foreign * 3 > sum(len(line.text) for line in lines)  # spaces, signs and numbers make up the rest


def _add_unusual(page: Page, block: int, line: Mapping[str, Any], direction: int) -> None:
    """Adds a line of which some is invisible or guessed."""
    page.unmapped += unmapped_letters(line)
    for part, invisible in parted(line):
        made = _line(page.number, block, part, direction, page)
        if made is not None:
            made.invisible = invisible
            page.lines.append(made)


def quadrant(direction: tuple[float, float]) -> int:
    """Which way a line runs: 0 for left to right, 1 for downwards, 2 for upside down, 3 for upwards, -1 for any other angle."""
    across, down = direction
    if across > 0.99:
        return 0
    if down > 0.99:
        return 1
    if across < -0.99:
        return 2
    return 3 if down < -0.99 else -1


def _main_direction(lines: Sequence[Mapping[str, Any]]) -> int:
    if all(line["dir"] == _UPRIGHT for line in lines):
        return 0
    lengths: Counter[int] = Counter()
    for line in lines:
        lengths[quadrant(line["dir"])] += sum(len(span["text"]) for span in line["spans"])
    lengths.pop(-1, None)
    return lengths.most_common(1)[0][0] if lengths else 0


def _line(number: int, block: int, line: Mapping[str, Any], direction: int, page: Page) -> Line | None:
    spans = line["spans"]
    if len(spans) == 1:
        drawn = spans[0]["text"]
    else:
        drawn = "".join([span["text"] for span in spans])
        spans = [span for span in spans if not span["text"].isspace()]
    text = clean_line(drawn)
    if not text or not spans:
        return None
    if text[0] > "\u2e80" or text[-1] > "\u2e80":
        text = without_stray_spaces(text)
    bbox = line["bbox"]
    x0, y0, x1, y1 = bbox if direction == 0 else _turned(bbox, direction, page)
    if len(spans) == 1 or _alike(spans):
        span = spans[-1]
        bold, mono, math = _style(span["font"], span["flags"])
        base = span["origin"][1] if direction == 0 else y1
        return Line(
            number, text, drawn, x0, y0, x1, y1, base, round(span["size"] * 2) / 2, bold, mono, float(math), False, block, bbox
        )
    face = _mixed_face(spans)
    base = face.main["origin"][1] if direction == 0 else y1
    raised = spans[0]["flags"] & _SUPERSCRIPT_FLAG and spans[0] is not face.main
    size = max([span["size"] for span in spans]) if text.isupper() else face.main["size"]  # capitals and small capitals
    made = Line(number, text, drawn, x0, y0, x1, y1, base, round(size * 2) / 2, face.bold, face.mono, face.math,
                bool(raised), block, bbox)  # fmt: skip
    if face.bold_end is not None and direction == 0:
        lead = clean_line(drawn[: _length_until(line["spans"], face.bold_end)])
        if text.startswith(lead + " "):
            made.lead, made.lead_x1 = len(lead), face.bold_end["bbox"][2]
    return made


def _alike(spans: Sequence[Mapping[str, Any]]) -> bool:
    """Whether spans are of one type: MuPDF parts a line at every wide space and every change of colour."""
    first = spans[0]
    font, flags, size = first["font"], first["flags"], first["size"]
    for span in spans:  # noqa: SIM110 a generator takes twice as long, and this is asked of every line
        if span["font"] != font or span["size"] != size or span["flags"] != flags:
            return False
    return True


_REST_LENGTH = 4  # characters behind bold words that are no mere full stop or mark of a note


@dataclass(slots=True)
class _Face:
    """Type of a line: the span most of it is set like, and where bold words in front end."""

    main: Mapping[str, Any]
    bold: bool
    mono: bool
    math: float
    bold_end: Mapping[str, Any] | None = None


def _mixed_face(spans: Sequence[Mapping[str, Any]]) -> _Face:
    sizes: dict[float, int] = {}
    bold = mono = math = total = most = 0
    main, bold_end, leading, plain = spans[0], None, True, 0
    for span in spans:
        length = len(span["text"])
        is_bold, is_mono, is_math = _style(span["font"], span["flags"])
        bold += length * is_bold
        mono += length * is_mono
        math += length * is_math
        total += length
        if leading:
            leading = is_bold or is_math
            if is_bold:
                bold_end = span
        plain += length * (not is_bold and not is_math)
        size = span["size"]
        count = sizes[size] = sizes.get(size, 0) + length
        if count > most:
            main, most = span, count
    all_bold = bold * 10 > total * 8
    goes_on = not all_bold or plain > _REST_LENGTH
    return _Face(main, all_bold, mono * 2 > total, math / total, bold_end if goes_on else None)


def _length_until(spans: Sequence[Mapping[str, Any]], last: Mapping[str, Any]) -> int:
    """Characters up to the end of one of the spans."""
    length = 0
    for span in spans:
        length += len(span["text"])
        if span is last:
            break
    return length


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


def _turned(bbox: tuple[float, float, float, float], direction: int, page: Page) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = bbox
    if direction == 1:
        return y0, page.width - x1, y1, page.width - x0
    if direction == 2:
        return page.width - x1, page.height - y1, page.width - x0, page.height - y0
    if direction == 3:
        return page.height - y1, x0, page.height - y0, x1
    return x0, y0, x1, y1


def _without_echoes(lines: Sequence[Line]) -> list[Line]:
    """Lines without those drawn again on top of themselves, which some programs do for bold type."""
    kept: list[Line] = []
    seen: dict[str, list[Line]] = {}
    for line in lines:
        twins = seen.setdefault(line.text, [])
        if any(abs(twin.x0 - line.x0) < 2 and abs(twin.y0 - line.y0) < 2 for twin in twins):
            continue
        twins.append(line)
        kept.append(line)
    return kept


def on_one_baseline(first: Line, second: Line) -> bool:
    """Whether two lines stand side by side: they share most of the height of the lower-built one."""
    shared = min(first.y1, second.y1) - max(first.y0, second.y0)
    return shared > 0.5 * min(first.y1 - first.y0, second.y1 - second.y0)


_COLUMN_LINES = 12  # text lines that begin at one x: a column begins there; a table of words has fewer rows
_COLUMN_TEXT = 20  # characters from which a line counts as text
_LEAST_GUTTER = 0.9  # em
_DEEPEST_OVERLAP, _NARROW_GAP = -1.0, 0.45  # em between pieces of one line that an index made MuPDF part into two blocks


def mended(lines: Sequence[Line]) -> list[Line]:
    """Joins neighbours in drawing order that stand on one baseline with no more than a wide space between them."""
    made: list[Line] = []
    starts: Counter[int] | None = None
    numbers = number_strips(lines)
    for line in lines:
        last = made[-1] if made else None
        if last is None or id(last) in numbers or not _continues(last, line):
            made.append(line)
            continue
        if line.x0 - last.x1 > _LEAST_GUTTER * line.size:
            starts = _text_starts(lines) if starts is None else starts
            if _in_column(last, starts) and _in_column(line, starts):
                made.append(line)
                continue
        made[-1] = _glued(last, line)
    return made


def _in_column(line: Line, starts: Counter[int]) -> bool:
    return len(line.text) >= _COLUMN_TEXT and starts[round(line.x0)] >= _COLUMN_LINES


def _text_starts(lines: Sequence[Line]) -> Counter[int]:
    """How many text lines begin at each x, to a point."""
    return Counter(round(line.x0) for line in lines if len(line.text) >= _COLUMN_TEXT)


def _continues(last: Line, line: Line) -> bool:
    gap, em = line.x0 - last.x1, max(last.size, line.size)
    if line.block == last.end_block:
        near = -0.3 * last.size <= gap <= SAME_WORD_GAP * em
    else:
        near = _DEEPEST_OVERLAP * em <= gap <= _NARROW_GAP * em and line.x0 > last.x0
    return near and on_one_baseline(last, line) and last.invisible == line.invisible


_LARGE_LETTER = 1.7  # times the size of the line, from which a capital is the large first letter of its first word


def _between(first: Line, second: Line) -> str:
    """What stands between two pieces of a line: nothing between ideographs, nor behind a large first letter."""
    if len(first.text) == 1 and first.text.isupper() and first.size >= _LARGE_LETTER * second.size:
        return " " if first.text in "AI" and second.x0 - first.x1 > 0.3 * second.size else ""
    return join_lines(first.text, second.text, frozenset())[1] if first.text[-1] > "~" else " "


def _glued(first: Line, second: Line) -> Line:
    longer = first if len(first.text) >= len(second.text) else second
    length, other = len(first.text), len(second.text)
    one, two = first.bbox, second.bbox
    bbox = (min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3]))
    between = _between(first, second)
    return replace(
        longer,
        text=f"{first.text}{between}{second.text}",
        drawn=f"{first.drawn.rstrip()}{between}{second.drawn.lstrip()}",
        x0=min(first.x0, second.x0), y0=min(first.y0, second.y0), x1=max(first.x1, second.x1), y1=max(first.y1, second.y1),
        math=(first.math * length + second.math * other) / (length + other),
        bold=first.bold and second.bold,
        lead=length if first.bold and not second.bold else first.lead, lead_x1=first.x1 if first.bold else first.lead_x1,
        raised=first.raised, block=first.block, next_block=second.end_block, bbox=bbox,
    )  # fmt: skip
