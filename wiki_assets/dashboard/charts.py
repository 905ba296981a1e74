"""Drawings as inline SVG: a trend over time, a sparkline, a meter, bars by day. Every one says in words what it shows.

Belongs here: geometry. Does not belong here: colours (classes, see `style`) or which figures are drawn (`sections`).

A drawing scales with the page, its letters too: what has letters is drawn twice, for wide and for narrow windows, and the style shows one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from wiki_assets.dashboard.html import Html, element, join
from wiki_assets.dashboard.model import RatePoint
from wiki_assets.dashboard.words import day, moment, percent, tick


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a drawing and of the margins around its plot, in its own units (pixels where it is shown at full width)."""

    name: str
    width: float
    height: float
    left: float = 48
    right: float = 14
    top: float = 22
    bottom: float = 30

    @property
    def plot_width(self) -> float:
        """Width between the margins."""
        return self.width - self.left - self.right

    @property
    def plot_height(self) -> float:
        """Height between the margins."""
        return self.height - self.top - self.bottom

    def x(self, share: float) -> float:
        """From 0.0 at the left end to 1.0 at the right."""
        return self.left + share * self.plot_width

    def y(self, share: float) -> float:
        """From 0.0 at the bottom to 1.0 at the top."""
        return self.top + (1 - share) * self.plot_height


WIDE, NARROW = Frame("wide", 780, 230), Frame("narrow", 340, 210)


def trend_chart(points: Sequence[RatePoint], threshold: float, until: datetime) -> Html:
    """The rate of all published claims over time, as steps, for a rate holds until the next change; one point is a dot.

    Args:
        points: At least one, oldest first.
        threshold: Drawn as a dashed line.
        until: The right end of the axis.
    """
    last = points[-1]
    told = (
        f"From {moment(points[0].at)} to {moment(until)} in {len(points)} points; lowest {percent(min(p.rate for p in points))}, "
        f"now {percent(last.rate)}, {last.grounded} of {last.claims} claims. A page needs {percent(threshold)}."
    )
    return join(
        _drawing(
            frame, f"trend-{frame.name}", "Share of grounded claims over time", told, _trend(frame, points, threshold, until)
        )
        for frame in (WIDE, NARROW)
    )


def _trend(frame: Frame, points: Sequence[RatePoint], threshold: float, until: datetime) -> Html:
    needed = _threshold_line(frame, threshold, points[-1].rate)
    if len(points) == 1:
        middle = frame.x(0.5)
        clock = _label(middle, frame.height - 8, tick(points[0].at, timedelta()), "middle")
        return join([_rate_axis(frame), needed, _end(frame, middle, points[0], "middle"), clock])
    start, span = points[0].at, max(until, points[-1].at) - points[0].at
    path, area = _steps(frame, [frame.x((point.at - start) / span) for point in points], points)
    return join(
        [_rate_axis(frame), area, needed, path, _end(frame, frame.x(1), points[-1], "end"), _time_ticks(frame, start, span)]
    )


def _steps(frame: Frame, places: Sequence[float], points: Sequence[RatePoint]) -> tuple[Html, Html]:
    """The line and the area below it."""
    path = f"M{_short(places[0])} {_short(frame.y(points[0].rate))}"
    for place, point in zip(places[1:], points[1:], strict=True):
        path += f"H{_short(place)}V{_short(frame.y(point.rate))}"
    path += f"H{_short(frame.x(1))}"
    area = f"{path}V{_short(frame.y(0))}H{_short(places[0])}Z"
    return element("path", d=path, class_="line"), element("path", d=area, class_="area")


def _end(frame: Frame, place: float, point: RatePoint, anchor: str) -> Html:
    """The newest point with its rate, above it or, at the top, below."""
    y = frame.y(point.rate)
    above = y - 9 if y - 9 > 12 else y + 20
    return join(
        [
            element("circle", cx=place, cy=y, r=4, class_="dot"),
            _label(place + (4 if anchor == "end" else 0), above, percent(point.rate), anchor, "strong"),
        ]
    )


def _rate_axis(frame: Frame) -> Html:
    lines = []
    for share in (0.0, 0.5, 1.0):
        y = frame.y(share)
        lines.append(element("path", d=f"M{_short(frame.x(0))} {_short(y)}H{_short(frame.x(1))}", class_="grid"))
        lines.append(_label(frame.left - 8, y + 4, percent(share), "end"))
    return join(lines)


def _threshold_line(frame: Frame, threshold: float, rate: float) -> Html:
    y = frame.y(threshold)
    # Above the line where there is room and the newest rate is not written there.
    below = threshold > 0.9 or 0 <= rate - threshold < 0.12
    label = _label(frame.left + 6, y + 16 if below else y - 6, f"needed: {percent(threshold)}", "start", "threshold-label")
    return join([element("path", d=f"M{_short(frame.x(0))} {_short(y)}H{_short(frame.x(1))}", class_="threshold"), label])


