"""Every test of the lexicon begins with nothing remembered."""

from __future__ import annotations

import pytest

from tests.grounding.forgetting import forget


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    forget()
