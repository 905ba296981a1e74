"""What a claim's sentence changes: left-over words that no equivalence accounts for.

Belongs here: finding for left-over words of the claim their equals among the left-over words of the source (the same word elsewhere,
another spelling, a synonym, a moved clause). Does not belong here: judging what remains (`rules`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from wiki_assets.grounding.guards.edit_audit.alignment import Alignment, Gap
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.edit_audit.vocabulary import Word, WordClass
from wiki_assets.grounding.lexicon.closed_classes import CONDITIONS, CONNECTIVES, NEGATORS, OPENERS, PHRASES, UNIVERSAL
from wiki_assets.grounding.lexicon.relations import Relation, contrary, relation
from wiki_assets.grounding.lexicon.units import unit_of

_SHORTEST_MOVE = 2
"""Words of a clause that may have moved to the other end of its sentence."""

SAME_PLACE = 8
"""Left-over words of the source in a gap up to which a synonym stands in the claim's word's place; in longer gaps it is met by chance."""

_RUN = 3
"""Words in a row that are copied rather than met by chance in an aligned sentence."""

_REVERSING = NEGATORS | UNIVERSAL
_PHRASE = 4
"""Words in front of a noun in which its determiner stands ("all of the older patients")."""

_LONGEST_SPELLING = 3
"""Words that another spelling writes as one ("non linear", "nonlinear")."""


@dataclass(slots=True)
class Change:
    """One gap after everything equal was taken out: indices of words that remain on either side."""

    gap: Gap
    claim: list[int]
    source: list[int]


@dataclass
class Comparison:
    """A claim's sentence against its source, ready for the rules.

    Attributes:
        changes: One for every gap, in order.
        moved: Claim and source indices of words that stand elsewhere in the same sentence, block by block.
        accounted: Weight of the claim's left-over words for which an equal was found.
    """

    alignment: Alignment
    changes: list[Change]
    moved: list[tuple[list[int], list[int]]] = field(default_factory=list)
    rotated: bool = False
    accounted: float = 0.0

    @property
    def claim(self) -> Reading:
        """The claim's sentence."""
        return self.alignment.claim

    @property
    def source(self) -> Reading:
        """The whole source."""
        return self.alignment.source

    def claim_words(self, indices: list[int]) -> list[Word]:
        """Words of the claim."""
        return [self.alignment.claim.words[index] for index in indices]

    def source_words(self, indices: list[int]) -> list[Word]:
        """Words of the source."""
        return [self.alignment.source.words[index] for index in indices]

    @cached_property
    def coverage(self) -> float:
        """Share of the claim's weight that stands in the window in the claim's order, or was accounted for; 0.0 to 1.0."""
        words = self.claim.words
        total = self.claim.weight
        same = sum(words[index].weight for index, _ in self.alignment.pairs)
        return (same + self.accounted) / total if total else 0.0

    @cached_property
    def places(self) -> int:
        """Places where claim and source differ once everything equal is taken out; what the claim leaves out at its ends is none."""
        return sum(
            1 for change in self.changes if change.claim or (change.source and not (change.gap.leading or change.gap.trailing))
        )

    @cached_property
    def copied(self) -> float:
        """Share of the claim's words that stand in runs of at least `_RUN` words in a row, as in the source; 0.0 to 1.0."""
        copied, length, before = 0, 0, (-2, -2)
        for pair in (*self.alignment.pairs, (-2, -2)):
            if pair == (before[0] + 1, before[1] + 1):
                length += 1
            else:
                copied += length if length >= _RUN else 0
                length = 1
            before = pair
        return copied / max(1, len(self.claim.words))

    @cached_property
    def tightness(self) -> float:
        """Share of the source's words, from the first aligned to the last, that are aligned or accounted for; 0.0 to 1.0."""
        pairs = self.alignment.pairs
        if self.rotated:
            return 1.0
        inner = [change for change in self.changes if not (change.gap.leading or change.gap.trailing)]
        span = pairs[-1][1] - pairs[0][1] + 1
        return 1.0 - sum(len(change.source) for change in inner) / span


def compare(alignment: Alignment) -> Comparison:
    """Takes out of every gap what is equal on both sides."""
    found = Comparison(alignment, [Change(gap, list(gap.claim), list(gap.source)) for gap in alignment.gaps])
    _take_moved_clause(found)
    for change in found.changes:
        _take_equal(found, change)
        _take_spellings(found, change)
        _take_phrases(found, change)
        _take_synonyms(found, change)
    return found


def _take_moved_clause(found: Comparison) -> None:
    """A clause that one side has at its front and the other at its end: one rotation, nothing else moved."""
    first, last = (found.changes[0], found.changes[-1]) if len(found.changes) > 1 else (None, None)
    if first is None or last is None:
        return
    for mine, theirs in ((first, last), (last, first)):
        if not (mine.gap.leading or mine.gap.trailing) or not (theirs.gap.leading or theirs.gap.trailing):
            continue
        block = [index for index in mine.claim if found.claim.words[index].kind is not WordClass.LIGHT]
        where = [index for index in theirs.source if found.source.words[index].kind is not WordClass.LIGHT]
        keys = [found.claim.keys[index] for index in block]
        at = _position(keys, [found.source.keys[index] for index in where])
        if len(mine.claim) >= _SHORTEST_MOVE and at is not None and _opens_clause(found, mine.claim):
            held = where[at : at + len(block)]
            found.accounted += sum(found.claim.words[index].weight for index in block)
            mine.claim = []
            theirs.source = [index for index in theirs.source if not held[0] <= index <= held[-1]]
            found.rotated = True
            return


