"""PDFs made for tests, with PyMuPDF itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wiki_assets.documents.loaders import registry
from wiki_assets.documents.loaders.pdf.engine import mupdf
from wiki_assets.documents.model import ParsedDocument
from wiki_assets.documents.options import ReadingOptions


def load(content: bytes, name: str) -> ParsedDocument:
    """Reads a file as ingest does by default."""
    return registry.load(content, name, ReadingOptions())


BODY_SENTENCES = 70
LEADING = 12.0
SIZE = 10.0
WORDS = (
    "discrete", "surface", "carries", "a", "metric", "whose", "curvature", "sits", "at", "vertices", "while", "flat",
    "triangles", "fill", "the", "rest", "and", "every", "angle", "adds", "to", "the", "sum", "around", "each", "point",
    "so", "that", "conformal", "factors", "scale", "lengths", "of", "edges", "and", "circles", "meet", "in",
    "patterns", "which", "mathematicians", "call", "packings", "of", "planar", "graphs",
)  # fmt: skip


def prose(sentences: int, start: int = 0) -> str:
    """Sentences of fifteen words, each ending with its own number in words so that it can be found again."""
    made = []
    for index in range(start, start + sentences):
        words = [WORDS[(7 * index + offset) % len(WORDS)] for offset in range(14)]
        made.append(" ".join([words[0].capitalize(), *words[1:], f"item{index}"]) + ".")
    return " ".join(made)


def wrapped(text: str, width: float, size: float = SIZE) -> list[str]:
    """Lines of a text set in Times to a width in points."""
    font = mupdf().Font("tiro")
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.text_length(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


class Sheet:
    """A document under construction, drawn line by line."""

    def __init__(self) -> None:
        self.document: Any = mupdf().open()

    def page(self) -> Any:
        """A new page of 612 by 792 points."""
        return self.document.new_page(width=612, height=792)

    def save(self, path: Path, **options: Any) -> Path:
        """Writes the document."""
        self.document.save(path, **options)
        return path

    def bytes(self, **options: Any) -> bytes:
        """The document's bytes."""
        return bytes(self.document.tobytes(**options))


def draw(
    page: Any, lines: Sequence[str], x: float, y: float, size: float = SIZE, font: str = "tiro", leading: float = LEADING
) -> float:
    """Draws lines below each other, the first baseline at `y`. Returns the baseline below the last one."""
    for line in lines:
        page.insert_text((x, y), line, fontsize=size, fontname=font)
        y += leading
    return y


def simple_pdf(text: str = "A short note about circle packings. It has two sentences.") -> bytes:
    """One page with one paragraph."""
    sheet = Sheet()
    draw(sheet.page(), wrapped(text, 450), 72, 100)
    return sheet.bytes()


def two_column_paper() -> bytes:
    """Two pages in two columns: title, authors, abstract, sections, a caption, running heads, notes and references."""
    sheet = Sheet()
    left, right, width = 60.0, 318.0, 234.0
    text = wrapped(prose(BODY_SENTENCES), width)
    sheet.page()
    sheet.page()
    first, second = sheet.document  # a page object does not outlive the making of the next page
    for number, page in enumerate((first, second), start=1):
        draw(page, ["A. Author / Patterns of Circles"], 220, 40, size=8)
        draw(page, [str(number)], 304, 770, size=8)
        page.insert_text((30, 600), "arXiv:1234.5678v1 [cs.CG] 1 Jan 2020", fontsize=14, rotate=90)
    draw(first, ["Patterns of Circles on Surfaces"], 170, 90, size=18, font="tibo")
    draw(first, ["Anna Author", "anna@example.org"], 270, 112)
    draw(first, ["Abstract"], left, 160, size=12, font="tibo")
    y = draw(first, wrapped("We study patterns. " + prose(3, 100), width), left, 176)
    draw(first, ["1 Introduction"], left, y + 12, size=12, font="tibo")
    used = _fill(first, text, left, y + 30, 700)
    draw(first, ["1A note at the foot of the column."], left, 730, size=7)
    used += _fill(first, text[used:], right, 160, 700)
    draw(second, ["Figure 1: Two circles that touch."], left, 100, size=8)
    used += _fill(second, text[used:], left, 140, 700)
    y = draw(second, text[used:], right, 80)
    draw(second, ["References"], right, y + 16, size=12, font="tibo")
    entries = "[1] B. Writer. On circles. Journal of Rounds, 1999. [2] C. Scribe. On squares. Journal of Corners, 2001."
    y = draw(second, wrapped(entries, width), right, y + 34)
    draw(second, ["A Proofs"], right, y + 16, size=12, font="tibo")
    draw(second, wrapped("The proof is short. " + prose(2, 200), width), right, y + 34)
    return sheet.bytes()


def _fill(page: Any, lines: Sequence[str], x: float, top: float, bottom: float) -> int:
    """Draws as many lines as there is room for; how many that were."""
    count = min(len(lines), int((bottom - top) // LEADING) + 1)
    draw(page, lines[:count], x, top)
    return count
