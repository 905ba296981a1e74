"""Says what a sentence does for a concept: define it, state a result, say how it is computed, relate it, leave it open.

Belongs here: cue words and patterns. Does not belong here: which sentences are taken (`selection`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from wiki_assets.concepts.names import Mention

_NAME = "\ue000"
"""Stands for a mention while patterns are matched; a sentence that holds this private character is never a candidate."""


class Role(StrEnum):
    """What a sentence does."""

    RESULT = "result"
    METHOD = "method"
    RELATION = "relation"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a sentence reads for one concept.

    Attributes:
        definition: 0 (none) to 3 (defines the concept in so many words).
        role: What else it does.
        strength: 0 to about 1.5, how clearly.
    """

    definition: float
    role: Role
    strength: float


# "Consensus algorithms allow" says what consensus is for.
_HEADED = (
    rf"{_NAME}(?:\s+(?:algorithms?|protocols?|models?|operators?|theorem|systems?|methods?|problem"
    rf"|techniques?|services?|mechanisms?|approach(?:es)?|methods?|representations?|layers?|architectures?|networks?|graphs?)){{0,2}}"
)
# "In the plane, …", "The mean curvature H is …".
_FRAME = r"(?:(?:In|On|For|Within)\s+[^,.]{1,40}?,?\s+)?"
_SYMBOL = r"(?:\s+[A-Z]\w?)?"
# After "As well as extending the lease, the …" no apposition begins.
_CLAUSE_FIRST = (
    r"(?:As|When|While|After|In|To|If|For|With|By|On|At|Since|Because|"
    r"Although|Though|Without|Before|During|From|Unlike|Like|Using|Given)"
)
_ARTICLE = r"(?:(?:an?|the|any|every|each)\s+)?"
_ASIDE = r"(?:\s*\([^()]{1,60}\))?(?:,\s*(?:or|also|sometimes|often)\b[^,]{1,60},)?"
_NOT_GENUS = (
    r"(?!(?:the|an?)\s+(?:same|main|most|first|only|key|best|case|focus|subject|reason|problem with|number"
    r"|one used|poor|good|bad|better|few|lot|result|(?:\w+ly (?:used )?(?:and )?)?(?:important|critical|popular"
    r"|common|fundamental|useful|natural|crucial|powerful|well-known|beautiful|promising|robust|active"
    r"|challenging))\b)"
)
_STRICT = [
    re.compile(
        rf"^{_ARTICLE}{_HEADED}{_ASIDE}{_SYMBOL}\s+(?:is|are|was)(?:\s+|(?=,))(?:\w+ly\s+|just\s+|then\s+"
        rf"|,[^,]{{1,40}},\s+)?{_NOT_GENUS}(?:an?|the|any|one)\s+(?!{_NAME})\w",
        re.I,
    ),
    re.compile(
        rf"^{_HEADED}{_ASIDE}\s+are\s+(?:\w+\s+){{0,2}}?\w+s\s+(?:of|that|which|in|whose|with|where|between|from|on|over|for)\b",
        re.I,
    ),
    re.compile(rf"{_HEADED}{_ASIDE}\s+(?:is|are|was|can be|may be)\s+(?:\w+\s+)?defined\s+(?:as|to be|by|on|via)\b", re.I),
    re.compile(rf"\bdefines?\s+{_ARTICLE}{_NAME}", re.I),
    re.compile(rf"\b(?:is|are)\s+(?:said to be\s+)?(?:\w+ly\s+)?{_NAME}\s+(?:if|iff|when|exactly|precisely)\b", re.I),
    re.compile(rf"\bsatisf(?:y|ies)\s+{_ARTICLE}{_NAME}\s+(?:if|iff|when|exactly|precisely)\b", re.I),
    re.compile(rf"\b(?:is|are|be)\s+(?:\w+\s+)?(?:called|termed|named|known as|referred to as)\s+{_ARTICLE}[“\"']?{_NAME}", re.I),
    re.compile(rf"\b[Bb]y\s+{_ARTICLE}{_NAME}\s+(?:we|I|is)\s+meant?\b", re.I),
    re.compile(
        rf"^{_ARTICLE}{_HEADED}{_ASIDE}\s+(?:refers?\s+to|denotes?|means|is\s+meant|is\s+the\s+name"
        rf"|stands\s+for|consists?\s+of|describes?)\b",
        re.I,
    ),
]
_LIKELY = [
    re.compile(
        rf"^{_ARTICLE}(?:[\w-]+\s+)?{_HEADED}{_ASIDE}\s+(?:(?:states?|says?|asserts?) that|maps?|measures?|aims? (?:to|at))\b",
        re.I,
    ),
    re.compile(rf"^{_ARTICLE}{_HEADED}{_ASIDE}\s+(?:is|are)\s+of\s+\w+\s+\w", re.I),
    re.compile(rf"\b[Ww]e (?:introduced?|proposed?|present(?:ed)?|develop(?:ed)?) {_ARTICLE}(?:[\w-]+ ){{0,2}}{_HEADED}", re.I),
    re.compile(rf"\brefer to \w+(?: \w+)? as {_ARTICLE}[“\"']?{_NAME}", re.I),
    re.compile(rf"\b(?:called|termed|known as|referred to as|we call|the so-called)\s+{_ARTICLE}[“\"']?{_NAME}", re.I),
    re.compile(
        rf"^{_FRAME}{_ARTICLE}(?:[\w-]+\s+)?{_HEADED}{_ASIDE}\s+(?:is|are|was)\s+(?:\w+ly\s+|just\s+)?{_NOT_GENUS}"
        r"(?:an?|the|any|one)\s+(?!\ue000)\w",
        re.I,
    ),
    re.compile(rf"^{_ARTICLE}{_HEADED}{_ASIDE},?\s+(?:which|that|where)\s+(?:is|are|\w+s)\b", re.I),
    re.compile(rf"^(?!{_CLAUSE_FIRST}\b)(?:[\w’-]+\s+){{0,7}}{_HEADED}{_ASIDE},\s+(?:an?|the(?! only)|which|where)\s+\w", re.I),
    re.compile(rf"^[\w-]+ in {_ARTICLE}{_HEADED}\s+is\s+the\s+(?:task|problem|process)\b", re.I),
    re.compile(
        rf"^{_ARTICLE}{_HEADED}{_ASIDE}\s+(?:is|are)\s+(?:[\w-]+\s+){{1,2}}(?:containing|consisting of|comprising)\b", re.I
    ),
    re.compile(
        rf"^{_ARTICLE}{_HEADED}{_ASIDE}(?: of [^,.]{{1,30}})?\s+(?:is|are|can be|may be)\s+"
        r"(?:obtained|constructed|formed|built) (?:by|from|as)\b",
        re.I,
    ),
]
# What a thing does, where that is what it is: "Dense retrievers map queries and documents into …".
_FUNCTION = re.compile(
    rf"^{_ARTICLE}(?:[\w-]+\s+)?{_HEADED}{_ASIDE}\s+(?:first\s+)?(?:allows? (?:an?|the)"
    r"|(?:is|are)\s+an?\s+(?:[\w-]+\s+){2,5}(?:for|of|that|which|and|in)\b"
    r"|uses? (?:an?|the|\w+ layers?|\w+ vectors?)|takes? (?:an?|the)|assigns?|combines?|comprises?|represents?"
    r"|conditions?|contains?|defines? (?:an?|the))\b",
    re.I,
)
_PASSIVE = re.compile(
    rf"^{_ARTICLE}{_HEADED}{_ASIDE}\s+(?:is|are|was|were)\s+(?:\w+ly\s+)?"
    r"(?!observed|shown|found|considered|believed|known|proven|deemed)(?:[\w-]+ed|\w+en|built|used)\b",
    re.I,
)
_INTRODUCES = re.compile(
    rf"^{_ARTICLE}{_HEADED}{_ASIDE}\s+(?:(?:is|are)\s+\w+|provides?|allows?|enables?|measures?|gives?|maps?"
    rf"|stores?|captures?|combines?|encodes?|uses?|generates?|states?|says|asserts?|guarantees?|requires?"
    rf"|works?|contains?|comprises?|computes?|takes?|aims?|has|have)\b",
    re.I,
)

