from __future__ import annotations

import os
from pathlib import Path

import pytest
from wiki_samples import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture(autouse=True)
def _without_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loss of power is not tested here, and thousands of small files are written."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
