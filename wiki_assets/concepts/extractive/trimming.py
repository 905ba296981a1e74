"""Makes a sentence of a paper stand on its own without changing what it says.

Belongs here: dropping leading discourse markers, reference marks and pointers to figures. Does not belong here: refusing
a sentence that cannot stand on its own (`quality`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wiki_assets.concepts.extractive.vocabulary import phrases

# Openings that tie a sentence to the one before and carry nothing else. "Instead", "Otherwise" and "Similarly" are not
# here: without the sentence before, what follows them says something else.
_LABEL = r"[•▪–‣◦∗*-]|\([ivx]{1,4}\)(?: [A-Z][\w-]*(?: [\w-]+){0,3}:)?|\([a-z]\)|(?:Abstract|ABSTRACT)[:.—–-]?"
_WITH_COMMA = phrases("""
    However, Moreover, Furthermore, Therefore, Thus, Hence, Consequently, Additionally, Accordingly, Nevertheless, Nonetheless,
    Finally, Last, Lastly,
    Indeed, Clearly, Overall, Importantly, Notably, Surprisingly, Remarkably, Specifically, Concretely, Formally, Informally, Intuitively,
    Unfortunately, Fortunately, Interestingly(?: enough)?, Oddly enough, Roughly speaking, In addition, In particular, In fact,
    In other words,
    In a nutshell, Of course, More precisely, More generally, More broadly, More significantly, On the other hand, As a result,
    As is well known, That is
    """)
_WITHOUT_COMMA = phrases(r"""
    In particular, Moreover, Furthermore, Therefore, Thus, Hence, Consequently, Nevertheless, Indeed, Note that, Recall that, Observe that,
    Notice that,
    It is (?:well )?known that, It follows that, It turns out that,
    It is (?:easy|not hard|straightforward) to (?:see|show|check|verify) that,
    (?:In this (?:paper|work|article|section|chapter|thesis|survey)\x2c? )?[Ww]e(?: also| then| first| now| further| will)*
    (?:show|showed|prove|proved|find|found|observe|observed|demonstrate|demonstrated|note|see|recall|remark) that
    """)
_MARKERS = re.compile(rf"(?:(?:{_LABEL})|{_WITH_COMMA},|{_WITHOUT_COMMA})\s+")
# "[12, 14]", "[PP93, Sec. 3]".
_REFERENCE = (
    r"\[\s*(?:[A-Z][A-Za-z+]{0,8}\d{1,4}[a-z]?|\d{1,3})(?:\s*[,;–-]\s*(?:[A-Z][A-Za-z+]{0,8}\d{1,4}[a-z]?"
    r"|\d{1,3}))*(?:,\s*(?:Sec|Sect|Section|Thm|Theorem|Ch|Chap|Chapter|p|pp)[^\]]{0,20})?\s*\]"
)
_AUTHOR_YEAR = (
    r"\((?:e\.g\.,?\s+|i\.e\.,?\s+|see(?: also)?\s+|cf\.\s+)?[A-Z][^()]{2,160}?\b(?:19|20)\d\d[a-z]?(?:[,;][^()]{0,120})?\)"
)
_POINTER = (
    r"\((?:see(?: also)?,?\s+|cf\.\s+|e\.g\.,?\s+)?(?:Figs?|Figures?|Tables?|Sections?|Sects?|Sec|Eqs?"
    r"|Equations?|Appendix|Chapters?|Theorem|Lemma|Proposition|Definition"
    r"|§)\b\.?[^()]{0,60}(?:\(\d+\)[^()]{0,20})?\)"
)
_ASIDE = r"\((?:(?:see|cf\.?)\s+(?:above|below)|(?:top|bottom|far)?[ -]?(?:left|right)|top|bottom|above|below)\)"
_NAMED_REFERENCE = r"\[[A-Z][^\[\]]{2,80}\b(?:19|20)\d\d[a-z]?\]"
_MARKS = re.compile(rf"\s*(?:{_REFERENCE}|{_NAMED_REFERENCE}|{_AUTHOR_YEAR}|{_POINTER}|{_ASIDE})")
# A mark after one of these words is part of the sentence's grammar ("as shown in [12]"), not an aside.
_GOVERNING = re.compile(
    r"(?:^|[,;=∈—–]|\b(?:in|of|by|from|to|see|and|or|with|on|than|following|interval|range|like|as|both"
    r"|via|is|are|that|which|e\.g\.|cf\.))\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Trimmed:
    """A sentence that was made to stand alone.

    Attributes:
        text: What the page says.
        offset: Where in the sentence the words begin that the page keeps.
        whole: False where a reference mark that was part of the grammar had to stay.
    """

    text: str
    offset: int
    whole: bool


def trim(sentence: str) -> Trimmed:
    """Drops leading markers and asides. Words, numbers and hedges stay as they are."""
    offset = _start_after_markers(sentence)
    text, whole = _without_marks(sentence[offset:])
    if offset:
        text = text[:1].upper() + text[1:]
    return Trimmed(text, offset, whole)


def _start_after_markers(sentence: str) -> int:
    offset = 0
    while marker := _MARKERS.match(sentence, offset):
        rest = sentence[marker.end() :]
        if not _stands_alone(rest):
            return offset
        offset = marker.end()
        # The next marker may now begin in lower case: "However, we show that".
        sentence = sentence[:offset] + rest[:1].upper() + rest[1:]
    return offset


def _stands_alone(rest: str) -> bool:
    """Whether what follows a marker begins with a word that can open a sentence."""
    first = re.match(r"[A-Za-zÀ-ÿ][\w'’-]*", rest)
    return (
        first is not None
        and (len(first.group()) > 1 or first.group() in {"a", "A"})
        and first.group().lower() not in {"if", "whether"}
    )


def _without_marks(text: str) -> tuple[str, bool]:
    kept: list[str] = []
    position, whole = 0, True
    for mark in _MARKS.finditer(text):
        before = text[: mark.start()]
        if _GOVERNING.search(before):
            whole = False
            continue
        kept.append(text[position : mark.start()])
        position = mark.end()
    kept.append(text[position:])
    return "".join(kept), whole
