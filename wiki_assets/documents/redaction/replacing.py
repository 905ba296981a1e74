"""Taking found secrets out of a text and moving along what points into it.

Belongs here: offsets. Does not belong here: finding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wiki_assets.documents.model import Cell, TextSpan


@dataclass(frozen=True, slots=True)
class Change:
    """`text[start:end]` becomes `replacement`. Changes of one text are in order and do not overlap."""

    start: int
    end: int
    replacement: str


def changed(text: str, changes: Sequence[Change]) -> str:
    """The text with the changes made."""
    parts: list[str] = []
    position = 0
    for change in changes:
        parts += (text[position : change.start], change.replacement)
        position = change.end
    return "".join((*parts, text[position:]))


def changed_lines(text: str, changes: Sequence[Change]) -> str:
    """The text with the changes made, keeping its lines: what a change leaves of a later line stays on a line of its own."""
    kept = []
    for change in changes:
        rest = len(text) - len(text[change.end :].lstrip(" "))
        if change.replacement and "\n" in text[change.start : change.end] and text[rest : rest + 1] not in ("", "\n"):
            kept.append(Change(change.start, rest, change.replacement + "\n"))
        else:
            kept.append(change)
    return changed(text, kept)


def moved(position: int, changes: Sequence[Change]) -> int:
    """Where a place of the text is after the changes; one inside what was taken out is behind what stands there now."""
    shift = 0
    for change in changes:
        if position <= change.start:
            break
        if position < change.end:
            return change.start + shift + len(change.replacement)
        shift += len(change.replacement) - (change.end - change.start)
    return position + shift


def moved_spans(spans: Sequence[TextSpan], changes: Sequence[Change]) -> tuple[TextSpan, ...]:
    """Spans after the changes. A secret over several lines stands on its first; a line that was nothing else is gone."""
    told = (TextSpan(moved(span.start, changes), moved(span.end, changes), span.box) for span in spans)
    return tuple(span for span in told if span.start < span.end)


def moved_cells(cells: Sequence[Cell], changes: Sequence[Change]) -> tuple[Cell, ...]:
    """Cells after the changes; one of which nothing is left is gone."""
    told = (Cell(cell.address, moved(cell.start, changes), moved(cell.end, changes)) for cell in cells)
    return tuple(cell for cell in told if cell.start < cell.end)
