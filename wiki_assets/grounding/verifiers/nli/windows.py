"""Cuts a passage into windows that a model reads at once.

Belongs here: where to cut. Does not belong here: counting tokens (`tokens`) or which window is best (`verifier`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wiki_assets.text.sentences import split_sentences

Span = tuple[int, int]


def windows(text: str, room: int, count: Callable[[str], int]) -> list[str]:
    """Windows of whole sentences that together hold all of a text.

    Neighbours share a sentence where there is room, so that what two sentences say together stands in one window. A sentence that is too
    long is cut between words, and a word that is too long is cut, too.

    Args:
        room: Tokens a window may have, at least 1.
        count: Tokens of a text.

    Returns:
        The text itself where it fits; no window for a text of white space.
    """
    if not text.strip():
        return []
    if count(text) <= room:
        return [text]
    pieces = [
        piece for sentence in split_sentences(text) for piece in _fitting(text, (sentence.start, sentence.end), room, count)
    ]
    sizes = [count(text[start:end]) for start, end in pieces]
    return [text[pieces[first][0] : pieces[last][1]] for first, last in _runs(sizes, room)]


def _fitting(text: str, span: Span, room: int, count: Callable[[str], int]) -> Iterator[Span]:
    """A stretch of text in parts of at most `room` tokens, halved at the white space nearest the middle."""
    waiting = [span]
    while waiting:
        start, end = waiting.pop()
        if end - start <= 1 or count(text[start:end]) <= room:
            yield start, end
            continue
        middle = _cut(text, start, end)
        waiting += [(middle, end), (start, middle)]


def _cut(text: str, start: int, end: int) -> int:
    middle = (start + end) // 2
    before, after = text.rfind(" ", start + 1, middle), text.find(" ", middle, end - 1)
    near = [place for place in (before, after) if place > 0]
    return min(near, key=lambda place: abs(place - middle), default=middle)


def _runs(sizes: list[int], room: int) -> Iterator[tuple[int, int]]:
    """First and last index of each window: as many pieces as fit, the last of one opening the next where both fit."""
    first = 0
    while first < len(sizes):
        last, total = first, sizes[first]
        while last + 1 < len(sizes) and total + sizes[last + 1] <= room:
            last += 1
            total += sizes[last]
        yield first, last
        if last + 1 == len(sizes):
            return
        shared = last > first and sizes[last] + sizes[last + 1] <= room
        first = last if shared else last + 1
