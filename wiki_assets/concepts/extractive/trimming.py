"""Makes a sentence of a paper stand on its own without changing what it says.

Belongs here: dropping leading discourse markers, reference marks and pointers to figures. Does not belong here: refusing
a sentence that cannot stand on its own (`quality`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wiki_assets.concepts.extractive.vocabulary import phrases

# Openings that tie a sentence to the one before and carry nothing else. "Instead" and "Otherwise" are not here:
# without the sentence before, what follows them says something else.
_LABEL = r"[•▪–‣◦∗*-]|\([ivx]{1,4}\)(?: [A-Z][\w-]*(?: [\w-]+){0,3}:)?|\([a-z]\)|(?:Abstract|ABSTRACT)[:.—–-]?"
_NUMBERED = (
    r"(?:Definition|Theorem|Lemma|Proposition|Corollary|Remark|Example|Observation|Fact) \d+(?:\.\d+)*(?: \([^()]{2,60}\))?[.:]?"
    r"(?= (?:An?|The|Every|Any|Let|If|For|[A-Z][a-z]{3,}) )"
)
_WITH_COMMA = phrases(r"""
    However, Moreover, Furthermore, Therefore, Thus, Hence, Consequently, Additionally, Accordingly, Nevertheless,
    Nonetheless,
    Finally, Last, Lastly,
    Indeed, Clearly, Overall, Importantly, Notably, Surprisingly, Remarkably, Specifically, Concretely, Formally,
    Informally, Intuitively,
    Unfortunately, Fortunately, Interestingly(?: enough)?, Oddly enough, Roughly speaking, In addition, In particular,
    In fact,
    In other words,
    In a nutshell, Of course, More precisely, More generally, More broadly, More significantly, On the other hand,
    As a result,
    As is well known, That is, As a consequence, For this reason, For example, For instance, As an example, In contrast,
    By contrast,
    To our knowledge, To this end, In summary, In short, In conclusion, In the following, More formally, More specifically,
    Generally speaking, Conversely, Likewise, Similarly, Again, Naturally, Historically, As usual,
    As (?:argued|noted|mentioned|discussed|described|stated|explained|seen|shown|we saw|we have seen)
    (?:in the (?:introduction|previous section)|above|before|earlier|previously|in (?:Sections?|Sect\.|Sec\.|Chapters?|§) ?[\d.]+)
    """)
_WITHOUT_COMMA = phrases(r"""
    In particular, Moreover, Furthermore, Therefore, Thus, Hence, Consequently, Nevertheless, Indeed, Note that,
    Recall that, Observe that,
    Notice that,
    It is (?:well )?known that, It follows that, It turns out that,
    It is (?:easy|not hard|straightforward) to (?:see|show|check|verify) that,
    However(?= (?:it is|the|an?|there)\b), But(?= (?:the|an?|in|for|every|not|each|[A-Z])\b),
    In this (?:paper|work|article|section|chapter|thesis|survey|study)\x2c?(?= we\b),
    Our (?:results|experiments|findings|analysis) (?:show|demonstrate|confirm) that,
    (?:This|It) (?:shows|means|implies) that,
    [Ww]e(?: also| then| first| now| further| will)*
    (?:show|showed|prove|proved|find|found|observe|observed|demonstrate|demonstrated|note|see|recall|remark) that
    """)
_MARKERS = re.compile(rf"(?:(?:{_LABEL})|{_NUMBERED}|{_WITH_COMMA},|{_WITHOUT_COMMA})\s+|\d{{1,2}}(?=[A-Z][a-z]+ )")
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
_ASIDE_AS = rf"\((?:as|see) [a-z ]{{0,30}}{_REFERENCE}\)"
_THING = (
    r"(?:Figs?|Figures?|Tables?|Sections?|Sects?|Secs?|Eqs?|Equations?|Appendix|Chapters?|Specs?|Algorithms?|§)\b\.?"
    r"(?: ?\(?[A-Z]?\.?\d+(?:\.\d+)*[a-z]?\)?)?"
)
_ASIDE = r"\((?:(?:see|cf\.?)\s+(?:\w+ )?(?:above|below)|(?:top|bottom|far)?[ -]?(?:left|right)|top|bottom|above|below)\)"
_NAMED_REFERENCE = r"\[[A-Z][^\[\]]{2,80}\b(?:19|20)\d\d[a-z]?\]"
_MARK = rf"(?:{_REFERENCE}|{_NAMED_REFERENCE}|{_AUTHOR_YEAR}|{_POINTER}|{_ASIDE}|{_ASIDE_AS})"
# ", see [12]", "as shown in Figure 3": an aside without brackets.
_BARE_POINTER = (
    rf"(?:,\s+(?:see|cf\.)(?: also| e\.g\.,?| for example)?\s+{_REFERENCE}(?=[,.])"
    r"|,?\s+(?:as|which is) (?:\w+ly )?(?:shown|illustrated|depicted|described|discussed|defined|explained|seen|given|presented|introduced)"
    rf" (?:in|by) (?:{_THING}|{_REFERENCE})(?:,(?= \w+ing\b))?(?=[\s,;.)]|$))"
)
_MARKS = re.compile(rf"{_BARE_POINTER}|\s*{_MARK}(?:,\s*{_REFERENCE})*")
# Examples at the very end, after whose "e.g." a guard that cuts at full stops would find too little.
_LAST_EXAMPLES = re.compile(r"\s*\(e\.g\.[^()]*(?:\([^()]*\)[^()]*)*\)(?=\.$)")
_CLAUSE_END = re.compile(r"(?<=[a-z)]);\s+|(?<=[a-z)]):\s+(?=[A-Za-z])")
# The mark of a footnote behind the full stop.
_NOTE = re.compile(r"(?<=[a-z)”\"’]\.)\d{1,2}(?:,\d{1,2})*$")
# A mark after one of these words is part of the sentence's grammar ("as shown in [12]"), not an aside.
_GOVERNING = re.compile(
    r"(?:^|[,;=∈—–]|(?<!and so )\b(?:in|of|by|from|to|see|and|or|with|on|than|following|interval|range|like|as|both"
    r"|via|is|are|that|which|e\.g\.|cf\.))\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Trimmed:
    """A sentence that was made to stand alone.

    Attributes:
        text: What the page says.
        offset: Where in the sentence the words begin that the page keeps.
        end: Where in the sentence they end.
        whole: False where a reference mark that was part of the grammar had to stay.
    """

    text: str
    offset: int
    end: int
    whole: bool


def trim(sentence: str) -> Trimmed:
    """Drops leading markers and asides. Words, numbers and hedges stay as they are."""
    offset = _start_after_markers(sentence)
    note = _NOTE.search(sentence)
    end = note.start() if note else len(sentence)
    text, whole = _without_marks(_LAST_EXAMPLES.sub("", sentence[offset:end]))
    if offset:
        text = text[:1].upper() + text[1:]
    return Trimmed(text, offset, end, whole)


def clauses(sentence: str) -> list[tuple[int, int]]:
    """Where the clauses stand that a semicolon or a colon parts, the marks left out; none for a sentence of one clause.

    A clause alone says no more and no less than it said in the sentence, if it is a sentence by itself,
    which `quality` tells.
    """
    ends = [mark.start() for mark in _CLAUSE_END.finditer(sentence)]
    if not ends:
        return []
    starts = [0, *(mark.end() for mark in _CLAUSE_END.finditer(sentence))]
    return list(zip(starts, [*ends, len(sentence)], strict=True))


def _start_after_markers(sentence: str) -> int:
    offset = position = 0
    while marker := _MARKERS.match(sentence, position):
        position = marker.end()
        rest = sentence[position:]
        if _stands_alone(rest):
            offset = position
        elif not _MARKERS.match(rest):
            return offset
        # The next marker may now begin in lower case: "However, we show that".
        sentence = sentence[:position] + rest[:1].upper() + rest[1:]
    return offset


def _stands_alone(rest: str) -> bool:
    """Whether what follows a marker begins with a word that can open a sentence."""
    first = re.match(r"[A-Za-zÀ-ÿ][\w'’-]*", rest)
    return first is not None and (len(first.group()) > 1 or first.group() in {"a", "A"}) and first.group().lower() != "whether"


def _without_marks(text: str) -> tuple[str, bool]:
    kept: list[str] = []
    position, whole = 0, True
    for mark in _MARKS.finditer(text):
        before = text[: mark.start()]
        if not mark.group().lstrip(", ")[:2].islower() and _GOVERNING.search(before):
            whole = False
            continue
        kept.append(text[position : mark.start()])
        position = mark.end()
    kept.append(text[position:])
    return "".join(kept), whole
