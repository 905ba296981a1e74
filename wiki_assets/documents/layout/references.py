"""The bibliography: from its heading to its end, or known by its entries where no heading announces it.

Belongs here: telling references from text. Does not belong here: what an entry says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wiki_assets.documents.layout.blocks import Block
from wiki_assets.documents.layout.roles import HEADING_NUMBER, KNOWN_HEADING
from wiki_assets.documents.model import ElementKind

_REFERENCES = re.compile(
    r"(references|bibliography|literature|literature cited|works cited|references and notes|references cited)[.:]?", re.IGNORECASE
)
_AFTER_REFERENCES = re.compile(
    r"(appendix|appendices|supplement|acknowledge?ment|about the author|biograph|index$|author contributions|funding)",
    re.IGNORECASE,
)


def mark_bibliography(blocks: Sequence[Block]) -> None:
    """Gives the blocks of the bibliography their kind, in place."""
    _mark_from_heading(blocks)
    _mark_rows_of_entries(blocks)


def heading_words(text: str) -> str:
    """A heading without its number."""
    number = HEADING_NUMBER.match(text)
    return text[number.end() :] if number else text


def _mark_from_heading(blocks: Sequence[Block]) -> None:
    """Everything from a heading "References" to the next heading that opens something else."""
    opened: Block | None = None
    for block in blocks:
        if block.kind is ElementKind.HEADING:
            if _REFERENCES.fullmatch(heading_words(block.text).strip()):
                opened = block
            elif opened is not None and _closes(block, opened):
                opened = None
        if opened is not None and block.kind not in (ElementKind.TABLE, ElementKind.CAPTION):
            block.kind = ElementKind.BIBLIOGRAPHY


def _closes(heading: Block, references: Block) -> bool:
    """Whether a heading ends the bibliography: it names an appendix or the like, or is numbered and set like "References"."""
    text = heading.text
    if _AFTER_REFERENCES.match(heading_words(text)) or _AFTER_REFERENCES.match(text):
        return True
    first, opening = heading.lines[0], references.lines[0]
    alike = abs(first.size - opening.size) < 0.6 and first.bold == opening.bold
    larger = first.size > opening.size + 0.9
    return (alike or larger) and (larger or HEADING_NUMBER.match(text) is not None or KNOWN_HEADING.fullmatch(text) is not None)


_ENTRY = re.compile(r"(\[\w+[\w+:. -]{0,20}\]|\d{1,3}\.)\s+\S")
_ENTRY_YEAR = re.compile(r"\b(18|19|20)\d\d[a-z]?\b")


def _mark_rows_of_entries(blocks: Sequence[Block]) -> None:
    """A row of at least five entries with label and year, where no heading announces them."""
    row: list[Block] = []
    entries = 0
    for block in [*blocks, None]:
        text = block.text if block is not None else ""
        entry = _ENTRY.match(text) is not None and _ENTRY_YEAR.search(text) is not None and len(text) < 500
        if entry or (
            row
            and block is not None
            and block.kind in (ElementKind.PARAGRAPH, ElementKind.LIST)
            and len(text) < 250
            and not _ends_row(row)
        ):
            row.append(block)  # type: ignore[arg-type]
            entries += entry
            continue
        if entries >= 5 and entries * 2 >= len(row):
            for member in row:
                member.kind = ElementKind.BIBLIOGRAPHY
        row, entries = [], 0


def _ends_row(row: Sequence[Block]) -> bool:
    """Whether the last two blocks of a row are no entries: then it is over."""
    return len(row) >= 2 and not any(_ENTRY.match(block.text) for block in row[-2:])
