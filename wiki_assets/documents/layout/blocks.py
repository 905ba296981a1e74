"""Blocks: neighbouring lines of one kind, such as a paragraph or a caption, within one column of one page.

Belongs here: where one block ends and the next begins. Does not belong here: joining over columns and pages (`stitching`)
or what a block means in the document (`structure`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wiki_assets.documents.layout.columns import Run
from wiki_assets.documents.layout.lines import Line, on_one_baseline, split_lead
from wiki_assets.documents.layout.metrics import Metrics
from wiki_assets.documents.layout.roles import Role, content_words
from wiki_assets.documents.layout.settling import ends_sentence, settled_roles, with_drop_caps
from wiki_assets.documents.layout.tables import table_lines
from wiki_assets.documents.model import ElementKind

_KIND = {
    Role.TEXT: ElementKind.PARAGRAPH,
    Role.HEADING: ElementKind.HEADING,
    Role.FORMULA: ElementKind.FORMULA,
    Role.CODE: ElementKind.CODE,
    Role.CAPTION: ElementKind.CAPTION,
    Role.ITEM: ElementKind.LIST,
}


@dataclass(slots=True)
class Block:
    """Lines that belong together.

    Attributes:
        left, right: Edges of the column the block stands in, points.
        column: Ordinal of the run in the document.
        run_in: For a heading: whether it stood on the first line of its paragraph.
    """

    kind: ElementKind
    lines: list[Line]
    left: float
    right: float
    column: int
    run_in: bool = False

    @property
    def text(self) -> str:
        """The words, lines joined by spaces: for judging, not for quoting."""
        return " ".join(line.text for line in self.lines)

    @property
    def size(self) -> float:
        """Type size of the longest line."""
        return max(self.lines, key=lambda line: len(line.text)).size

    @property
    def page(self) -> int:
        """Page of the first line."""
        return self.lines[0].page


def blocks_of(runs: Sequence[Run], metrics: Metrics) -> list[Block]:
    """Blocks of a document in reading order."""
    blocks: list[Block] = []
    for column, run in enumerate(runs):
        blocks.extend(_blocks_of_run(run, column, metrics))
    return blocks


def _blocks_of_run(run: Run, column: int, metrics: Metrics) -> list[Block]:
    tables = table_lines(run, metrics)
    run.lines = with_drop_caps(run.lines, metrics)
    roles = settled_roles(run, metrics)
    blocks: list[Block] = []
    previous_table = -1
    previous: Role | None = None
    for line, role in zip(run.lines, roles, strict=True):
        table = tables.get(id(line), -1)
        last = blocks[-1] if blocks and previous_table < 0 and previous is not None else None
        if table >= 0:
            if table == previous_table:
                blocks[-1].lines.append(line)
            else:
                blocks.append(Block(ElementKind.TABLE, [line], run.left, run.right, column))
        elif line.lead and role in _MAY_BEGIN_WITH_HEADING and _ends_heading(last, line, metrics):
            heading, rest = split_lead(line)
            blocks[-1].lines.append(heading)
            blocks[-1].run_in = True
            blocks.append(Block(ElementKind.PARAGRAPH, [rest], run.left, run.right, column))
            role = Role.TEXT
        elif line.lead and role is Role.HEADING and _is_run_in_heading(line, metrics):
            blocks.extend(_run_in(line, run, column))
            role = Role.TEXT
        elif (
            last is not None
            and previous is not None
            and (
                (role is Role.TEXT is previous and _plainly_follows(last, line, metrics))
                or _belongs(last, line, role, previous, metrics)
            )
        ):
            last.lines.append(line)
        elif role is Role.TEXT and _is_run_in_heading(line, metrics):
            blocks.extend(_run_in(line, run, column))
        else:
            blocks.append(Block(_KIND[role], [line], run.left, run.right, column))
        previous_table, previous = table, role
    return blocks


_MAY_BEGIN_WITH_HEADING = (Role.TEXT, Role.HEADING)


def _run_in(line: Line, run: Run, column: int) -> tuple[Block, Block]:
    """A heading and the beginning of its paragraph, of one line."""
    heading, rest = split_lead(line)
    return (
        Block(ElementKind.HEADING, [heading], run.left, run.right, column, run_in=True),
        Block(ElementKind.PARAGRAPH, [rest], run.left, run.right, column),
    )


def _ends_heading(block: Block | None, line: Line, metrics: Metrics) -> bool:
    """Whether the bold words that a line begins with are the rest of the heading above it, which goes over two lines."""
    if block is None or block.kind is not ElementKind.HEADING or metrics.bold or not line.text[line.lead :].strip():
        return False
    last = block.lines[-1]
    open_end = last.text[-1] not in ".:?!" and (last.x1 > block.right - 4 * metrics.size or last.text[-1] == "-")
    return last.bold and open_end and last.size == line.size and 0 < line.base - last.base < 1.45 * metrics.leading


_STATEMENT = re.compile(
    r"(theorem|lemma|proposition|corollary|definition|remark|example|proof|claim|conjecture|exercise|figure|fig|table|algorithm|step|case|note|fact|problem"
    r"|property|assumption|observation|question|answer|input|output)\b",
    re.IGNORECASE,
)


def _is_run_in_heading(line: Line, metrics: Metrics) -> bool:
    """Whether bold words that begin a paragraph are its heading, and not a statement's name or a word that is stressed."""
    lead, rest = line.text[: line.lead], line.text[line.lead :].lstrip()
    if line.lead < 4 or metrics.bold or not rest or _STATEMENT.match(lead) or lead[-1] in ",;":
        return False
    begins = rest[0].isupper() or rest[0] in '“"‘('
    return begins and lead[0].isupper() and len(lead.split()) <= 10 and bool(content_words(lead))


