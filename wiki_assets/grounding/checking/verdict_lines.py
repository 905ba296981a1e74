"""A verdict as one line of JSON. Belongs here: the fields and their order. Does not belong here: where the line goes."""

from __future__ import annotations

import json
import math

from wiki_assets.grounding.guards.interface import Guard
from wiki_assets.grounding.model import Verdict


def verdict_fields(verdict: Verdict, guard: Guard) -> dict[str, object]:
    """A verdict and its guard for a machine. A score that is no finite number becomes None, for JSON has no other word for it."""
    return {
        "verdict": str(verdict.kind),
        "rule": verdict.rule,
        "matched": verdict.matched,
        "start": verdict.start,
        "end": verdict.end,
        "explanation": verdict.explanation,
        "differences": [difference.model_dump() for difference in verdict.differences],
        "scores": {name: score if math.isfinite(score) else None for name, score in verdict.scores.items()},
        "guard": guard.name,
        "guard_version": guard.version,
    }


def json_line(fields: dict[str, object]) -> bytes:
    """One line of JSON, valid UTF-8 whatever it holds: where there is a lone surrogate, all beyond ASCII is escaped."""
    try:
        return json.dumps(fields, ensure_ascii=False, allow_nan=False).encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        return json.dumps(fields, allow_nan=False).encode("ascii") + b"\n"
