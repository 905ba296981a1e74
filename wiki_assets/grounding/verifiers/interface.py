"""What every verifier offers, and the shapes of questions and answers.

Belongs here: the protocol. Does not belong here: a verifier (a module each beside this one), or what an answer changes (`opinions`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from wiki_assets.concepts.model import ModelCall
from wiki_assets.storage.frozen import Frozen


class Opinion(StrEnum):
    """What a verifier says of one claim."""

    SUPPORTED = "supported"
    NOT_SUPPORTED = "not supported"
    CANNOT_TELL = "cannot tell"


class Answer(Frozen):
    """A verifier's answer to one question.

    Attributes:
        reason: One sentence for a person.
        quote: Words of a passage that the answer rests on, as the verifier gives them. `supported` counts only where they are found in
            it.
    """

    opinion: Opinion
    reason: str = ""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Do these passages, one of them or together, support this sentence?

    Attributes:
        number: Ties the answer to it.
        claim: One sentence.
        passages: At least one.
    """

    number: int
    claim: str
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VerifierAnswers:
    """What came of asking.

    Attributes:
        answers: By a question's number; one that was not answered is missing.
        faults: By a question's number, why its answer could not be used.
        calls: Calls of a language model, for the audit. They name no page, for a verifier does not know which one asks.
        unavailable: Why there was no answer at all; empty where there was.
    """

    answers: Mapping[int, Answer] = field(default_factory=dict)
    faults: Mapping[int, str] = field(default_factory=dict)
    calls: tuple[ModelCall, ...] = ()
    unavailable: str = ""


class Verifier(Protocol):
    """Gives a second opinion. It decides only what a guard left open."""

    @property
    def name(self) -> str:
        """Name under which `WIKI_VERIFIER` selects it."""

    @property
    def version(self) -> str:
        """Changes whenever any answer may change: answers and reports are kept per version. Empty where it never answers."""

    def ask(self, questions: Sequence[Question]) -> VerifierAnswers:
        """Answers questions, all of one page together.

        It never raises for a model that fails: an answer that is missing leaves its claim as it was.
        """
