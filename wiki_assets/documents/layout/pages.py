"""A page of a PDF as lines: what is read of it, which way it is turned, and whether its text can be trusted.

Belongs here: the one way from MuPDF's page dictionaries to a `Page`. Does not belong here: asking MuPDF (the loader does), or what
lines mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from wiki_assets.documents.layout.drawn_lines import quadrant, read_page
from wiki_assets.documents.layout.garbled import is_garbled
from wiki_assets.documents.layout.letters import from_letters, needs_letters
from wiki_assets.documents.layout.lines import Page
from wiki_assets.documents.layout.roles import CAPTION_START

_SIDEWAYS_LINES = 6  # fewer are labels of axes and stamps
_SENTENCE, _SIDEWAYS_SENTENCES = 40, 3  # characters, and lines that long, that no plot has


def drawn_page(number: int, content: Mapping[str, Any], letters: Callable[[], Mapping[str, Any]], rotation: int) -> Page:
    """A page with its lines in the order they are drawn.

    Args:
        number: From 1.
        content: What `Page.get_text("dict")` gives, without images.
        letters: Gives what `Page.get_text("rawdict")` gives; only called for pages that need it.
        rotation: `Page.rotation`, degrees: MuPDF gives places on the page as it is before it is turned.
    """
    if needs_letters(content):
        content = from_letters(letters())
    page = read_page(number, content)
    page.sideways = _sideways(number, content, page)
    lines = [*page.lines, *page.sideways.lines] if page.sideways else page.lines
    page.garbled = is_garbled("\n".join(line.text for line in lines), page.unmapped)
    if rotation % 360:
        size = float(content["width"]), float(content["height"])
        for line in lines:
            line.bbox = _shown(line.bbox, size, rotation % 360)
    return page


def _shown(
    bbox: tuple[float, float, float, float], size: tuple[float, float], rotation: int
) -> tuple[float, float, float, float]:
    """A box of an unturned page of a size, on the page as it is shown after a turn clockwise by 90, 180 or 270 degrees."""
    x0, y0, x1, y1 = bbox
    width, height = size
    if rotation == 90:
        return height - y1, x0, height - y0, x1
    if rotation == 180:
        return width - x1, height - y1, width - x0, height - y0
    return y0, width - x1, y1, width - x0


def _sideways(number: int, content: Mapping[str, Any], page: Page) -> Page | None:
    """The lines that run across the others, read by themselves, where they are a table or the like and no labels."""
    directions = {id(line): quadrant(line["dir"]) for block in content["blocks"] for line in block.get("lines", ())}
    if len(set(directions.values()) - {-1}) < 2:
        return None
    across = Counter(directions.values())
    across.pop(-1, None)
    sideways = [
        read_page(number, _only(content, directions, direction))
        for direction, count in across.items()
        if direction in (1, 3) and count >= _SIDEWAYS_LINES
    ]
    found = max(sideways, key=lambda one: len(one.lines), default=None)
    return found if found is not None and _is_table(found, page) else None


def _only(content: Mapping[str, Any], directions: Mapping[int, int], direction: int) -> dict[str, Any]:
    blocks = [
        {**block, "lines": [line for line in block.get("lines", ()) if directions[id(line)] == direction]}
        for block in content["blocks"]
    ]
    return {**content, "blocks": [block for block in blocks if block["lines"]]}


def _is_table(sideways: Page, page: Page) -> bool:
    """Whether sideways lines are more than the labels of a plot's axis: they have a caption, or make sentences."""
    if len(sideways.lines) < _SIDEWAYS_LINES or sideways.lines[0].bbox == (page.lines[0].bbox if page.lines else None):
        return False
    captioned = any(CAPTION_START.match(line.text) for line in sideways.lines)
    return captioned or sum(len(line.text) >= _SENTENCE for line in sideways.lines) >= _SIDEWAYS_SENTENCES
