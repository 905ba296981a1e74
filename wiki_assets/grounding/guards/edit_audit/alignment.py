"""Aligns one sentence of a claim with the sentences of its source that it comes nearest to.

Belongs here: choosing the window, the alignment word by word, and what it leaves over on either side. Does not belong here: what a
left-over word means (`comparison`, `rules`).
"""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import WordClass

_LEAST_GAIN = 0.1
"""Share of the claim's weight that a neighbouring sentence must add to be taken into the window."""

_STRAY = 0.15
"""Share of the claim's weight up to which words at an end may have met by chance."""
_FAR = 4
"""Words of the source between such words and the rest, beyond those that the claim has there."""

_BRIDGE = 2
"""Gaps with at most so many light words between them are one: "the heart of a" against "a lung of the"."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch where claim and source differ: indices of words left over on either side. `leading` and `trailing` touch an end."""

    claim: tuple[int, ...]
    source: tuple[int, ...]
    leading: bool = False
    trailing: bool = False


@dataclass(frozen=True, slots=True)
class Alignment:
    """A claim's sentence beside its source.

    Attributes:
        pairs: `(claim index, source index)` of words that are the same, ascending in both; at least one.
        gaps: What lies between, in order.
    """

    claim: Reading
    source: Reading
    pairs: tuple[Pair, ...]
    gaps: tuple[Gap, ...]

    @property
    def span(self) -> tuple[int, int]:
        """First aligned word of the source, and the one behind the last."""
        return self.pairs[0][1], self.pairs[-1][1] + 1


def align(claim: Reading, source: Reading) -> Alignment | None:
    """Alignment of one sentence with the best window of its source; None where they share no word that tells anything."""
    if pairs := _verbatim(claim, source):
        return Alignment(claim, source, tuple(pairs), tuple(_gaps(claim, pairs, _lines_around(source, pairs))))
    if pairs := _nearest(claim, source):
        return Alignment(claim, source, tuple(pairs), tuple(_gaps(claim, pairs, _sentences_around(source, pairs))))
    return None


def _verbatim(claim: Reading, source: Reading) -> list[Pair]:
    """Pairs of the claim's words all in a row in the source, best where a sentence or line begins and ends with them; none if nowhere."""
    if not claim.keys:
        return []
    occurrences, length = source.occurrences, len(claim.keys)
    rarest = min(range(length), key=lambda index: len(occurrences.get(claim.keys[index], ())))
    starts = [
        at - rarest
        for at in occurrences.get(claim.keys[rarest], ())
        if at >= rarest and source.keys[at - rarest : at - rarest + length] == claim.keys
    ]
    if not starts:
        return []
    best = max(starts, key=lambda start: (_is_edge(source, start) + _is_edge(source, start + length), -start))
    return [(index, best + index) for index in range(length)]


def _is_edge(source: Reading, index: int) -> bool:
    return index in source.first_words or source.begins_line(index)


def _nearest(claim: Reading, source: Reading) -> list[Pair]:
    """Pairs of a longest common subsequence with the best window."""
    window = _best_window(claim, source)
    if window is None:
        return []
    first, last = window
    return _without_strays(claim, _common(claim.keys, source.keys[first:last], first))


def _best_window(claim: Reading, source: Reading) -> tuple[int, int] | None:
    """The sentence that holds most of the claim's weight, with the neighbour that adds most to it."""
    weights = {word.key: word.weight for word in claim.words if word.weight}
    sentence_of, starts, occurrences = source.sentence_of, source.sentence_starts, source.occurrences
    held: dict[int, set[int]] = {}
    for key in weights:
        for index in occurrences.get(key, ()):
            held.setdefault(sentence_of[index], set()).add(key)
    if not held:
        return None
    scores = {number: sum(weights[key] for key in sorted(keys)) for number, keys in held.items()}
    best = max(scores, key=lambda number: (scores[number], starts[number] - starts[number + 1], -number))
    gains = {
        neighbour: sum(weights[key] for key in sorted(held[neighbour] - held[best]))
        for neighbour in (best - 1, best + 1)
        if neighbour in held
    }
    low = high = best
    if gains and max(gains.values()) >= _LEAST_GAIN * sum(weights.values()):
        neighbour = max(gains, key=lambda number: gains[number])
        low, high = min(best, neighbour), max(best, neighbour)
    return starts[low], starts[high + 1]


