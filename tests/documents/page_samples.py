"""Pages drawn for tests and read by the layout alone, without a loader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from document_samples import LEADING, SIZE, Sheet, draw, wrapped

from wiki_assets.documents.layout import elements_of
from wiki_assets.documents.layout.lines import Page
from wiki_assets.documents.layout.pages import drawn_page
from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.model import Element, ElementKind


def pages_of(content: bytes) -> list[Page]:
    """Pages of a PDF as a loader hands them to the layout."""
    document = mupdf().open(stream=content, filetype="pdf")
    flags = mupdf().TEXTFLAGS_DICT & ~mupdf().TEXT_PRESERVE_IMAGES
    pages = []
    for number, page in enumerate(document, start=1):
        letters = _letters_of(page, flags)
        pages.append(drawn_page(number, page.get_text("dict", flags=flags), letters, page.rotation))
    return pages


def _letters_of(page: Any, flags: int) -> Callable[[], Any]:
    return lambda: page.get_text("rawdict", flags=flags)


def elements(content: bytes) -> tuple[Element, ...]:
    """Elements of a PDF."""
    return elements_of(pages_of(content))


def texts(sheet: Sheet, kind: ElementKind | None = None) -> list[str]:
    """Texts of the elements of a document, of one kind or of all."""
    return [element.text for element in elements(sheet.bytes()) if kind in (None, element.kind)]


def row_by_row(page: Any, columns: Sequence[Sequence[str]], xs: Sequence[float], top: float) -> None:
    """Draws columns of lines the way a scan's text layer has them: the first line of all columns, then the second."""
    for row in range(max(map(len, columns))):
        for lines, x in zip(columns, xs, strict=True):
            if row < len(lines):
                page.insert_text((x, top + LEADING * row), lines[row], fontsize=SIZE, fontname="tiro")


def columns_of(text: str, width: float, count: int) -> list[list[str]]:
    """A text as so many columns of nearly equal length."""
    lines = wrapped(text, width)
    height = -(-len(lines) // count)
    return [lines[at : at + height] for at in range(0, len(lines), height)]


def letter_by_letter(page: Any, text: str, x: float, y: float, size: float = 12.0, gap: float = 0.0, times: int = 1) -> None:
    """Draws every letter by itself, with a gap behind it, so many times with a small offset."""
    font = mupdf().Font("tiro")
    for letter in text:
        for time in range(times):
            page.insert_text((x + 0.3 * time, y), letter, fontsize=size, fontname="tiro")
        x += font.text_length(letter, size) + gap


def paragraph(page: Any, text: str, y: float, x: float = 72.0, width: float = 430.0, size: float = SIZE) -> float:
    """Draws a paragraph. Returns the baseline below it."""
    return draw(page, wrapped(text, width, size), x, y, size=size, leading=1.2 * size)
