"""Shapes of a slide: which are seen, what role and place they have, and in which order they are read.

Belongs here: geometry, placeholders and what they inherit from layout and master, reading order. Does not belong here: their text
(`slides_text`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from wiki_assets.documents.loaders.office.package import A, P, children_of, first, integer

EMU = 12_700  # in a point

_FURNITURE = frozenset({"dt", "ftr", "sldNum", "hdr", "sldImg"})
_TITLES = frozenset({"title", "ctrTitle"})
_SHAPES = frozenset({f"{P}sp", f"{P}graphicFrame", f"{P}pic", f"{P}cxnSp"})
_SAME_ROW = 0.5  # of the lower shape's height: shapes that overlap more than this from top to bottom are read from left to right
_MOST_IN_ROW = 100  # shapes looked at for one row, or a slide of very many would take for ever
_SMALLEST = 1.0  # points: the text of a smaller shape flows out of it, and nobody says where to
_TOLERANCE = 12.0  # points: tops that differ by less are one row, whatever the heights; a line of text is about that high


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Corners in points, origin at the slide's top left."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Placing:
    """From the coordinates of a group to those of the slide."""

    scale_x: float = 1.0
    scale_y: float = 1.0
    move_x: float = 0.0
    move_y: float = 0.0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a slide's placeholders inherit from.

    Attributes:
        layout: Root of its layout; None where it has none that can be read.
        master: Root of that layout's master; None likewise.
        slide: The whole slide, for shapes that nobody says the place of.
    """

    layout: etree._Element | None
    master: etree._Element | None
    slide: Rectangle


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape that is seen.

    Attributes:
        element: Its XML.
        role: What kind of placeholder it is, as the format names them (`title`, `body`, `obj` …); empty where it is none.
        ancestors: The placeholders of layout and master that it inherits from, nearest first.
        box: Where it stands; the whole slide where its text has no box of its own.
    """

    element: etree._Element
    role: str
    ancestors: tuple[etree._Element, ...]
    box: Rectangle

    @property
    def is_title(self) -> bool:
        """Whether it is the slide's title."""
        return self.role in _TITLES


def shapes_of(tree: etree._Element, around: Surroundings) -> list[Shape]:
    """Shapes of a `p:spTree` that are seen and are not furniture, in reading order; those of a group stay together."""
    return [shape for group in _ordered(_groups(tree, around, Placing())) for shape in group]


def _groups(tree: etree._Element, around: Surroundings, placing: Placing) -> list[list[Shape]]:
    groups = []
    for element in children_of(tree):
        if _is_hidden(element):
            continue
        if element.tag == f"{P}grpSp":
            inner = _groups(element, around, _inside(element, placing))
            groups.append([shape for group in _ordered(inner) for shape in group])
        elif element.tag in _SHAPES:
            shape = _shape(element, around, placing)
            if shape.role not in _FURNITURE:
                groups.append([shape])
    return [group for group in groups if group]


def _ordered(groups: list[list[Shape]]) -> list[list[Shape]]:
    """Titles first, then rows from top to bottom, each from left to right."""
    titles = [group for group in groups if any(shape.is_title for shape in group)]
    others = [(_around(group), group) for group in groups if not any(shape.is_title for shape in group)]
    others.sort(key=lambda placed: (placed[0].y0, placed[0].x0), reverse=True)
    ordered = titles
    while others:
        near = [others.pop() for _ in range(min(len(others), _MOST_IN_ROW))]
        upper = near[0][0]
        row = [placed for placed in near if _in_row(upper, placed[0])]
        others.extend(reversed([placed for placed in near if not _in_row(upper, placed[0])]))
        ordered.extend(group for _, group in sorted(row, key=lambda placed: placed[0].x0))
    return ordered


def _in_row(upper: Rectangle, lower: Rectangle) -> bool:
    """Whether two boxes stand beside each other; `upper` has the higher top."""
    beside = lower.x0 >= upper.x1 - _TOLERANCE or upper.x0 >= lower.x1 - _TOLERANCE or upper is lower
    overlap = min(upper.y1, lower.y1) - lower.y0
    return abs(lower.y0 - upper.y0) < _TOLERANCE or (beside and overlap > _SAME_ROW * (lower.y1 - lower.y0))


def _around(shapes: Sequence[Shape]) -> Rectangle:
    boxes = [shape.box for shape in shapes]
    return Rectangle(
        min(box.x0 for box in boxes), min(box.y0 for box in boxes), max(box.x1 for box in boxes), max(box.y1 for box in boxes)
    )