def _opens_clause(found: Comparison, block: list[int]) -> bool:
    """Whether what moved, or what it moved past, begins like a clause or phrase: "A is B" is not "B is A"."""
    words = found.claim.words
    behind = block[-1] + 1
    rest = words[behind].lower if behind < len(words) and block[0] == 0 else words[0].lower
    return words[block[0]].lower in OPENERS or rest in OPENERS


def _position(keys: list[int], within: list[int]) -> int | None:
    if not keys:
        return None
    for start in range(len(within) - len(keys) + 1):
        if within[start : start + len(keys)] == keys:
            return start
    return None


def _take_equal(found: Comparison, change: Change) -> None:
    """The same word in the same gap, in another order."""
    held = {found.source.keys[index]: index for index in reversed(change.source)}
    equal = [(index, other) for index in change.claim if (other := held.pop(found.claim.keys[index], None)) is not None]
    if not equal:
        return
    _account(found, change, [index for index, _ in equal], [other for _, other in equal])
    moved = [(index, other) for index, other in equal if found.claim.words[index].kind is not WordClass.LIGHT]
    if moved:
        found.moved.append(([index for index, _ in moved], [other for _, other in moved]))


def _take_spellings(found: Comparison, change: Change) -> None:
    """Words written apart on one side and together on the other; an abbreviation and what it stands for."""
    for index, held in _spelled(found.claim, change.claim, found.source, change.source):
        _account(found, change, [index], held)
    for index, held in _spelled(found.source, change.source, found.claim, change.claim):
        _account(found, change, held, [index])


def _spelled(reading: Reading, indices: list[int], other: Reading, others: list[int]) -> list[tuple[int, list[int]]]:
    """Words of one side that left-over words of the other spell together, or whose initials do where it is an abbreviation."""
    content = [index for index in indices if reading.words[index].kind is WordClass.CONTENT]
    if not content or len(others) < 2:
        return []
    together = _written_together(other, others)
    found = []
    for index in content:
        word = reading.words[index]
        held = together.get(word.lower) or (_expanded(other, others, word) if word.surface.isupper() else [])
        if held and not _negates(other, held, word):
            found.append((index, held))
    return found


def _negates(reading: Reading, run: list[int], word: Word) -> bool:
    """Whether writing a word together makes its beginning a negation: "a typical" is not "atypical", "in sufficient" not "insufficient"."""
    first = reading.words[run[0]]
    rest = word.lower.removeprefix(first.lower)
    return first.lower in NEGATORS or (first.kind is WordClass.LIGHT and contrary(word.lower, rest))


def _written_together(reading: Reading, indices: list[int]) -> dict[str, list[int]]:
    """Two or three neighbouring words by what they spell together."""
    found: dict[str, list[int]] = {}
    for length in range(2, _LONGEST_SPELLING + 1):
        for start in range(len(indices) - length + 1):
            run = indices[start : start + length]
            if run[-1] - run[0] == length - 1:
                found.setdefault("".join([reading.words[index].lower for index in run]), run)
    return found


def _expanded(reading: Reading, indices: list[int], word: Word) -> list[int]:
    letters = word.lower
    if len(letters) < 2:
        return []
    telling = [index for index in indices if reading.words[index].kind is not WordClass.LIGHT]
    for start in range(len(telling) - len(letters) + 1):
        run = telling[start : start + len(letters)]
        if all(reading.words[index].lower.startswith(letter) for index, letter in zip(run, letters, strict=True)):
            return run
    return []


def _take_phrases(found: Comparison, change: Change) -> None:
    """A word of a set phrase, where the source has a word of a phrase that says the same."""
    theirs = {found.source.words[index].lower for index in change.source}
    for index in list(change.claim):
        word = found.claim.words[index].lower
        if any(word in phrase and not phrase.isdisjoint(theirs) for phrase in PHRASES):
            _account(found, change, [index], [])


def _take_synonyms(found: Comparison, change: Change) -> None:
    """A word that says the same as, or is more general than, a left-over word of the source in the same place."""
    if len(change.source) > SAME_PLACE:
        return
    for index in list(change.claim):
        word = found.claim.words[index]
        meanings = (Relation.SAME,) if _reversed(found.claim, index) else (Relation.SAME, Relation.GENERAL)
        for other in change.source:
            theirs = found.source.words[other]
            if _interchangeable(word, theirs, meanings):
                _account(found, change, [index], [other])
                break


def _reversed(claim: Reading, index: int) -> bool:
    """Whether a more general word would say more: what holds of all patients, or of no dog, need not hold of all persons, of no animal."""
    return any(word.lower in _REVERSING for word in claim.words[max(0, index - _PHRASE) : index])


def _interchangeable(word: Word, theirs: Word, meanings: tuple[Relation, ...]) -> bool:
    if any(word.lower in group for group in CONNECTIVES):
        return any(word.lower in group and theirs.lower in group for group in CONNECTIVES)
    if not _open(word) or not _open(theirs):
        return False
    if (unit := unit_of(word.lower)) and (other := unit_of(theirs.lower)):
        return unit == other
    if (word.capital or theirs.capital) and word.surface != word.surface.lower() and theirs.surface != theirs.surface.lower():
        return False  # two names are two things
    return relation(word.lower, theirs.lower) in meanings


def _open(word: Word) -> bool:
    """Whether a word has synonyms: an open-class word, or one that only opens a condition ("provided" is also "given")."""
    return word.kind is WordClass.CONTENT or (word.kind is WordClass.FUNCTION and word.lower in CONDITIONS)


def _account(found: Comparison, change: Change, claim: Collection[int], source: Collection[int]) -> None:
    found.accounted += sum(found.claim.words[index].weight for index in claim)
    mine, theirs = frozenset(claim), frozenset(source)
    change.claim = [index for index in change.claim if index not in mine]
    change.source = [index for index in change.source if index not in theirs]
