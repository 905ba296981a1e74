"""What former calls of a language model took, from the audit: the best guess at what the next ones will take.

Belongs here: that question. Does not belong here: counting prompts that are known (`prices`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wiki_assets.audit.queries import ask
from wiki_assets.errors import WikiError

_MEANS = """
SELECT purpose, model, avg(prompt_tokens), avg(completion_tokens)
FROM llm_calls WHERE outcome = 'ok' GROUP BY purpose, model
"""


@dataclass(frozen=True, slots=True)
class MeanCall:
    """Mean tokens of calls that were answered."""

    prompt_tokens: float
    completion_tokens: float


def former_calls(database: Path) -> Mapping[tuple[str, str], MeanCall]:
    """Mean calls by purpose (`compose`, `verify`) and model; nothing where the audit cannot be asked now."""
    if not database.is_file():
        return {}
    try:
        _, rows = ask(database, _MEANS)
    except WikiError:
        return {}  # it is held by a run, or has to be rebuilt: a plan need not wait for either
    return {
        (str(purpose), str(model)): MeanCall(float(str(prompt)), float(str(completion)))
        for purpose, model, prompt, completion in rows
    }
