"""Sentence boundaries with exact offsets.

Belongs here: a thin, corrected wrapper of the maintained splitter `nupunkt`. Does not belong here: judging a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from nupunkt import PunktSentenceTokenizer
from nupunkt.models import load_default_model

# nupunkt 0.8 is trained on legal text: its list of 5,865 abbreviations holds hundreds of everyday words ("tasks", "code", "row",
# "so"), after which it would let sentences run on. Of its plain words we keep the ones below; what has dots inside stays.
_ABBREVIATIONS = frozenset((
    "al", "alg", "app", "approx", "apr", "aug", "avg", "ca", "cf", "ch", "chap", "chaps", "co", "cor", "corp", "corr", "dec",
    "def", "defs", "dept", "dr", "ed", "eds", "eq", "eqn", "eqs", "est", "etc", "ex", "exs", "feb", "fig", "figs", "inc",
    "incl", "jan", "jr", "jul", "jun", "lem", "ltd", "max", "min", "mr", "mrs", "ms", "mt", "nos", "nov", "oct", "pp", "prof",
    "prop", "props", "ref", "refs", "rem", "resp", "sec", "secs", "sect", "sects", "sep", "sept", "sr", "st", "tab", "tabs",
    "thm", "thms", "univ", "viz", "vol", "vols", "vs", "wlog",
))  # fmt: skip
# Also where it knows the abbreviation it ends a sentence when the next word has a capital ("cf. Section 2"). After these none ends.
_NEVER_LAST = re.compile(
    r"(?:^|[\s(\[“\"'/–—-])(?:cf|resp|figs?|eqs?|eqns?|secs?|sects?|thms?|lems?|props?|cors?|defs?|refs?|tabs?|alg|exs?|rem|approx|ca|viz|w\.r\.t|i\.e"
    r"|e\.g|i\. e|e\. g|vs|chaps?|ch|vols?|pp|eds?|dr|prof|mr|mrs|st|a\.k\.a|incl|wlog|w\.l\.o\.g)\.$",
    re.IGNORECASE,
)
# These end a sentence unless a citation, a year or a number follows.
_OPEN_BEFORE_NUMBER = re.compile(r"(?:\bet al|\bno|\bnos|\bp|\bnr|\bspecs?)\.$", re.IGNORECASE)
_NUMBER = re.compile(r"[(\[]?\d|[(\[]")
# A sentence that goes on in lower case, or with closing punctuation, never ended.
_CONTINUATION = re.compile(r"[a-z,;:)\]]")
# A note's mark or a citation set right behind the full stop hides it: "in practice.2 We", "was shown.[3, 4] We".
_MARKED_END = re.compile(r"(?<=[a-z)\]”\"’][.?!])(?:\d{1,2}(?:,\d{1,2})*|[∗†‡§¶]|\[[\d,–\- ]+\])(?=\s+[“\"(]?[A-Z])")
_MARK_FIRST = re.compile(r"(?:\d{1,2}|[∗†‡§¶]|\[[\d,–\- ]+\])(?:\s|$)")
_LOOK_BACK = 64
# nupunkt takes quadratic time over full stops within a run of characters without white space, where no sentence ends.
_LONG_RUN = re.compile(r"(?<!\S)\S{500,}")
_END_MARK = re.compile(r"[.!?]")
_TAIL = 20


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and where it stands: `text == source[start:end]`, without surrounding white space."""

    start: int
    end: int
    text: str


@cache
def _tokenizer() -> PunktSentenceTokenizer:
    tokenizer = load_default_model()
    known = tokenizer.abbreviations
    for word in [word for word in known if word.isalpha() and len(word) > 1 and word not in _ABBREVIATIONS]:
        tokenizer.remove_abbreviation(word)
    tokenizer.add_abbreviations(sorted(_ABBREVIATIONS | {"i.e", "e.g", "w.r.t", "a.k.a", "w.l.o.g"}))
    return tokenizer


def split_sentences(text: str) -> list[Sentence]:
    """Sentences of a clean text, in order.

    Decimals, "et al.", "U.S.", "cf. Section 3" and initials do not end one; a line break always does, for it parts the paragraphs
    of a chunk. Together the sentences cover all that is not white space.
    """
    sentences: list[Sentence] = []
    start = 0
    for line in text.split("\n"):
        for first, last in _pieces(line):
            sentence = _trimmed(text, start + first, start + last)
            if sentence.text:
                sentences.append(sentence)
        start += len(line) + 1
    return sentences


def _pieces(line: str) -> Iterator[tuple[int, int]]:
    """Offsets of the sentences of one paragraph."""
    merged: list[tuple[int, int]] = []
    for start, end in _tokenizer().span_tokenize(_LONG_RUN.sub(_without_inner_marks, line)):
        attached = start > 0 and not line[start - 1].isspace() and _MARK_FIRST.match(line, start) is not None
        if merged and (attached or _goes_on(_end_of(line, *merged[-1]), line[start:end].lstrip())):
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    for start, end in merged:
        for mark in _MARKED_END.finditer(line, start, end):
            yield start, mark.end()
            start = mark.end()
        yield start, end


def _without_inner_marks(run: re.Match[str]) -> str:
    return _END_MARK.sub("x", run.group()[:-_TAIL]) + run.group()[-_TAIL:]


def _end_of(line: str, start: int, end: int) -> str:
    """The end of a piece, for a piece may be as long as its text and grow with every step."""
    return line[max(start, end - _LOOK_BACK) : end].rstrip()


def _goes_on(before: str, after: str) -> bool:
    if not after or _CONTINUATION.match(after) or _NEVER_LAST.search(before[-12:]):
        return True
    return _OPEN_BEFORE_NUMBER.search(before[-8:]) is not None and _NUMBER.match(after) is not None


def _trimmed(text: str, start: int, end: int) -> Sentence:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    right = max(left, len(piece.rstrip()))
    return Sentence(start + left, start + right, piece[left:right])
