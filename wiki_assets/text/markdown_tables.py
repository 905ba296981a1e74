"""Markdown tables for previews in the UI and for files: cells from documents cannot break them."""

from __future__ import annotations

from collections.abc import Sequence

# The UI shows metadata in a narrow dialog; a longer table is cut and says so.
ROWS_SHOWN = 50


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table of at most `ROWS_SHOWN` rows."""
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(escaped(cell) for cell in row) + " |" for row in rows[:ROWS_SHOWN]]
    if len(rows) > ROWS_SHOWN:
        lines.append(f"\n… and {len(rows) - ROWS_SHOWN} more.")
    return "\n".join(lines)


def escaped(text: str) -> str:
    """A text as one line that breaks no table and holds no tag."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
