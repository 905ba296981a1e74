"""Where an edit is made: choosing a place without chance, and putting words there.

Belongs here: what several kinds of edit need of a string. Does not belong here: what a text says (`presence`), or any word list.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from wiki_assets.text.sentences import split_sentences

T = TypeVar("T")

# Citations, references and formulas in brackets: an edit in there would not change what a sentence says.
_BRACKETED = re.compile(r"\[[^\[\]]*\]|\$[^$]*\$")
# A year behind names in round brackets is a citation, too: "(Hale and Ford, 2019; Ward 2020)".
_CITED_YEAR = re.compile(r"\([^()]{0,99}[A-Z][^()]{0,99}\b(?:1[89]|20)\d\d[a-z]?\b[^()]{0,99}\)")

_DETERMINERS = frozenset(
    {"a", "an", "the", "this", "these", "that", "those", "each", "every", "all", "some", "our", "its", "their"}
)


@dataclass(frozen=True, slots=True)
class Substitution:
    """Words at `[start, end)` of a text, and what to put there."""

    start: int
    end: int
    old: str
    new: str

    @property
    def change(self) -> str:
        """For a person."""
        return f"{self.old.strip() or '(nothing)'} → {self.new.strip() or '(nothing)'}"

    def apply(self, text: str) -> str:
        """The text after it."""
        return text[: self.start] + self.new + text[self.end :]


def choose(options: Sequence[T], text: str) -> T | None:
    """One of the options, evenly spread over texts and the same for a text in any process; None where there are none."""
    if not options:
        return None
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return options[int.from_bytes(digest[:8], "big") % len(options)]


def word_table(text: str) -> dict[str, str]:
    """What stands for what, from entries such as `may → must`, divided by commas."""
    return dict(entry.strip().split(" → ") for entry in text.split(","))


def both_ways(table: Mapping[str, str]) -> dict[str, str]:
    """The table and its inverse; the first entry for a word counts."""
    inverse: dict[str, str] = {}
    for old, new in table.items():
        inverse.setdefault(new, old)
    return inverse | dict(table)


def phrase_pattern(phrases: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the phrases as whole words, the longest first, in lower case or with a capital at the start of the text."""
    alternatives = "|".join(re.escape(phrase) for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))
    return re.compile(rf"(?<![\w'’-])(?:{alternatives})(?![\w'’-])", re.IGNORECASE)


def substitutions(text: str, table: Mapping[str, str], pattern: re.Pattern[str]) -> Iterator[Substitution]:
    """Every place where a phrase of the table stands, outside brackets.

    Words with a capital elsewhere than at the start are left alone: "May" is a month, "More" a person.

    Args:
        table: What to put, by lower-case phrase.
        pattern: Of the table's phrases.
    """
    closed = bracketed_spans(text)
    for match in pattern.finditer(text):
        found = match.group()
        key = found.lower()
        if key in table and (found == key or (match.start() == 0 and found[1:] == key[1:])) and not _inside(match, closed):
            yield Substitution(match.start(), match.end(), found, cased_like(table[key], found))


def bracketed_spans(text: str) -> list[tuple[int, int]]:
    """Offsets of what stands in square brackets, in dollar signs, or in round brackets with a cited year."""
    return [match.span() for pattern in (_BRACKETED, _CITED_YEAR) for match in pattern.finditer(text)]


def _inside(match: re.Match[str], spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= match.start() and match.end() <= end for start, end in spans)


def cased_like(new: str, old: str) -> str:
    """`new` with a capital where `old` has one."""
    return capitalised(new) if old[:1].isupper() else new


def capitalised(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def uncapitalised(text: str, source: str) -> str:
    """The text as it stands within a sentence.

    Args:
        source: Shows whether its first word is a name: a word that it never writes in lower case keeps its capital.
    """
    first = re.match(r"[^\W\d_]+", text)
    if first is None:
        return text
    lower = first.group()[:1].lower() + first.group()[1:]
    common = lower in _DETERMINERS or re.search(rf"(?<!\w){re.escape(lower)}(?!\w)", source) is not None
    return lower + text[first.end() :] if common else text


def single_sentence(text: str) -> str | None:
    """A text that is one whole sentence, trimmed; else None."""
    sentences = split_sentences(text)
    return sentences[0].text if len(sentences) == 1 and sentences[0].text.endswith(".") else None
