"""Paragraphs, headings, lists and tables of a text that has none but by the look of its lines.

Belongs here: what blank lines, indentation, underlines and line lengths say. Does not belong here: encodings, or formats that say it.

Every word of the text is in the elements, in order. Where the look of lines is ambiguous, they are paragraphs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from wiki_assets.documents.loaders.building import ElementBuilder
from wiki_assets.documents.model import ElementKind
from wiki_assets.text.cleaning import clean_line, join_lines, words_of

_RULE = re.compile(r"\s*([=\-~_*#+^.·—–])(?:\s?\1){2,}\s*")
_UNDERLINE_LEVELS = {"=": 1, "-": 2, "~": 3, "^": 3, "*": 1}
_ITEM = re.compile(r"\s*(?:[-*•‣◦▪●○–·]|\(?(\d{1,3})[.)]|\(?([a-zA-Z])[.)]|\[(\d{1,4})\])\s+(?=\S)")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+(?=[^\W\d_])")
_NAMED = re.compile(
    r"(?:(?:chapter|part|book|section|appendix|act|scene|canto)\s+(?:[ivxlcdm]+|\d+|[a-z]|one|two|three|four|five|six|seven|eight"
    r"|nine|ten)\b.{0,60}|abstract|summary|introduction|background|methods?|results?|discussion|conclusions?|acknowledge?ments?"
    r"|references|bibliography|preface|foreword|epilogue|prologue|contents|glossary|index)[.:]?",
    re.IGNORECASE,
)
_LONGEST_HEADING = 80  # characters: what stands alone on a line and is longer is a sentence
_MOST_HEADING_WORDS = 12
_LONGEST_TITLE = 150
_NARROWEST = 40  # columns below which nobody wraps lines
_CLAUSE = 24  # columns from which a line is more than an entry of a list of words
_WIDEST = 130  # columns beyond which a line is a paragraph that an editor wraps on the screen
_FULL = 0.85  # of the width around it: a line that short of it ended by will and not for want of room
_NEIGHBOURS = 3  # lines above and below that tell that width
_COLUMN_GAP = re.compile(r"\S(?: {3,}|\t+)(?=\S)")
_TABLE_LINE = re.compile(r"\s*(?:\|.*\||\+[-=+]+\+)\s*")
_CODE_SIGNS = re.compile(
    r"[{};]\s*$|^\s*(?:def|class|import|from|for|if|while|return|#include|function|var|let|const)\b|[=!<>]=|\(\)|=>|->"
)


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What is known of the whole text.

    Attributes:
        vocabulary: Its words, to undo hyphenation.
        shouts: Whether most of it is in capitals, so that capitals mark no heading.
    """

    vocabulary: Set[str]
    shouts: bool


def add_text(builder: ElementBuilder, text: str) -> None:
    r"""Adds a text's elements.

    Args:
        builder: Gets them.
        text: Line ends as `\n`; a form feed begins a page, and so a new paragraph.
    """
    blocks = list(_blocks(text))
    letters = sum(map(str.isalpha, text[:100_000]))
    around = _Surroundings(
        words_of(text) if re.search(r"[-\u2010]\n", text) else frozenset(), sum(map(str.isupper, text[:100_000])) * 2 > letters
    )
    for index, block in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else []
        if index == 0 and _is_title(block, following):
            builder.text(ElementKind.TITLE, block[0])
        else:
            _add_block(builder, block, following, around)


def _blocks(text: str) -> Iterator[list[str]]:
    """Lines between blank ones."""
    block: list[str] = []
    for line in re.split(r"[\n\f\x0b\x1c-\x1e\x85\u2028\u2029]", text):
        if line.strip() and clean_line(line):
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _is_title(block: Sequence[str], following: Sequence[str]) -> bool:
    line = block[0].strip()
    alone = len(block) == 1 and bool(following) and len(line) <= _LONGEST_TITLE
    return (
        alone
        and line[-1] not in ".,:;!?-"
        and _ITEM.match(line) is None
        and _RULE.fullmatch(line) is None
        and not _NAMED.fullmatch(line)
    )


def _add_block(builder: ElementBuilder, block: list[str], following: Sequence[str], around: _Surroundings) -> None:
    if len(block) > 1 and _is_underline(block[0], block[1]):
        builder.heading(block[0], _UNDERLINE_LEVELS.get(block[1].strip()[0], 3))
        block = block[2:]
    block = [line for line in block if _RULE.fullmatch(line) is None or _TABLE_LINE.fullmatch(line)]
    if not block:
        return
    level = _heading_level(block, following, around)
    if level:
        builder.heading(block[0], level)
    elif _is_drawn(block):
        builder.text(ElementKind.CODE, "\n".join(block))
    else:
        _add_paragraphs(builder, block, around)


def _is_underline(line: str, below: str) -> bool:
    if not _RULE.fullmatch(below) or _RULE.fullmatch(line) or below.strip()[0] not in _UNDERLINE_LEVELS:
        return False
    return len(line.strip()) <= _LONGEST_TITLE and len(below.strip()) * 2 >= len(line.strip())


