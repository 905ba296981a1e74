"""A text as the guard reads it: words in order, sentences, and where each word stands in the original.

Belongs here: reading claims and sources alike. Does not belong here: comparing two texts (`alignment`).
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Self

from wiki_assets.grounding.guards.edit_audit.vocabulary import WORDS, Word, WordClass, label
from wiki_assets.text.normalising import NormalisedText, normalise
from wiki_assets.text.sentences import split_sentences
from wiki_assets.text.signs import OPERATORS

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"
_LETTER = rf"[^\W\d_{_CJK}]"
_WORD = rf"(?!(?<=')[stdm]\b(?!')){_LETTER}(?:{_LETTER}|\d)*(?:'(?:s|t|re|ve|ll|d|m)\b)?"
_TOKEN = re.compile(rf"\d+(?:\.\d+)*|{_WORD}|[{_CJK}]|[{OPERATORS}‰°]|\$(?=\d)")
"""A number, a word (with digits behind its letters, as in "CO2", and a possessive ending, which alone is none), an ideograph, or a sign
that states something."""
_ASCII_TOKEN = re.compile(
    r"(?!(?<=')[stdm]\b(?!'))[A-Za-z][A-Za-z0-9]*(?:'(?:s|t|re|ve|ll|d|m)\b)?|\d+(?:\.\d+)*|[<>=+%]|\$(?=\d)"
)
"""Gives the same on such text, in half the time."""
_LABEL = re.compile(r"(?<=\w )(?:A\b|I\b(?! [A-Z]))(?!')")
"""What may be a letter that counts or names: "hepatitis A", "phase I"; in the title "What I Saw" it is a pronoun."""

_CITATION = re.compile(r"\[[^\[\]\n]{1,200}#chunk\s+\d+\]|\[[1-9]\d{0,2}\]")
"""Citation markers of a page, and single numbered ones; "[0, 1]" is an interval."""

# A full stop, a closing quotation mark, white space, then what a sentence may begin with. Deliberately quick, for a source is read for
# every claim: a window reaches over a boundary that is none.
_BOUNDARY = re.compile(r"[.!?][\"')\]]*\s+(?=[\"'(\[]*[^\Wa-z_])")
_NO_END = re.compile(
    r"(?:\b(?:al|cf|eqs?|figs?|secs?|sect|nos?|vol|pp|eds?|vs|dr|mrs?|ms|prof|st|e\.g|i\.e|approx|resp|thm|def|refs?|ch)|\b[a-z])\.$",
    re.IGNORECASE,
)
_LONGEST_ABBREVIATION = 8


class Reading:
    """Words and sentences of one text, or of one sentence of it.

    Attributes:
        text: The normalised text.
        words: Its words, in order.
        keys: Their keys, for aligning.
    """

    __slots__ = ("__dict__", "_normalised", "_original", "_start", "_token", "keys", "text", "words")

    def __init__(self, original: str, normalised: NormalisedText, start: int, end: int) -> None:
        self._original = original
        self._normalised = normalised
        self._start = start
        self.text = normalised.text[start:end]
        self._token = _ASCII_TOKEN if self.text.isascii() else _TOKEN
        self.words: list[Word] = [WORDS[surface] for surface in self._token.findall(self.text)]
        self._label_letters()
        self.keys: list[int] = [word.key for word in self.words]

    def _label_letters(self) -> None:
        places = {match.start() for match in _LABEL.finditer(self.text)}
        for index, start in enumerate(self.starts if places else ()):
            if start in places and self.words[index - 1].kind in (WordClass.CONTENT, WordClass.NUMBER):
                self.words[index] = label(self.words[index].surface)

    @classmethod
    def of(cls, original: str) -> Self:
        """A whole text."""
        normalised = normalise(_unmarked(original))
        return cls(original, normalised, 0, len(normalised.text))

    @classmethod
    def sentences(cls, original: str) -> list[Self]:
        """A claim, one reading for every sentence. Line breaks end none, for a claim is a sentence or a few, however it is wrapped."""
        normalised = normalise(_unmarked(original))
        found = [cls(original, normalised, sentence.start, sentence.end) for sentence in split_sentences(normalised.text)]
        for reading in found:
            reading.sentence_starts = [0, len(reading.words)]
        return found

    @cached_property
    def starts(self) -> list[int]:
        """Offset of every word in `text`."""
        return [match.start() for match in self._token.finditer(self.text)]

    def span(self, index: int) -> tuple[int, int]:
        """Offsets of one word in `text`."""
        start = self.starts[index]
        return start, start + len(self.words[index].surface)

    @cached_property
    def key_set(self) -> frozenset[int]:
        """Keys that occur."""
        return frozenset(self.keys)

    @cached_property
    def occurrences(self) -> dict[int, list[int]]:
        """For every key, where it stands, ascending."""
        found: dict[int, list[int]] = {}
        for index, key in enumerate(self.keys):
            if key in found:
                found[key].append(index)
            else:
                found[key] = [index]
        return found

    @cached_property
    def sentence_starts(self) -> list[int]:
        """Index of the first word of every sentence, and at the end the number of words."""
        starts, places, index = [0], self.starts, 0
        for match in _BOUNDARY.finditer(self.text):
            if _NO_END.search(self.text, max(0, match.start() - _LONGEST_ABBREVIATION), match.start() + 1):
                continue
            while index < len(places) and places[index] < match.end():
                index += 1
            if index > starts[-1]:
                starts.append(index)
        if starts[-1] != len(places) or len(starts) == 1:
            starts.append(len(places))
        return starts

    @cached_property
    def sentence_of(self) -> list[int]:
        """Number of the sentence of every word."""
        starts = self.sentence_starts
        found: list[int] = []
        for number in range(len(starts) - 1):
            found.extend([number] * (starts[number + 1] - starts[number]))
        return found

    @cached_property
    def first_words(self) -> frozenset[int]:
        """Indices of the words that begin a sentence."""
        return frozenset(self.sentence_starts)

    @cached_property
    def weight(self) -> float:
        """Weight of all words together."""
        return sum(word.weight for word in self.words)

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.text.rstrip(" \"')]").endswith("?")

    @property
    def tells(self) -> bool:
        """Whether anything in it could be checked."""
        return any(word.kind >= WordClass.CONTENT for word in self.words)

    def between(self, first: int, second: int) -> str:
        """What stands between two words, in the normalised text."""
        return self.text[self.span(first)[1] : self.starts[second]]

    def original_span(self, first: int, last: int) -> tuple[int, int]:
        """Offsets in the original text of words `first` to `last`, last exclusive; (0, 0) for none."""
        if first >= last:
            return (0, 0)
        return self._normalised.original_span(self._start + self.starts[first], self._start + self.span(last - 1)[1])

    def original(self, first: int, last: int) -> str:
        """Words `first` to `last`, last exclusive, as the original has them."""
        start, end = self.original_span(first, last)
        return self._original[start:end]

    def begins_line(self, index: int) -> bool:
        """Whether a line of the original begins with this word."""
        if index == 0:
            return True
        behind, start = self.original_span(index - 1, index)[1], self.original_span(index, index + 1)[0]
        return "\n" in self._original[behind:start]


def _unmarked(original: str) -> str:
    """Without citation markers, which become white space of the same length, so that offsets stay."""
    return _CITATION.sub(lambda marker: " " * len(marker.group()), original) if "[" in original else original
