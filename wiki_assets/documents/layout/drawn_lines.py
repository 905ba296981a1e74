"""Reading lines out of MuPDF's page dictionary.

Belongs here: text, place and type of each drawn line. Does not belong here: the shapes (`lines`), joining pieces (`mending`), or what a
line means.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wiki_assets.documents.layout.letters import RIGHT_TO_LEFT, without_stray_spaces
from wiki_assets.documents.layout.line_numbers import parted_numbers
from wiki_assets.documents.layout.lines import Line, Page
from wiki_assets.documents.layout.mending import mended
from wiki_assets.documents.layout.visibility import is_unusual, parted, unmapped_letters
from wiki_assets.text.cleaning import clean_line

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