_CUES: dict[Role, re.Pattern[str]] = {
    Role.OPEN: re.compile(
        r"\bopen (?:problem|question|issue|challenge)s?\b|\bremains? (?:open|unclear|unknown|unsolved"
        r"|a challenge|challenging|to be)\b|\b(?:is|are) (?:not (?:yet )?(?:well )?known|unknown|still unclear"
        r"|not (?:yet )?understood|an open)\b|\bwe conjecture\b|\bis conjectured\b|\bopen conjecture\b"
        r"|\bfuture (?:work|research)\b"
        r"|\bnot known (?:to|whether|if)\b|\bno (?:known|proof)\b|\bit would be interesting\b|\bunsolved\b"
        r"|\bnot been (?:proved|proven|studied|explored)\b",
        re.I,
    ),
    Role.RELATION: re.compile(
        r"\bgenerali[sz](?:es?|ed|ation|ations|ing)\b|\bequivalent\b|\bspecial case\b|\banalog(?:y|ous|ue|ues"
        r"|s)?\b|\bsimilar(?:ly)? to\b|\bcompared (?:to|with)\b|\bunlike\b|\bin contrast (?:to|with)\b"
        r"|\bextends?\b|\bextension of\b|\brelated to\b|\brelation(?:ship)?\b|\binstead of\b"
        r"|\bcorrespond(?:s|ing|ence)?\b|\breduces to\b|\bdual\b|\bvariants?\b|\bclosely\b|\bconnection\b"
        r"|\bdiffers?\b|\bdifferent from\b|\bas opposed to\b|\brather than\b|\brelies on\b|\bbased on\b"
        r"|\bbuilds? (?:on|upon)\b|\balternative\b|\bcoincides?\b|\bagrees? with\b|\bcounterpart\b"
        r"|\binspired by\b|\bapproximat\w+",
        re.I,
    ),
    Role.RESULT: re.compile(
        r"\btheorem\b|\bproved?\b|\bproven\b|\bproofs?\b|\bshow(?:s|n|ed)? that\b|\bexists?\b|\bunique(?:ly"
        r"|ness)?\b|\bbound(?:s|ed)?\b|\bat (?:most|least)\b|\bconverges?\b|\bconvergence\b|\boutperform\w*"
        r"|\bachiev\w+|\bimprov\w+|\bif and only if\b|\bguarante\w+|\balways\b|\bnever\b|\bimpossible\b"
        r"|\bcannot\b|\bmust\b"
        r"|\bevery\b|\bpreserv\w+|\binvarian\w+|\bimpl(?:y|ies)\b|\bsatisf\w+|\boptimal\b|\bexactly\b"
        r"|\bbetter\b|\bworse\b|\bfaster\b|\bsuperior\b|\bstate-of-the-art\b|\d+(?:\.\d+)?\s?(?:%|percent"
        r"|points|times)|\bdetermin\w+|\bnecessary\b|\bsufficient\b|\binvert\w+|\bnon-?negative\b|\bpositive\b"
        r"|\btolerates?\b",
        re.I,
    ),
    Role.METHOD: re.compile(
        r"\bcomput\w+|\balgorithms?\b|\bused (?:to|for|as|in)\b|\buses?\b|\busing\b|\bby \w+ing\b"
        r"|\bimplement\w+|\btrained\b|\btraining\b|\bworks? by\b|\bappl(?:y|ied|ies|ication|ications)\b"
        r"|\bobtained\b|\bconstruct\w+|\bsolv\w+|\bminimi[sz]\w+|\bencod\w+|\bin practice\b|\bperform\w*"
        r"|\bmethods?\b|\biterat\w+"
        r"|\bsends?\b|\bstores?\b|\brequests?\b|\bdiscreti[sz]\w+|\bassigns?\b|\bselects?\b|\bscores?\b"
        r"|\bvia\b|\btechniques?\b|\bprotocol\b",
        re.I,
    ),
}
_FIRST_COUNTS_MOST = (0.0, 1.0, 1.35, 1.5)
# What is open, and what relates two things, is rarer and more telling than a result; a method word stands in most sentences.
_PRIOR = {Role.OPEN: 0.5, Role.RELATION: 0.15, Role.RESULT: 0.1, Role.METHOD: 0.0}


def read(text: str, mentions: tuple[Mention, ...]) -> Reading:
    """Reads a trimmed sentence for the concept whose mentions are given (offsets in `text`)."""
    masked = _masked(text, mentions)
    counts = {role: min(3, len(cues.findall(masked))) for role, cues in _CUES.items()}
    strengths = {role: _FIRST_COUNTS_MOST[count] + (_PRIOR[role] if count else 0.0) for role, count in counts.items()}
    role = max(strengths, key=lambda candidate: strengths[candidate])
    if strengths[role] == 0.0:
        role = Role.METHOD
    return Reading(_definition(masked), role, strengths[role])


def _definition(masked: str) -> float:
    if any(pattern.search(masked) for pattern in _STRICT):
        return 3.0
    if any(pattern.search(masked) for pattern in _LIKELY):
        return 2.5
    if _FUNCTION.search(masked):
        return 2.0
    if _PASSIVE.search(masked):
        return 1.5
    return 1.0 if _INTRODUCES.search(masked) else 0.0


def _masked(text: str, mentions: tuple[Mention, ...]) -> str:
    pieces, position = [], 0
    for mention in mentions:
        pieces += [text[position : mention.start], _NAME]
        position = mention.end
    return "".join([*pieces, text[position:]])
