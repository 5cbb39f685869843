"""Order of the project's tests: the fast ones speak first."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests last; otherwise the order stays."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)
