"""Tokens and prices of a model, from tables that litellm brings along; nothing is contacted.

Belongs here: counting tokens, and what they cost. Does not belong here: which calls there will be (`model_calls`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from wiki_assets.concepts.language_model import Message

# What the common chat protocol adds to the text of each message, and once to the answer (OpenAI's own count for its models).
_TOKENS_FOR_MESSAGE = 3
_TOKENS_FOR_ANSWER = 3


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a token."""

    prompt: float
    completion: float


class Tokens(Protocol):
    """Counts tokens and knows prices."""

    def count(self, messages: Sequence[Message]) -> int:
        """Tokens of a prompt."""

    def price_of(self, model: str) -> Price | None:
        """What a model costs; None where that is not known."""


class LitellmTokens:
    """Counts with one tokenizer for every model, which is some per cent off for those that have another: models' own would have to be
    fetched. Importing litellm takes some seconds, so it happens at the first question.
    """

    def count(self, messages: Sequence[Message]) -> int:
        """See `Tokens.count`."""
        encoding = _encoding()
        texts = sum(len(encoding.encode(message.content, disallowed_special=())) for message in messages)
        return texts + _TOKENS_FOR_MESSAGE * len(messages) + _TOKENS_FOR_ANSWER

    def price_of(self, model: str) -> Price | None:
        """See `Tokens.price_of`. A model is looked for by its full name, then without its provider."""
        table = _table()
        known = table.get(model) or table.get(model.partition("/")[2])
        if known is None or "input_cost_per_token" not in known:
            return None
        return Price(float(known["input_cost_per_token"]), float(known.get("output_cost_per_token") or 0.0))


def _table() -> dict[str, Any]:
    os.environ.setdefault(
        "LITELLM_LOCAL_MODEL_COST_MAP", "True"
    )  # the table that lies beside litellm, never the one on its server
    import litellm

    return dict(litellm.model_cost)


@lru_cache(maxsize=1)
def _encoding() -> Any:
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    from litellm.litellm_core_utils.default_encoding import encoding

    return encoding
