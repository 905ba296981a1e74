"""The words of a passage that come nearest to a claim, where no quote of it is found.

Belongs here: offsets in the passage's own text. Does not belong here: finding quoted words (`text.quotes`), or judging whether words
support a claim (`grounding`).
"""

from __future__ import annotations

from wiki_assets.text.sentences import split_sentences
from wiki_assets.text.words import stems

_LONGEST_WINDOW = 2
"""Sentences in a window: a claim rarely rests on more, and a reader must see at a glance which words are meant."""

_PENALTY = 0.02
"""A window must earn its length: of two that hold the same words of the claim, the shorter is better."""


def best_window(claim: str, text: str) -> tuple[int, int]:
    """The one or two neighbouring sentences of a text that share most content words with a claim; the first of equals.

    Returns:
        Offsets in `text`; (0, 0) for an empty text.
    """
    sentences = split_sentences(text)
    wanted = set(stems(claim))
    best, best_score = (0, 0), -1.0
    for length in range(1, _LONGEST_WINDOW + 1):
        for first in range(len(sentences) - length + 1):
            start, end = sentences[first].start, sentences[first + length - 1].end
            words = set(stems(text[start:end]))
            score = len(wanted & words) - _PENALTY * len(words)
            if best_score < 0 or score > best_score:
                best, best_score = (start, end), max(score, 0.0)
    return best