def _shape(element: etree._Element, around: Surroundings, placing: Placing) -> Shape:
    placeholder = placeholder_of(element)
    role = placeholder.get("type", "obj") if placeholder is not None else ""
    ancestors = tuple(_ancestors(placeholder, around)) if placeholder is not None else ()
    frame = next((found for one in (element, *ancestors) if (found := _frame(one)) is not None), None)
    box = _box(frame, placing) if frame is not None else around.slide
    drawn = box.x1 - box.x0 >= _SMALLEST and box.y1 - box.y0 >= _SMALLEST
    return Shape(element, role, ancestors, box if drawn else around.slide)


def placeholder_of(element: etree._Element) -> etree._Element | None:
    """What says that a shape is a placeholder (`p:ph`); None where it is none."""
    return next(element.iterfind(f"{P}*/{P}nvPr/{P}ph"), None) if len(element) else None


def _ancestors(placeholder: etree._Element, around: Surroundings) -> Iterator[etree._Element]:
    """A slide's placeholder follows the layout's of its number, and that follows the master's of its type."""
    role = placeholder.get("type", "obj")
    for shape in _placeholders(around.layout):
        found = placeholder_of(shape)
        if found is not None and found.get("idx", "0") == placeholder.get("idx", "0"):
            role = found.get("type", role)
            yield shape
            break
    wanted = "title" if role in _TITLES else role if role in _FURNITURE else "body"
    for shape in _placeholders(around.master):
        found = placeholder_of(shape)
        if found is not None and found.get("type", "body") == wanted:
            yield shape
            break


def _placeholders(root: etree._Element | None) -> Iterator[etree._Element]:
    tree = first(root, f"{P}cSld", f"{P}spTree")
    return (shape for shape in (tree if tree is not None else ()) if placeholder_of(shape) is not None)


def _is_hidden(element: etree._Element) -> bool:
    about = next(element.iterfind(f"{P}*/{P}cNvPr"), None)
    return about is not None and about.get("hidden", "0").lower() in ("1", "true")


def _frame(element: etree._Element) -> etree._Element | None:
    for path in ((f"{P}spPr", f"{A}xfrm"), (f"{P}xfrm",)):
        found = first(element, *path)
        if found is not None and found.find(f"{A}off") is not None and found.find(f"{A}ext") is not None:
            return found
    return None


def _box(frame: etree._Element, placing: Placing) -> Rectangle:
    x, y = _pair(frame, "off", "x", "y")
    width, height = _pair(frame, "ext", "cx", "cy")
    width, height, centre_x, centre_y = abs(width), abs(height), x + width / 2, y + height / 2
    angle = math.radians(integer(frame.get("rot")) / 60_000)  # the format counts sixty-thousandths of a degree
    wide = abs(width * math.cos(angle)) + abs(height * math.sin(angle))
    high = abs(width * math.sin(angle)) + abs(height * math.cos(angle))
    left, right = (placing.scale_x * (centre_x + side * wide / 2) + placing.move_x for side in (-1, 1))
    top, bottom = (placing.scale_y * (centre_y + side * high / 2) + placing.move_y for side in (-1, 1))
    return Rectangle(
        *(round(value / EMU, 2) for value in (min(left, right), min(top, bottom), max(left, right), max(top, bottom)))
    )


def _inside(group: etree._Element, placing: Placing) -> Placing:
    frame = first(group, f"{P}grpSpPr", f"{A}xfrm")
    if frame is None or frame.find(f"{A}chExt") is None:
        return placing
    x, y = _pair(frame, "off", "x", "y")
    width, height = _pair(frame, "ext", "cx", "cy")
    from_x, from_y = _pair(frame, "chOff", "x", "y")
    from_width, from_height = _pair(frame, "chExt", "cx", "cy")
    scale_x, scale_y = width / from_width if from_width else 1.0, height / from_height if from_height else 1.0
    return Placing(
        placing.scale_x * scale_x,
        placing.scale_y * scale_y,
        placing.move_x + placing.scale_x * (x - scale_x * from_x),
        placing.move_y + placing.scale_y * (y - scale_y * from_y),
    )


def _pair(frame: etree._Element, tag: str, one: str, other: str) -> tuple[int, int]:
    found = frame.find(f"{A}{tag}")
    return (integer(found.get(one)), integer(found.get(other))) if found is not None else (0, 0)
