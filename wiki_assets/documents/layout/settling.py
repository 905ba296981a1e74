"""Roles of lines, settled by their neighbours: what looks like a heading, a formula or an item by itself may be a piece of a sentence.

Belongs here: corrections of single lines' roles within one column, and large first letters put back on their words. Does not belong
here: where blocks end (`blocks`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from wiki_assets.documents.layout.columns import Run
from wiki_assets.documents.layout.lines import Line
from wiki_assets.documents.layout.metrics import Metrics
from wiki_assets.documents.layout.roles import Role, role_of

_SENTENCE_END = re.compile(r"[.?!:][\"”’')\]]*[\d∗*†‡,]{0,3}$")


def ends_sentence(text: str) -> bool:
    """Whether a text ends the way a sentence does (a note's mark may follow)."""
    return _SENTENCE_END.search(text) is not None


def settled_roles(run: Run, metrics: Metrics) -> list[Role]:
    """Role of every line of a run."""
    roles = [role_of(line, metrics, run.left, run.right) for line in run.lines]
    _settle_false_starts(run.lines, roles, metrics)
    _settle_bold_paragraphs(run.lines, roles)
    _settle_inline_mathematics(run.lines, roles, metrics)
    _settle_inline_code(run.lines, roles, metrics)
    return roles


_LARGE_LETTER = 1.7  # times the text's size, from which a letter alone is the first of the line beside it


def with_drop_caps(lines: list[Line], metrics: Metrics) -> list[Line]:
    """Lines with every large first letter of a paragraph put on the word it begins."""
    if not any(_is_drop_cap(line, metrics) for line in lines if len(line.text) == 1):
        return lines
    made: list[Line] = []
    for line in lines:
        letter = made[-1] if made else None
        if letter is not None and _is_drop_cap(letter, metrics) and _is_beside(letter, line, metrics):
            made[-1] = _begun(letter, line, metrics)
        else:
            made.append(line)
    return made


def _is_drop_cap(line: Line, metrics: Metrics) -> bool:
    return len(line.text) == 1 and line.size >= _LARGE_LETTER * metrics.size and line.text.isupper()


def _is_beside(letter: Line, line: Line, metrics: Metrics) -> bool:
    middle = (line.y0 + line.y1) / 2
    return letter.y0 < middle < letter.y1 and -0.5 * metrics.size < line.x0 - letter.x1 < 1.5 * metrics.size


def _begun(letter: Line, line: Line, metrics: Metrics) -> Line:
    """A line with its first letter. "A" and "I" are words where a gap parts them from the next."""
    between = " " if letter.text in "AI" and line.x0 - letter.x1 > 0.3 * metrics.size else ""
    x0, y0, x1, y1 = line.bbox
    bbox = (min(letter.bbox[0], x0), min(letter.bbox[1], y0), max(letter.bbox[2], x1), max(letter.bbox[3], y1))
    return replace(
        line, text=letter.text + between + line.text, drawn=letter.drawn.strip() + between + line.drawn, bbox=bbox, lead=0
    )


def _settle_inline_mathematics(lines: Sequence[Line], roles: list[Role], metrics: Metrics) -> None:
    """Limits, fractions and indices that MuPDF cut out of a line of text are part of that text: the text around them goes on
    at its usual distance.
    """
    start = 0
    while start < len(lines):
        if roles[start] is not Role.FORMULA:
            start += 1
            continue
        end = start
        while end < len(lines) and roles[end] is Role.FORMULA:
            end += 1
        if start and _prose(roles[start - 1]):
            goes_on = end < len(lines) and _prose(roles[end]) and _is_inline(lines[start - 1], lines[end], metrics)
            if goes_on or (end == start + 1 and _is_last_line(lines[start - 1], lines[start], metrics)):
                roles[start:end] = [Role.TEXT] * (end - start)
        start = end


def _is_inline(before: Line, after: Line, metrics: Metrics) -> bool:
    """Whether two lines of text are so close that what was found between them is a part of them."""
    return -0.5 * metrics.size < after.base - before.base < 1.45 * metrics.leading


def _is_last_line(last: Line, line: Line, metrics: Metrics) -> bool:
    """Whether a short line right below an open one, flush with it, holds the last words of its sentence."""
    below = 0.5 * metrics.leading < line.base - last.base < 1.3 * metrics.leading
    return below and abs(line.x0 - last.x0) < 0.3 * metrics.size and line.text[-1] in ".,;:" and not ends_sentence(last.text)


_BOLD_TEXT_WORDS = 30  # more words than this in one style are no heading


def _settle_bold_paragraphs(lines: Sequence[Line], roles: list[Role]) -> None:
    """Bold lines that together are as long as a paragraph are one: some journals set abstracts so."""
    start = 0
    while start < len(lines):
        end = start + 1
        if roles[start] is not Role.HEADING:
            start = end
            continue
        while end < len(lines) and _alike(lines[start], lines[end]):
            end += 1
        if sum(len(line.text.split()) for line in lines[start:end]) > _BOLD_TEXT_WORDS:
            roles[start:end] = [Role.TEXT if role is Role.HEADING else role for role in roles[start:end]]
        start = end


def _alike(first: Line, second: Line) -> bool:
    alike = first.end_block == second.block and first.bold == second.bold and first.size == second.size
    return alike and first.text.isupper() == second.text.isupper()


_BULLET = re.compile(r"[•◦▪‣∙⋄●○■□–*·-]\s")


def _settle_false_starts(lines: Sequence[Line], roles: list[Role], metrics: Metrics) -> None:
    """A line that begins with "(2)" or "Figure 3." below an open sentence, flush with it, goes on with that sentence."""
    for index in range(1, len(lines)):
        line, last = lines[index], lines[index - 1]
        if (
            roles[index] not in (Role.ITEM, Role.CAPTION)
            or roles[index - 1] not in (Role.TEXT, Role.ITEM)
            or _BULLET.match(line.text)
        ):
            continue
        below = 0 < line.base - last.base < 1.3 * metrics.leading and abs(line.size - last.size) < 0.6
        flush = abs(line.x0 - last.x0) < 0.5 * metrics.size or (roles[index - 1] is Role.TEXT and line.x0 < last.x0)
        if below and flush and last.text[-1] not in ".:;?!,":
            roles[index] = Role.TEXT


def _settle_inline_code(lines: Sequence[Line], roles: list[Role], metrics: Metrics) -> None:
    """A line of monospaced type right below an open sentence is a part of it: an address, a long name."""
    for index in range(1, len(lines)):
        line, last = lines[index], lines[index - 1]
        if roles[index] is Role.CODE and _prose(roles[index - 1]) and 0 < line.base - last.base < 1.3 * metrics.leading:
            following = roles[index + 1] if index + 1 < len(lines) else Role.TEXT
            if following is not Role.CODE and not ends_sentence(last.text) and abs(line.x0 - last.x0) < 2 * metrics.size:
                roles[index] = Role.TEXT


def _prose(role: Role) -> bool:
    return role in (Role.TEXT, Role.ITEM, Role.CAPTION)
