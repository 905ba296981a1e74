"""One page's questions put to a verifier, and the verdicts that its answers come to.

Belongs here: what is known from before, what is asked, and what an answer changes in a verdict. Does not belong here: which sentences
are asked about (`opinions`), asking a model (`llm`, `nli`), or what the words of an answer must be (`words`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wiki_assets.concepts.model import ModelCall
from wiki_assets.grounding.model import Verdict, VerdictKind
from wiki_assets.grounding.verifiers.cache import AnswerCache, answer_key
from wiki_assets.grounding.verifiers.interface import Answer, Opinion, Question, Verifier
from wiki_assets.grounding.verifiers.words import carrying_words

RULE_UNANSWERED = "verifier-unanswered"
"""Rule of a verdict for which the verifier owes an answer. A report with one is made again at the next judging."""

_LEFT_OUT = "it left this claim out."


def rule_of(verifier: Verifier) -> str:
    """The rule by which a claim is judged that this verifier answered for."""
    return f"verifier:{verifier.name}"


@dataclass(frozen=True, slots=True)
class Place:
    """Words of one of a question's passages: `passages[passage][start:end] == words`."""

    passage: int
    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class Heard:
    """A verdict after its question has been put, and the words that carry the sentence where it became `grounded`."""

    verdict: Verdict
    place: Place | None = None


@dataclass(slots=True)
class Hearing:
    """One page's questions to one verifier.

    Attributes:
        asked: Questions put to it now.
        remembered: Questions whose answer was known from before.
        unavailable: Why it did not answer at all; empty where it did, or was not asked.
        calls: Calls of a language model, for the audit.
    """

    verifier: Verifier
    cache: AnswerCache
    asked: int = 0
    remembered: int = 0
    unavailable: str = ""
    calls: tuple[ModelCall, ...] = ()
    _answers: dict[str, Answer] = field(default_factory=dict)
    _faults: dict[str, str] = field(default_factory=dict)

    def hear(self, questions: Sequence[Question]) -> None:
        """Answers what is known, and puts the rest to the verifier in one go, equal questions once."""
        by_key = {self._key(question): question for question in questions}
        self._answers = {key: answer for key in by_key if (answer := self.cache.find(key)) is not None}
        self.remembered = len(self._answers)
        open_questions = {key: question for key, question in by_key.items() if key not in self._answers}
        self.asked = len(open_questions)
        if open_questions:
            self._ask(open_questions)

    def _ask(self, questions: Mapping[str, Question]) -> None:
        given = self.verifier.ask(list(questions.values()))
        self.calls, self.unavailable = given.calls, given.unavailable
        for key, question in questions.items():
            answer = given.answers.get(question.number)
            if answer is None:
                self._faults[key] = given.faults.get(question.number) or given.unavailable or _LEFT_OUT
            else:
                self._answers[key] = answer
                self.cache.keep(key, answer)

    def heard(self, before: Verdict, question: Question) -> Heard:
        """What the verdict on a sentence is now that its question has been put."""
        key = self._key(question)
        answer = self._answers.get(key)
        if answer is None:
            return Heard(_changed(before, before.kind, RULE_UNANSWERED, f"The verifier did not answer: {self._faults[key]}"))
        rule, name = rule_of(self.verifier), self.verifier.name
        if answer.opinion is Opinion.NOT_SUPPORTED:
            told = f"The verifier {name} finds it not supported: {answer.reason}"
            return Heard(_changed(before, VerdictKind.UNSUPPORTED, rule, told))
        if answer.opinion is Opinion.CANNOT_TELL:
            return Heard(_changed(before, before.kind, rule, f"The verifier {name} cannot tell: {answer.reason}"))
        place = _place(answer.quote, question)
        if place is None:
            told = f"The verifier {name} finds it supported, but gives no words of the passage that carry it: {answer.reason}"
            return Heard(_changed(before, before.kind, rule, told))
        told = f"The verifier {name} finds it supported: {answer.reason}"
        grounded = _changed(before, VerdictKind.GROUNDED, rule, told)
        return Heard(grounded.model_copy(update={"matched": place.words, "start": place.start, "end": place.end}), place)

    def _key(self, question: Question) -> str:
        return answer_key(self.verifier, question)


def _place(quote: str, question: Question) -> Place | None:
    for index, passage in enumerate(question.passages):
        if (found := carrying_words(quote, question.claim, passage)) is not None:
            return Place(index, *found, passage[found[0] : found[1]])
    return None


def _changed(before: Verdict, kind: VerdictKind, rule: str, told: str) -> Verdict:
    """A verdict with the guard's rule, differences and scores kept, and what the guard said behind what the verifier said."""
    guard = f"(The guard: {before.explanation})" if before.explanation else ""
    explanation = f"{told.strip()} {guard}".strip()
    return before.model_copy(update={"kind": kind, "rule": rule, "guard_rule": before.rule, "explanation": explanation})
