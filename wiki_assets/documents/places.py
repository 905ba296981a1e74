"""Where a passage stands and how it came in, in words for a person.

Belongs here: those words. Does not belong here: finding places (`loaders`, `chunking`), or layout of a page or a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wiki_assets.documents.model import Chunk, Element, Mark

MARKS_IN_WORDS = {
    Mark.NOTE: "speaker notes",
    Mark.COMMENT: "a remark",
    Mark.INVISIBLE: "text that is not drawn",
    Mark.RECOGNISED: "read by text recognition",
    Mark.UNRELIABLE: "letters that cannot be trusted",
}


def place_of(part: Chunk | Element) -> str:
    """`page 3`, `pages 3–4`, `slide 3, speaker notes`, `sheet Totals`; empty where there is nothing to say."""
    return in_words(part.place or _pages(part.pages), part.marks)


def in_words(place: str, marks: Iterable[Mark]) -> str:
    """A place with its marks."""
    return ", ".join(part for part in (place, *(MARKS_IN_WORDS[mark] for mark in marks)) if part)


def _pages(pages: Sequence[int]) -> str:
    return f"page{'s' if len(pages) > 1 else ''} {page_runs(pages)}" if pages else ""


def page_runs(pages: Sequence[int]) -> str:
    """Page numbers, runs of them joined: `1–3, 7`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1][1:] = [page]
        else:
            runs.append([page])
    return ", ".join("–".join(map(str, run)) for run in runs)
