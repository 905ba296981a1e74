"""Finds quoted words in a passage, or the words that come nearest to a claim.

Belongs here: offsets in the passage's own text. Does not belong here: judging whether the words support the claim (`grounding`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from wiki_assets.text.sentences import split_sentences
from wiki_assets.text.words import stems

_LONGEST_WINDOW = 2
"""Sentences in a window: a claim rarely rests on more, and a reader must see at a glance which words are meant."""

_PENALTY = 0.02
"""A window must earn its length: of two that hold the same words of the claim, the shorter is better."""


def find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands in a text, blind to case, white space, punctuation, dashes, hyphenation and ligatures.

    Letters and digits must agree one by one, and the quote must begin and end with whole words.

    Returns:
        Offsets in `text` of its first occurrence, or None.
    """
    wanted = "".join(letter for letter, _ in _letters(quote))
    if not wanted:
        return None
    stream = list(_letters(text))
    letters = "".join(letter for letter, _ in stream)
    found = letters.find(wanted)
    while found >= 0:
        start, end = stream[found][1], stream[found + len(wanted) - 1][1] + 1
        if not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum():
            return start, end
        found = letters.find(wanted, found + 1)
    return None


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


def _letters(text: str) -> Iterator[tuple[str, int]]:
    """Folded letters and digits, each with the offset of the character it came from."""
    for offset, character in enumerate(text):
        for letter in unicodedata.normalize("NFKC", character).casefold():
            if letter.isalnum():
                yield letter, offset