def _common(claim: list[int], source: list[int], first: int) -> list[Pair]:
    dropped, added = set(), set()
    for tag, mine, theirs in LCSseq.editops(claim, source).as_list():
        if tag == "delete":
            dropped.add(mine)
        else:
            added.add(theirs)
    kept = (index for index in range(len(claim)) if index not in dropped)
    held = (index for index in range(len(source)) if index not in added)
    return _together(claim, source, list(zip(kept, held, strict=True)), first)


def _together(claim: list[int], source: list[int], pairs: list[Pair], first: int) -> list[Pair]:
    """The same words nearer to those that follow, where they stand there, too."""
    for number in range(len(pairs) - 2, -1, -1):
        (one, other), (next_one, next_other) = pairs[number], pairs[number + 1]
        if next_one == one + 1 and source[next_other - 1] == claim[one]:
            pairs[number] = (one, next_other - 1)
        elif next_other == other + 1 and claim[next_one - 1] == source[other]:
            pairs[number] = (next_one - 1, other)
    return [(one, first + other) for one, other in pairs]


def _without_strays(claim: Reading, pairs: list[Pair]) -> list[Pair]:
    """Without words at either end that met by chance: they weigh little and stand far from the rest in the source."""
    least = _STRAY * claim.weight
    for step in (1, -1):
        while (run := _stray_run(claim, pairs, step, least)) > 0:
            pairs = pairs[run:] if step == 1 else pairs[:-run]
    return pairs


def _stray_run(claim: Reading, pairs: list[Pair], step: int, least: float) -> int:
    """Number of pairs at one end that are strays; `step` is 1 for the beginning, -1 for the end."""
    ordered = pairs[::step]
    run = 1
    while run < len(ordered) and ordered[run] == (ordered[run - 1][0] + step, ordered[run - 1][1] + step):
        run += 1
    if run >= len(ordered) or sum(claim.words[index].weight for index, _ in ordered[:run]) > least:
        return 0
    mine, theirs = abs(ordered[run][0] - ordered[run - 1][0]), abs(ordered[run][1] - ordered[run - 1][1])
    return run if theirs > _FAR + mine else 0


def _gaps(claim: Reading, pairs: list[Pair], around: tuple[int, int]) -> list[Gap]:
    """Left-over stretches; those of the source begin and end with what is `around` the pairs."""
    start, end = around
    ends = [(-1, start - 1), *pairs, (len(claim.words), end)]
    gaps: list[Gap] = []
    light = _BRIDGE + 1
    for number in range(len(pairs) + 1):
        one, other = ends[number], ends[number + 1]
        mine, theirs = tuple(range(one[0] + 1, other[0])), tuple(range(one[1] + 1, other[1]))
        if mine or theirs:
            gap = Gap(mine, theirs, leading=number == 0, trailing=number == len(pairs))
            bridged = light <= _BRIDGE and (gaps[-1].claim or not gaps[-1].leading) and (mine or not gap.trailing)
            gaps.append(_joined(gaps.pop(), gap) if bridged else gap)
            light = 0
        light = light + 1 if number < len(pairs) and claim.words[other[0]].kind is WordClass.LIGHT else _BRIDGE + 1
    return gaps


def _joined(before: Gap, gap: Gap) -> Gap:
    return Gap(before.claim + gap.claim, before.source + gap.source, before.leading, gap.trailing)


def _lines_around(source: Reading, pairs: list[Pair]) -> tuple[int, int]:
    """The sentences around a verbatim copy, or nothing but itself where it begins or ends with a line: that ends a sentence, too."""
    (_, first), (_, last) = pairs[0], pairs[-1]
    start, end = _sentences_around(source, pairs)
    return (
        first if _is_edge(source, first) else start,
        last + 1 if _is_edge(source, last + 1) else end,
    )


def _sentences_around(source: Reading, pairs: list[Pair]) -> tuple[int, int]:
    """Where the sentence of the first pair begins and that of the last ends.

    Headings and web pages lack full stops, so a capital on a word that needs none begins a sentence, too: a function word, or any word
    at the beginning of a line.
    """
    (_, first), (_, last) = pairs[0], pairs[-1]
    low = source.sentence_starts[source.sentence_of[first]]
    high = source.sentence_starts[source.sentence_of[last] + 1]
    start = next((index for index in range(first, low, -1) if _begins(source, index)), low)
    end = next((index for index in range(last + 1, high) if _begins(source, index)), high)
    return start, end


def _begins(source: Reading, index: int) -> bool:
    word = source.words[index]
    if not word.capital or word.surface.isupper():
        return False
    return word.kind <= WordClass.FUNCTION or source.begins_line(index)