def _plainly_follows(block: Block, line: Line, metrics: Metrics) -> bool:
    """What `_belongs` says of most lines, sooner: a full line above, and this one flush below it in the same type."""
    last = block.lines[-1]
    return (
        line.block == last.end_block
        and line.size == last.size
        and not line.lead
        and abs(line.x0 - last.x0) < 0.5
        and abs(line.base - last.base - metrics.leading) < 1.0
        and last.x1 > block.right - metrics.size
        and line.text[0] != "["
        and block.kind is ElementKind.PARAGRAPH
    )


def _belongs(block: Block, line: Line, role: Role, previous: Role, metrics: Metrics) -> bool:
    """Whether a line goes on with a block."""
    last = block.lines[-1]
    if role in (Role.CAPTION, Role.ITEM):
        return False
    if block.kind is ElementKind.FORMULA or role is Role.FORMULA:
        return role is Role.FORMULA and previous is Role.FORMULA
    if block.kind is ElementKind.CODE or role is Role.CODE:
        return role is Role.CODE and previous is Role.CODE
    if block.kind is ElementKind.HEADING or role is Role.HEADING:
        goes_on = role is Role.HEADING or (role is Role.TEXT and line.bold)
        return goes_on and block.kind is ElementKind.HEADING and not block.run_in and _same_heading(last, line)
    return not _new_paragraph(block, last, line, metrics)


def _same_heading(last: Line, line: Line) -> bool:
    close = on_one_baseline(last, line) or 0 < line.base - last.base < 1.9 * last.size
    return close and abs(last.size - line.size) < 0.6 and last.bold == line.bold and not line.text[0].isdigit()


def _new_paragraph(block: Block, last: Line, line: Line, metrics: Metrics) -> bool:
    small_piece = _is_small_piece(line.text) or _is_small_piece(last.text)
    gap = line.base - last.base
    if on_one_baseline(last, line) and line.block == last.end_block:
        return False
    if line.size != last.size and not small_piece and abs(line.size - block.size) > 0.09 * block.size:
        open_sentence = line.block == last.end_block and line.text[0].islower() and not ends_sentence(last.text)
        return not (open_sentence and 0 < gap < 1.3 * metrics.leading)
    usual = metrics.leading * max(0.8, min(1.3, line.size / metrics.size))
    if gap > 1.45 * usual or gap < -3 * usual:
        return not (small_piece and gap < 1.9 * usual and line.block == last.end_block)
    if small_piece and line.block == last.end_block:
        return False
    if _REFERENCE_LABEL.match(line.text) and ends_sentence(last.text):
        return True
    if line.lead and ends_sentence(last.text) and _is_run_in_heading(line, metrics):
        return True
    return _indent_begins(block, last, line, metrics) or (line.block != last.end_block and ends_sentence(last.text))


_REFERENCE_LABEL = re.compile(r"\[[\w+]{1,12}\]\s")


def _is_small_piece(text: str) -> bool:
    return len(text) <= 6 or (len(text) < 30 and not content_words(text))


def _indent_begins(block: Block, last: Line, line: Line, metrics: Metrics) -> bool:
    """Whether a line is set in as the first line of a paragraph, or the one above it is short as a last one."""
    em = metrics.size
    steps_in = 0.7 * em < line.x0 - last.x0 < 5 * em
    hanging = block.kind is ElementKind.LIST or (len(block.lines) > 1 and abs(block.lines[1].x0 - line.x0) < 0.3 * em)
    if steps_in and len(block.lines) > 1 and not hanging and (ends_sentence(last.text) or last.x1 < block.right - 2 * em):
        return True
    if (
        steps_in
        and len(block.lines) == 1
        and block.kind is not ElementKind.LIST
        and ends_sentence(last.text)
        and last.x1 < block.right - em
    ):
        return True
    if (
        block.kind is ElementKind.LIST
        and line.x0 < block.lines[0].x0 + 0.3 * em
        and len(block.lines) > 1
        and ends_sentence(last.text)
    ):
        return True
    short = metrics.justified and last.x1 < block.right - 3 * em
    return short and ends_sentence(last.text) and line.text[0].isupper()
