"""One call of a language model, with its row for the audit, and its answer as JSON that fits a schema.

Belongs here: what every call has in common, whatever is asked. Does not belong here: the words of a prompt, what becomes of an answer,
or how a model is reached (`language_model`).
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from wiki_assets.concepts.language_model import Completion, LanguageModel, Message
from wiki_assets.concepts.model import ModelCall
from wiki_assets.errors import ModelError, ModelUnavailableError

MOST_CHARACTERS = 200_000
"""Far above any answer worth reading: a model that writes more has lost its way, and we do not want to store it."""

M = TypeVar("M", bound=BaseModel)


def audited_call(
    model: LanguageModel, messages: Sequence[Message], schema: type[BaseModel], *, slug: str, purpose: str, prompt_version: str
) -> tuple[ModelCall, Completion | None]:
    """Calls a model once. Never raises for a model that fails: its row says so.

    Returns:
        The row for the audit, and the completion; None where the outcome is not `ok`.
    """
    prompt = json.dumps([[message.role, message.content] for message in messages], ensure_ascii=True)
    call = ModelCall(
        slug=slug,
        purpose=purpose,
        model=model.name,
        prompt_version=prompt_version,
        prompt_sha256=hashlib.sha256(prompt.encode("utf-8")).hexdigest(),
        outcome="ok",
    )
    started = time.perf_counter()
    try:
        completion = model.complete(messages, schema)
    except ModelError as error:
        outcome = "unavailable" if isinstance(error, ModelUnavailableError) else "unusable"
        return call.model_copy(update={"outcome": outcome, "error": error.what, "seconds": time.perf_counter() - started}), None
    spent = {
        "prompt_tokens": completion.prompt_tokens,
        "completion_tokens": completion.completion_tokens,
        "cost_usd": completion.cost_usd,
        "seconds": time.perf_counter() - started,
    }
    return call.model_copy(update=spent), completion


def unusable(call: ModelCall, error: ModelError) -> ModelCall:
    """The row of a call that was answered, but with nothing that can be used."""
    return call.model_copy(update={"outcome": "unusable", "error": error.what})


def parsed_answer(text: str, schema: type[M]) -> M:
    """An answer as the schema has it. Text around the JSON object (a code fence, a model's thoughts) is forgiven.

    Raises:
        ModelError: There is no such object in it.
    """
    if not text.strip():
        raise ModelError("The model gave an empty answer.")
    if len(text) > MOST_CHARACTERS:
        raise ModelError(f"The model answered with {len(text)} characters; at most {MOST_CHARACTERS} are read.")
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        raise ModelError(f"The model answered without JSON; it begins {shortened(text)!r}.")
    try:
        return schema.model_validate_json(text[start : end + 1])
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the answer"
        raise ModelError(f"The model's JSON does not fit: {where}: {first['msg']}.") from error


def encodable(text: str) -> str:
    """Without lone surrogates, which JSON can spell and no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def shortened(text: str, most: int = 80) -> str:
    """One line of at most so many characters, for a message."""
    folded = " ".join(encodable(text).split())
    return folded if len(folded) <= most else f"{folded[: most - 1]}…"
