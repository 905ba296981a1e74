"""The verifier itself: every claim against the windows of its passage, and the window that speaks most for it decides.

Belongs here: which probability is enough for which answer. Does not belong here: files, windows, figures (the modules beside this one).
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wiki_assets.concepts.model_calls import encodable
from wiki_assets.concepts.quotes import best_window
from wiki_assets.grounding.verifiers.interface import Answer, Opinion, Question, VerifierAnswers
from wiki_assets.grounding.verifiers.nli.folder import NliFolder, read_folder
from wiki_assets.grounding.verifiers.nli.running import CrossEncoder, open_encoder
from wiki_assets.grounding.verifiers.nli.windows import windows
from wiki_assets.text.words import stems

NLI_VERSION = "1"
"""Raise it with every change by which an answer may change while the model's files stay: windows, thresholds, words."""

# Choices, not measurements. Calling an unsupported claim grounded costs more than leaving it open, so the model must be surer than its
# own border of one half. At the other end it must be as good as certain that nothing supports the claim.
SUPPORTED_FROM = 0.7
NOT_SUPPORTED_BELOW = 0.1

_BETWEEN = "\n\n"  # stands between passages that are read together; no sentence goes on across it
_LEAST_ROOM = 32
"""Tokens that must be left for the premise: a claim that leaves less is no sentence to be judged."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NliVerifier:
    """See the module."""

    folder: NliFolder
    name: str = "nli"

    @property
    def version(self) -> str:
        """Hash of the model's files and of the rules here."""
        return hashlib.sha256(f"{NLI_VERSION} {self.folder.version}".encode()).hexdigest()[:10]

    def ask(self, questions: Sequence[Question]) -> VerifierAnswers:
        """See `Verifier.ask`. The model is opened with the first question of the process."""
        try:
            return VerifierAnswers(_answers(_opened(self.folder), self.folder, questions))
        except Exception as error:  # tokenizers and onnxruntime raise plain Exception, transformers whatever its libraries raise
            told = f"the model in {self.folder.path} cannot be used: {' '.join(str(error).split())[:300]}"
            _log.warning("%s", told)
            return VerifierAnswers(unavailable=told)


def load_nli(path: Path) -> NliVerifier:
    """The verifier over the model of a folder. Raises `SettingsError`; see `read_folder`."""
    return NliVerifier(read_folder(path))


@lru_cache(maxsize=1)
def _opened(folder: NliFolder) -> CrossEncoder:
    return open_encoder(folder)


def _answers(encoder: CrossEncoder, folder: NliFolder, questions: Sequence[Question]) -> Mapping[int, Answer]:
    """Answers to all questions, whose pairs go through the model together."""
    answers: dict[int, Answer] = {}
    pairs: list[tuple[str, str]] = []
    places: dict[int, range] = {}
    for question in questions:
        claim, source = encodable(question.claim), encodable(_BETWEEN.join(question.passages))
        room = folder.limit - encoder.special_tokens - encoder.count(claim)
        premises = windows(source, room, encoder.count) if room >= _LEAST_ROOM else []
        if premises:
            places[question.number] = range(len(pairs), len(pairs) + len(premises))
            pairs += [(premise, claim) for premise in premises]
        else:
            answers[question.number] = Answer(opinion=Opinion.CANNOT_TELL, reason=_unread(room))
    if pairs:
        figures = folder.labels.probabilities(encoder.logits(pairs))
        for number, place in places.items():
            best = max(place, key=lambda index: figures[index, 0])
            reading = _Reading(*pairs[best], figures[best, 0], figures[place, 1].max(), whole=len(place) == 1)
            answers[number] = reading.answer()
    return answers


def _unread(room: int) -> str:
    return "The claim is longer than what the model reads at once." if room < _LEAST_ROOM else "The passage has no words."


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the model makes of one question.

    Attributes:
        premise: The window that speaks most for the claim.
        support: Probability that it supports the claim.
        against: The highest probability, among all windows, of contradiction.
        whole: Whether the window is all there is to read.
    """

    premise: str
    claim: str
    support: float
    against: float
    whole: bool

    def answer(self) -> Answer:
        """What that comes to. What was read piece by piece is never denied: parts of the claim may stand in two pieces."""
        told = f"entailment {self.support:.2f}, contradiction {self.against:.2f}"
        if self.support >= SUPPORTED_FROM and self.against >= SUPPORTED_FROM:
            return Answer(opinion=Opinion.CANNOT_TELL, reason=f"The passage speaks for and against it ({told}).")
        if self.support >= SUPPORTED_FROM:
            return Answer(opinion=Opinion.SUPPORTED, reason=f"The nearest words are shown ({told}).", quote=self._nearest_words())
        if self.support < NOT_SUPPORTED_BELOW and self.whole:
            return Answer(opinion=Opinion.NOT_SUPPORTED, reason=f"The passage does not say it ({told}).")
        return Answer(opinion=Opinion.CANNOT_TELL, reason=f"The model is not sure ({told}).")

    def _nearest_words(self) -> str:
        """The one or two sentences, of one passage, that share most content words with the claim."""
        wanted = set(stems(self.claim))
        nearest = [part[slice(*best_window(self.claim, part))] for part in self.premise.split(_BETWEEN)]
        return max(nearest, key=lambda words: len(wanted & set(stems(words))))
