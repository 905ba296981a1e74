"""Building elements of formats that have a structure of their own: headings, paragraphs, lists, tables.

Belongs here: the one way text from such formats becomes elements: cleaned, under its headings, tables as Markdown with cells that can be
found again. Does not belong here: any format, or pages of drawn lines (`layout`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wiki_assets.documents.loaders.versions import parser_of
from wiki_assets.documents.model import Cell, DocumentMetadata, Element, ElementKind, Mark, ParsedDocument, TextSpan
from wiki_assets.text.cleaning import clean_line

_ORDERED_LEVELS = 9


class ElementBuilder:
    """Collects elements in reading order and knows under which headings it is.

    Attributes:
        place: Given to every element added from now on, for example `slide 3`.
    """

    def __init__(self) -> None:
        self.place = ""
        self._elements: list[Element] = []
        self._headings: list[tuple[int, str]] = []

    @property
    def elements(self) -> tuple[Element, ...]:
        """Everything so far."""
        return tuple(self._elements)

    @property
    def section_path(self) -> tuple[str, ...]:
        """Headings above what comes next, outermost first."""
        return tuple(text for _, text in self._headings)

    def heading(self, text: str, level: int, *, spans: Sequence[TextSpan] = ()) -> None:
        """Adds a heading: level 1 is the outermost. What follows is under it, until a heading of its level or above."""
        clean = clean_line(text)
        if not clean:
            return
        level = max(1, min(level, _ORDERED_LEVELS))
        self._leave(level)
        self._append(Element(ElementKind.HEADING, clean, text.strip(), tuple(spans), self.section_path, self.place))
        self._headings.append((level, clean))

    def leave_sections(self) -> None:
        """What comes next is under no heading: a new part of the document begins."""
        self._headings.clear()

    def text(
        self, kind: ElementKind, text: str, *, marks: Sequence[Mark] = (), original: str = "", spans: Sequence[TextSpan] = ()
    ) -> None:
        """Adds a paragraph, list, caption, footnote, formula, title or the like; nothing where no text is left.

        A list is one element for each of its lists, an item a line, each beginning with its marker. Code keeps its lines
        and their indentation.
        """
        clean = (
            clean_code(text) if kind is ElementKind.CODE else clean_lines(text) if kind is ElementKind.LIST else clean_line(text)
        )
        if clean:
            self._append(
                Element(kind, clean, original or text.strip("\n"), tuple(spans), self.section_path, self.place, tuple(marks))
            )

    def table(
        self,
        rows: Sequence[Sequence[str]],
        *,
        addresses: Sequence[Sequence[str]] | None = None,
        marks: Sequence[Mark] = (),
        spans: Sequence[TextSpan] = (),
    ) -> None:
        """Adds a table, whole, as Markdown; its first row is the header. Nothing where every cell is empty.

        Args:
            rows: Cells as text; short rows are filled up.
            addresses: The sheet's own address of each cell; counted from `A1` when None.
        """
        text, cells = markdown_of(rows, addresses)
        if cells:
            self._append(Element(ElementKind.TABLE, text, text, tuple(spans), self.section_path, self.place, tuple(marks), cells))

    def add(self, elements: Iterable[Element]) -> None:
        """Adds elements made elsewhere, as they are."""
        self._elements.extend(elements)

    def _append(self, element: Element) -> None:
        self._elements.append(element)

    def _leave(self, level: int) -> None:
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()


def unpaged(
    media_type: str,
    elements: tuple[Element, ...],
    *,
    reason: str = "",
    metadata: DocumentMetadata | None = None,
    attachments: tuple[str, ...] = (),
    parts_lost: tuple[str, ...] = (),
) -> ParsedDocument:
    """A document of a format without pages, with who reads that format. See `ParsedDocument`."""
    parser = parser_of(media_type)
    return ParsedDocument(
        media_type=media_type,
        parser=parser.name,
        parser_version=parser.version,
        pages=0,
        elements=elements,
        reason=reason,
        metadata=metadata or DocumentMetadata(),
        attachments=attachments,
        parts_lost=parts_lost,
    )


def clean_lines(text: str) -> str:
    """Clean text line by line; empty lines drop out."""
    return "\n".join(clean for line in text.splitlines() if (clean := clean_line(line)))


def clean_code(text: str) -> str:
    """Code with its lines and indentation; only what no reader sees is taken out."""
    lines = (line.expandtabs(4).rstrip() for line in text.splitlines())
    kept = [" " * (len(line) - len(line.lstrip())) + _code_line(line.lstrip()) for line in lines]
    return "\n".join(kept).strip("\n")


def _code_line(line: str) -> str:
    return "".join(character for character in line if character.isprintable() or character == " ")


def markdown_of(rows: Sequence[Sequence[str]], addresses: Sequence[Sequence[str]] | None = None) -> tuple[str, tuple[Cell, ...]]:
    """A table as Markdown, and where each cell that is not empty stands in it.

    A bar inside a cell is written as Markdown wants it, and line breaks in a cell become spaces; nothing else is changed, so that
    what a cell says can be quoted.
    """
    width = max((len(row) for row in rows), default=0)
    lines: list[str] = []
    cells: list[Cell] = []
    position = 0
    for index, row in enumerate(rows):
        line = "|"
        for column in range(width):
            text = _cell_text(row[column]) if column < len(row) else ""
            line += " "
            if text:
                start = position + len(line)
                address = addresses[index][column] if addresses is not None else address_of(index + 1, column + 1)
                cells.append(Cell(address, start, start + len(text)))
            line += text + " |"
        lines.append(line)
        position += len(line) + 1
        if index == 0:
            rule = "|" + " --- |" * width
            lines.append(rule)
            position += len(rule) + 1
    return "\n".join(lines), tuple(cells)


def address_of(row: int, column: int) -> str:
    """`B3` for row 3, column 2, both from 1."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


def _cell_text(text: str) -> str:
    return clean_line(text.replace("\n", " ")).replace("|", "\\|")
