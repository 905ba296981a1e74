"""Calls of a language model that a page would take, counted by composing or judging it with a model that only listens.

Belongs here: the listening, and that nothing it leads to is kept. Does not belong here: composing (`concepts`) or judging (`grounding`),
which decide as they would in earnest, so that the count is theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from wiki_assets.concepts.language_model import Completion, Message
from wiki_assets.concepts.model import Concept
from wiki_assets.concepts.prompts import AnsweredClaim, AnsweredPage, build_messages
from wiki_assets.concepts.steps import compose_or_keep, read_page
from wiki_assets.errors import ArtifactError
from wiki_assets.grounding.steps import judge
from wiki_assets.grounding.verifiers import llm_prompt
from wiki_assets.grounding.verifiers.identity import VerifiedGuard
from wiki_assets.grounding.verifiers.interface import Question, VerifierAnswers
from wiki_assets.planning.shapes import ConceptState
from wiki_assets.retrieval.model import ConceptEvidence
from wiki_assets.storage.artifacts import ArtifactStore

Prompt = Sequence[Message]

# One claim on the first passage: the least that composing accepts without a word of warning in the log.
_ANSWER = AnsweredPage(summary=[AnsweredClaim(text="Counted, not written.", evidence=[1])]).model_dump_json()


@dataclass(slots=True)
class _ListeningModel:
    name: str
    heard: list[Prompt] = field(default_factory=list)

    def complete(self, messages: Sequence[Message], schema: type[BaseModel]) -> Completion:  # noqa: ARG002 # the protocol's
        """Remembers what it is asked; its answer is thrown away."""
        self.heard.append(messages)
        return Completion(_ANSWER)


@dataclass(slots=True)
class _ListeningVerifier:
    name: str
    version: str
    heard: list[Prompt] = field(default_factory=list)

    def ask(self, questions: Sequence[Question]) -> VerifierAnswers:
        """Remembers what it is asked, and leaves every claim out."""
        self.heard.append(llm_prompt.build_messages(questions))
        return VerifierAnswers()


class _UnwrittenStore(ArtifactStore):
    def write(self, key: str, data: bytes) -> None:
        """Keeps nothing."""


def composing_prompts(concept: Concept, evidence: ConceptEvidence, model: str, store: ArtifactStore) -> list[Prompt]:
    """What a model would be asked to bring a page up to date: nothing where it is kept, or has no evidence.

    Args:
        evidence: As it is now.
        model: litellm name; empty for the extractive composer, which asks nobody.
    """
    if not model:
        return []
    listening = _ListeningModel(model)
    compose_or_keep(concept, evidence, listening, store)
    return listening.heard


def standing_prompt(concept: Concept, evidence: ConceptEvidence) -> Prompt | None:
    """What a model would be asked if the page were composed from the evidence that stands; None where there is none."""
    return build_messages(concept, evidence.rows) if evidence.rows else None


def judging_prompts(concept: ConceptState, guard: VerifiedGuard, store: ArtifactStore) -> list[Prompt]:
    """What the verifier `llm` would be asked to judge the latest page of a concept, and the published one where it is another."""
    if guard.verifier.name != "llm" or concept.page is None:
        return []
    listening = _ListeningVerifier(guard.verifier.name, guard.verifier.version)
    unwritten = _UnwrittenStore(store.backend)
    published = concept.published.page_sha if concept.published else ""
    for page_sha in dict.fromkeys(sha for sha in (concept.page.page_sha, published) if sha):
        try:
            page = read_page(concept.slug, page_sha, store)
        except ArtifactError:
            continue
        judge(page, unwritten, VerifiedGuard(guard.guard, listening), concept.rule.threshold)
    return listening.heard
