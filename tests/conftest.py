"""What holds for all tests: those that watch a real product for minutes are started first, so that the others run beside them."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not (item.get_closest_marker("soak") or item.get_closest_marker("browser")))