def _time_ticks(frame: Frame, start: datetime, span: timedelta) -> Html:
    count = 4 if frame is WIDE else 2
    ticks = []
    for step in range(count + 1):
        share = step / count
        anchor = "start" if step == 0 else "end" if step == count else "middle"
        ticks.append(_label(frame.x(share), frame.height - 8, tick(start + share * span, span), anchor))
    return join(ticks)


def sparkline(points: Sequence[RatePoint], threshold: float | None, label: str) -> Html:
    """The rates of one page, small and without letters; their meaning is in `label`."""
    frame = Frame("spark", 112, 28, left=3, right=5, top=5, bottom=5)
    drawn = []
    if threshold is not None:
        drawn.append(element("path", d=f"M0 {_short(frame.y(threshold))}H{_short(frame.width)}", class_="threshold"))
    if len(points) > 1:
        span = (points[-1].at - points[0].at) or timedelta(seconds=1)
        places = [(frame.x((point.at - points[0].at) / span), frame.y(point.rate)) for point in points]
        path = "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in places)
        drawn += [
            element("path", d=path, class_="line"),
            element("circle", cx=places[-1][0], cy=places[-1][1], r=2.5, class_="dot"),
        ]
    elif points:
        drawn.append(element("circle", cx=frame.x(1), cy=frame.y(points[0].rate), r=2.5, class_="dot"))
    return element("svg", *drawn, class_="spark", viewBox="0 0 112 28", width="112", height="28", role="img", aria_label=label)


def meter(rate: float, threshold: float | None, reached: bool) -> Html:
    """A bar from 0 to 100 % with a mark where the threshold lies. The figure stands beside it, so it is hidden from readers of text."""
    drawn = [element("rect", x="0", y="4", width="100", height="6", rx="3", class_="track")]
    if rate > 0:
        drawn.append(
            element(
                "rect",
                x="0",
                y="4",
                width=round(max(rate * 100, 2), 1),
                height="6",
                rx="3",
                class_="fill" if reached else "fill short",
            )
        )
    if threshold is not None and 0 < threshold < 1:
        drawn.append(element("path", d=f"M{_short(threshold * 100)} 0V14", class_="mark"))
    return element(
        "svg",
        *drawn,
        class_="meter",
        preserveAspectRatio="none",
        viewBox="0 0 100 14",
        width="100",
        height="14",
        aria_hidden="true",
    )


def day_bars(days: Sequence[tuple[date, float]], title: str, unit: str, top: str) -> Html:
    """One bar a day.

    Args:
        days: Every day of the stretch with its value, days without any included; at least one.
        title, unit: What is drawn.
        top: The highest value in words, written at the axis.
    """
    told = f"{title} by day from {day(days[0][0])} to {day(days[-1][0])}; the most on one day is {top}."
    return join(
        _drawing(frame, f"bars-{frame.name}", title, told, _bars(frame, days, unit, top)) for frame in (_BARS_WIDE, _BARS_NARROW)
    )


_BARS_WIDE, _BARS_NARROW = Frame("wide", 780, 170, left=70), Frame("narrow", 340, 150, left=62)


def _bars(frame: Frame, days: Sequence[tuple[date, float]], unit: str, top: str) -> Html:
    most = max(value for _, value in days) or 1.0
    pitch = frame.plot_width / max(len(days), 7)
    drawn = [
        element("path", d=f"M{_short(frame.x(0))} {_short(frame.y(share))}H{_short(frame.x(1))}", class_="grid")
        for share in (0.0, 1.0)
    ]
    drawn += [_label(frame.left - 8, frame.y(1) + 4, top, "end"), _label(frame.left - 8, frame.y(0) + 4, f"0{unit}", "end")]
    for index, (_, value) in enumerate(days):
        height = value / most * frame.plot_height
        if value > 0:
            x, height = frame.x(0) + index * pitch + pitch * 0.12, max(height, 1.5)
            drawn.append(element("rect", x=x, y=frame.y(0) - height, width=pitch * 0.76, height=height, rx="1.5", class_="bar"))
    drawn.append(_label(frame.x(0), frame.height - 8, day(days[0][0]), "start"))
    if len(days) > 1:
        drawn.append(
            _label(frame.x(0) + len(days) * pitch, frame.height - 8, day(days[-1][0]), "end" if len(days) > 6 else "middle")
        )
    return join(drawn)


def _drawing(frame: Frame, key: str, title: str, told: str, drawn: Html) -> Html:
    """A drawing with its title and description, by which a screen reader tells it."""
    return element(
        "svg",
        element("title", title, id=f"{key}-title"),
        element("desc", told, id=f"{key}-desc"),
        drawn,
        class_=f"chart {frame.name}",
        viewBox=f"0 0 {frame.width:g} {frame.height:g}",
        role="img",
        aria_labelledby=f"{key}-title {key}-desc",
    )


def _label(x: float, y: float, words: str, anchor: str, kind: str = "") -> Html:
    return element("text", words, x=float(x), y=float(y), text_anchor=anchor, class_=kind or None)


def _short(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
