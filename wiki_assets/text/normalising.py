"""One form for texts that say the same in other characters, with the way back to the original characters.

Belongs here: the order of the steps, and the offsets. A step only undoes what typesetting, typing or spelling did, never what a
text means: a minus sign, a decimal point, a superscript and the case of a letter stay. In this order:

1. `characters`: NFKC (ligatures, full width), invisible characters and soft hyphens out, dashes to "-", quotation marks to ' and ",
   accents drawn beside their letter put on it, superscripts to "^2", look-alike signs to one.
2. `latex`: macros to the characters they stand for, dollars, wrappers and braces out, "^{2}" to "^2". Only where there is any.
3. `layout`: white space to one space, words broken at a line's end joined, thousands separators out.
4. `wording`: "two hundred and five" and "2 million" to digits, "can't" and "cannot" to "can not", "per cent" to "%".

Accents are kept, for x and x̂ are two things; who wants to be blind to them folds them afterwards (`words`, `quotes`).
Does not belong here: comparing two texts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wiki_assets.text.characters import character_edits, invisible_edits
from wiki_assets.text.edits import Edit, Splice, spliced
from wiki_assets.text.latex import latex_edits
from wiki_assets.text.layout import hyphenation_edits, line_break_edits, separator_edits, sign_edits, space_edits
from wiki_assets.text.wording import contraction_edits, wording_edits

_Step = Callable[[str], list[Edit]]
_CHARACTERS: tuple[_Step, ...] = (invisible_edits, character_edits)
_SURE: tuple[_Step, ...] = (*_CHARACTERS, sign_edits, hyphenation_edits, separator_edits)
_WORDS: tuple[_Step, ...] = (
    sign_edits,
    contraction_edits,
    hyphenation_edits,
    line_break_edits,
    space_edits,
    separator_edits,
    wording_edits,
)
_MOST_ROUNDS = 8
"""LaTeX may come out of LaTeX ("\\$x\\$" is set as "$x$") or out of other steps; nobody nests it deeper than this."""


@dataclass(frozen=True, slots=True)
class NormalisedText:
    """A normalised text that knows where each of its characters came from.

    Attributes:
        text: The normalised characters.
        original_length: Number of characters of the original.
        splices: Rounds of edits that led to `text`, in order; empty where there was nothing to change.
    """

    text: str
    original_length: int
    splices: tuple[Splice, ...] = ()

    @property
    def starts(self) -> Sequence[int]:
        """For each character of `text`, where in the original the characters it came from begin. Ascending; worked out anew."""
        return self._offsets()[0]

    @property
    def ends(self) -> Sequence[int]:
        """For each character of `text`, where in the original the characters it came from end. Ascending; worked out anew."""
        return self._offsets()[1]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the original of what became `text[start:end]`; costs as good as nothing.

        A span that cuts a replacement (the "do" of a "do not" that was "don't") gives the whole of what was replaced.

        Raises:
            ValueError: The span does not lie in `text`.
        """
        if not 0 <= start <= end <= len(self.text):
            raise ValueError(f"Characters {start} to {end} do not lie in a text of {len(self.text)}. Pass offsets of `text`.")
        if start == len(self.text):
            return self.original_length, self.original_length
        empty, last = start == end, end - 1
        for splice in reversed(self.splices):
            start = splice.start_of(start)
            last = last if empty else splice.end_of(last) - 1
        return (start, start) if empty else (start, last + 1)

    def _offsets(self) -> tuple[Sequence[int], Sequence[int]]:
        starts: Sequence[int] = range(self.original_length)
        ends: Sequence[int] = range(1, self.original_length + 1)
        for splice in self.splices:
            starts, ends = splice.carried(starts, ends)
        return starts, ends


def normalise(text: str) -> NormalisedText:
    """The normal form of a text, in time linear in its length. Takes any string, and what is normal stays as it is."""
    length = len(text)
    splices: list[Splice] = []
    for _ in range(_MOST_ROUNDS):
        text = _through(_CHARACTERS, text, splices)
        as_set = _through((latex_edits,), text, splices)
        if as_set is not text:
            text = as_set  # the characters that LaTeX stands for go through the first step as well
            continue
        worded = _through(_WORDS, text, splices)
        if worded is text or not latex_edits(worded):
            return NormalisedText(worded, length, tuple(splices))
        text = worded
    return NormalisedText(text, length, tuple(splices))


def with_plain_characters(text: str) -> NormalisedText:
    """Only what is sure whatever stands around it: characters, quotation marks, dashes, broken words, separators in numbers."""
    splices: list[Splice] = []
    return NormalisedText(_through(_SURE, text, splices), len(text), tuple(splices))


def _through(steps: tuple[_Step, ...], text: str, splices: list[Splice]) -> str:
    for step in steps:
        if edits := step(text):
            text, splice = spliced(text, edits)
            splices.append(splice)
    return text
