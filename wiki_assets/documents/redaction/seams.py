"""Secrets that a line break parts: the words at the end of a line and the beginning of the next, joined again.

Belongs here: which stretches of a text meet at its line breaks, and where what is found in them stands. Does not belong here: finding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from wiki_assets.documents.redaction.model import Finding

Stretch = tuple[int, int]

_SHORTEST = 16  # characters of a joined word that may be a token; shorter ones have no rule
_HYPHENS = "-\u2010\u00ad"
_WORD_ENDS = re.compile(r"[.,;:!?)\]}\"'`|]{0,3}(?:\s|$)")
_ORDINARY_WORD = re.compile(r"(?:[A-Z]?[a-z]+|[A-Z]+)$")


def seams_of(text: str, lines: Sequence[Stretch]) -> Iterator[list[Stretch]]:
    """The stretches of a text that may be one word written over several lines, for each run of line breaks.

    Args:
        text: The text.
        lines: `(start, end)` of its lines, ascending.
    """
    chain: list[Stretch] = []
    for start, end in lines:
        line = text[start:end].rstrip()
        end = start + len(line)
        head = start + len(line.split(maxsplit=1)[0]) if line.strip() else start
        whole = head >= end
        if chain:
            chain.append((start, head))
            if not whole:
                yield chain
                chain = []
        if not chain:
            tail = end - len(line.rsplit(maxsplit=1)[-1]) if line.strip() else end
            chain = [(tail, end)]
    if len(chain) > 1:
        yield chain


def find_parted(text: str, lines: Sequence[Stretch], find: Callable[[str], Iterable[Finding]]) -> Iterator[Finding]:
    """Secrets that stand over a line break, in places of `text`.

    A hyphen at a line's end is tried as one of the secret and as one of the break. An ordinary word, or a part of a longer one,
    stays behind the last break where the secret is one without it: the pattern of a token without a fixed length takes it too.
    """
    for chain in seams_of(text, lines):
        if sum(end - start for start, end in chain) < _SHORTEST:
            continue
        for stretches in _readings(text, chain):
            joined = "".join(text[start:end] for start, end in stretches)
            for finding in find(joined):
                parts = _without_next_words(text, _parts(finding, stretches), find)
                if len(parts) > 1:
                    yield Finding(parts[0][0], parts[-1][1], finding.kind)


def _without_next_words(text: str, parts: list[Stretch], find: Callable[[str], Iterable[Finding]]) -> list[Stretch]:
    while len(parts) > 1:
        start, end = parts[-1]
        if _WORD_ENDS.match(text, end) and not _ORDINARY_WORD.match(text[start:end]):
            break
        shorter = "".join(text[start:end] for start, end in parts[:-1])
        if not any(found.start == 0 for found in find(shorter)):
            break
        parts = parts[:-1]
    return parts


def lines_of(text: str) -> list[Stretch]:
    """`(start, end)` of the lines of a text that has its line breaks."""
    found: list[Stretch] = []
    start = 0
    for line in text.split("\n"):
        found.append((start, start + len(line)))
        start += len(line) + 1
    return found


def _readings(text: str, chain: list[Stretch]) -> Iterator[list[Stretch]]:
    yield chain
    if any(end > start and text[end - 1] in _HYPHENS for start, end in chain[:-1]):
        last = chain[-1]
        yield [(start, end - 1 if text[end - 1] in _HYPHENS else end) for start, end in chain[:-1]] + [last]


def _parts(finding: Finding, stretches: Sequence[Stretch]) -> list[Stretch]:
    """The parts of a finding in the joined stretches, in places of the text."""
    parts: list[Stretch] = []
    position = 0
    for start, end in stretches:
        first, last = max(finding.start - position, 0), min(finding.end - position, end - start)
        if first < last:
            parts.append((start + first, start + last))
        position += end - start
    return parts
