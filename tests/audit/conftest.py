from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def audit(tmp_path: Path) -> Path:
    """Folder of the fragments; not there yet, as in a fresh home."""
    return tmp_path / "home" / "audit"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "home" / "audit.duckdb"
