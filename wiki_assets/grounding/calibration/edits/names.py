"""Names and acronyms of a text, for the edit that swaps them. No edit of its own.

Belongs here: telling a name by its capital within a sentence. Does not belong here: what a name means.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Only within a sentence does a capital say that a word is a name.
_NAME = re.compile(
    r"(?<=[a-z,] )((?:[A-Z][a-z’'-]+[A-Za-z’'-]*|[A-Z]{2,}[A-Za-z]*)(?: (?:[A-Z][a-z’'-]+[A-Za-z’'-]*|[A-Z]{2,}[A-Za-z]*))*)"
    r"(?![\w’'-])"
)
_NOT_NAMES = re.compile(
    r"^(?:Theorems?|Figures?|Figs?|Sections?|Secs?|Tables?|Lemmas?|Equations?|Eqs?|Eqn|Algorithms?|Definitions?|Propositions?|Corollary"
    r"|Corollaries|Chapters?|Appendix|Remarks?|Examples?|Steps?|Parts?|Proofs?|Case|Problems?|Notes?|Conjectures?|Questions?|Property"
    r"|The|An|This|These|Our|We|It|In|On|For|If|When|Let|As|By|To|And|Or|But|Here|There|Then|Thus|Hence|All|Each|Every|Such|See"
    r"|January|February|March|April|May|June|July|August|September|October|November|December|[IVX]+)\b"
)
_POSSESSIVE = re.compile(r"(?:['’]s?|-)$")
_STEM = 5  # letters by which "Bayes" and "Bayesian" are one name
_CACHED_TEXTS = 4096


@lru_cache(maxsize=_CACHED_TEXTS)
def names_in(text: str) -> tuple[str, ...]:
    """Names and acronyms that stand within a sentence, each once, in order."""
    found = dict.fromkeys(_POSSESSIVE.sub("", match.group(1)) for match in _NAME.finditer(text))
    return tuple(name for name in found if len(name) > 1 and not _NOT_NAMES.match(name) and not _is_common_word(name, text))


def _is_common_word(name: str, text: str) -> bool:
    """Whether the text also writes it in lower case: "Do" behind a formula, a word of a heading that ran into the sentence."""
    return name.istitle() and re.search(rf"(?<!\w){re.escape(name.lower())}(?!\w)", text) is not None


def unlike(one: str, other: str) -> bool:
    """Whether two names share no word, and neither is made of the other's initials."""
    words, others = one.lower().split(), other.lower().split()
    initials, other_initials = "".join(word[0] for word in words), "".join(word[0] for word in others)
    shared = any(word[:_STEM] == another[:_STEM] for word in words for another in others)
    return not shared and one.lower().rstrip("s") != other_initials and other.lower().rstrip("s") != initials
