"""What a single line looks like: a heading, display mathematics, code, the start of a caption, of a list item, or plain text.

Belongs here: judgements on one line by its words and its type. Does not belong here: judgements that need its neighbours
(`blocks`) or the whole document (`structure`).
"""

from __future__ import annotations

import re
from enum import Enum, auto

from wiki_assets.documents.layout.lines import Line
from wiki_assets.documents.layout.metrics import Metrics


class Role(Enum):
    """What a line looks like by itself."""

    TEXT = auto()
    HEADING = auto()
    FORMULA = auto()
    CODE = auto()
    CAPTION = auto()
    ITEM = auto()


CAPTION_START = re.compile(
    r"(figure|fig\.|table|tab\.|algorithm|listing|plate|exhibit|scheme|FIGURE|TABLE)\s*([A-Z]?\d+(\.\d+)*[a-z]?|[IVX]+|[A-Z]\.?\d*)"
    r"\s*([.:|—–](?!\d)|-\s|\([a-z]\)|$)",
    re.IGNORECASE,
)
_BARE_CAPTION = re.compile(r"(Figure|Fig\.|FIG\.|FIGURE|Table|TABLE)\s*\d+(\.\d+)*[a-z]?\s+[A-Z(]")
_CAPTION_LETTERS = frozenset("ftalpesFTALPES")
_ITEM = re.compile(r"([•◦▪‣∙⋄●○■□–]|[-*·]|\(?(\d{1,2}|[ivx]{1,4}|[a-hA-H])[.)])\s+\S")
HEADING_NUMBER = re.compile(
    r"(?P<number>§?\s?(?P<appendix>(Appendix|APPENDIX)\s+)?(\d{1,2}(\.\d{1,2})*|[A-Z](\.\d{1,2})*|[IVX]{1,5})(?P<dot>[.:)]?))\s+(?=[\w“\"(¿])"
)
KNOWN_HEADING = re.compile(
    r"(abstract|summary|introduction|related works?|background|preliminaries|conclusions?|concluding remarks|discussion|references"
    r"|bibliography|acknowledge?ments?|appendix|appendices|contents|table of contents|keywords|methods?|results|experiments|evaluation"
    r"|future work|conclusions? and future work|supplementary materials?|notation|index)[.:]?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_FUNCTION_WORDS = frozenset((
    "and", "arccos", "arcsin", "arctan", "area", "arg", "argmax", "argmin", "conv", "cos", "cosh", "cot", "curl", "deg", "det",
    "dim", "div", "exp", "for", "grad", "if", "inf", "ker", "length", "lim", "log", "max", "min", "mod", "otherwise", "sin",
    "sinh", "softmax", "subject", "sup", "tan", "tanh", "vol", "where", "with",
))  # fmt: skip
_SYMBOL = re.compile(r"[^\w\s.,;:'’\"“”()\[\]\-–—?!/&%•]")


def role_of(line: Line, metrics: Metrics, left: float, right: float) -> Role:
    """Role of a line in a column from `left` to `right` (points)."""
    text = line.text
    if text[0] in _CAPTION_LETTERS and is_caption_start(line, metrics):
        return Role.CAPTION
    plain = line.size == metrics.size and not line.bold and not line.mono and line.math < 0.1
    if plain and len(text) > 45 and text[:2].isalpha() and text.count(" ") > 4:  # most lines: text beyond doubt
        return Role.TEXT
    if looks_like_heading(line, metrics):
        return Role.HEADING
    if _is_code(line, metrics):
        return Role.CODE
    if _is_formula(line, metrics, left, right):
        return Role.FORMULA
    if _ITEM.match(text) and len(text) > 4:
        return Role.ITEM
    return Role.TEXT


def is_caption_start(line: Line, metrics: Metrics) -> bool:
    """Whether a line begins a caption: "Figure 3:", or without punctuation when it is set apart by type."""
    if CAPTION_START.match(line.text):
        return True
    return _BARE_CAPTION.match(line.text) is not None and (line.size < metrics.size - 0.4 or line.bold != metrics.bold)


def _is_code(line: Line, metrics: Metrics) -> bool:
    return line.mono and not metrics.mono and "@" not in line.text and "://" not in line.text and len(line.text) > 3


_EQUATION_NUMBER = re.compile(r"\((\d+(\.\d+)*|[A-Z]\.?\d+)[a-z]?\)")


def content_words(text: str) -> list[str]:
    """Words of at least three letters that are not names of functions."""
    return [word for word in _WORD.findall(text) if word.lower() not in _FUNCTION_WORDS]


def _is_formula(line: Line, metrics: Metrics, left: float, right: float) -> bool:
    text = line.text
    if line.math < 0.1 and text.count(" ") > 8:  # most lines: prose beyond doubt
        return False
    if _EQUATION_NUMBER.fullmatch(text):
        return True
    words = content_words(text)
    if len(text) <= 3 and line.size <= metrics.size + 4:
        return not (words and line.math < 0.5) and not text.isdecimal()
    indented = line.x0 > left + metrics.size and line.width < 0.97 * (right - left)
    symbols = len(_SYMBOL.findall(text)) / len(text)
    if len(words) <= 2 and line.math >= 0.25:
        return indented or line.math >= 0.6
    if indented and len(words) <= 1 and (symbols >= 0.1 or (line.math > 0 and symbols > 0.04)):
        return True
    return not words and symbols >= 0.2


def looks_like_heading(line: Line, metrics: Metrics) -> bool:
    """Whether a line is set like a heading and reads like one."""
    text = line.text
    larger, bold = line.size >= metrics.size + 0.9, line.bold and not metrics.bold and line.size >= metrics.size - 1.6
    capital = text.isupper() and len(text) >= 4 and line.size >= metrics.size - 2.1
    if len(text) > 130 or line.math > 0.35 or line.mono or "@" in text or not (larger or bold or capital or len(text) < 45):
        return False
    letters = _WORD.findall(text)
    if not letters:
        return False
    numbered = HEADING_NUMBER.match(text)
    if KNOWN_HEADING.fullmatch(text[numbered.end() :] if numbered else text):
        return True
    capitals = capital and (numbered is not None or len(letters) >= 2) and _SYMBOL.search(text) is None and text[-1] != "."
    if not (larger or bold or capitals):
        return numbered is not None and _reads_like_a_heading(text, numbered.end())
    bold = bold and (numbered is not None or line.size >= metrics.size - 0.6)
    if text[-1] in ",;" or (text[-1] == "." and not numbered and len(letters) > 6):
        return False
    if numbered:
        rest = text[numbered.end() :]
        return rest[0].isupper() or not rest[0].isascii() or larger or bold
    return larger or capitals or (text[0].isupper() and len(letters) <= 12)


def _reads_like_a_heading(text: str, start: int) -> bool:
    """Whether a numbered line in ordinary type is a heading: "§2. Graphs", or "2.1 Title in Capitals"."""
    if text[-1] in ".,;:" or len(text) > 70:
        return False
    if text[0] == "§":
        return True
    words = [word for word in _WORD.findall(text[start:]) if len(word) > 3]
    return "." in text[:start].rstrip(". ") and bool(words) and all(word[0].isupper() for word in words)
