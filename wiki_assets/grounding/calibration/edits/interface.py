"""What every kind of edit offers, and what it is given.

Belongs here: shapes. Does not belong here: an edit (one module each beside this one).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Label(StrEnum):
    """Whether the source supports an edited claim, which follows from how it was made."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Specimen:
    """A claim that is grounded, and what surrounds it.

    Attributes:
        slug: The page.
        ordinal: The claim's number on it.
        bibkey, chunk: The passage that carries the claim, cited as `[bibkey #chunk n]`.
        claim: The claim's words.
        source: Text of that passage.
        quote_start, quote_end: Offsets in `source` of the words that the claim rests on.
        document: Texts of the same paper's other passages.
        stranger: Text of a passage of another paper; empty where there is none.
    """

    slug: str
    ordinal: int
    bibkey: str
    chunk: int
    claim: str
    source: str
    quote_start: int
    quote_end: int
    document: tuple[str, ...] = ()
    stranger: str = ""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A claim after one edit.

    Attributes:
        claim: Its words now.
        source: The text to compare it with: the specimen's own unless the edit is about the source.
        change: What was done, for a person, such as `may → must`.
    """

    claim: str
    source: str
    change: str


@dataclass(frozen=True, slots=True)
class Edit:
    """One kind of edit.

    Attributes:
        name: Its name in tables and in the audit.
        label: Whether an edited claim is still supported.
        description: What it does, in a few words.
        advice: What a person can do where the guard gets this kind wrong.
        rewrite: The edit of a specimen: None where it does not apply, equal for equal specimens in any process, and never raising.
    """

    name: str
    label: Label
    description: str
    advice: str
    rewrite: Callable[[Specimen], Rewrite | None]