def _heading_level(block: Sequence[str], following: Sequence[str], around: _Surroundings) -> int:
    """1 and more where a line that stands alone is a heading; 0 where it is not."""
    line = block[0].strip()
    if (
        len(block) > 1
        or not following
        or len(line) > _LONGEST_HEADING
        or line[-1] in ",;!?-"
        or len(line.split()) > _MOST_HEADING_WORDS
    ):
        return 0
    if _NAMED.fullmatch(line):
        return 1
    numbered = _NUMBERED.match(line)
    if numbered and line[-1] not in ".:" and not _NUMBERED.match(following[0].strip()):
        return numbered.group(1).count(".") + 1
    letters = [character for character in line if character.isalpha()]
    capitals = len(letters) > 2 and all(map(str.isupper, letters))  # scripts without capitals are never all capitals
    return 1 if capitals and not around.shouts and line[-1] not in ".:" else 0


def _is_drawn(block: Sequence[str]) -> bool:
    """Whether the place of the characters means something: tables drawn with lines or spaces, and code."""
    if len(block) < 2:
        return False
    if sum(_TABLE_LINE.fullmatch(line) is not None for line in block) * 10 >= len(block) * 9:
        return True
    if len(block) > 2 and sum(len(_COLUMN_GAP.findall(line)) >= 2 for line in block) * 10 >= len(block) * 8:
        return True
    signs = sum(_CODE_SIGNS.search(line) is not None for line in block)
    indented = all(line.startswith(("    ", "\t")) for line in block)
    return signs * (3 if indented else 2) >= len(block) and (indented or any(line.startswith((" ", "\t")) for line in block))


def _add_paragraphs(builder: ElementBuilder, block: Sequence[str], around: _Surroundings) -> None:
    """Adds what stands between two blank lines: paragraphs, and lists among them."""
    items: list[str] = []
    for text, is_item in _paragraphs(block, around):
        if is_item:
            items.append(text)
            continue
        if items:
            builder.text(ElementKind.LIST, "\n".join(items))
            items = []
        builder.text(ElementKind.PARAGRAPH, text)
    if items:
        builder.text(ElementKind.LIST, "\n".join(items))


def _paragraphs(block: Sequence[str], around: _Surroundings) -> Iterator[tuple[str, bool]]:
    """Paragraphs with hard-wrapped lines joined, and whether each is an item of a list."""
    beginnings = _item_lines(block)
    parts: list[str] = []
    is_item = False
    for index, line in enumerate(block):
        begins_item = index in beginnings
        if index and (begins_item or not _goes_on(block, index, is_item)):
            yield "".join(parts), is_item
            parts, is_item = [], False
        is_item = is_item or begins_item
        clean = clean_line(line)
        if parts:
            parts[-1], between = join_lines(parts[-1], clean, around.vocabulary)
            parts.append(between)
        parts.append(clean)
    yield "".join(parts), is_item


def _item_lines(block: Sequence[str]) -> set[int]:
    """Which lines begin an item: those with a bullet, and those whose number or letter has the one before or after it beside it.

    A line of running text may begin with any number, so one alone counts only where the whole block begins with it.
    """
    found = {index: match for index, line in enumerate(block) if (match := _ITEM.match(line))}
    places = [(index, _ordinal(match)) for index, match in found.items()]
    items = {index for index, ordinal in places if ordinal is None}
    counted = [(index, ordinal) for index, ordinal in places if ordinal is not None]
    for (index, ordinal), (after, following) in pairwise(counted):
        if following == ordinal + 1:
            items |= {index, after}
    alone = len(counted) == 1 and counted[0][0] == 0 and not block[0].lstrip().startswith("[")
    return items | {0} if alone else items


def _ordinal(item: re.Match[str]) -> int | None:
    number = item.group(1) or item.group(3)
    if number:
        return int(number)
    return ord(item.group(2)) if item.group(2) else None


def _goes_on(block: Sequence[str], index: int, in_item: bool) -> bool:
    """Whether a line goes on where the one above it ended for want of room."""
    above, line = block[index - 1], block[index]
    deeper = _indent(line) - _indent(above)
    if in_item and deeper > 0:
        return True
    if deeper >= 2 and not in_item and index + 1 < len(block) and _indent(block[index + 1]) < _indent(line):
        return False  # the first line of a paragraph that is marked by its indentation
    if _ends_open(above) and line.lstrip()[:1].islower():
        return True
    near = [_width(other) for other in block[max(0, index - 1 - _NEIGHBOURS) : index + _NEIGHBOURS]]
    room = max(near)
    if _width(above) > _WIDEST and above.rstrip()[-1:] in ".!?:。！？":
        return False
    first_word = line.split(maxsplit=1)[0]
    needed = _width(above) + 1 + min(_width(first_word), 20)
    return room >= _NARROWEST and needed >= room * _FULL


def _ends_open(line: str) -> bool:
    """Whether a line of some length ends within a sentence."""
    return _width(line) >= _CLAUSE and line.rstrip()[-1] not in ".!?:;"


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _width(line: str) -> int:
    """Columns on a screen: ideographs take two."""
    if line.isascii():
        return len(line.rstrip())
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line.rstrip())
