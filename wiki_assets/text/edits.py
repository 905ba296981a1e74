"""Edits of a text that remember where every character came from.

Belongs here: splicing replacements into a text, and mapping offsets of the outcome back. Does not belong here: what to replace
(`normalising`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

_KEPT = -1


class Edit(NamedTuple):
    """Puts `replacement` in the place of `text[start:end]`, which must hold at least one character."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class Splice:
    """How the text after a round of edits maps to the text before it, piece by piece.

    Attributes:
        pieces: Offset in the new text at which each piece begins, ascending. A piece is kept words or one replacement.
        origins: Offset in the old text at which that piece begins.
        origin_ends: For a replacement the end of what it replaced, else `_KEPT`.
        length: Number of characters of the new text.
    """

    pieces: list[int]
    origins: list[int]
    origin_ends: list[int]
    length: int

    def start_of(self, offset: int) -> int:
        """Where in the old text the character at `offset` of the new text began."""
        piece = bisect_right(self.pieces, offset) - 1
        origin = self.origins[piece]
        return origin if self.origin_ends[piece] != _KEPT else origin + offset - self.pieces[piece]

    def end_of(self, offset: int) -> int:
        """Where in the old text the character at `offset` of the new text ended."""
        piece = bisect_right(self.pieces, offset) - 1
        end = self.origin_ends[piece]
        return end if end != _KEPT else self.origins[piece] + offset - self.pieces[piece] + 1

    def carried(self, starts: Sequence[int], ends: Sequence[int]) -> tuple[list[int], list[int]]:
        """Original offsets of every character of the new text, given those of the old text."""
        new_starts: list[int] = []
        new_ends: list[int] = []
        limits = [*self.pieces[1:], self.length]
        for piece, origin, end, limit in zip(self.pieces, self.origins, self.origin_ends, limits, strict=True):
            count = limit - piece
            if end == _KEPT:
                new_starts += starts[origin : origin + count]
                new_ends += ends[origin : origin + count]
            elif count:
                new_starts += [starts[origin]] * count
                new_ends += [ends[end - 1]] * count
        return new_starts, new_ends


def spliced(text: str, edits: Iterable[Edit]) -> tuple[str, Splice]:
    """Carries out edits, given ascending and without overlap."""
    parts: list[str] = []
    pieces, origins, origin_ends = [0], [0], [_KEPT]
    length = at = 0
    for start, end, replacement in edits:
        parts += (text[at:start], replacement)
        length += start - at
        pieces += (length, length + len(replacement))
        origins += (start, end)
        origin_ends += (end, _KEPT)
        length += len(replacement)
        at = end
    parts.append(text[at:])
    return "".join(parts), Splice(pieces, origins, origin_ends, length + len(text) - at)
