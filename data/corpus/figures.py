"""The figures of the sample papers: vector drawings as lists of strokes and labels.

Belongs here: one function per figure. Does not belong here: where a figure stands on a page (`layout`). Lengths are points,
y grows downwards, and every figure is drawn into a box `WIDTH` wide whose top left corner is the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, log, pi, radians, sin, sqrt

WIDTH = 220.0
Point = tuple[float, float]


@dataclass(frozen=True)
class Stroke:
    """A polyline or, with a radius, a circle around its only point."""

    points: tuple[Point, ...]
    radius: float = 0.0
    width: float = 0.8
    fill: tuple[float, float, float] | None = None
    closed: bool = False
    dashes: str = ""


@dataclass(frozen=True)
class Label:
    """A short HTML text centred on a point."""

    centre: Point
    html: str


@dataclass
class Drawing:
    """A figure; `height` is that of its box."""

    height: float
    strokes: list[Stroke] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)

    def polygon(self, points: Sequence[Point], fill: tuple[float, float, float] | None = None) -> None:
        """Add a closed polygon."""
        self.strokes.append(Stroke(tuple(points), closed=True, fill=fill))

    def line(self, *points: Point, width: float = 0.8, dashes: str = "") -> None:
        """Add a polyline."""
        self.strokes.append(Stroke(points, width=width, dashes=dashes))

    def circle(self, centre: Point, radius: float, fill: tuple[float, float, float] | None = None, width: float = 0.8) -> None:
        """Add a circle."""
        self.strokes.append(Stroke((centre,), radius=radius, fill=fill, width=width))

    def label(self, x: float, y: float, html: str) -> None:
        """Add a label centred on (x, y)."""
        self.labels.append(Label((x, y), html))

    def arrow(self, start: Point, end: Point) -> None:
        """Add an arrow from start to end."""
        (x0, y0), (x1, y1) = start, end
        length = sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        self.line(start, end)
        self.polygon(
            [end, (x1 - 6 * ux - 2.5 * uy, y1 - 6 * uy + 2.5 * ux), (x1 - 6 * ux + 2.5 * uy, y1 - 6 * uy - 2.5 * ux)], BLACK
        )


BLACK = (0.0, 0.0, 0.0)
SHADE = (0.90, 0.93, 0.97)
WARM = (0.98, 0.92, 0.86)


def cross_ratio() -> Drawing:
    """Two triangles around an edge ij with the lengths of the length cross ratio."""
    drawing = Drawing(112)
    i, j, k, left = (60.0, 56.0), (160.0, 56.0), (125.0, 10.0), (95.0, 104.0)
    drawing.polygon([i, j, k], SHADE)
    drawing.polygon([j, i, left], WARM)
    for at, name in (((50, 56), "i"), ((170, 56), "j"), ((135, 7), "k"), ((84, 106), "l")):
        drawing.label(*at, f"<i>{name}</i>")
    for at, name in (((84, 28), "ki"), ((153, 30), "jk"), ((67, 84), "il"), ((139, 86), "lj"), ((110, 50), "ij")):
        drawing.label(*at, f"<i>l</i><sub><i>{name}</i></sub>")
    return drawing


def _lattice(rings: int, unit: float, centre: Point) -> dict[tuple[int, int], Point]:
    places = {}
    for q in range(-rings, rings + 1):
        for r in range(max(-rings, -q - rings), min(rings, -q + rings) + 1):
            places[q, r] = (centre[0] + 2 * unit * (q + r / 2), centre[1] + unit * sqrt(3) * r)
    return places


def hexagonal_packing() -> Drawing:
    """Three rings of equal tangent circles."""
    drawing = Drawing(128)
    for (q, r), place in _lattice(3, 9.5, (WIDTH / 2, 64)).items():
        inner = max(abs(q), abs(r), abs(q + r)) < 3
        drawing.circle(place, 9.5, SHADE if inner else None)
    return drawing


def packing_graph() -> Drawing:
    """Two rings of tangent circles with the tangency graph on top."""
    drawing = Drawing(124)
    places = _lattice(2, 13.0, (WIDTH / 2, 62))
    for place in places.values():
        drawing.circle(place, 13.0, SHADE, width=0.5)
    for (q, r), place in places.items():
        for dq, dr in ((1, 0), (0, 1), (1, -1)):
            if (q + dq, r + dr) in places:
                drawing.line(place, places[q + dq, r + dr], width=0.9)
    for place in places.values():
        drawing.circle(place, 1.6, BLACK)
    return drawing


def delaunay_pair() -> Drawing:
    """Two triangles with the angles opposite their common edge."""
    drawing = Drawing(112)
    top, bottom, left, right = (110.0, 8.0), (110.0, 104.0), (40.0, 60.0), (172.0, 50.0)
    drawing.polygon([top, bottom, left], SHADE)
    drawing.polygon([top, bottom, right], WARM)
    drawing.line(top, bottom, width=1.6)
    drawing.label(58, 58, "<i>α</i><sub><i>ij</i></sub>")
    drawing.label(154, 52, "<i>β</i><sub><i>ij</i></sub>")
    drawing.label(101, 8, "<i>i</i>")
    drawing.label(101, 106, "<i>j</i>")
    return drawing


def angle_defect() -> Drawing:
    """Five equilateral triangles unfolded around a vertex."""
    drawing = Drawing(118)
    centre, size = (WIDTH / 2, 59.0), 52.0
    spokes = [(centre[0] + size * cos(radians(30 + 60 * n)), centre[1] - size * sin(radians(30 + 60 * n))) for n in range(6)]
    for one, two in pairwise(spokes):
        drawing.polygon([centre, one, two], SHADE)
    arc = [(centre[0] + 20 * cos(radians(a)), centre[1] - 20 * sin(radians(a))) for a in range(-30, 31, 4)]
    drawing.line(*arc, width=0.6)
    drawing.label(centre[0] + 32, centre[1], "<i>K</i><sub><i>i</i></sub>")
    return drawing


def edge_flip() -> Drawing:
    """A quadrilateral before and after an edge flip."""
    drawing = Drawing(86)
    for shift, diagonal in ((0.0, (0, 2)), (122.0, (1, 3))):
        corners = [(shift + 2, 44.0), (shift + 52, 12.0), (shift + 96, 40.0), (shift + 44, 78.0)]
        drawing.polygon(corners, SHADE)
        drawing.line(corners[diagonal[0]], corners[diagonal[1]], width=1.6)
    drawing.arrow((101, 43), (119, 43))
    return drawing


def lobachevsky_graph() -> Drawing:
    """The Lobachevsky function on [0, pi], integrated by the midpoint rule."""
    drawing = Drawing(116)
    x0, y0, width, scale = 22.0, 56.0, 184.0, 88.0
    steps, value, curve = 360, 0.0, [(x0, y0)]
    for n in range(steps):
        value -= log(abs(2 * sin(pi * (n + 0.5) / steps))) * pi / steps
        curve.append((round(x0 + width * (n + 1) / steps, 3), round(y0 - scale * value, 3)))
    drawing.arrow((x0, y0), (x0 + width + 12, y0))
    drawing.arrow((x0, 110), (x0, 2))
    drawing.line(*curve, width=1.2)
    peak = (x0 + width / 6, y0 - scale * 0.50747)
    drawing.line(peak, (peak[0], y0), width=0.4, dashes="[2 2] 0")
    for share, text in ((1 / 6, "<i>π</i>/6"), (0.5, "<i>π</i>/2"), (1.0, "<i>π</i>")):
        drawing.line((x0 + width * share, y0 - 2), (x0 + width * share, y0 + 2))
        drawing.label(x0 + width * share + (9 if share == 0.5 else 0), y0 + (9 if share < 0.5 else -8), text)
    drawing.label(x0 + 74, 12, "Л(<i>x</i>)")
    return drawing


def loop() -> Drawing:
    """The three boxes of the uniformization loop."""
    drawing = Drawing(104)
    for x, y, text in ((55, 20, "scale lengths"), (165, 20, "flip edges"), (110, 84, "angle defects")):
        drawing.polygon([(x - 40, y - 13), (x + 40, y - 13), (x + 40, y + 13), (x - 40, y + 13)], SHADE)
        drawing.label(x, y, text)
    drawing.arrow((95, 20), (125, 20))
    drawing.arrow((160, 33), (132, 71))
    drawing.arrow((88, 71), (60, 33))
    return drawing


FIGURES: dict[str, Callable[[], Drawing]] = {
    f.__name__: f
    for f in (cross_ratio, hexagonal_packing, packing_graph, delaunay_pair, angle_defect, edge_flip, lobachevsky_graph, loop)
}
"""Every figure by the name that `![caption](figure:name)` uses."""
