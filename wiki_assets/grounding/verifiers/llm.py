"""The verifier `llm`: a language model is asked about all claims of a page in one call.

Belongs here: the call, and reading its answer claim by claim. Does not belong here: the words of the prompt (`llm_prompt`), how a model is
reached (`concepts.language_model`), or whether an answer's words count (`words`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from wiki_assets.concepts.language_model import LanguageModel
from wiki_assets.concepts.model_calls import audited_call, parsed_answer, shortened, unusable
from wiki_assets.errors import ModelError
from wiki_assets.grounding.verifiers.interface import Answer, Question, VerifierAnswers
from wiki_assets.grounding.verifiers.llm_prompt import PROMPT_VERSION, AnsweredClaim, AnsweredClaims, build_messages

PURPOSE = "verify"

_MOST_REASON_CHARACTERS = 300
_MOST_QUOTE_CHARACTERS = 2_000
_MOST_DIGITS = 10


class _ReadItems(BaseModel):
    """The answer as it is read: item by item, so that one that does not fit leaves the others alone."""

    model_config = ConfigDict(extra="ignore")

    answers: list[Any]


@dataclass(frozen=True, slots=True)
class LlmVerifier:
    """See the module."""

    model: LanguageModel
    name: str = "llm"

    @property
    def version(self) -> str:
        """Hash of the model's name and the prompt's version. A model that changes behind its name is not noticed."""
        return hashlib.sha256(json.dumps([PROMPT_VERSION, self.model.name]).encode("ascii")).hexdigest()[:10]

    def ask(self, questions: Sequence[Question]) -> VerifierAnswers:
        """See `Verifier.ask`."""
        call, completion = audited_call(
            self.model, build_messages(questions), AnsweredClaims, slug="", purpose=PURPOSE, prompt_version=PROMPT_VERSION
        )
        if completion is None:
            return VerifierAnswers(calls=(call,), unavailable=call.error)
        try:
            items = parsed_answer(completion.text, _ReadItems).answers
        except ModelError as error:
            return VerifierAnswers(calls=(unusable(call, error),), unavailable=error.what)
        reading = _Reading({number: question.number for number, question in enumerate(questions, start=1)})
        reading.read(items)
        return VerifierAnswers(reading.answers, reading.faults, (call,))


@dataclass(slots=True)
class _Reading:
    """Reads one answer; `numbers` gives a question's number by that of its claim in the prompt."""

    numbers: dict[int, int]
    answers: dict[int, Answer] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)

    def read(self, items: Iterable[object]) -> None:
        """Takes every item that fits and is about a claim that was asked; two that disagree about a claim cancel each other."""
        for item in items:
            number = self.numbers.get(_number(item))
            if number is None:
                continue
            try:
                answer = _answer(AnsweredClaim.model_validate(item))
            except ValidationError as error:
                self._refuse(number, f"its answer does not fit: {error.errors()[0]['msg']}.")
                continue
            if self.answers.setdefault(number, answer).opinion is not answer.opinion:
                self._refuse(number, "it gave two answers that disagree.")
        for number in self.faults:
            self.answers.pop(number, None)

    def _refuse(self, number: int, why: str) -> None:
        self.faults.setdefault(number, why)


def _number(item: object) -> int:
    """The claim an item is about; 0, which is none, where it does not say."""
    number = item.get("claim") if isinstance(item, dict) else None
    if isinstance(number, str) and number.strip().isdecimal() and len(number) < _MOST_DIGITS:
        return int(number)
    return number if isinstance(number, int) else 0


def _answer(answered: AnsweredClaim) -> Answer:
    return Answer(
        opinion=answered.answer,
        reason=shortened(answered.reason, _MOST_REASON_CHARACTERS),
        quote=answered.quote[:_MOST_QUOTE_CHARACTERS],
    )
