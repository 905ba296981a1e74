"""Traces: what was found to be a secret once is found wherever else it stands, in whatever way it is broken or written.

Belongs here: comparing texts by their letters alone. Does not belong here: telling what is a secret.

A secret is found in a heading, and stands in the path of every section below; in a clean text, and is drawn over two lines; behind a name
once, and without it later.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from wiki_assets.documents.redaction.judging import is_mixed
from wiki_assets.documents.redaction.model import PLACEHOLDER, Finding

_LEFT_OUT = frozenset(
    "-\\\u2010\u00ad\u200b\u200c\u200d\u2060\ufeff"
)  # hyphens of line breaks, signs that hide others, invisible ones
_LEAST = 8  # letters of a secret that is looked for elsewhere; shorter ones may be a word
_LEAST_BARE = 12  # the same for one without digits


@dataclass(frozen=True, slots=True)
class Trace:
    """A secret as its letters alone."""

    letters: str
    kind: str


def traces_of(values: Iterable[tuple[str, str]]) -> tuple[Trace, ...]:
    """Traces of `(value, kind)` pairs that are long enough to be told from words; the longest first, each once."""
    traces = {_letters(value)[0]: kind for value, kind in values}
    told = [
        Trace(letters, kind) for letters, kind in traces.items() if len(letters) >= (_LEAST if is_mixed(letters) else _LEAST_BARE)
    ]
    return tuple(sorted(told, key=lambda trace: (-len(trace.letters), trace.letters)))


def find_traces(text: str, traces: Iterable[Trace]) -> list[Finding]:
    """Where traces stand in a text; placeholders are passed over."""
    masked = PLACEHOLDER.sub(lambda match: "\0" * len(match[0]), text)
    letters, places = _letters(masked)
    found: list[Finding] = []
    for trace in traces:
        at = letters.find(trace.letters)
        while at >= 0:
            end = at + len(trace.letters)
            found.append(Finding(places[at], places[end - 1] + 1, trace.kind))
            at = letters.find(trace.letters, end)
    return found


def _letters(text: str) -> tuple[str, list[int]]:
    """The characters that make a secret what it is, in NFKC, and the place in the text of each."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if character.isspace() or character in _LEFT_OUT:
            continue
        told = character if character.isascii() else unicodedata.normalize("NFKC", character)
        letters.append(told)
        places.extend([place] * len(told))
    return "".join(letters), places
