"""Any hosted embedding model that litellm can reach, by name.

Belongs here: the call, its retries and its errors. Does not belong here: language models that write text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import stamina

from wiki_assets.errors import EmbedderError, StoreUnavailableError
from wiki_assets.retrieval.dense import Vectors, normalised

# The smallest limit on inputs a call among the common providers (Cohere's 96).
_BATCH = 96
_ATTEMPTS = 4
_TIMEOUT_SECONDS = 60.0


class LitellmEmbedder:
    """Asks a provider for vectors. The key comes from the provider's own variable, as litellm documents it."""

    # Hosted models take thousands of tokens, and each vector costs money.
    window_words = 0

    def __init__(self, model: str) -> None:
        self._model = model
        self.name = f"litellm-{re.sub(r'[^A-Za-z0-9._-]+', '-', model)}"

    @cached_property
    def dimensions(self) -> int:
        """Length of a vector: known only by asking, once."""
        return int(self._ask(["dimensions"]).shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the texts, in order; see `Embedder.embed`. A text without words is not sent and gets zeros."""
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        present = [index for index, text in enumerate(texts) if text.strip()]
        for batch in _batches(present, _BATCH):
            answer = self._ask([texts[index] for index in batch])
            if answer.shape != (len(batch), self.dimensions):
                raise EmbedderError(
                    f"The embedding model {self._model} gave vectors of shape {answer.shape} for {len(batch)} texts.",
                    "Choose another model in WIKI_EMBEDDER.",
                )
            rows[batch] = answer
        return normalised(rows, self.name)

    def _ask(self, texts: list[str]) -> Vectors:
        litellm = _litellm()
        transient = (
            litellm.Timeout,
            litellm.APIConnectionError,
            litellm.RateLimitError,
            litellm.InternalServerError,
            litellm.ServiceUnavailableError,
        )
        try:
            for attempt in stamina.retry_context(on=transient, attempts=_ATTEMPTS, timeout=4 * _TIMEOUT_SECONDS):
                with attempt:
                    response = litellm.embedding(model=self._model, input=texts, timeout=_TIMEOUT_SECONDS)
        except transient as error:
            raise StoreUnavailableError(
                f"The embedding model {self._model} does not answer: {_first_line(error)}", "Check the address and try again."
            ) from error
        except Exception as error:  # litellm raises provider specific classes, and plain ones for a name it does not know
            raise EmbedderError(
                f"The embedding model {self._model} cannot be used: {_first_line(error)}",
                "Check the model's name in WIKI_EMBEDDER and the provider's key.",
            ) from error
        return _rows(response.data, self._model)


def _litellm() -> Any:
    # Without this litellm asks the internet for its price list on import.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    return litellm


def _rows(data: Sequence[Any], model: str) -> Vectors:
    """The vectors of an answer, in the order of the question; providers may number them otherwise."""
    try:
        ordered = sorted(data, key=lambda item: int(item["index"]))
        rows = np.asarray([item["embedding"] for item in ordered], dtype=np.float32)
    except (KeyError, TypeError, ValueError) as error:
        raise EmbedderError(
            f"The embedding model {model} gave an answer without vectors.", "Choose another model in WIKI_EMBEDDER."
        ) from error
    if rows.ndim != 2:
        raise EmbedderError(
            f"The embedding model {model} gave vectors of different lengths.", "Choose another model in WIKI_EMBEDDER."
        )
    return rows


def _batches(items: list[int], size: int) -> Iterator[list[int]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
