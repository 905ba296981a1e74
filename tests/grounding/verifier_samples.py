"""Questions, verifiers and caches that the tests of second opinions share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wiki_assets.grounding.verifiers.interface import Answer, Opinion, Question, VerifierAnswers

SOURCE = (
    "A circle packing is a configuration of circles with a prescribed pattern of tangencies. "
    "For every triangulation of the sphere there is essentially one of them."
)
CLAIM = "Up to symmetry, a triangulated sphere has exactly one circle packing."
QUOTE = "For every triangulation of the sphere there is essentially one"


def question(claim: str = CLAIM, *passages: str, number: int = 0) -> Question:
    return Question(number, claim, passages or (SOURCE,))


def supported(quote: str = QUOTE, reason: str = "One packing each.") -> Answer:
    return Answer(opinion=Opinion.SUPPORTED, reason=reason, quote=quote)


def item(claim: int, answer: str = "supported", quote: str = QUOTE, reason: str = "One packing each.") -> dict[str, object]:
    """One opinion as a model gives it."""
    return {"claim": claim, "reason": reason, "quote": quote, "answer": answer}


def answers(*items: object) -> str:
    """A model's whole answer."""
    return json.dumps({"answers": list(items)})


@dataclass
class ScriptedVerifier:
    """Answers by the words of a claim what the test wrote; asked for anything else it has no answer."""

    script: Mapping[str, Answer] = field(default_factory=dict)
    unavailable: str = ""
    version: str = "v1"
    name: str = "scripted"
    asked: list[tuple[Question, ...]] = field(default_factory=list)

    def ask(self, questions: Sequence[Question]) -> VerifierAnswers:
        self.asked.append(tuple(questions))
        if self.unavailable:
            return VerifierAnswers(unavailable=self.unavailable)
        return VerifierAnswers({q.number: self.script[q.claim] for q in questions if q.claim in self.script})


@dataclass
class RememberedAnswers:
    """A cache in memory."""

    kept: dict[str, Answer] = field(default_factory=dict)

    def find(self, key: str) -> Answer | None:
        return self.kept.get(key)

    def keep(self, key: str, answer: Answer) -> None:
        self.kept[key] = answer
