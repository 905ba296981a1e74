"""Answers kept by content, so that no claim is put to the same verifier twice against the same passages.

Belongs here: the key and the store. Does not belong here: which answers are kept (`opinions`).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Protocol

from wiki_assets.grounding.verifiers.interface import Answer, Question, Verifier
from wiki_assets.storage import layout
from wiki_assets.storage.artifacts import ArtifactStore


class AnswerCache(Protocol):
    """Answers by the key of `answer_key`."""

    def find(self, key: str) -> Answer | None:
        """An answer given before; None where there is none."""

    def keep(self, key: str, answer: Answer) -> None:
        """Keeps an answer."""


@dataclass(frozen=True, slots=True)
class StoredAnswers:
    """Answers in an artifact store, where every page and every later run finds them."""

    store: ArtifactStore

    def find(self, key: str) -> Answer | None:
        """See `AnswerCache.find`. One that cannot be read is asked for again."""
        return self.store.find_current(layout.verifier_answer(key), Answer)

    def keep(self, key: str, answer: Answer) -> None:
        """See `AnswerCache.keep`."""
        self.store.write_model(layout.verifier_answer(key), answer)


def answer_key(verifier: Verifier, question: Question) -> str:
    """SHA-256, hex, over all that an answer depends on: the verifier's name and version, the claim, and the passages."""
    parts = [verifier.name, verifier.version, question.claim, *question.passages]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode("ascii")).hexdigest()
