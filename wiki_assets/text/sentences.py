"""Sentence boundaries with exact offsets.

Belongs here: a thin, corrected wrapper of the maintained splitter `nupunkt`. Does not belong here: judging a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from nupunkt import PunktSentenceTokenizer
from nupunkt.models import load_default_model

# Scholarly abbreviations that nupunkt 0.8, trained on legal text, takes for the end of a sentence.
_ABBREVIATIONS = ("cf", "resp", "fig", "figs", "eq", "eqs", "eqn", "sec", "secs", "sect", "thm", "lem", "prop", "cor", "ref", "refs",
                  "tab", "approx", "ca", "viz", "w.r.t", "i.e", "e.g", "al", "vs", "chap", "vol", "pp", "ed", "eds", "dr", "prof")  # fmt: skip
# A sentence that goes on in lower case, or with closing punctuation, never ended.
_CONTINUATION = re.compile(r"[a-z,;:)\]]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and where it stands: `text == source[start:end]`, without surrounding white space."""

    start: int
    end: int
    text: str


@cache
def _tokenizer() -> PunktSentenceTokenizer:
    tokenizer = load_default_model()
    tokenizer.add_abbreviations(list(_ABBREVIATIONS))
    return tokenizer


def split_sentences(text: str) -> list[Sentence]:
    """Sentences of a clean text, in order.

    Decimals, "et al.", "U.S.", "Fig. 3" and initials do not end one. Together the sentences cover all that is not white space.
    """
    pieces: list[tuple[int, int]] = []
    for start, end in _tokenizer().span_tokenize(text):
        if pieces and _CONTINUATION.match(text[start:end].lstrip()):
            pieces[-1] = (pieces[-1][0], end)
        else:
            pieces.append((start, end))
    return [sentence for start, end in pieces if (sentence := _trimmed(text, start, end)).text]


def _trimmed(text: str, start: int, end: int) -> Sentence:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    right = max(left, len(piece.rstrip()))
    return Sentence(start + left, start + right, piece[left:right])
