"""The guard `content-5-gram`: five content words of the claim in a row stand in a row in the source (ADR-F12).

Belongs here: that rule, exactly as the ADR states it. Does not belong here: anything cleverer; a stronger guard is a module of
its own. Known limits, measured in `design/grounding.md`: negations, numbers and swapped names outside the five words pass, and
paraphrase is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from wiki_assets.grounding.model import Verdict, VerdictKind
from wiki_assets.text.words import STOPWORDS, token_spans

RUN_LENGTH = 5
"""Consecutive content words that must agree; ADR-F12, "Content-5-gram"."""

RULE_MATCH = "content-5-gram"
RULE_NO_MATCH = "no-content-5-gram"
RULE_SHORT = "fewer-than-5-content-words"

_BRACKETED = re.compile(r"\[[^\[\]]*\]")
_CITATION = re.compile(r"#chunk\s+\d")
_SENTENCE_END = re.compile(r"[.!?]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")

# Claims of one page cite few chunks, many times; a thousand chunks of 300 words are about 50 MB.
_CACHED_SOURCES = 1000


@dataclass(frozen=True, slots=True)
class _ContentStream:
    """Content words of a text in order, and where each stands."""

    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Content5Gram:
    """See the module. Two verdicts only: grounded and unsupported."""

    name: str = "content-5-gram"
    version: str = "1"

    def check(self, claim: str, source: str) -> Verdict:
        """Verdict on the last sentence of a claim; see `Guard.check`."""
        sentence = last_sentence(claim)
        words = _content_stream(sentence).words
        if len(words) < RUN_LENGTH:
            return _unsupported(RULE_SHORT, f"Its last sentence has {len(words)} content words; {RUN_LENGTH} are needed to tell.")
        stream = _source_stream(source)
        run = _longest_shared_run(words, stream.words)
        if run is None:
            return _unsupported(
                RULE_NO_MATCH, f"No {RUN_LENGTH} content words in a row of its last sentence stand in a row in the source."
            )
        first, last = run
        start, end = stream.spans[first][0], stream.spans[last][1]
        return Verdict(
            kind=VerdictKind.GROUNDED,
            rule=RULE_MATCH,
            matched=_SURROGATE.sub("\ufffd", source[start:end]),
            start=start,
            end=end,
            explanation=f"{last - first + 1} content words in a row stand in the source.",
        )


def create() -> Content5Gram:
    """The guard, ready for use."""
    return Content5Gram()


def last_sentence(claim: str) -> str:
    """The last non-empty fragment of a claim between `.`, `!` and `?`, without citation markers; empty where there is none."""
    unmarked = _BRACKETED.sub(lambda bracketed: " " if _CITATION.search(bracketed.group()) else bracketed.group(), claim)
    fragments = (fragment.strip() for fragment in reversed(_SENTENCE_END.split(unmarked)))
    return next((fragment for fragment in fragments if fragment), "")


def _content_stream(text: str) -> _ContentStream:
    kept = [(word, (start, end)) for word, start, end in token_spans(text) if word not in STOPWORDS]
    return _ContentStream(tuple(word for word, _ in kept), tuple(span for _, span in kept))


_source_stream = lru_cache(maxsize=_CACHED_SOURCES)(_content_stream)


def _longest_shared_run(claim: tuple[str, ...], source: tuple[str, ...]) -> tuple[int, int] | None:
    """First and last index into `source` of its longest stretch whose every five-gram is one of the claim; None without one."""
    wanted = set(_grams(claim))
    best: tuple[int, int] | None = None
    start = -1
    for index, gram in enumerate(_grams(source)):
        if gram not in wanted:
            start = -1
            continue
        start = index if start < 0 else start
        last = index + RUN_LENGTH - 1
        if best is None or last - start > best[1] - best[0]:
            best = (start, last)
    return best


def _grams(words: tuple[str, ...]) -> zip[tuple[str, ...]]:
    return zip(*(words[offset:] for offset in range(RUN_LENGTH)), strict=False)


def _unsupported(rule: str, explanation: str) -> Verdict:
    return Verdict(kind=VerdictKind.UNSUPPORTED, rule=rule, explanation=explanation)
