"""The base of every shape that is stored as JSON: immutable, and an unknown field is an error rather than lost."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """Immutable pydantic model; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")
