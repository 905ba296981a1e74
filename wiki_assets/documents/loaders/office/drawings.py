"""Charts and diagrams of office documents: their numbers and words, which live in parts of their own.

Belongs here: a chart as a table, a diagram as a list. Does not belong here: where on a page or slide they stand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from lxml import etree

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.loaders.office.package import DGM, A, C, Package, R, first, integer
from wiki_assets.documents.model import ElementKind

CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"
_MOST_CELLS = 200_000  # of one chart: a point for each row and another for each column would make a table of all their pairs


def add_graphic(builder: ElementBuilder, package: Package, part: str, graphic: etree._Element) -> None:
    """Adds the chart or diagram that an `a:graphicData` of a part points to; nothing where it is missing or damaged.

    Args:
        builder: Takes the elements.
        package: Where the parts are.
        part: Name of the part that the graphic stands in.
        graphic: The `a:graphicData`.
    """
    for tag, attribute, add in _KINDS:
        pointer = graphic.find(tag)
        root = _root(package, part, pointer.get(attribute, "")) if pointer is not None else None
        if root is not None:
            add(builder, root)


def _root(package: Package, part: str, identity: str) -> etree._Element | None:
    target = package.target(part, identity)
    return package.xml_or_none(target) if target else None


def _add_chart(builder: ElementBuilder, root: etree._Element) -> None:
    chart = root.find(f"{C}chart")
    plot = first(chart, f"{C}plotArea")
    if plot is None:
        return
    title = _words(first(chart, f"{C}title"))
    series = [_Series(node) for node in plot.iter(f"{C}ser")]
    if not title and len(series) == 1 and first(chart, f"{C}autoTitleDeleted") is None:
        title = series[0].name
    builder.text(ElementKind.CAPTION, title)
    axes = {axis.tag: _words(axis.find(f"{C}title")) for axis in plot if axis.find(f"{C}title") is not None}
    values = axes.get(f"{C}valAx", "")
    builder.table(_rows(series, axes.get(f"{C}catAx") or axes.get(f"{C}dateAx") or ""))
    builder.text(ElementKind.CAPTION, values)


class _Series:
    """One row of numbers of a chart, by the index of their category."""

    def __init__(self, node: etree._Element) -> None:
        self.name = " ".join(_points(node.find(f"{C}tx")).values())
        self.categories = _points(first(node, f"{C}cat") if node.find(f"{C}cat") is not None else first(node, f"{C}xVal"))
        self.values = _points(first(node, f"{C}val") if node.find(f"{C}val") is not None else first(node, f"{C}yVal"))


def _rows(series: list[_Series], corner: str) -> list[list[str]]:
    indices = sorted({index for one in series for index in one.values})[: _MOST_CELLS // max(len(series), 1)]
    if not indices:
        return []
    rows = [[corner, *(one.name for one in series)]]
    for index in indices:
        category = next((one.categories[index] for one in series if index in one.categories), "")
        rows.append([category, *(one.values.get(index, "") for one in series)])
    return rows


def _points(data: etree._Element | None) -> dict[int, str]:
    """Words or numbers as the chart keeps them, by index; levels of categories are put together, the outer first."""
    if data is None:
        return {}
    direct = data.find(f"{C}v")
    if direct is not None:
        return {0: direct.text or ""}
    points: dict[int, str] = {}
    levels = data.findall(f".//{C}lvl")
    for holder in reversed(levels) if levels else (data,):
        percent = next((code.text or "" for code in holder.iter(f"{C}formatCode")), "").endswith("%")
        found = {integer(point.get("idx")): _number(point.findtext(f"{C}v") or "", percent) for point in holder.iter(f"{C}pt")}
        if not points:
            points = found
            continue
        starts = sorted(points)
        points = {index: f"{_last_up_to(points, starts, index)} {text}".strip() for index, text in found.items()}
    return points


def _last_up_to(points: dict[int, str], starts: list[int], index: int) -> str:
    """An outer category stands at the first of those it holds together."""
    at = bisect_right(starts, index)
    return points[starts[at - 1]] if at else ""


def _number(text: str, percent: bool) -> str:
    """A number without the noise of binary fractions: 4.2999999999999998 was written as 4.3."""
    try:
        number = float(text)
    except ValueError:
        return text
    return f"{number * 100:.12g}%" if percent else f"{number:.15g}"


def _words(element: etree._Element | None) -> str:
    if element is None:
        return ""
    written = "".join(node.text or "" for node in element.iter(f"{A}t"))
    return written or " ".join(_points(element.find(f"{C}tx")).values())


def _add_newer_chart(builder: ElementBuilder, root: etree._Element) -> None:
    """Adds a chart of the kinds that came later (waterfall, funnel, tree …), which have a form of their own."""
    title = first(root, f"{CX}chart", f"{CX}title")
    builder.text(ElementKind.CAPTION, "".join(node.text or "" for node in title.iter(f"{A}t")) if title is not None else "")
    for data in root.iterfind(f"{CX}chartData/{CX}data"):
        dimensions = [dimension for dimension in data if dimension.tag in (f"{CX}strDim", f"{CX}numDim")]
        columns = [_newer_points(dimension) for dimension in dimensions]
        rows = sorted({index for column in columns for index in column})[: _MOST_CELLS // max(len(columns), 1)]
        names = [_newer_name(root, data.get("id", "")) if one.tag == f"{CX}numDim" else "" for one in dimensions]
        builder.table([names, *([column.get(index, "") for column in columns] for index in rows)] if rows else [])


def _newer_points(dimension: etree._Element) -> dict[int, str]:
    """Words or numbers by index; those of levels from the outermost on."""
    points: dict[int, str] = {}
    for level in reversed(dimension.findall(f"{CX}lvl")):
        for point in level.findall(f"{CX}pt"):
            index = integer(point.get("idx"))
            points[index] = f"{points.get(index, '')} {_number(point.text or '', percent=False)}".strip()
    return points


def _newer_name(root: etree._Element, identity: str) -> str:
    """The name of the series that shows these data."""
    for series in root.iter(f"{CX}series"):
        shown = series.find(f"{CX}dataId")
        if shown is not None and shown.get("val", "") == identity:
            return series.findtext(f"{CX}tx/{CX}txData/{CX}v") or ""
    return ""


def _add_diagram(builder: ElementBuilder, root: etree._Element) -> None:
    points = {
        node.get("modelId", ""): node for node in root.iter(f"{DGM}pt") if node.get("type", "node") in ("node", "asst", "doc")
    }
    lines = [line for identity in _in_order(root, points) if (line := _diagram_text(points[identity]))]
    builder.text(ElementKind.LIST, "\n".join(f"• {line}" for line in lines))


def _in_order(root: etree._Element, points: dict[str, etree._Element]) -> Iterator[str]:
    """Points of a diagram from its root down, each before what it holds; then those that nothing leads to."""
    below: dict[str, list[tuple[int, str]]] = {}
    for link in root.iter(f"{DGM}cxn"):
        if link.get("type", "parOf") == "parOf":
            below.setdefault(link.get("srcId", ""), []).append((integer(link.get("srcOrd")), link.get("destId", "")))
    seen: set[str] = set()
    waiting = [identity for identity, node in points.items() if node.get("type") == "doc"]
    while waiting:
        identity = waiting.pop()
        if identity in seen:
            continue
        seen.add(identity)
        if identity in points:
            yield identity
        waiting.extend(child for _, child in sorted(below.get(identity, ()), reverse=True))
    yield from (identity for identity in points if identity not in seen)


def _diagram_text(point: etree._Element) -> str:
    paragraphs = point.findall(f"{DGM}t/{A}p")
    return " ".join("".join(node.text or "" for node in paragraph.iter(f"{A}t")) for paragraph in paragraphs).strip()


_KINDS = (
    (f"{C}chart", f"{R}id", _add_chart),
    (f"{CX}chart", f"{R}id", _add_newer_chart),
    (f"{DGM}relIds", f"{R}dm", _add_diagram),
)
