"""The one way to a language model: an interface of one method, and its implementation on litellm.

Belongs here: calling, waiting, retrying, and turning a provider's failures into our errors. Does not belong here: what is asked
(`prompts`) or what becomes of the answer (`synthesis`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal, Protocol

import stamina
from pydantic import BaseModel

from wiki_assets.errors import ModelError, ModelUnavailableError

_FIRST_WAIT_SECONDS = 0.5
_LONGEST_WAIT_SECONDS = 20.0

# Names in `litellm.exceptions` after which the same call may succeed later. All others are final.
_UNAVAILABLE = (
    "Timeout",
    "APIConnectionError",
    "RateLimitError",
    "ServiceUnavailableError",
    "InternalServerError",
    "BadGatewayError",
)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Literal["system", "user"]
    content: str


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered and what that took; counts and cost are 0 where the provider does not say."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0


class LanguageModel(Protocol):
    """Anything that completes a conversation."""

    @property
    def name(self) -> str:
        """Name by which pages and the audit know the model."""

    def complete(self, messages: Sequence[Message], schema: type[BaseModel]) -> Completion:
        """Completes a conversation with one JSON object.

        Args:
            schema: What the JSON must fit. A model may ignore it; the caller checks.

        Raises:
            ModelUnavailableError: No answer (network, time-out, rate limit); a later call may succeed.
            ModelError: An answer that cannot be used, or a request that was refused.
        """


@dataclass(frozen=True)
class LitellmModel:
    """Any model that litellm reaches.

    Attributes:
        name: litellm name, for example `ollama/qwen2.5:7b`.
        base_url: Address of the server; empty for the provider's own.
        api_key: Key; empty where the provider's own variable is used or none is needed.
        timeout_seconds: Limit for one attempt.
        attempts: Attempts in all; only unavailability is tried again, with growing pauses.
    """

    name: str
    base_url: str = ""
    api_key: str = ""
    timeout_seconds: float = 120.0
    attempts: int = 3

    def complete(self, messages: Sequence[Message], schema: type[BaseModel]) -> Completion:
        """See `LanguageModel.complete`."""
        attempts = stamina.RetryingCaller(
            attempts=self.attempts, wait_initial=_FIRST_WAIT_SECONDS, wait_max=_LONGEST_WAIT_SECONDS, timeout=None
        ).on(ModelUnavailableError)
        return attempts(self._attempt, messages, schema)

    def _attempt(self, messages: Sequence[Message], schema: type[BaseModel]) -> Completion:
        litellm = _litellm()
        try:
            response = litellm.completion(
                model=self.name,
                messages=[{"role": message.role, "content": message.content} for message in messages],
                response_format=schema,
                temperature=0,
                timeout=self.timeout_seconds,
                max_retries=0,  # stamina counts the attempts
                drop_params=True,  # a model that knows no temperature or schema gets neither
                base_url=self.base_url or None,
                api_key=self.api_key or None,
            )
        except Exception as error:  # litellm lets errors of many client libraries through, which share no base class
            raise self._mapped(error, litellm) from error
        return _completion(response, self.name)

    def _mapped(self, error: Exception, litellm: ModuleType) -> ModelError:
        unavailable = tuple(getattr(litellm.exceptions, name) for name in _UNAVAILABLE if hasattr(litellm.exceptions, name))
        told = self._without_key(f"{type(error).__name__}: {error}")
        if isinstance(error, (*unavailable, OSError)):
            return ModelUnavailableError(
                f"The model {self.name} did not answer: {told}",
                "Check that its server runs and that WIKI_LLM_BASE_URL leads to it.",
            )
        return ModelError(f"The model {self.name} refused the request: {told}", "Check WIKI_LLM_MODEL and WIKI_LLM_API_KEY.")

    def _without_key(self, text: str) -> str:
        """One short line in which the key cannot be read."""
        line = " ".join(text.split())[:300]
        return line.replace(self.api_key, "…") if self.api_key else line


def _litellm() -> ModuleType:
    """litellm, imported when first needed (it takes 3 s) and kept from asking the internet for prices or sending telemetry."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.telemetry = False
    litellm.suppress_debug_info = True
    return litellm  # type: ignore[no-any-return]


def _completion(response: Any, name: str) -> Completion:
    try:
        text = response.choices[0].message.content
    except (AttributeError, IndexError, TypeError) as error:
        raise ModelError(f"The model {name} answered without a message.", "Try again, or use another model.") from error
    usage = getattr(response, "usage", None)
    hidden = getattr(response, "_hidden_params", None) or {}
    return Completion(
        text=text if isinstance(text, str) else "",
        prompt_tokens=int(getattr(usage, "prompt_tokens", 0) or 0),
        completion_tokens=int(getattr(usage, "completion_tokens", 0) or 0),
        cost_usd=float(hidden.get("response_cost") or 0.0),
    )
