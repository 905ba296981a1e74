"""Calls of language models that a plan would make, with tokens and dollars.

Belongs here: the sum over pages, exact or as a range. Does not belong here: one page's calls (`model_calls`), or tokens and prices
(`prices`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import Field

from wiki_assets.concepts.model import Concept
from wiki_assets.concepts.synthesis import PURPOSE as COMPOSE
from wiki_assets.grounding.verifiers.identity import VerifiedGuard
from wiki_assets.grounding.verifiers.llm import PURPOSE as VERIFY
from wiki_assets.planning.former_calls import MeanCall
from wiki_assets.planning.model_calls import Prompt, composing_prompts, judging_prompts, standing_prompt
from wiki_assets.planning.prices import Tokens
from wiki_assets.planning.quantities import NOTHING, Quantity
from wiki_assets.planning.shapes import HomeState
from wiki_assets.retrieval.steps import find_evidence
from wiki_assets.storage.artifacts import ArtifactStore
from wiki_assets.storage.frozen import Frozen


class Dollars(Frozen):
    """What calls cost by litellm's table of prices.

    Attributes:
        answers: Whether the answers are counted in; before the first call nothing tells how long they are.
    """

    least: float
    most: float
    answers: bool


class ModelUse(Frozen):
    """What one model would be asked."""

    model: str = Field(description="litellm name; empty where no model is configured.")
    calls: Quantity
    prompt_tokens: Quantity | None = Field(description="Null where nothing tells.")
    completion_tokens: Quantity | None = Field(description="Always an estimate, by former calls; null before the first one.")
    dollars: Dollars | None = Field(description="Null where the model's price or the prompts' tokens are not known.")


class CallForecast(Frozen):
    """Calls of the composing model, and of the verifier's."""

    composing: ModelUse
    verifying: ModelUse


class Page(Protocol):
    """Anything with a slug."""

    @property
    def key(self) -> str:
        """The slug."""


FREE = Dollars(least=0.0, most=0.0, answers=True)
UNUSED = ModelUse(model="", calls=NOTHING, prompt_tokens=NOTHING, completion_tokens=NOTHING, dollars=FREE)


@dataclass(frozen=True, slots=True)
class Calling:
    """What is known of the language models in use.

    Attributes:
        model: litellm name of the composing model; empty for the extractive composer.
        verifying_model: That of the verifier `llm`; empty for any other.
        former: Mean calls by purpose and model.
        tokens: Only asked where a model is in use.
    """

    concepts: Sequence[Concept]
    guard: VerifiedGuard
    model: str
    verifying_model: str
    former: Mapping[tuple[str, str], MeanCall]
    tokens: Tokens

    def settled(self, compose: Iterable[Page], judge: Iterable[Page], state: HomeState, store: ArtifactStore) -> CallForecast:
        """Where evidence stands: prompts are counted. Which claims of a page not yet composed are put to a verifier is not known."""
        concepts, states = (
            {concept.slug: concept for concept in self.concepts},
            {concept.slug: concept for concept in state.concepts},
        )
        composing = [page.key for page in compose]
        prompts = [
            prompt
            for slug in composing
            for prompt in composing_prompts(concepts[slug], find_evidence(slug, store), self.model, store)
        ]
        asked = [prompt for page in judge for prompt in judging_prompts(states[page.key], self.guard, store)]
        # A page that is composed is judged in one call at most, and so is the one it would replace where that has no verdict yet.
        open_calls = sum(1 + (states[slug].published is not None and not states[slug].published_judged) for slug in composing)
        return CallForecast(
            composing=self._counted(self.model, COMPOSE, prompts, 0),
            verifying=self._counted(self.verifying_model, VERIFY, asked, open_calls),
        )

    def open(self, composed: Quantity, judged: Quantity, store: ArtifactStore) -> CallForecast:
        """Where evidence is not chosen yet: from none to all concepts, each prompt like those that stand or were."""
        return CallForecast(
            composing=self._ranged(self.model, COMPOSE, composed.most, self._standing_tokens(store)),
            # Also the published page may have to be judged anew beside the latest one.
            verifying=self._ranged(self.verifying_model, VERIFY, 2 * (composed.most + judged.most), None),
        )

    def _standing_tokens(self, store: ArtifactStore) -> float | None:
        """Mean tokens of the prompts that would be made from the evidence that stands; None where none has been chosen."""
        if not self.model:
            return None
        prompts = [standing_prompt(concept, find_evidence(concept.slug, store)) for concept in self.concepts]
        counts = [self.tokens.count(prompt) for prompt in prompts if prompt is not None]
        return sum(counts) / len(counts) if counts else None

    def _counted(self, model: str, purpose: str, prompts: Sequence[Prompt], more: int) -> ModelUse:
        """Calls whose prompts are known, and up to so many more."""
        if not model:
            return UNUSED
        counted = sum(self.tokens.count(prompt) for prompt in prompts)
        former = self.former.get((purpose, model))
        calls = Quantity(least=len(prompts), most=len(prompts) + more)
        tokens: Quantity | None = Quantity.exactly(counted)
        if more:
            tokens = Quantity.between(counted, counted + round(more * former.prompt_tokens)) if former else None
        return self._use(model, calls, tokens, former)

    def _ranged(self, model: str, purpose: str, most: int, standing: float | None) -> ModelUse:
        if not model:
            return UNUSED
        former = self.former.get((purpose, model))
        mean = standing if standing is not None else former.prompt_tokens if former else None
        return self._use(
            model, Quantity(least=0, most=most), None if mean is None else Quantity.between(0, round(most * mean)), former
        )

    def _use(self, model: str, calls: Quantity, prompt_tokens: Quantity | None, former: MeanCall | None) -> ModelUse:
        if not calls.most:
            return ModelUse(model=model, calls=calls, prompt_tokens=NOTHING, completion_tokens=NOTHING, dollars=FREE)
        completion = None
        if former is not None:
            answer = former.completion_tokens
            completion = Quantity(least=round(calls.least * answer), most=round(calls.most * answer), estimated=True)
        return ModelUse(
            model=model,
            calls=calls,
            prompt_tokens=prompt_tokens,
            completion_tokens=completion,
            dollars=self._dollars(model, prompt_tokens, completion),
        )

    def _dollars(self, model: str, prompt: Quantity | None, completion: Quantity | None) -> Dollars | None:
        price = self.tokens.price_of(model)
        if price is None or prompt is None:
            return None
        answers = completion or NOTHING
        least = prompt.least * price.prompt + answers.least * price.completion
        most = prompt.most * price.prompt + answers.most * price.completion
        return Dollars(least=round(least, 4), most=round(most, 4), answers=completion is not None)
